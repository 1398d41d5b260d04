// Judges a right operator and a wrong one, as an application's tests would.
#include <iostream>

#include "verified/op/check_op.hpp"

int main(int, char** argv) {
  const auto right = tutti::check_op(argv[1], "adds", "unsigned", "--commute 1 --cflags '-DSIGN=-'");
  const auto wrong = tutti::check_op(argv[1], "subtracts", "unsigned", "--commute 1 --cflags '-DSIGN=-'");
  const auto absent = tutti::check_op("it's no file.c", "adds", "unsigned");
  std::cout << right.text << wrong.text << absent.text;
  return right && !wrong && wrong.status == 1 && absent.status == 2 ? 0 : 1;
}
