// What movements carry: one row for each datatype, or pair of datatypes, of a sender and a receiver. The worker makes
// it by calls of MPI, the C programs by their text, and both know from its type map where its data is.
#pragma once
#include <algorithm>
#include <array>
#include <climits>
#include <string_view>

#include "verified/conform/case/datatype.hpp"

namespace tutti::conform {

/// A unit is one element at the sender and as many at the receiver as have the same signature.
struct DatatypePairRow {
  std::string_view name;
  Datatype sent, received;
  Few<std::string_view, 4> mixes = {};  ///< these, each block another of them; then it has no datatype of its own
  std::string_view like = {};           ///< that row stands for it where few are wanted
  bool by_rank = false;                 ///< of a mixture: each rank another of them, for all blocks; of one signature
  int others = 0;                       ///< so many other datatypes are alive that were made before

  constexpr int received_per_unit() const {
    const int bytes = type_map(received).bytes();
    return bytes == 0 ? 1 : type_map(sent).bytes() / bytes;
  }
  /// Units that fit into a buffer before elements overlap; INT_MAX where they never do.
  constexpr int most_units() const {
    const int at_receiver = overlaps_from(type_map(received));
    return std::min(overlaps_from(type_map(sent)),
                    at_receiver == INT_MAX ? INT_MAX : at_receiver / received_per_unit());
  }
};

/// From simple to special.
inline constexpr std::array datatype_pair_rows = [] {
  using enum Type;
  constexpr int columns = 256;  // of a matrix of ints, whose elements interleave
  const auto same_at_both = [](std::string_view name, const Datatype& type, std::string_view like = {}) {
    return DatatypePairRow{name, type, type, {}, like};
  };
  const Datatype holes{int_, {Vector{3, 1, 2}}};
  const auto record = [](int int_at, int double_at, int char_at, int extent) {
    return Datatype{Struct{{{int_at, int_}, {double_at, double_}, {char_at, signed_char}}}, {Resized{0, extent}}};
  };
  return std::array{
      same_at_both("double", {double_}),
      same_at_both("byte", {byte}),
      same_at_both("vector", holes),
      DatatypePairRow{"vector-to-ints", holes, {int_}},
      DatatypePairRow{"struct-to-struct", record(0, 8, 20, 24), record(16, 0, 25, 32)},
      same_at_both("negative-bound", {int_, {Hindexed{{-8, 4}}}}),
      same_at_both("shifted", {int_, {Hindexed{{-4, 0}}}}),
      same_at_both("resized", {int_, {Resized{-4, 12}}}),
      same_at_both("columns", {int_, {Vector{3, 1, columns}, Resized{0, 4}}}),
      same_at_both("indexed-blocks", {int_, {IndexedBlock{2, {3, 0}}}}),
      DatatypePairRow{"reversed-to-ints", {int_, {Hindexed{{4, 0}}}}, {int_}},
      same_at_both("nothing", {Struct{}, {Resized{0, 8}}}),
      same_at_both("no-elements", {int_, {Vector{0, 1, 1}}}, "nothing"),
      same_at_both("odd-addresses", {int_, {Hindexed{{1, 7}}, Resized{0, 13}}}, "packed"),
      same_at_both("packed", {Struct{{{0, signed_char}, {1, double_}, {9, int_}}}, {Resized{0, 13}}}),
      same_at_both("indexed", {int_, {Indexed{{2, 1}, {3, 0}}}}, "indexed-blocks"),
      same_at_both("backward-strides", {int_, {Contiguous{2}, Hvector{2, 1, -16}}}, "negative-bound"),
      same_at_both("subarray", {int_, {Subarray{{2, 3, 2}, {1, 2, 2}, {1, 1, 0}}, Dup{}}}, "fortran-subarray"),
      same_at_both("fortran-subarray", {int_, {Subarray{{2, 3, 4}, {2, 1, 2}, {0, 1, 1}, true}}}),
      same_at_both("backward", {int_, {Hindexed{{8, 0, 4}}}}, "reversed-to-ints"),
      DatatypePairRow{"among-hundreds", holes, holes, {}, "vector", false, 300},
      DatatypePairRow{"mixed", {}, {}, {"double", "struct-to-struct", "reversed-to-ints", "negative-bound"}},
      DatatypePairRow{"by-rank", {}, {}, {"vector-to-ints", "backward", "vector"}, {}, true},
  };
}();

constexpr const DatatypePairRow* datatype_pair_row_named(std::string_view name) {
  for (const auto& row : datatype_pair_rows)
    if (row.name == name) return &row;
  return nullptr;
}

/// Bytes of data in one unit; of a mixture in one of the first.
constexpr int bytes_of(const DatatypePairRow& row) {
  return type_map((row.mixes.empty() ? row : *datatype_pair_row_named(row.mixes[0])).sent).bytes();
}

/// The same basic types in the same order (MPI 4.0, 3.3.1), received by as many elements.
constexpr bool signatures_match(const DatatypePairRow& row) {
  const auto sent = type_map(row.sent), received = type_map(row.received);
  const auto n = received.data.size();
  if (n == 0) return sent.data.empty();
  if (sent.data.empty() || sent.bytes() % received.bytes() != 0 || sent.data.size() % n != 0) return false;
  for (std::size_t i = 0; i < sent.data.size(); ++i)
    if (sent.data[i].type != received.data[i % n].type || sent.data[i].bytes != received.data[i % n].bytes)
      return false;
  return true;
}

/// Counted, since under sanitizers g++ takes no address for a constant.
constexpr int rows_named(std::string_view name) {
  return static_cast<int>(std::ranges::count(datatype_pair_rows, name, &DatatypePairRow::name));
}
static_assert(std::ranges::all_of(datatype_pair_rows, [](const auto& row) { return rows_named(row.name) == 1; }),
              "each pair of datatypes has a name of its own");
static_assert(std::ranges::all_of(datatype_pair_rows,
                                  [](const auto& row) { return row.like.empty() || rows_named(row.like) == 1; }),
              "what stands for another is a row");
static_assert(std::ranges::all_of(datatype_pair_rows, signatures_match), "what is sent is received");
static_assert(std::ranges::all_of(datatype_pair_rows,
                                  [](const auto& row) {
                                    return std::ranges::all_of(row.mixes,
                                                               [](auto name) { return rows_named(name) == 1; });
                                  }),
              "a mixture is one of pairs of datatypes");
static_assert(std::ranges::all_of(datatype_pair_rows,
                                  [](const auto& row) {
                                    return !row.by_rank || std::ranges::all_of(row.mixes, [&](auto name) {
                                      auto both = *datatype_pair_row_named(name);
                                      both.received = datatype_pair_row_named(row.mixes[0])->sent;
                                      return signatures_match(both) && bytes_of(both) == bytes_of(row);
                                    });
                                  }),
              "what one rank sends in its layout another receives in its own");
static_assert(std::ranges::all_of(datatype_pair_rows,
                                  [](const auto& row) {
                                    for (const auto* type : {&row.sent, &row.received}) {
                                      const bool is_struct = type->from.index() == 1;
                                      const bool resized = !type->by.empty() && std::holds_alternative<Resized>(
                                                                                    type->by[type->by.size() - 1]);
                                      if (is_struct && !resized) return false;
                                    }
                                    return true;
                                  }),
              "a struct is resized, since its extent is left to MPI");

}  // namespace tutti::conform
