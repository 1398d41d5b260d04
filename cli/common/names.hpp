// Collectives and algorithms as they are named on the command line.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/common/given.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// "'rign'; did you mean ring? valid are: linear, ring": the end of a message about a wrong name, the suggestion only
/// where a valid name is near.
std::string not_among(std::string_view wrong, const std::vector<std::string>& valid);

/// The algorithm COLLECTIVE/ALGORITHM, or the only schedule in the file of that name (given.hpp). UsageError, with the
/// valid names and the nearest one, where there is none.
const Algorithm& algorithm_called(const std::string& name);

/// The algorithms that the names mean, each once, sorted by name; all of them where no name is given. A name is
/// COLLECTIVE or COLLECTIVE/ALGORITHM, or a file, of which all schedules are meant and `text_of` gives the text.
/// UsageError as above.
std::vector<const Algorithm*> algorithms_called(
    const std::vector<std::string>& names,
    const std::function<std::string(const std::string& word)>& text_of = read_schedules);

/// Whether all ranks end with the same bits: "yes" or "no", or "-" where no operator is applied.
std::string_view print_agreement(const Algorithm& algorithm, bool agreement);

/// "3x2, 6, 2x3": every shape, or the first 32 and "…".
std::string print_shapes(const std::vector<Shape>& shapes);

/// "none", "associative" or "associative + commutative".
std::string print(const Needs& needs);

/// The same as a list of laws: ["associative","commutative"].
std::vector<std::string> laws(const Needs& needs);

}  // namespace tutti::cli
