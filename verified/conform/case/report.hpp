// What a worker says of a case, rank by rank, and how it stands in a file.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::conform {

/// What was found wrong. A vendor's scripts rely on the names.
enum class Kind {
  wrong_order,          ///< contributions are combined in another order than the standard says
  lost,                 ///< a contribution or a block is missing
  doubled,              ///< a contribution appears twice
  wrong_value,          ///< another value than the model's
  wrong_place,          ///< the right data at another place
  not_written,          ///< nothing arrived where data is due
  outside,              ///< something was written outside the receive buffer, or into a gap of a datatype
  overrun,              ///< a forbidden access, at the instruction
  send_buffer_written,  ///< at the instruction
  rounding,             ///< a floating-point result beyond the bound for any bracketing
  denormal_flushed,     ///< zero, or too little, where denormal numbers are taken
                        ///< for zero
  bad_operands,         ///< a user's operator was given another datatype than the call, no length, or one memory twice
  disagreement,         ///< ranks that must hold equal bits do not
  early,                ///< a barrier was left before all had entered
  stray_message,        ///< a message was left behind, or one of the program's own was taken
  no_error,             ///< a wrong argument was accepted
  wrong_class,          ///< an error of another class than the standard names
  unexpected_error,     ///< an error where the call is right
  broken_afterwards,    ///< after an error, the communicator no longer works
  wrong_handler,        ///< an error is returned and the error handler was not called, or called where there is none
  wrong_answer,         ///< of an inquiry, such as MPI_Op_commutative
  hang,
  crash,  ///< a signal, an exit or an abort in the middle
};

std::string_view name_of(Kind kind);  ///< "wrong-order", with hyphens
std::optional<Kind> kind_named(std::string_view name);

struct Wrong {
  Kind kind;
  std::string text;  ///< one line; names the place, what was found and what was due
  bool operator==(const Wrong&) const = default;
};

/// What one rank says of one case.
struct Report {
  std::vector<Wrong> wrong;             ///< the gravest first; none: it conforms
  std::string skipped = {};             ///< why it was not run, or empty
  std::vector<std::string> notes = {};  ///< information that is no failure: what becomes of NaN or of -0
  std::string bits = {};  ///< of a result that all ranks of one group must hold bit for bit: that group and a digest
  bool operator==(const Report&) const = default;
};

/// A line of a worker's file. Each is written by one write(2), so that a line is there whole or not at all.
///   mpi TEXT            once, first: the version of the library in one line, and of the standard ("MPI 4.0")
///   begin K             before case number K of the file of cases, counted from 0
///   noticed K           in Scenario::error, at once: the call has returned an error
///   wrong K KIND TEXT   any number of them
///   note K TEXT
///   bits K TEXT
///   end K pass|fail     the last of a case
///   end K skip TEXT
///   done                after the last case, before MPI_Finalize
///   finalized           after it
struct Line {
  std::string word;  ///< "begin"
  int number = -1;   ///< K, or -1
  std::string rest;
};

std::string print(const Line& line);  ///< with the newline
/// Nothing for a line that is none of these.
std::optional<Line> parse_line(std::string_view text);

/// The lines from "wrong" to "end" of case number `k`.
std::string print(const Report& report, int k);

}  // namespace tutti::conform
