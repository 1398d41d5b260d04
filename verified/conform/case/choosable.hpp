// What of an MPI can be set at a launch that changes how its collectives work, and to which values.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tutti::conform {

/// A control variable (MPI 4.0, 15.3.6), as the MPI describes it.
struct ControlVariable {
  struct Item {
    std::string value, name;  ///< "2", "binomial"
    bool operator==(const Item&) const = default;
  };
  std::string name;                         ///< "MPIR_CVAR_IBCAST_TREE_KVAL", "coll_sm_tree_degree"
  std::string description;                  ///< on one line
  std::vector<Item> items = {};             ///< of its enumeration, or words that it accepts: each is its own value
  std::optional<std::int64_t> number = {};  ///< its value, where that is one
};

/// Whether it says how a collective works, which its name tells: it names a procedure, a component of collectives of
/// Open MPI, or collectives as such. Not what only reports, such as a verbosity.
bool is_of_collectives(const std::string& control_variable);

/// One thing that can be chosen, of all that a variable can be set to.
struct Choosable {
  std::string label;                     ///< of a Choice (verified/conform/drive/choice.hpp)
  std::vector<std::string> environment;  ///< what chooses it at a launch: pairs NAME=VALUE
  std::string why_not = {};              ///< why nobody knows how to choose it; else empty
  bool operator==(const Choosable&) const = default;
};

/// Of all variables of an MPI:
/// - each algorithm of an enumeration, or of words: "allreduce=ring";
/// - each component that is not chosen by its algorithms, by a priority above the others': "all=sm";
/// - each number at its least, an odd and a large value, each other value of what is true or not, and each word of what
///   has words, but none at its default: "allreduce=short_msg_size:1"; with each algorithm that its name or description
///   names, or where it says that it counts only when one is forced, with each of its procedure:
///   "ibcast=tsp_tree+tree_kval:3"; and with its component: "bcast=adapt+segment_size:1031";
/// - and why what else is of collectives is not varied.
/// A number is at least what the description says ("must be >= 2"), a radix at least 2.
std::vector<Choosable> choosables(const std::vector<ControlVariable>& variables);

/// "allreduce=ring env MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=ring", a line for each pair, or "all=NAME not WHY": lines of
/// the file that `tutti conform --algorithms` reads.
std::string print(const Choosable& c);

}  // namespace tutti::conform
