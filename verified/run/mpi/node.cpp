#include "verified/run/mpi/node.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#include "verified/run/mpi/agree.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/transport.hpp"
#include "verified/system/file.hpp"

namespace tutti::mpi {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t most_bytes = std::size_t{1} << 30;  ///< on a node; what no message uses takes no memory

/// Whether rank 0 asks for it. Throws at all ranks where it asks for what there is not.
bool first_asks(MPI_Comm comm, Rank rank) {
  enum Asks : std::uint64_t { for_nothing, for_node, for_what_there_is_not };  // the greatest is that of rank 0
  const char* const text = rank == 0 ? std::getenv("TUTTI_TRANSPORT") : nullptr;
  std::string why = "TUTTI_TRANSPORT: rank 0's is wrong";
  auto own = for_what_there_is_not;
  try {
    own = asks_for_node(text ? text : "") ? for_node : for_nothing;
  } catch (const std::invalid_argument& e) {
    why = e.what();
  }
  const auto asked = greatest(comm, own);
  if (asked == for_what_there_is_not) throw Error(why);
  return asked == for_node;
}

/// What the ranks of a node tell each other. All words are 0 at those that do not know them, so that the union of all
/// is what one of them says.
struct Told {
  enum Word : std::size_t { leader, file, token, members };
  enum OfMember : std::size_t { process, rank_plus_one, probe, probe_at, of_member };
  explicit Told(int size) : words(members + static_cast<std::size_t>(size) * of_member) {}
  std::uint64_t& operator[](std::size_t i) { return words[i]; }
  std::uint64_t& of(int i, OfMember what) { return words[members + static_cast<std::size_t>(i) * of_member + what]; }
  void tell(MPI_Comm node) {
    agree(node, words, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
  std::vector<std::uint64_t> words;
};

/// The leader's file by the leader's number of it. That it is the same one, and no other process is meant, its token
/// tells.
int open_of(std::uint64_t process, std::uint64_t file) {
  const auto path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
  return open(path.c_str(), O_RDWR | O_CLOEXEC);
}

void* map(int file, std::size_t bytes) {
  void* got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return got == MAP_FAILED ? nullptr : got;
}

std::uint64_t random_token() {
  std::uint64_t token = 0;
  if (getrandom(&token, sizeof token, 0) != sizeof token) return 0;
  return token | 1;
}

/// Copies from the memory of another process; what is left to copy where the system fails.
std::span<std::byte> copy_from(pid_t process, const std::byte* from, std::span<std::byte> to) {
  while (!to.empty()) {
    const iovec here{to.data(), to.size()}, there{const_cast<std::byte*>(from), to.size()};
    const auto n = process_vm_readv(process, &here, 1, &there, 1, 0);
    if (n <= 0) break;
    from += n;
    to = to.subspan(static_cast<std::size_t>(n));
  }
  return to;
}

/// Whether the system lets this process read there, and it is the process that is meant.
bool can_read(std::uint64_t process, std::uint64_t at, std::uint64_t due) {
  std::uint64_t found = 0;
  const auto bytes = std::as_writable_bytes(std::span(&found, 1));
  return due != 0 && copy_from(static_cast<pid_t>(process), std::bit_cast<const std::byte*>(at), bytes).empty() &&
         found == due;
}

/// The ranks on this node.
struct OfNode {
  explicit OfNode(MPI_Comm comm, Rank rank) {
    check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
    check(MPI_Comm_rank(node, &own), "MPI_Comm_rank");
    check(MPI_Comm_size(node, &size), "MPI_Comm_size");
  }
  ~OfNode() {
    if (node != MPI_COMM_NULL) static_cast<void>(MPI_Comm_free(&node));
  }
  void end() { check(MPI_Comm_free(&node), "MPI_Comm_free"); }
  OfNode(const OfNode&) = delete;
  OfNode& operator=(const OfNode&) = delete;
  MPI_Comm node;
  int own, size;
};

}  // namespace

std::unique_ptr<Node> Node::of(MPI_Comm comm, std::optional<bool> asked) {
  int rank, size;
  check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  if (!(asked ? *asked : first_asks(comm, rank))) return nullptr;
  check(MPI_Comm_size(comm, &size), "MPI_Comm_size");
  OfNode on(comm, rank);
  if (!any(comm, on.size > 1)) {
    on.end();
    return nullptr;
  }

  const auto ranks = static_cast<std::size_t>(on.size);
  const auto channels = ranks * ranks;
  std::unique_ptr<Node> node(new Node);
  node->bytes_ = page + channels * sizeof(ChannelMemory);
  const bool fits = node->bytes_ <= most_bytes;

  Told told(on.size);
  const File made(on.own == 0 && fits ? memfd_create("tutti", MFD_CLOEXEC) : -1);
  if (made.get() >= 0 && ftruncate(made.get(), static_cast<off_t>(node->bytes_)) == 0) {
    told[Told::leader] = static_cast<std::uint64_t>(getpid());
    told[Told::file] = static_cast<std::uint64_t>(made.get());
    told[Told::token] = random_token();
    if (pwrite(made.get(), &told[Told::token], sizeof told[Told::token], 0) != sizeof told[Told::token])
      told[Told::token] = 0;
  }
  const auto probe = random_token();
  told.of(on.own, Told::process) = static_cast<std::uint64_t>(getpid());
  told.of(on.own, Told::rank_plus_one) = static_cast<std::uint64_t>(rank) + 1;
  told.of(on.own, Told::probe) = probe;
  told.of(on.own, Told::probe_at) = reinterpret_cast<std::uintptr_t>(&probe);
  told.tell(on.node);
  on.end();

  bool shared = false;
  if (told[Told::token] != 0) {
    const File theirs(open_of(told[Told::leader], told[Told::file]));
    std::uint64_t token = 0;
    shared = pread(theirs.get(), &token, sizeof token, 0) == sizeof token && token == told[Told::token];
    if (shared) node->memory_ = map(theirs.get(), node->bytes_);
    shared = node->memory_ != nullptr;
  }
  bool reads = true;
  for (int i = 0; i < on.size; ++i)
    reads &= can_read(told.of(i, Told::process), told.of(i, Told::probe_at), told.of(i, Told::probe));
  node->reads_memory_ = !any(comm, !reads);
  if (any(comm, !shared)) return nullptr;  // after which the leader may close its file

  node->channels_.resize(static_cast<std::size_t>(size));
  auto* memory = reinterpret_cast<ChannelMemory*>(static_cast<std::byte*>(node->memory_) + page);
  const auto channel = [&](int from, int to) -> ChannelMemory& {
    return memory[static_cast<std::size_t>(from) * ranks + static_cast<std::size_t>(to)];
  };
  for (int i = 0; i < on.size; ++i)
    if (i != on.own)
      node->channels_[told.of(i, Told::rank_plus_one) - 1].emplace(Peer{ChannelWriter(channel(on.own, i)),
                                                                        ChannelReader(channel(i, on.own)),
                                                                        static_cast<pid_t>(told.of(i, Told::process))});
  return node;
}

Node::~Node() {
  if (memory_) munmap(memory_, bytes_);
}

void Node::read(Rank rank, const std::byte* from, std::span<std::byte> to) const {
  if (!copy_from(channels_[static_cast<std::size_t>(rank)]->process, from, to).empty())
    throw Error("what rank " + std::to_string(rank) +
                " sends cannot be read from its memory: " + std::generic_category().message(errno));
}

bool Node::has_all_but(Rank own) const {
  for (Rank r = 0; r < static_cast<Rank>(channels_.size()); ++r)
    if (r != own && !has(r)) return false;
  return true;
}

bool Node::has_ended(Rank rank) const {
  const auto process = channels_[static_cast<std::size_t>(rank)]->process;
  const File watched(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
  if (watched.get() < 0) return errno == ESRCH;
  pollfd ended{watched.get(), POLLIN, 0};
  return poll(&ended, 1, 0) == 1;
}

}  // namespace tutti::mpi
