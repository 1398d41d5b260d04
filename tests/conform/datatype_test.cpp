// Datatypes as data: where the standard says that an element has its data, and how far apart elements are.
#include "verified/conform/case/datatype.hpp"

#include <doctest/doctest.h>

#include <string>

#include "verified/conform/case/datatype_pairs.hpp"

namespace tutti::conform {
namespace {

/// "at+bytes …, lower bound, extent".
std::string print(const Datatype& type) {
  const auto map = type_map(type);
  std::string text;
  for (const auto& d : map.data) text += std::to_string(d.at) + "+" + std::to_string(d.bytes) + " ";
  return text + "from " + std::to_string(map.lower) + " extent " + std::to_string(map.extent);
}

TEST_CASE("each constructor puts its elements where MPI 4.0, 5.1.2 and 5.1.7 say") {
  using enum Type;
  CHECK(print({double_}) == "0+8 from 0 extent 8");
  CHECK(print({int_, {Vector{3, 1, 2}}}) == "0+4 8+4 16+4 from 0 extent 20");
  CHECK(print({int_, {Vector{2, 2, 3}}}) == "0+4 4+4 12+4 16+4 from 0 extent 20");
  CHECK(print({int_, {IndexedBlock{2, {3, 0}}}}) == "12+4 16+4 0+4 4+4 from 0 extent 20");
  CHECK(print({int_, {Hindexed{{-8, 4}}}}) == "-8+4 4+4 from -8 extent 16");
  CHECK(print({int_, {Resized{-4, 12}}}) == "0+4 from -4 extent 12");
  CHECK(print({Struct{{{16, int_}, {0, double_}, {25, signed_char}}}, {Resized{0, 32}}}) ==
        "16+4 0+8 25+1 from 0 extent 32");
  CHECK(print({Struct{}, {Resized{0, 8}}}) == "from 0 extent 8");
}

TEST_CASE("a constructor is applied to what was made before, in its extents") {
  CHECK(print({Type::int_, {Resized{0, 12}, Vector{2, 1, 2}}}) == "0+4 24+4 from 0 extent 36");
  CHECK(print({Type::int_, {Resized{-4, 8}, IndexedBlock{1, {1}}}}) == "8+4 from 4 extent 8");
}

TEST_CASE("a pair is two data, and what is between them is none") {
  CHECK(print({Type::short_int}) == "0+2 4+4 from 0 extent 8");
  CHECK(print({Type::double_int}) == "0+8 8+4 from 0 extent 16");
}

TEST_CASE("columns of a matrix overlap from the row's length on, and other datatypes never") {
  for (const auto& row : datatype_pair_rows) CHECK(row.most_units() == (row.name == "columns" ? 256 : INT_MAX));
}

TEST_CASE("a sender's and a receiver's datatype must have the same signature") {
  const Datatype ints{Type::int_, {Vector{3, 1, 2}}}, an_int{Type::int_}, a_float{Type::float_};
  const Datatype two{Type::int_, {Vector{2, 1, 1}}};
  CHECK(signatures_match({"", ints, an_int}));
  CHECK_FALSE(signatures_match({"", ints, a_float}));
  CHECK_FALSE(signatures_match({"", ints, two}));
  CHECK_FALSE(signatures_match({"", an_int, ints}));
  const Datatype nothing{Struct{}, {Resized{0, 8}}};
  CHECK(signatures_match({"", nothing, nothing}));
  CHECK_FALSE(signatures_match({"", an_int, nothing}));
  CHECK_FALSE(signatures_match({"", nothing, an_int}));
}

}  // namespace
}  // namespace tutti::conform
