"""Files and what they hold, before it is a position or a game.

In come paths, open files, texts and bytes. Out go bytes that are read and written all or nothing,
lines of text, strict JSON objects, records that a schema checks, tables for pandas, bytes packed
into a word, and long numbers in decimal. Whatever is wrong with a text is a `FormatError`, with a
file an `OSError`.
"""

from demine.files import records as records
from demine.files.digits import read_whole as read_whole
from demine.files.digits import write_decimal as write_decimal
from demine.files.disk import STANDARD as STANDARD
from demine.files.disk import Source as Source
from demine.files.disk import append_lines as append_lines
from demine.files.disk import name_errors as name_errors
from demine.files.disk import read_all as read_all
from demine.files.disk import read_as as read_as
from demine.files.disk import read_bytes as read_bytes
from demine.files.disk import write_bytes as write_bytes
from demine.files.disk import write_secret as write_secret
from demine.files.objects import Object as Object
from demine.files.objects import as_object as as_object
from demine.files.objects import json_object as json_object
from demine.files.objects import list_value as list_value
from demine.files.objects import value as value
from demine.files.objects import whole_value as whole_value
from demine.files.packing import TooLong as TooLong
from demine.files.packing import pack as pack
from demine.files.packing import unpack as unpack
from demine.files.text import MARK as MARK
from demine.files.text import content_lines as content_lines
from demine.files.text import decode as decode
