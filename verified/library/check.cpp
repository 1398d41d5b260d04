#include "verified/library/check.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <span>

#include "verified/library/bracketings.hpp"
#include "verified/library/case_like.hpp"
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
  op_ = mpi::op_of(key.op);
  const auto type = mpi::type_of(key.receive_type);
  if (op_ && type) scales_ = conform::scales(*op_, *type);
}

void Check::copy() {
  due_ = Copy(call_.receive.buffer, reaches_.received);
  if (prepared_.key().sends)
    sent_ = Copy(call_.send.buffer, reaches_.sent);
  else if (row(call_.collective).combines())
    sent_ = Copy(call_.receive.buffer, reaches_.received);
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
  const Copy of_sent(sent_.buffer(), reach);
  if (reach.data > 0) conform::scale(what, type, of_sent.at(reach.begin), elements_of(reach, type));
  if (key.in_place) {
    Copy in_place(of_sent.buffer(), reach);
    prepared_.run(nullptr, in_place.buffer());
    return in_place;
  }
  Copy result(due_.buffer(), reaches_.received);
  prepared_.run(of_sent.buffer(), result.buffer());
  return result;
}

/// By a predefined operation, element by element.
Differences Check::compare_values(const Area& area, Type type, std::span<const Copy> known) const {
  const auto size = static_cast<std::int64_t>(row(type).size());
  Differences all;
  for (std::int64_t i = 0; i < area.elements; ++i) {
    const auto at = area.origin + i * size;
    const auto *const found = bytes_of(call_.receive.buffer, at), *const due = due_.at(at);
    if (std::memcmp(found, due, static_cast<std::size_t>(size)) == 0) continue;
    std::vector<const std::byte*> scaled;
    for (const auto& copy : known) scaled.push_back(copy.at(at));
    // As long as that is not known, what may be rounding is different.
    const auto likeness = scaled.size() == scales_.size() ? conform::compare(*op_, type, found, due, scaled, size_)
                                                          : conform::Likeness::different;
    if (likeness == conform::Likeness::same) continue;
    if (likeness != conform::Likeness::different && all.size() == most_asked) continue;
    all.push_back({likeness, i,
                   "element " + std::to_string(i) + " is " + conform::print(type, found) + ", due is " +
                       conform::print(type, due)});
    if (likeness == conform::Likeness::different) break;
  }
  return all;
}

/// Data that was moved, or combined by an operator of the application, whose roundings are for it to know.
std::optional<Difference> Check::compare_bytes(const Area& area, std::optional<std::size_t> block) const {
  const mpi::Layout layout(area.type);
  if (area.elements == 0 || layout.size == 0) return std::nullopt;
  std::vector<std::byte> found(static_cast<std::size_t>(area.elements * layout.size)), due(found.size());
  mpi::pack(layout, bytes_of(call_.receive.buffer, area.origin), area.elements, found.data());
  mpi::pack(layout, due_.at(area.origin), area.elements, due.data());
  const auto [differs, unused] = std::ranges::mismatch(found, due);
  if (differs == found.end()) return std::nullopt;
  const auto size = static_cast<std::size_t>(layout.size);
  const auto element = static_cast<std::size_t>(differs - found.begin()) / size;
  const auto shown = std::min(size, most_shown);
  const auto start = std::min(static_cast<std::size_t>(differs - found.begin()), (element + 1) * size - shown);
  const auto type = mpi::type_of(area.type);
  const bool is_exact = !row(prepared_.key().collective).combines() ||
                        (type && row(*type).type_class != TypeClass::floating &&
                         row(*type).type_class != TypeClass::complex && row(*type).type_class != TypeClass::pair);
  return Difference{is_exact ? conform::Likeness::different : conform::Likeness::may_be_rounding,
                    static_cast<std::int64_t>(element),
                    (block ? "block " + std::to_string(*block) + ", " : "") + "element " + std::to_string(element) +
                        (size > shown ? ", byte " + std::to_string(start % size) : "") + " is " +
                        hexadecimal(&found[start], shown) + ", due is " + hexadecimal(&due[start], shown)};
}

Differences Check::compare(std::span<const Copy> known) const {
  const auto areas = prepared_.results(rank_, size_);
  if (op_ && areas.size() == 1) return compare_values(areas[0], *mpi::type_of(areas[0].type), known);
  for (std::size_t b = 0; b < areas.size(); ++b)
    if (auto found = compare_bytes(areas[b], areas.size() > 1 ? std::optional(b) : std::nullopt)) return {*found};
  return {};
}

