// The parts of the page of `tutti baseline compare`; each adds to its body.
#pragma once
#include "cli/baseline/report.hpp"
#include "cli/page.hpp"

namespace tutti::cli {

/// For each number of ranks a map of how many times as long calls take: a line for each procedure and form, a column
/// for each size. The title of a cell has both times and the interval; it has a frame where a change is sure.
void add_heat_maps(pugi::xml_node body, const BaselineRun& run);

/// On the left the trees of before, on the right those of now, with the ranks that have them.
void add_trees_side_by_side(pugi::xml_node to, const baseline::Change& change);

}  // namespace tutti::cli
