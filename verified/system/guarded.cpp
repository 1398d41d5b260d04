#include "verified/system/guarded.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace tutti {
namespace {

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t capacity) : size_((capacity + page()) / page() * page()) {
  void* got = mmap(nullptr, size_ + 2 * page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  start_ = static_cast<std::byte*>(got) + page();
  mprotect(got, page(), PROT_NONE);
  mprotect(end(), page(), PROT_NONE);
}

GuardedBuffer::~GuardedBuffer() { munmap(start_ - page(), size_ + 2 * page()); }

std::size_t GuardedBuffer::guard_bytes() { return page(); }
void GuardedBuffer::forbid_writing() { mprotect(start_, size_, PROT_READ); }
void GuardedBuffer::allow_writing() { mprotect(start_, size_, PROT_READ | PROT_WRITE); }

}  // namespace tutti
