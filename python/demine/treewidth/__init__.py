"""Treewidth (Golan 2011, §5): how narrow a tree decomposition can be, and counting along one.

`decompose` finds a decomposition of least width of a small graph, and `lower_bound` a width that no
decomposition of a graph can have less than. `make_nice` makes a decomposition nice, and `Programme`
is the paper's dynamic programme along it, as printed. `with_universal_vertex` is Proposition 5.2.
`position.decomposition()` decomposes boards of any size, not always with the least width.
"""

from demine.treewidth.exact import decompose as decompose
from demine.treewidth.exact import lower_bound as lower_bound
from demine.treewidth.nice import Nice as Nice
from demine.treewidth.nice import Node as Node
from demine.treewidth.nice import make_nice as make_nice
from demine.treewidth.polynomials import Polynomial as Polynomial
from demine.treewidth.polynomials import show as show
from demine.treewidth.polynomials import superscript as superscript
from demine.treewidth.polynomials import univariate as univariate
from demine.treewidth.programme import Assignment as Assignment
from demine.treewidth.programme import Polynomials as Polynomials
from demine.treewidth.programme import Programme as Programme
from demine.treewidth.programme import with_universal_vertex as with_universal_vertex