/// Of the data alone: what lies between it is for other threads to write to.
bool Check::has_written_what_is_sent() const {
  const auto& reach = reaches_.sent;
  const auto bytes = static_cast<std::size_t>(reach.end - reach.begin);
  if (!prepared_.key().sends || reach.data == 0 ||
      std::memcmp(sent_.at(reach.begin), bytes_of(call_.send.buffer, reach.begin), bytes) == 0)
    return false;
  if (reach.data == reach.end - reach.begin) return true;
  return std::ranges::any_of(prepared_.sent(size_), [this](const Area& area) {
    const mpi::Layout layout(area.type);
    std::vector<std::byte> before(static_cast<std::size_t>(area.elements * layout.size)), now(before.size());
    mpi::pack(layout, sent_.at(area.origin), area.elements, before.data());
    mpi::pack(layout, bytes_of(call_.send.buffer, area.origin), area.elements, now.data());
    return before != now;
  });
}

/// Where an element of this rank's result of a reduction is in the vectors that are combined.
std::int64_t Check::place_in_vector(std::int64_t element) const {
  const auto& key = prepared_.key();
  if (row(key.collective).result != Result::own_block) return element;
  if (key.numbers.empty()) return element + rank_ * key.receive_count;
  return std::accumulate(key.numbers.begin(), key.numbers.begin() + rank_, element);
}

/// Collective; of the rank that gives one, whether that element is wrong in whatever order what is sent is combined.
bool Check::is_wrong_in_any_order(const Difference* mine) {
  const auto& key = prepared_.key();
  const mpi::Layout layout(key.receive_type);
  const auto size = static_cast<std::size_t>(layout.size);
  const auto place = mine ? place_in_vector(mine->element) : 0;
  const auto asked = static_cast<std::int64_t>(mpi::greatest(context_, static_cast<std::uint64_t>(place)));
  std::vector<std::byte> own(size), all(size * static_cast<std::size_t>(size_));
  mpi::pack(layout, sent_.at(asked * layout.extent), 1, own.data());
  const mpi::Side side{.counts = {layout.size}, .types = {MPI_BYTE}};
  mpi::Movement(comm_, Collective::allgather, side, side, 0, false).run(own.data(), all.data());
  if (!mine) return false;
  const auto result = row(key.collective).result;
  const auto combined = result == Result::prefix ? rank_ + 1 : result == Result::prefix_before ? rank_ : size_;
  Operands operands;
  for (std::size_t r = 0; r < static_cast<std::size_t>(combined); ++r)
    operands.emplace_back(&all[r * size], &all[r * size] + size);
  const auto at = mine->element * layout.extent;
  if (op_) {
    const auto type = *mpi::type_of(key.receive_type);
    for (auto& operand : operands) operand.resize(row(type).size());
    return !conform::can_be(*op_, type, bytes_of(call_.receive.buffer, at), operands);
  }
  std::vector<std::byte> due(size);
  mpi::pack(layout, due_.at(at), 1, due.data());
  return always_gives(due, operands, key.receive_type, key.op);
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
    if (is_wrong_in_any_order(is_mine ? &found[asked] : nullptr)) {
      found[asked].likeness = conform::Likeness::different;
      found[asked].text += op_ ? ", and it is so in no order" : ", as of each of many other bracketings";
    }
    asked += is_mine;
  }
}

/// Of the values of a result, which are the same where nobody could tell them apart.
std::size_t Check::digest() const {
  std::size_t all = 0;
  const auto type = *mpi::type_of(prepared_.key().receive_type);
  for (const auto& area : prepared_.results(rank_, size_))
    for (std::int64_t i = 0; i < area.elements; ++i)
      all = std::rotl(all, 5) ^
            conform::hash(
                type, bytes_of(call_.receive.buffer, area.origin + i * static_cast<std::int64_t>(row(type).size())));
  return all;
}

/// Collective, of a reduction: what takes all ranks to find out.
void Check::judge(Differences& found) {
  const bool is_data = found.empty() || found[0].element >= 0;
  if (!scales_.empty() && mpi::any(context_, is_data && !found.empty())) {
    std::vector<Copy> known;
    for (const auto what : scales_) known.push_back(result_of(what));
    if (is_data) found = compare(known);
  }
  if (scales_.empty()) ask_operands(found);
  if (op_ && call_.collective == Collective::allreduce && !mpi::all_the_same(context_, digest()))
    found.push_back({conform::Likeness::different, no_element, "the results of the ranks are not all the same"});
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
  if (c.combines()) text += " by " + (op_ ? std::string(row(*op_).mpi_name) : "an operator of the application");
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
