#include "verified/library/recorded_op.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "verified/library/devices/runtime.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {
namespace {

using Json = nlohmann::ordered_json;

/// What MPI_Op_create or MPI_Op_create_c was given. The function is null where it is not known.
struct Given {
  const void* function;
  bool commutes, large_count;
  auto operator<=>(const Given&) const = default;
};

std::atomic<std::uint64_t> forgotten = 0;

struct Recorded {
  std::mutex mutex;
  std::map<MPI_Op, Given> given;
  std::map<MPI_Op, RecordedOp> predefined;
  std::map<Given, RecordedOp*> by_given;
  std::vector<std::unique_ptr<RecordedOp>> numbered;
};

/// Never destroyed: calls may be recorded until the end.
Recorded& recorded() {
  static auto& all = *new Recorded;
  return all;
}

/// Where a function is: the file that it was loaded from, and its symbol and address there. A static one has no symbol.
Json describe(const Given& given) {
  Json described{{"commute", given.commutes},
                 {"large_count", given.large_count},
                 {"object", nullptr},
                 {"symbol", nullptr},
                 {"offset", nullptr}};
  Dl_info info;
  void* loaded = nullptr;
  if (!given.function || dladdr1(given.function, &info, &loaded, RTLD_DL_LINKMAP) == 0 || !loaded) return described;
  const auto& object = *static_cast<const link_map*>(loaded);
  std::error_code unknown;
  described["object"] =
      *object.l_name ? object.l_name : std::filesystem::read_symlink("/proc/self/exe", unknown).string();
  described["offset"] = reinterpret_cast<std::uintptr_t>(given.function) - object.l_addr;
  if (info.dli_sname && info.dli_saddr == given.function) described["symbol"] = info.dli_sname;
  return described;
}

std::string hexadecimal(const unsigned char* bytes, MPI_Aint n) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (MPI_Aint i = 0; i < n; ++i) {
    text += digits[bytes[i] / 16];
    text += digits[bytes[i] % 16];
  }
  return text;
}

}  // namespace

void RecordedOperands::add(const void* buffer, std::int64_t n) {
  if (!buffer || n <= 0) return;
  const std::lock_guard lock(recorded().mutex);
  const auto* const first = static_cast<const unsigned char*>(buffer) + type_.true_lower;
  int looks = owner_of(first) ? 0 : looks_.load();
  for (std::int64_t i = 0; i < n && looks > 0; ++i) {
    auto element = hexadecimal(first + i * type_.extent, type_.true_extent);
    if (std::ranges::find(elements_, element) == elements_.end()) elements_.push_back(std::move(element));
    looks = elements_.size() == most_elements ? 0 : looks - 1;
  }
  looks_ = looks;
}

Json RecordedOperands::print() const { return {{"type", type_.description}, {"elements", elements_}}; }

void RecordedOp::note(MPI_Op op, const void* function, bool commutes, bool large_count) {
  const std::lock_guard lock(recorded().mutex);
  recorded().given[op] = {function, commutes, large_count};
}

void RecordedOp::forget(MPI_Op op) {
  const std::lock_guard lock(recorded().mutex);
  recorded().given.erase(op);
  ++forgotten;
}

std::uint64_t RecordedOp::freed() { return forgotten.load(std::memory_order_relaxed); }

RecordedOp& RecordedOp::of(MPI_Op op) {
  auto& all = recorded();
  const std::lock_guard lock(all.mutex);
  if (const auto predefined = mpi::op_of(op)) {
    auto& known = all.predefined[op];
    known.name_ = row(*predefined).mpi_name;
    return known;
  }
  auto found = all.given.find(op);
  if (found == all.given.end()) {
    int commutes = 0;
    mpi::check(PMPI_Op_commutative(op, &commutes), "MPI_Op_commutative");
    found = all.given.emplace(op, Given{nullptr, commutes != 0, false}).first;
  }
  auto*& known = all.by_given[found->second];
  if (!known) {
    auto made = std::make_unique<RecordedOp>();
    made->name_ = all.numbered.size();
    made->description_ = describe(found->second);
    known = all.numbered.emplace_back(std::move(made)).get();
  }
  return *known;
}

RecordedOperands* RecordedOp::operands(const RecordedType& type) {
  if (description_.is_null() || type.true_extent <= 0 || type.true_extent > RecordedType::largest_operand)
    return nullptr;
  const std::lock_guard lock(recorded().mutex);
  return &operands_.try_emplace(&type, type).first->second;
}

std::vector<Json> RecordedOp::print_all() {
  auto& all = recorded();
  const std::lock_guard lock(all.mutex);
  std::vector<Json> printed;
  for (const auto& op : all.numbered) {
    Json described{{"number", op->name_}};
    described.update(op->description_);
    described["operands"] = Json::array();
    for (const auto& [type, operands] : op->operands_) described["operands"].push_back(operands.print());
    printed.push_back(std::move(described));
  }
  return printed;
}

}  // namespace tutti::library
