#include "verified/op/black_box/arena.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "verified/op/function.hpp"

namespace tutti::op {
namespace {

constexpr std::size_t guard = 1 << 20;
constexpr std::size_t handle_bytes = sizeof(std::uint64_t);

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (std::max<std::size_t>(bytes, 1) + page - 1) / page * page;
}

std::byte* mapped(void* hint, std::size_t bytes, int protection, int flags, int file) {
  void* got = mmap(hint, bytes, protection, flags, file, 0);
  if (got == MAP_FAILED) throw EnvironmentError(fmt::format("no memory for the vectors: {}", std::strerror(errno)));
  return static_cast<std::byte*>(got);
}

}  // namespace

Arena::Arena(const Type& type, int most, std::uint64_t handle)
    : type_(type), handle_(handle), capacity_(whole_pages(type.size * static_cast<std::size_t>(most))) {
  map(invec_);
  map(inoutvec_);
  map(control_);
  std::memcpy(control_.ours + handle_offset, &handle_, handle_bytes);
}

Arena::~Arena() {
  for (const Pages& pages : {invec_, inoutvec_, control_}) {
    munmap(pages.theirs - guard, capacity_ + 2 * guard);
    munmap(pages.ours, capacity_);
  }
}

void Arena::map(Pages& pages) {
  const int file = memfd_create("tutti-op", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(capacity_)) != 0)
    throw EnvironmentError(fmt::format("no memory for the vectors: {}", std::strerror(errno)));
  pages.theirs = guard + mapped(nullptr, capacity_ + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  mapped(pages.theirs, capacity_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file);
  pages.ours = mapped(nullptr, capacity_, PROT_READ | PROT_WRITE, MAP_SHARED, file);
  close(file);
}

void Arena::place(Placement placement) {
  placement_ = placement;
  const int protection = placement.read_only ? PROT_READ : PROT_READ | PROT_WRITE;
  mprotect(invec_.theirs, capacity_, protection);
  mprotect(control_.theirs, capacity_, protection);
}

void Arena::map_pages(int len) {
  const std::size_t bytes = static_cast<std::size_t>(len) * type_.size;
  for (const Pages& pages : {invec_, inoutvec_}) op::map_pages(pages.ours + from(bytes), bytes);
  op::map_pages(inoutvec_.theirs + from(bytes), bytes);
}

void Arena::set(const std::byte* in, const std::byte* inout, int len, std::uint64_t length_word) {
  bytes_ = static_cast<std::size_t>(len) * type_.size;
  std::memcpy(invec_.ours + from(bytes_), in, bytes_);
  std::memcpy(inoutvec_.ours + from(bytes_), inout, bytes_);
  std::memcpy(control_.ours, &length_word, sizeof length_word);
  if (!placement_.read_only) std::memcpy(control_.ours + handle_offset, &handle_, handle_bytes);
}

std::optional<std::string> Arena::describe_vector(const char* name, const Pages& pages, std::size_t address,
                                                  bool is_write, std::size_t bytes) const {
  const auto start = reinterpret_cast<std::size_t>(pages.theirs);
  if (address < start - guard || address >= start + capacity_ + guard) return {};
  const auto offset = static_cast<std::ptrdiff_t>(address - start) - static_cast<std::ptrdiff_t>(from(bytes));
  const char* verb = is_write ? "writes" : "reads";
  if (offset < 0) return fmt::format("{} {} bytes before {}", verb, -offset, name);
  if (offset < static_cast<std::ptrdiff_t>(bytes)) return fmt::format("{} byte {} of {}", verb, offset, name);
  return fmt::format("{} byte {} of {}, which has {} bytes", verb, offset, name, bytes);
}

std::optional<std::string> Arena::describe(std::size_t address, bool is_write, int len) const {
  const auto bytes = static_cast<std::size_t>(len) * type_.size;
  const auto control = reinterpret_cast<std::size_t>(control_.theirs);
  if (address >= control - guard && address < control + capacity_ + guard) {
    const auto offset = address - control;
    const bool is_handle = offset >= handle_offset && offset < handle_offset + handle_bytes;
    return fmt::format("{} {}", is_write ? "writes" : "reads",
                       offset < sizeof(std::int64_t) ? "*len"
                       : is_handle                   ? "the datatype's handle"
                                                     : "beside *len or the datatype's handle");
  }
  if (auto text = describe_vector("invec", invec_, address, is_write, bytes)) return text;
  return describe_vector("inoutvec", inoutvec_, address, is_write, bytes);
}

void map_pages(std::byte* from, std::size_t bytes) {
  constexpr std::size_t many = std::size_t{1} << 20;  // bytes
  if (bytes < many) return;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = reinterpret_cast<std::size_t>(from) % page;
#ifdef MADV_POPULATE_WRITE
  madvise(from - before, (before + bytes) / page * page, MADV_POPULATE_WRITE);
#endif
}

}  // namespace tutti::op
