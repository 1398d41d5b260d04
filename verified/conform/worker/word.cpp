#include "verified/conform/worker/word.hpp"

#include <cstring>

#include "verified/conform/case/operators.hpp"
#include "verified/conform/worker/operand_check.hpp"

namespace tutti::mpi {
namespace {

struct Letters {
  std::uint16_t length;
  std::uint8_t letter[tutti::conform::most_ranks_of_words];
};
static_assert(sizeof(Letters) == tutti::conform::user_operator_named("word")->bytes());

}  // namespace

void concatenate_words(void* in, void* inout, int* len, MPI_Datatype* type) {
  constexpr int size = static_cast<int>(sizeof(Letters));
  const WatchedOperands watched(in, inout, *len, type, {size, size});
  const auto* l = static_cast<const Letters*>(in);
  auto* r = static_cast<Letters*>(inout);
  for (int i = 0; i < *len; ++i) {
    Letters joined{};
    for (const auto* part : {&l[i], static_cast<const Letters*>(&r[i])})
      for (int k = 0; k < part->length && joined.length < sizeof joined.letter; ++k)
        joined.letter[joined.length++] = part->letter[k];
    r[i] = joined;
  }
}

void write_word(std::byte* element, const Contribution& contribution) {
  const Letters letter{1, {static_cast<std::uint8_t>(contribution.rank)}};
  std::memcpy(element, &letter, sizeof letter);
}

std::optional<std::string> print_word(const std::byte* element) {
  Letters word;
  std::memcpy(&word, element, sizeof word);
  if (word.length > sizeof word.letter) return std::nullopt;
  std::string text;
  for (int k = 0; k < word.length; ++k) text += (k ? "·" : "") + std::to_string(word.letter[k]);
  return text;
}

}  // namespace tutti::mpi
