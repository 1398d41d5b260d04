#include "verified/library/check.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <new>
#include <numeric>
#include <random>
#include <span>

#include "reference/scalar.hpp"
#include "verified/library/bracketings.hpp"
#include "verified/library/case_like.hpp"
#include "verified/library/fields.hpp"
#include "verified/run/mpi/agree.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {
namespace {

constexpr std::int64_t no_element = -1;
constexpr std::size_t most_shown = 16;  ///< bytes of an element
constexpr std::size_t most_asked = 8;   ///< elements of a call whose operands are looked at

std::string hexadecimal(const std::byte* at, std::size_t bytes) {
  std::string text = "0x";
  for (std::size_t i = 0; i < bytes; ++i) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(at[i]));
    text += two;
  }
  return text;
}

std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (PMPI_Error_string(code, text, &length) != MPI_SUCCESS) return "the code " + std::to_string(code);
  return {text, static_cast<std::size_t>(length)};
}

/// The elements of a predefined datatype, one after another.
std::int64_t elements_of(const mpi::Reach& reach, Type type) {
  return reach.data == 0 ? 0
                         : (reach.end - reach.begin + static_cast<std::int64_t>(row(type).size()) - 1) /
                               static_cast<std::int64_t>(row(type).size());
}

const std::byte* bytes_of(const void* buffer, std::int64_t offset) {
  return static_cast<const std::byte*>(buffer) + offset;
}

/// The few elements, of those that may be right, whose operands are looked at: those that are furthest from what is
/// due, and others in another call.
std::vector<std::int64_t> few_of(std::vector<std::pair<double, std::int64_t>> by_distance) {
  static std::atomic<std::uint64_t> calls = 0;
  const auto further = [](const auto& a, const auto& b) {
    return std::pair(-a.first, a.second) < std::pair(-b.first, b.second);
  };
  if (by_distance.size() > most_asked) {
    const auto middle = by_distance.begin() + most_asked / 2;
    std::partial_sort(by_distance.begin(), middle, by_distance.end(), further);
    std::mt19937_64 random(++calls);
    std::shuffle(middle, by_distance.end(), random);
    by_distance.resize(most_asked);
  }
  std::ranges::sort(by_distance, further);
  std::vector<std::int64_t> few;
  for (const auto& [distance, element] : by_distance) few.push_back(element);
  return few;
}

}  // namespace

Check::Check(const Call& call, Prepared& prepared, mpi::Communicator& on, MPI_Comm comm)
    : call_(call),
      prepared_(prepared),
      comm_(comm),
      context_(on.context()),
      rank_(on.rank()),
      size_(on.size()),
      reaches_(prepared.reaches()) {
  const auto& key = prepared.key();
  if (!row(key.collective).combines()) return;
  const auto op = mpi::op_of(key.op);
  const auto type = mpi::type_of(key.receive_type);
  if (!op || !type) return;  // of the others, such as Fortran's logical ones, the MPI knows how to combine them
  op_ = op;
  scales_ = conform::scales(*op, *type);
}

void Check::copy() {
  const auto received = prepared_.received(rank_, size_);
  due_ = Copy(call_.receive.buffer, reaches_.received, received);
  if (prepared_.key().sends)
    sent_ = Copy(call_.send.buffer, reaches_.sent, prepared_.sent(size_));
  else if (row(call_.collective).combines())
    sent_ = Copy(call_.receive.buffer, reaches_.received, received);
}

std::unique_ptr<Check> Check::begin(const Call& call, Prepared& prepared, mpi::Communicator& on, MPI_Comm comm) {
  std::unique_ptr<Check> check(new Check(call, prepared, on, comm));
  bool lacks_memory = false;
  try {
    check->copy();
  } catch (const std::bad_alloc&) {
    lacks_memory = true;
  }
  if (mpi::any(on.context(), lacks_memory)) return nullptr;
  prepared.run(call.send.buffer, check->due_.buffer());
  return check;
}

/// Collective: what the operation makes of what is sent, scaled.
Copy Check::result_of(conform::Scale what) const {
  const auto& key = prepared_.key();
  const auto type = *mpi::type_of(key.receive_type);
  const auto& reach = key.in_place ? reaches_.received : reaches_.sent;
  const auto data = key.in_place ? prepared_.received(rank_, size_) : prepared_.sent(size_);
  const Copy of_sent(sent_.buffer(), reach, data);
  if (reach.data > 0) conform::scale(what, type, of_sent.at(reach.begin), elements_of(reach, type));
  if (key.in_place) {
    Copy in_place(of_sent.buffer(), reach, data);
    prepared_.run(nullptr, in_place.buffer());
    return in_place;
  }
  Copy result(due_.buffer(), reaches_.received, {});
  prepared_.run(of_sent.buffer(), result.buffer());
  return result;
}

