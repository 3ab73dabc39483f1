"""Read positions by content, write them by name.

In come texts, bytes and files; out go positions, and the reverse. `name_of` writes a board as one
word, and `board_of` reads it.

| format  | what it holds                                                       | read | write |
|---------|---------------------------------------------------------------------|------|-------|
| `mine`  | a king grid as rows of symbols                                      | yes  | yes   |
| `graph` | any position, as JSON                                               | yes  | yes   |
| `mbf`   | where all mines of a king grid are, in binary                       | yes  | yes   |
| `gr`    | a graph alone (PACE, DIMACS `p edge`); every cell is covered        | yes  | yes   |
| `graph6`| a graph alone, as one line (nauty)                                  | yes  | yes   |
| `link`  | a link to our page Analyse                                          | yes  | yes   |
| `ptta`, `llamasweeper` | all mines of a king grid, as a link to these pages   | yes  | yes   |
| `jsminesweeper` | a position on a king grid, as a link to that page           | yes  | yes   |
| `puzzlink` | a puzzle on a king grid, as a link to puzz.link                  | yes  | yes   |
| –       | rows of symbols, with spaces or without; Tatham's ids of Mines      | yes  |       |
| –       | points `x y`, a line each: the board of their Voronoi cells         | yes  |       |
| –       | GeoJSON: a map, with a cell for each shape                          | yes  |       |
| –       | a picture (PNG, JPEG, …) or rows of `#` and `.`: a covered grid      | yes  |       |
| `td`    | a tree decomposition of the board's graph (PACE): see `td.read`     | (yes)| yes   |
| `cnf`   | the legal assignments as the models of a formula (DIMACS)           |      | yes   |
| `opb`   | the legal assignments as the solutions of linear constraints        | yes  | yes   |

A wrong text is a `FormatError`; a file that cannot be opened is an `OSError`. Formats are loaded
when one is first read or written: a game needs only the names of boards.
"""

from typing import TYPE_CHECKING

from demine.formats.names import BOARD_BESIDE as BOARD_BESIDE
from demine.formats.names import board_of as board_of
from demine.formats.names import check_whole as check_whole
from demine.formats.names import name_of as name_of
from demine.formats.names import read_board as read_board
from demine.formats.names import remember as remember
from demine.formats.names import whole_name as whole_name
from demine.formats.names import write_board as write_board
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine.formats import td as td
    from demine.formats import zdd as zdd
    from demine.formats.links import is_link as is_link
    from demine.formats.masks import from_picture as from_picture
    from demine.formats.masks import is_picture as is_picture
    from demine.formats.registry import FORMATS as FORMATS
    from demine.formats.registry import TextFormat as TextFormat
    from demine.formats.registry import dumps as dumps
    from demine.formats.registry import format_of as format_of
    from demine.formats.registry import loads as loads
    from demine.formats.registry import read as read
    from demine.formats.registry import write as write
else:
    _HOMES = {
        "registry": "FORMATS TextFormat dumps format_of loads read write",
        "links": "is_link",
        "masks": "from_picture is_picture",
    }
    __getattr__, __dir__ = lazy_names(__name__, _HOMES, ("td", "zdd"))
