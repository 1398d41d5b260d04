// What TUTTI=check says of a result of an application's operator that rounds: nothing where an order of the operands
// may give it, however it was drawn; and that it is wrong where none comes near. Run as one process; prints a line for
// each sentence that does not hold, and ends with status 1 then.
#include "verified/library/bracketings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>

namespace {

using namespace tutti::library;

int wrong = 0;

void expect(bool holds, const char* what, int operands, int n) {
  if (holds) return;
  ++wrong;
  std::printf("%s, of %d operands (%d)\n", what, operands, n);
}

/// Of a sum, and of how many there are.
struct Mean {
  double sum;
  std::int64_t count;
};

void add_means(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) {
    auto& to = static_cast<Mean*>(inout)[i];
    const auto& from = static_cast<const Mean*>(in)[i];
    to.sum += from.sum, to.count += from.count;
  }
}
void take_the_right_one(void*, void*, int*, MPI_Datatype*) {}

template <class T>
std::vector<std::byte> bytes_of(const T& value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// Some order of the operands, from random neighbours on.
Mean combined(std::vector<Mean> all, std::mt19937_64& random) {
  std::ranges::shuffle(all, random);
  while (all.size() > 1) {
    const auto at = static_cast<std::ptrdiff_t>(random() % (all.size() - 1));
    add_means(&all[static_cast<std::size_t>(at)], &all[static_cast<std::size_t>(at) + 1], std::array{1}.data(),
              nullptr);
    all.erase(all.begin() + at);
  }
  return all.front();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype type;
  MPI_Type_contiguous(sizeof(Mean), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Op add, last;
  MPI_Op_create(add_means, 1, &add);
  MPI_Op_create(take_the_right_one, 1, &last);
  std::mt19937_64 random(7);
  for (const int operands : {1, 2, 3, 4, 5, 7, 13, 40}) {
    for (int n = 0; n < 40; ++n) {
      std::uniform_real_distribution<double> draw(n % 2 ? -1e3 : 0.1, 1e3);
      std::vector<Mean> means;
      Operands all;
      for (int r = 0; r < operands; ++r) {
        means.push_back({draw(random) / 3, 1});
        all.push_back(bytes_of(means.back()));
      }
      const auto right = combined(means, random);
      const auto says = [&](Mean found) { return plausibility(bytes_of(found), all, type, add); };
      expect(says(right).wrong.empty(), "a result of some order is called wrong", operands, n);
      expect(says(right).is_symmetric, "an operator that commutes in every bit is said not to", operands, n);
      expect(!says({0, right.count}).wrong.empty(), "a sum of 0 is not called wrong", operands, n);
      expect(!says({right.sum, right.count - 1}).wrong.empty(), "one less is not called wrong", operands, n);
      expect(!says({right.sum + means[0].sum, right.count}).wrong.empty(),
             "an operand that is there twice is not called wrong", operands, n);
      const auto of_last = plausibility(all.back(), all, type, last);
      expect(operands == 1 || !of_last.is_symmetric, "an operator that does not commute is said to", operands, n);
      expect(of_last.wrong.empty(), "the last operand is called wrong", operands, n);
    }
  }
  MPI_Op_free(&add);
  MPI_Op_free(&last);
  MPI_Type_free(&type);
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