/// By a predefined operation, element by element.
Differences Check::compare_values(const Area& area, Type type, std::span<const Copy> known) const {
  const auto size = static_cast<std::int64_t>(row(type).size());
  const auto found = [&](std::int64_t i) { return bytes_of(call_.receive.buffer, area.origin + i * size); };
  const auto due = [&](std::int64_t i) { return due_.at(area.origin + i * size); };
  const auto difference = [&](std::int64_t i, conform::Likeness likeness) {
    return Difference{likeness, i,
                      "element " + std::to_string(i) + " is " + conform::print(type, found(i)) + ", due is " +
                          conform::print(type, due(i))};
  };
  const auto fields = fields_of(area.type);
  const auto element = [size](const std::byte* at) { return std::span(at, static_cast<std::size_t>(size)); };
  std::vector<std::pair<double, std::int64_t>> doubtful;
  std::optional<Difference> wrong;
  for (std::int64_t i = 0; i < area.elements && !wrong; ++i) {
    if (std::memcmp(found(i), due(i), static_cast<std::size_t>(size)) == 0) continue;
    std::vector<const std::byte*> scaled;
    for (const auto& copy : known) scaled.push_back(copy.at(area.origin + i * size));
    // As long as that is not known, what may be rounding is different.
    const auto likeness = scaled.size() == scales_.size()
                              ? conform::compare(*op_, type, found(i), due(i), scaled, combined())
                              : conform::Likeness::different;
    if (likeness == conform::Likeness::different) wrong = difference(i, likeness);
    if (likeness == conform::Likeness::may_be_rounding)
      doubtful.emplace_back(apart(element(found(i)), element(due(i)), fields), i);
  }
  Differences all;
  for (const auto i : few_of(std::move(doubtful))) all.push_back(difference(i, conform::Likeness::may_be_rounding));
  if (wrong) all.push_back(*wrong);
  return all;
}

/// Data that was moved, or combined by an operator of the application, whose roundings are for it to know.
Differences Check::compare_bytes(const Area& area, std::optional<std::size_t> block,
                                 std::span<const std::byte> all_due) const {
  const mpi::Layout layout(area.type);
  if (area.elements == 0 || layout.size == 0) return {};
  auto found = packed(area, call_.receive.buffer);
  std::vector<std::byte> due(all_due.begin(), all_due.end());
  const auto size = static_cast<std::size_t>(layout.size);
  const auto fields = fields_of(area.type);
  const bool is_exact = !row(prepared_.key().collective).combines();
  if (!is_exact)
    for (auto* side : {&found, &due}) clear_padding(*side, size, fields);
  const auto difference = [&](std::int64_t element) {
    const auto begin = static_cast<std::size_t>(element) * size;
    const auto differs = std::mismatch(&found[begin], &found[begin] + size, &due[begin]).first - &found[0];
    const auto shown = std::min(size, most_shown);
    const auto start = std::min(static_cast<std::size_t>(differs), begin + size - shown);
    return Difference{is_exact ? conform::Likeness::different : conform::Likeness::may_be_rounding, element,
                      (block ? "block " + std::to_string(*block) + ", " : "") + "element " + std::to_string(element) +
                          (size > shown ? ", byte " + std::to_string(start - begin) : "") + " is " +
                          hexadecimal(&found[start], shown) + ", due is " + hexadecimal(&due[start], shown)};
  };
  std::vector<std::pair<double, std::int64_t>> differing;
  for (std::size_t e = 0; e * size < found.size(); ++e) {
    const std::span a(&found[e * size], size), b(&due[e * size], size);
    if (std::ranges::equal(a, b)) continue;
    if (is_exact) return {difference(static_cast<std::int64_t>(e))};
    differing.emplace_back(apart(a, b, fields), static_cast<std::int64_t>(e));
  }
  Differences all;
  for (const auto e : few_of(std::move(differing))) all.push_back(difference(e));
  return all;
}

Differences Check::compare(std::span<const Copy> known) const {
  const auto areas = prepared_.results(rank_, size_);
  if (op_ && areas.size() == 1) return compare_values(areas[0], *mpi::type_of(areas[0].type), known);
  for (std::size_t b = 0; b < areas.size(); ++b)
    if (auto found = compare_bytes(areas[b], areas.size() > 1 ? std::optional(b) : std::nullopt,
                                   packed(areas[b], due_.buffer()));
        !found.empty())
      return found;
  return {};
}

