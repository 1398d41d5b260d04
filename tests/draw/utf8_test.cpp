#include "verified/draw/utf8.hpp"

#include <doctest/doctest.h>

#include "tests/support/property.hpp"

namespace tutti {
namespace {

TEST_CASE("what is no UTF-8 is replaced, byte by byte, and the rest stays") {
  CHECK(valid_utf8("α∘β\n\t\"") == "α∘β\n\t\"");
  CHECK(valid_utf8("a\xff"
                   "b") == "a\uFFFDb");
  CHECK(valid_utf8("\xc0\xaf") == "\uFFFD\uFFFD");     // overlong
  CHECK(valid_utf8("\xed\xa0\x80").size() == 9);       // a surrogate
  CHECK(valid_utf8("\xf4\x90\x80\x80").size() == 12);  // beyond U+10FFFF
  CHECK(valid_utf8("\xe2\x82") == "\uFFFD\uFFFD");     // cut off
  CHECK(valid_utf8(std::string_view("\0\x1b\x7f", 3)) == "\uFFFD\uFFFD\uFFFD");
  CHECK(valid_utf8("").empty());
}

TEST_CASE("what was replaced once stays as it is") {
  property("any bytes", [] {
    const auto bytes = *rc::gen::arbitrary<std::string>();
    const auto valid = valid_utf8(bytes);
    RC_ASSERT(valid_utf8(valid) == valid);
    RC_ASSERT(valid.size() >= bytes.size());
  });
}

}  // namespace
}  // namespace tutti
