// Sizes of messages: MPIs choose their algorithms by them, and one side of a switch is often less tested than the
// other.
#include <algorithm>
#include <array>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/generate/sweeps.hpp"

namespace tutti::conform {
namespace {

/// In bytes. MPICH 4.0.2, the defaults of MPIR_CVAR_*_MSG_SIZE: 256, 1 Ki, 2 Ki, 12 Ki, 32 Ki, 80 Ki, 512 Ki. Open
/// MPI 4.1, coll_tuned_decision_fixed.c: 200, 512, 1 Ki, 2 Ki, 3000, 4 Ki, 8 Ki, 10000, 64 Ki, 256 Ki, 370728, 512 Ki,
/// 1 Mi.
constexpr std::array switches{200,   256,   512,   1024,  2048,   3000,   4096,   8192,   10000,
                              12288, 32768, 65536, 81920, 262144, 370728, 524288, 1048576};

/// A block of that many bytes, and the one or the other unit less or more; or about that many for all blocks together.
struct Size {
  int bytes, more;
  bool in_all;
};

std::vector<Size> all_sizes(Procedure p, ProgrammeSize size) {
  constexpr int much = 65536;  // for each of many blocks
  std::vector<Size> all;
  for (const int bytes : switches)
    for (const int more : {-1, 0, 1}) {
      if (size == ProgrammeSize::quick && (more != 1 || bytes > much)) continue;
      if (bytes <= much || !has_blocks(p)) all.push_back({bytes, more, false});
      if (has_blocks(p) && bytes > 512 && more != 0) all.push_back({bytes, more, true});
    }
  return all;
}

void set(Case& c, const Size& size) {
  const auto units = size.bytes / bytes_of_load(c.load) / (size.in_all ? c.ranks : 1);
  c.count = std::max(0, units + size.more);
}

std::vector<std::string> loads(Procedure p) {
  if (uses(p).operators) return {"sum/int", "sum/double", "matrix", "word", "term"};
  return {"double", "byte", "vector", "vector-to-ints"};
}

}  // namespace

Sweep sizes(Procedure procedure, const ProgrammeRequest& request) {
  const auto use = uses(procedure);
  Sweep sweep;
  sweep.start.procedure = procedure;
  if (!use.count || !communicates(procedure)) return sweep;
  const auto any = [](std::string name, auto values, auto put) {
    return Factor{std::move(name), static_cast<int>(values.size()),
                  [=](Case& c, int level) { put(c, values[static_cast<std::size_t>(level)]); }};
  };
  auto small_first = all_sizes(procedure, request.size);
  using enum Comm;
  sweep.factors = {
      any("ranks", request.ranks, [](Case& c, int p) { c.ranks = p; }),
      any("comm",
          on_neighbours(procedure) ? std::vector{cart, graph} : std::vector{world, world, world, reversed, inter},
          [](Case& c, Comm comm) { c.comm = comm; }),
      any("root", use.root ? std::vector{false, true} : std::vector{false},
          [](Case& c, bool last) { c.root = last ? roots(c.comm, c.ranks) - 1 : 0; }),
      any("in place", use.in_place ? std::vector<char>{0, 1} : std::vector<char>{0},
          [](Case& c, bool in_place) { c.in_place = in_place; }),
      any("form", std::vector{Form::blocking, Form::nonblocking}, [](Case& c, Form form) { c.form = form; }),
      any("large count", std::vector<char>{0, 1}, [](Case& c, bool large) { c.large_count = large; }),
      any("load", loads(procedure), [](Case& c, const std::string& load) { c.load = load; }),
      any("size", std::move(small_first), set),
  };
  enum { ranks, large = 5, load, size };
  if (request.size == ProgrammeSize::quick)
    sweep.meet = {{size}};
  else
    sweep.meet = {{load, size}, {ranks, size}, {large, size}};
  return sweep;
}

Sweep beyond_an_int(Procedure procedure, const ProgrammeRequest& request) {
  const auto use = uses(procedure);
  Sweep sweep;
  sweep.start.procedure = procedure;
  const auto two = std::ranges::find(request.ranks, 2);
  if (request.size != ProgrammeSize::large || two == request.ranks.end() || !use.count || !communicates(procedure))
    return sweep;
  struct Much {
    std::string load;
    std::int64_t count;
    bool large_count;
  };
  // More bytes than an int can say, of fewer elements; and more elements as well.
  const std::int64_t beyond = (std::int64_t{1} << 31) + 1;
  const auto all = use.operators
                       ? std::vector<Much>{{"sum/double", beyond / 8 + 1, false}, {"bxor/uint8_t", beyond, true}}
                       : std::vector<Much>{{"double", beyond / 8 + 1, false}, {"byte", beyond, true}};
  sweep.start.ranks = 2;
  sweep.start.comm = on_neighbours(procedure) ? Comm::cart : Comm::world;
  sweep.factors = {{"much", static_cast<int>(all.size()), [all](Case& c, int level) {
                      const auto& much = all[static_cast<std::size_t>(level)];
                      c.load = much.load;
                      c.count = much.count;
                      c.large_count = much.large_count;
                    }}};
  sweep.meet = {{0}};
  return sweep;
}

}  // namespace tutti::conform
