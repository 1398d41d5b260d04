// The parts from which a C program for a case is put together.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "reference/exchange.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::conform {

using Lines = std::vector<std::string>;

/// Describes the calls number `k` of the program, in which `turn` counts those on the same buffers. The send buffer is
/// in `send[k]`, the receive buffer in `receive[k]`, and `due[k]` is what the latter must become: all pointers to Part.
/// `rank` is that in the world, `me` that in comm[k].
struct CProgram {
  Lines declarations = {};    ///< of the file: Part, and what follows needs
  std::string room;           ///< Parts in each buffer, an expression
  std::string margin;         ///< of them before its start
  Lines once = {};            ///< in start(), at the first turn: datatypes, counts, displacements
  Lines fill = {};            ///< in start(), at each turn: after all three have been filled with the byte 255
  std::string arguments;      ///< of the call, up to the communicator
  Lines after = {};           ///< in finish(), before the comparison
  std::string format, shown;  ///< how printf shows a Part: "%g" and "(double)@", the Part at the @
  Lines types = {};           ///< names of the datatypes that are made
  std::string op = {};        ///< of the operator that is made; empty where none is
  std::string differs = {};   ///< an expression of the Parts `a` and `b`; empty: their bytes do
};

/// Where a rank of the world is in the communicator of a case.
struct Seat {
  GroupSizes members = {};
  Process at = {};
};
Seat seat_of(Comm comm, int ranks, Rank in_world);

/// One row of numbers per rank, each with the number of what follows it first: "static const int name[3][5] = {…};" in
/// lines of at most 110 columns.
Lines table(const std::string& name, const std::vector<std::vector<int>>& rows);

void add(Lines& to, const Lines& more, const std::string& before = "");

/// Whether `rank` of the world, an expression, is in the lower of two groups.
std::string in_lower_group(const Case& c, const std::string& rank);

/// The argument `root` of the call: in an intercommunicator it differs from rank to rank.
std::string root_argument(const Case& c);
/// The buffer in the place of which MPI_IN_PLACE is passed, at the root only where there is one.
std::string in_place_argument(const Case& c, const std::string& buffer);

/// The send buffer of Case::adjacent: a function sent() that says how many Parts this rank sends where it receives
/// some, too, else 0, by the expression `parts`; and what brings them to where they end before the receive buffer.
struct CAdjacent {
  std::string buffer;
  Lines declarations, fill;
};
CAdjacent adjacent_to_receive_buffer(const std::string& parts);

/// Arguments of a side that may not be significant, as Case::insignificant has it. A side is "1", that which is sent,
/// or "2", that which is received.
class CSignificance {
 public:
  explicit CSignificance(const Case& c) : case_(c) {}
  /// The table that the arguments look at; nothing where all are as they would be right.
  Lines declarations() const;
  std::string buffer(const std::string& side, const std::string& right) const;
  /// A list of counts or displacements (`alone` is no_count) or of datatypes (no_type).
  std::string list(const std::string& side, const std::string& right, Insignificant alone) const;
  std::string count(const std::string& side, const std::string& right) const;
  std::string type(const std::string& side, const std::string& right) const;

 private:
  std::string unless(const std::string& is_not, const std::string& instead, const std::string& right) const;
  std::string no_pointer() const;
  bool is_one_of(Insignificant alone) const;  ///< or of those that are so together
  const Case& case_;
};

/// Lines that put the communicator into comm[0].
Lines make_communicator(const Case& c);

/// The same text, where the line would be too long in several.
Lines wrapped(const std::string& text, std::size_t indent);

CProgram movement_program(const Case& c);
CProgram reduction_program(const Case& c, const Wrong& found);

/// Statements of main() that set `wrong`: the whole of a program that has no buffers to compare.
struct CStatements {
  Lines declarations = {}, main = {};
};
/// Each rank in turn enters late; `call` is the whole of the call.
CStatements barrier_statements(const Case& c, const Lines& call);
CStatements error_statements(const Case& c, Kind kind);
CStatements op_commutative_statements(const Case& c);

}  // namespace tutti::conform
