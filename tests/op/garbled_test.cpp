// Types that are nearly in C.
#include "tests/support/garbled.hpp"

#include "verified/op/type.hpp"

namespace tutti::op {
namespace {

TEST_CASE("a type that is garbled is read or refused") {
  reads_or_refuses<InputError>(
      "garbled types",
      {"double", "unsigned long long", "struct{double v; int i, j[2];}", "int[3][4]",
       "struct pair { struct { char c[3]; float f; } a[2]; long double d; }"},
      [](const std::string& text) { parse_type(text); }, 5000);
}

}  // namespace
}  // namespace tutti::op
