#include "verified/system/utf8.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

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

TEST_CASE("one line is made of any text: UTF-8 stays, control characters and other bytes do not") {
  CHECK(printable("a\tb·c\x1b[0m\nd") == "a?b·c?[0m d");
  CHECK(printable("\xff\xc0\xaf\xe2\x82") == "?????");
  CHECK(printable("\xed\xa0\x80 \xf4\x90\x80\x80") == "??? ????");
}

TEST_CASE("of a text that is too long for a line the middle is left out, and it says how much of it") {
  CHECK(printable(std::string(2000, 'a')) == std::string(2000, 'a'));
  CHECK(printable("--p: '" + std::string(100'000, '[') + "' is no number", 100) ==
        "--p: '" + std::string(24, '[') + " … 99960 bytes … " + std::string(16, '[') + "' is no number");
  property("any text", [] {
    std::string text;
    for (const auto n : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4)))
      text += std::array{"a", "·", "∘", "🎼"}[static_cast<std::size_t>(n)];
    const auto most = *rc::gen::inRange<std::size_t>(40, 200);
    const auto line = printable(text, most);
    RC_ASSERT(line.size() <= most);
    RC_ASSERT(valid_utf8(line) == line);
    RC_ASSERT(text.size() > most || line == text);
  });
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
