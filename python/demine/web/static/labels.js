// Labels as numbers: a count, or one of these. They are those of demine/labels.py; a test compares them.

export const COVERED = -1;
export const FREE = -2;
export const MINED = -3;