/// Looks at the data alone: what lies between it is for other threads to write to.
bool Check::has_written_what_is_sent() const {
  const auto& reach = reaches_.sent;
  if (!prepared_.key().sends || reach.data == 0) return false;
  if (reach.gapless)
    return std::memcmp(sent_.at(reach.begin), bytes_of(call_.send.buffer, reach.begin),
                       static_cast<std::size_t>(reach.end - reach.begin)) != 0;
  return std::ranges::any_of(prepared_.sent(size_), [this](const Area& area) {
    return packed(area, sent_.buffer()) != packed(area, call_.send.buffer);
  });
}

/// How many ranks' contributions this rank's result of a reduction is made of.
int Check::combined() const {
  const auto result = row(prepared_.key().collective).result;
  return result == Result::prefix ? rank_ + 1 : result == Result::prefix_before ? rank_ : size_;
}

/// Where an element of this rank's result of a reduction is in the vectors that are combined.
std::int64_t Check::place_in_vector(std::int64_t element) const {
  const auto& key = prepared_.key();
  if (row(key.collective).result != Result::own_block) return element;
  if (key.numbers.empty()) return element + rank_ * key.receive_count;
  return std::accumulate(key.numbers.begin(), key.numbers.begin() + rank_, element);
}

/// Collective; of the rank that gives an element, whether that is wrong in whatever order what is sent is combined.
Plausibility Check::plausibility_of(const Difference* mine) {
  const auto& key = prepared_.key();
  const mpi::Layout layout(key.receive_type);
  const auto size = static_cast<std::size_t>(layout.size);
  const auto place = mine ? place_in_vector(mine->element) : 0;
  const auto asked = static_cast<std::int64_t>(mpi::greatest(context_, static_cast<std::uint64_t>(place)));
  std::vector<std::byte> own(size), all(size * static_cast<std::size_t>(size_));
  mpi::pack(layout, sent_.at(asked * layout.extent), 1, own.data());
  const mpi::Side side{.counts = {layout.size}, .types = {MPI_BYTE}};
  mpi::Movement(comm_, Collective::allgather, side, side, 0, false).run(own.data(), all.data());
  if (!mine) return {};
  Operands operands;
  for (std::size_t r = 0; r < static_cast<std::size_t>(combined()); ++r)
    operands.emplace_back(&all[r * size], &all[r * size] + size);
  const auto at = mine->element * layout.extent;
  const auto found = packed({at, 1, key.receive_type}, call_.receive.buffer);
  if (!op_) return plausibility(found, operands, key.receive_type, key.op);
  const auto type = *mpi::type_of(key.receive_type);
  if (is_arithmetic(*op_)) return plausibility(found, operands, *op_, type);
  for (auto& operand : operands) operand.resize(row(type).size());
  const bool can_be = conform::can_be(*op_, type, bytes_of(call_.receive.buffer, at), operands);
  return {.wrong = can_be ? "" : "and it is so in no order"};
}

/// Collective, where each bit counts but a few elements may be otherwise: asks for the operands of some of these. A
/// rank at a time has its turn, first one that is further on with each.
void Check::ask_operands(Differences& found) {
  std::size_t asked = 0;
  for (int turn = 0; turn < static_cast<int>(most_asked); ++turn) {
    const bool asks = asked < found.size() && found[asked].element >= 0 &&
                      found[asked].likeness == conform::Likeness::may_be_rounding;
    const auto urgency = asks ? static_cast<std::uint64_t>(size_ - (rank_ + size_ - turn % size_) % size_) : 0;
    const auto most_urgent = mpi::greatest(context_, urgency);
    if (most_urgent == 0) return;
    const bool is_mine = asks && urgency == most_urgent;
    const auto says = plausibility_of(is_mine ? &found[asked] : nullptr);
    if (!says.wrong.empty()) {
      found[asked].likeness = conform::Likeness::different;
      found[asked].text += ", " + says.wrong;
    }
    is_symmetric_ = is_symmetric_ && says.is_symmetric;
    asked += is_mine;
  }
}

/// The digest of the values of a result, which are the same where nobody could tell them apart; or, where an
/// application's operator has made them, whose equality nobody knows, of the bytes of the data.
std::size_t Check::digest(const void* result) const {
  std::size_t all = 0;
  const auto add = [&all](std::size_t one) {
    all = (all ^ one) * 0x9e3779b97f4a7c15U;
    all ^= all >> 32;  // or the low half would know nothing of the high one
  };
  for (const auto& area : prepared_.results(rank_, size_)) {
    if (!op_) {
      auto bytes = packed(area, result);
      clear_padding(bytes, static_cast<std::size_t>(mpi::Layout(area.type).size), fields_of(area.type));
      for (const auto byte : bytes) add(std::to_integer<std::size_t>(byte));
      continue;
    }
    const auto type = *mpi::type_of(area.type);
    for (std::int64_t i = 0; i < area.elements; ++i)
      add(conform::hash(type, bytes_of(result, area.origin + i * static_cast<std::int64_t>(row(type).size()))));
  }
  return all;
}

