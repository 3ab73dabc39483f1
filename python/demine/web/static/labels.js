// Labels as codes: the number of a cell, or one of these. A test compares them with demine/labels.py.

export const COVERED = -1;
export const FREE = -2;
export const MINED = -3;
