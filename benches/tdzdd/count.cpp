// Solutions counted by TdZdd with its own constraints, one per hint, in a given order of the cells.
//
// Standard input: the cells and the hints; then for each hint its count, its cells and their turns. Standard
// output: processor seconds of building and counting the diagram, its nodes, the count.

#include <ctime>
#include <iostream>
#include <map>
#include <string>

#include "DdStructure.hpp"
#include "spec/LinearConstraints.hpp"

int main() {
    int cells, hints;
    std::cin >> cells >> hints;
    tdzdd::LinearConstraints<short> spec(cells);
    for (int hint = 0; hint < hints; ++hint) {
        int count, size, turn;
        std::map<int, short> around;
        std::cin >> count >> size;
        for (int i = 0; i < size; ++i) {
            std::cin >> turn;
            around[cells - turn] = 1;
        }
        spec.addConstraint(around, count, count);
    }
    spec.update();
    std::clock_t start = std::clock();
    tdzdd::DdStructure<2> diagram(spec);
    std::string count = diagram.zddCardinality();
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::cout << seconds << ' ' << diagram.size() << ' ' << count << std::endl;
}
