// An algorithm that somebody's MPI lets one choose at the launch, and how.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/system/program.hpp"

namespace tutti::conform {

struct Choice {
  /// "allreduce=ring": what is chosen, and the MPI's own name. What is chosen is a procedure, for its blocking form on
  /// intracommunicators; with an i before it ("iallreduce") for the other forms; with "-inter" behind it on
  /// intercommunicators; with any other word behind a hyphen ("bcast-posix") the same as without; and "all" is every
  /// procedure that communicates, in each form.
  std::string label;
  Environment environment;     ///< for the launcher
  std::string arguments = {};  ///< for the launcher, where its command says {choice}, else at its end
  std::string why_not = {};    ///< why nobody knows how to choose it; else empty
  bool operator==(const Choice&) const = default;
};

/// Whether the choice can be made, and may matter to a case.
bool concerns(const Choice& choice, const Case& c);

/// Whether there are too many of its kind to run every case under each: of all procedures, or with a value that varies
/// a number, behind a colon ("allreduce=short_msg_size:1").
bool is_one_of_many(const Choice& choice);

/// Whether what is chosen is seen to change how its procedure works (effect.hpp).
enum class Effect { seen, not_known, not_seen };

/// Adds the cases that each choice concerns, with its label; those of choices whose effect is seen first, and those of
/// which none is seen last. Of one that is one of many these are a sample: up to 40 of each procedure, or 8 where no
/// effect is seen, spread evenly over those on two of the numbers of ranks, which are others from choice to choice, and
/// 3 at least where there are such; none with wrong arguments or threads, nor, where the label says how long the
/// segments or chunks of a message are, of more than 1024 of them.
/// `effects` are those of the choices; without them none is known.
void add_chosen(std::vector<Case>& cases, const std::vector<Choice>& choices, const std::vector<Effect>& effects = {});

/// "allreduce=ring env NAME=VALUE", one line for each variable, or "allreduce=ring args --cfg=smpi/allreduce:ring";
/// "not WHY" where nobody knows how. Lines with the same label make one choice. What follows # is no part of a line.
/// Throws std::invalid_argument with the number of the line and what is wrong in it.
std::vector<Choice> parse_choices(const std::string& text);

}  // namespace tutti::conform
