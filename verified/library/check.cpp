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
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {
namespace {

constexpr std::int64_t no_element = -1;
constexpr std::size_t most_shown = 16;  ///< bytes of an element

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

Agreement::Agreement(MPI_Comm comm) : greatest_(comm, Collective::allreduce, {1}, MPI_INT, MPI_MAX, 0, true) {}

int Agreement::greatest(int own) {
  greatest_.run(nullptr, &own);
  return own;
}

bool Agreement::all_give(std::size_t own) {
  constexpr int most = std::numeric_limits<int>::max();
  const int part = static_cast<int>((own ^ (own >> 32)) & static_cast<std::size_t>(most));
  const int greatest_part = greatest(part), least_part = most - greatest(most - part);
  return greatest_part == least_part;
}

Check::Check(const Call& call, Prepared& prepared, Agreement& agreement, mpi::Communicator& on, MPI_Comm comm)
    : call_(call),
      prepared_(prepared),
      agreement_(agreement),
      comm_(comm),
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
  const bool in_place = prepared_.key().in_place;
  if (!in_place)
    sent_ = Copy(call_.send.buffer, reaches_.sent);
  else if (row(call_.collective).combines())
    sent_ = Copy(call_.receive.buffer, reaches_.received);
}

std::unique_ptr<Check> Check::begin(const Call& call, Prepared& prepared, Agreement& agreement, mpi::Communicator& on,
                                    MPI_Comm comm) {
  std::unique_ptr<Check> check(new Check(call, prepared, agreement, on, comm));
  int lacks_memory = 0;
  try {
    check->copy();
  } catch (const std::bad_alloc&) {
    lacks_memory = 1;
  }
  if (agreement.greatest(lacks_memory) != 0) return nullptr;
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
std::optional<Difference> Check::compare_values(const Area& area, Type type, std::span<const Copy> known) const {
  const auto size = static_cast<std::int64_t>(row(type).size());
  std::optional<Difference> gravest;
  for (std::int64_t i = 0; i < area.elements; ++i) {
    const auto at = area.origin + i * size;
    const auto *const found = bytes_of(call_.receive.buffer, at), *const due = due_.at(at);
    if (std::memcmp(found, due, static_cast<std::size_t>(size)) == 0) continue;
    std::vector<const std::byte*> scaled;
    for (const auto& copy : known) scaled.push_back(copy.at(at));
    // As long as that is not known, what may be rounding is different.
    const auto likeness = scaled.size() == scales_.size() ? conform::compare(*op_, type, found, due, scaled, size_)
                                                          : conform::Likeness::different;
    if (likeness == conform::Likeness::same || (gravest && gravest->likeness >= likeness)) continue;
    gravest = {likeness, i,
               "element " + std::to_string(i) + " is " + conform::print(type, found) + ", due is " +
                   conform::print(type, due)};
    if (likeness == conform::Likeness::different) break;
  }
  return gravest;
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

std::optional<Difference> Check::compare(std::span<const Copy> known) const {
  const auto areas = prepared_.results(rank_, size_);
  std::optional<Difference> gravest;
  for (std::size_t b = 0; b < areas.size(); ++b) {
    const auto type = mpi::type_of(areas[b].type);
    auto found = op_ && type ? compare_values(areas[b], *type, known)
                             : compare_bytes(areas[b], areas.size() > 1 ? std::optional(b) : std::nullopt);
    if (found && (!gravest || found->likeness > gravest->likeness)) gravest = std::move(found);
  }
  return gravest;
}

/// Of a buffer without gaps, which other threads may write to.
bool Check::has_written_what_is_sent() const {
  const auto& reach = reaches_.sent;
  const auto bytes = static_cast<std::size_t>(reach.end - reach.begin);
  return !prepared_.key().in_place && reach.data > 0 && reach.data == reach.end - reach.begin &&
         std::memcmp(sent_.at(reach.begin), bytes_of(call_.send.buffer, reach.begin), bytes) != 0;
}

/// Where an element of this rank's result of a reduction is in the vectors that are combined.
std::int64_t Check::place_in_vector(std::int64_t element) const {
  const auto& key = prepared_.key();
  if (row(key.collective).result != Result::own_block) return element;
  if (key.numbers.empty()) return element + rank_ * key.receive_count;
  return std::accumulate(key.numbers.begin(), key.numbers.begin() + rank_, element);
}

/// Collective, of an operator of the application: whether what is due at the rank that asks is what comes of that
/// element in whatever order it is combined.
bool Check::is_wrong_in_any_order(std::int64_t place, bool is_mine) {
  const auto& key = prepared_.key();
  const mpi::Layout layout(key.receive_type);
  const auto size = static_cast<std::size_t>(layout.size);
  const std::int64_t asked = agreement_.greatest(is_mine ? static_cast<int>(place) : 0);
  std::vector<std::byte> own(size), all(size * static_cast<std::size_t>(size_));
  mpi::pack(layout, sent_.at(asked * layout.extent), 1, own.data());
  const mpi::Side side{.counts = {layout.size}, .types = {MPI_BYTE}};
  mpi::Movement(comm_, Collective::allgather, side, side, 0, false).run(own.data(), all.data());
  if (!is_mine) return false;
  const auto result = row(key.collective).result;
  const auto combined = result == Result::prefix ? rank_ + 1 : result == Result::prefix_before ? rank_ : size_;
  Operands operands;
  for (std::size_t r = 0; r < static_cast<std::size_t>(combined); ++r)
    operands.emplace_back(&all[r * size], &all[r * size] + size);
  std::vector<std::byte> due(size);
  const auto element = asked - place_in_vector(0);
  mpi::pack(layout, due_.at(element * layout.extent), 1, due.data());
  return always_gives(due, operands, key.receive_type, key.op);
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
void Check::judge(std::optional<Difference>& found) {
  const bool is_data = found && found->element >= 0;
  if (!scales_.empty() && agreement_.greatest(is_data) != 0) {
    std::vector<Copy> known;
    for (const auto what : scales_) known.push_back(result_of(what));
    if (!found || is_data) found = compare(known);
  }
  if (!op_) {
    const auto place = is_data ? place_in_vector(found->element) : 0;
    const bool may_ask = is_data && place <= std::numeric_limits<int>::max();
    const int asks = agreement_.greatest(may_ask ? size_ - rank_ : 0);
    if (asks != 0 && is_wrong_in_any_order(place, asks == size_ - rank_)) {
      found->likeness = conform::Likeness::different;
      found->text += ", as of each of many other bracketings";
    }
  } else if (call_.collective == Collective::allreduce && !agreement_.all_give(digest()) &&
             !(found && found->likeness == conform::Likeness::different)) {
    found = {conform::Likeness::different, no_element, "the results of the ranks are not all the same"};
  }
}

std::optional<Difference> Check::end(int code) {
  std::optional<Difference> found;
  if (code != MPI_SUCCESS)
    found = {conform::Likeness::different, no_element, "it fails where the call is right: " + text_of(code)};
  else if (has_written_what_is_sent())
    found = {conform::Likeness::different, no_element, "the send buffer has changed"};
  else
    found = compare({});
  if (row(call_.collective).combines()) judge(found);
  return found;
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
