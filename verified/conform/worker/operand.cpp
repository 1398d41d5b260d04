#include "verified/conform/worker/operand.hpp"

#include <cstddef>
#include <cstring>

#include "verified/conform/worker/mix.hpp"
#include "verified/conform/worker/operand_data.hpp"
#include "verified/run/mpi/at_finalize.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

struct Matrix {
  std::uint32_t a, b, c, d;
};
void multiply(void* in, void* inout, int* len, MPI_Datatype*) {
  const auto* l = static_cast<const Matrix*>(in);
  auto* r = static_cast<Matrix*>(inout);
  for (int i = 0; i < *len; ++i)
    r[i] = {l[i].a * r[i].a + l[i].b * r[i].c, l[i].a * r[i].b + l[i].b * r[i].d, l[i].c * r[i].a + l[i].d * r[i].c,
            l[i].c * r[i].b + l[i].d * r[i].d};
}

struct Letters {
  std::uint16_t length;
  std::uint8_t letter[30];
};
void concatenate(void* in, void* inout, int* len, MPI_Datatype*) {
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

/// Fields at 0 and 8 of 16 bytes: the gaps are nobody's to write.
struct Affine {
  std::uint32_t a, gap, b, end_gap;
};
void compose(void* in, void* inout, int* len, MPI_Datatype*) {
  const auto* l = static_cast<const Affine*>(in);
  auto* r = static_cast<Affine*>(inout);
  for (int i = 0; i < *len; ++i) {
    r[i].b = l[i].a * r[i].b + l[i].b;
    r[i].a = l[i].a * r[i].a;
  }
}

void add_modulo(void* in, void* inout, int* len, MPI_Datatype*) {
  constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
  const auto* l = static_cast<const std::uint64_t*>(in);
  auto* r = static_cast<std::uint64_t*>(inout);
  for (int i = 0; i < *len; ++i) r[i] = (l[i] % modulus + r[i] % modulus) % modulus;
}

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}

MPI_Datatype bytes_type(std::size_t size) {
  MPI_Datatype type;
  MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &type);
  return committed(type);
}

MPI_Datatype affine_type() {
  const int lengths[] = {1, 1};
  const MPI_Aint at[] = {offsetof(Affine, a), offsetof(Affine, b)};
  const MPI_Datatype parts[] = {MPI_UINT32_T, MPI_UINT32_T};
  MPI_Datatype fields, type;
  MPI_Type_create_struct(2, lengths, at, parts, &fields);
  MPI_Type_create_resized(fields, 0, sizeof(Affine), &type);
  MPI_Type_free(&fields);
  return committed(type);
}

MPI_Op made(MPI_User_function* function, bool commutes) {
  MPI_Op op;
  MPI_Op_create(function, commutes, &op);
  return op;
}

void free_handles() {
  for (const auto& operand : user_operands()) {
    auto op = operand.op();
    auto type = operand.type();
    MPI_Op_free(&op);
    MPI_Type_free(&type);
  }
}

std::string print_field(const std::byte* at, std::size_t bytes) {
  std::string text;
  constexpr char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto b = static_cast<unsigned>(at[i]);
    text += {digits[b >> 4], digits[b & 15]};
  }
  return text;
}

}  // namespace

Operand::Operand(Op op, Type type)
    : name_(std::string(row(op).name) + "/" + std::string(row(type).name)),
      op_(handle(op)),
      type_(handle(type)),
      reference_(op, type),
      exact_(exact(op, type)),
      predefined_({op, type}) {}

Operand::Operand(std::string name, MPI_Datatype type, MPI_User_function* function, bool commutes, std::size_t size,
                 Fill fill_one, bool bracketing_shows)
    : name_(std::move(name)),
      op_(made(function, commutes)),
      type_(type),
      reference_(
          [function](const void* in, void* inout, int len) { function(const_cast<void*>(in), inout, &len, nullptr); },
          size, commutes),
      exact_(!bracketing_shows),
      fill_(fill_one) {}

void Operand::fill(std::byte* to, std::int64_t elements, Rank rank, std::uint64_t seed) const {
  for (std::int64_t i = 0; i < elements; ++i, to += size()) {
    const auto random = mix(mix(seed + static_cast<std::uint64_t>(rank)) + static_cast<std::uint64_t>(i));
    if (predefined_)
      draw_element(to, predefined_->op, predefined_->type, random);
    else
      fill_(to, {rank, i, seed, random});
  }
}

std::int64_t Operand::first_difference(const std::byte* found, const std::byte* due, std::int64_t elements) const {
  if (predefined_) return tutti::first_difference(predefined_->type, found, due, elements);
  for (std::int64_t i = 0; i < elements; ++i)
    if (std::memcmp(found + i * static_cast<std::int64_t>(size()), due + i * static_cast<std::int64_t>(size()),
                    size()) != 0)
      return i;
  return -1;
}

std::string Operand::print(const std::byte* element) const {
  if (name_ != "word") return "0x" + print_field(element, size());
  Letters word;
  std::memcpy(&word, element, sizeof word);
  std::string text;
  if (word.length > sizeof word.letter) return "no word: 0x" + print_field(element, size());
  for (int k = 0; k < word.length; ++k) text += (k ? "·" : "") + std::to_string(word.letter[k]);
  return text;
}

const std::vector<Operand>& user_operands() {
  static const std::vector<Operand> all = [] {
    std::vector<Operand> made;
    made.push_back(Operand("matrix", bytes_type(sizeof(Matrix)), multiply, false, sizeof(Matrix),
                           [](std::byte* at, const Contribution& c) {
                             const std::uint64_t words[] = {c.random, mix(c.random)};
                             std::memcpy(at, words, sizeof words);
                           }));
    made.push_back(Operand("word", bytes_type(sizeof(Letters)), concatenate, false, sizeof(Letters),
                           [](std::byte* at, const Contribution& c) {
                             const Letters letter{1, {static_cast<std::uint8_t>(c.rank)}};
                             std::memcpy(at, &letter, sizeof letter);
                           }));
    made.push_back(
        Operand("affine", affine_type(), compose, false, sizeof(Affine), [](std::byte* at, const Contribution& c) {
          const auto half = static_cast<std::uint32_t>(c.random), other = static_cast<std::uint32_t>(c.random >> 32);
          std::memcpy(at + offsetof(Affine, a), &half, sizeof half);
          std::memcpy(at + offsetof(Affine, b), &other, sizeof other);
        }));
    made.push_back(Operand("modular", bytes_type(sizeof(std::uint64_t)), add_modulo, true, sizeof(std::uint64_t),
                           [](std::byte* at, const Contribution& c) { std::memcpy(at, &c.random, sizeof c.random); }));
    at_finalize<free_handles>();
    return made;
  }();
  return all;
}

}  // namespace tutti::mpi
