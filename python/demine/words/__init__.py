"""Words: the messages of demine in several languages, as data.

`messages/` has a file per language, with the texts of the pages and the sentences of proofs, hints
and verdicts. Code states a rule with its arguments; a `Catalogue` makes the sentence.
"""

from demine.words.catalogue import FOLDER as FOLDER
from demine.words.catalogue import Arguments as Arguments
from demine.words.catalogue import Catalogue as Catalogue
from demine.words.catalogue import catalogue as catalogue
from demine.words.choice import DEFAULT as DEFAULT
from demine.words.choice import follow_system as follow_system
from demine.words.choice import language as language
from demine.words.choice import languages as languages
from demine.words.choice import say as say