/// Collective: looks at operands of elements that are not those of rank 0.
void Check::ask_where_ranks_differ() {
  const auto area = prepared_.results(rank_, size_).front();
  auto of_first = packed(area, call_.receive.buffer);
  const mpi::Side whole{.counts = {static_cast<std::int64_t>(of_first.size())}, .types = {MPI_BYTE}};
  mpi::Movement(comm_, Collective::bcast, {}, whole, 0, false).run(nullptr, of_first.data());
  auto differing = compare_bytes(area, std::nullopt, of_first);
  ask_operands(differing);
}

/// Collective: the results of an allreduce must be those of all ranks. Where two operands of an application's operator
/// that are swapped change a bit, and the MPI swaps them at some ranks, that is the operator's fault; what is not the
/// same for the schedule either, the operator's, too.
std::optional<Difference> Check::disagreement() {
  if (call_.collective != Collective::allreduce) return std::nullopt;
  if (mpi::all_the_same(context_, digest(call_.receive.buffer))) return std::nullopt;
  if (!op_) ask_where_ranks_differ();
  const bool may_be_right =
      !op_ && (!mpi::all_the_same(context_, digest(due_.buffer())) || mpi::any(context_, !is_symmetric_));
  return Difference{may_be_right ? conform::Likeness::may_be_rounding : conform::Likeness::different, no_element,
                    "the results of the ranks are not all the same"};
}

/// Collective, of a reduction: what takes all ranks to find out.
void Check::judge(Differences& found) {
  const bool is_data = found.empty() || found[0].element >= 0;
  if (!scales_.empty() && mpi::any(context_, is_data && !found.empty())) {
    std::vector<Copy> known;
    for (const auto what : scales_) known.push_back(result_of(what));
    if (is_data) found = compare(known);
  }
  ask_operands(found);
  if (const auto other = disagreement()) found.push_back(*other);
}

std::optional<Difference> Check::end(int code) {
  Differences found;
  if (code != MPI_SUCCESS)
    found = {{conform::Likeness::different, no_element, "it fails where the call is right: " + text_of(code)}};
  else if (has_written_what_is_sent())
    found = {{conform::Likeness::different, no_element, "the send buffer has changed"}};
  else
    found = compare({});
  if (row(call_.collective).combines()) judge(found);
  const auto gravest = std::ranges::max_element(found, {}, &Difference::likeness);  // the first of these
  return gravest == found.end() ? std::nullopt : std::optional(*gravest);
}

namespace {

/// "MPI_DOUBLE", or the name that the application has given it; or "12-byte elements".
std::string name_of(MPI_Datatype type) {
  if (const auto known = mpi::type_of(type)) return std::string(row(*known).mpi_name);
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  mpi::check(PMPI_Type_get_name(type, name, &length), "MPI_Type_get_name");
  return length > 0 ? std::string(name, static_cast<std::size_t>(length))
                    : std::to_string(mpi::Layout(type).size) + "-byte elements";
}

}  // namespace

std::string Check::kind() const {
  const auto& key = prepared_.key();
  const auto& c = row(key.collective);
  auto text = std::string(c.mpi_name) + " on " + std::to_string(size_) + (size_ == 1 ? " rank" : " ranks");
  text += " of " + (key.types.empty() ? name_of(c.combines() || key.receives ? key.receive_type : key.send_type)
                                      : "several datatypes");
  if (const auto op = mpi::op_of(key.op); c.combines())
    text += " by " + (op ? std::string(row(*op).mpi_name) : "an operator of the application");
  if (key.in_place) text += ", in place";
  return text + ", against " + prepared_.name();
}

std::string Check::describe(const Difference& difference) const {
  auto text = kind() + ", at rank " + std::to_string(rank_) + ": " + difference.text;
  if (difference.likeness == conform::Likeness::may_be_rounding)
    text +=
        op_ ? "; both may be right, for roundings, NaNs and signs of zero"
            : "; both may be right, unless the operator is associative and commutative in every bit: ask `tutti op`";
  if (const auto like = case_like(prepared_.key(), size_)) text += "; tutti conform --case '" + *like + "'";
  return text;
}

}  // namespace tutti::library
