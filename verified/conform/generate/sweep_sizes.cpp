// Sizes of messages: MPIs choose their algorithms by them, and one side of a switch is often less tested than the
// other.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/generate/sweeps.hpp"

namespace tutti::conform {
namespace {

/// In bytes. MPICH 4.0.2, the defaults of MPIR_CVAR_*_MSG_SIZE: 256, 1 Ki, 2 Ki, 12 Ki, 32 Ki, 80 Ki, 512 Ki. Open
/// MPI 4.1, coll_tuned_decision_fixed.c: 200, 512, 1 Ki, 2 Ki, 3000, 4 Ki, 8 Ki, 10000, 64 Ki, 256 Ki, 370728, 512 Ki,
/// 1 Mi.
constexpr std::array known_switches{200,   256,   512,   1024,  2048,   3000,   4096,   8192,   10000,
                                    12288, 32768, 65536, 81920, 262144, 370728, 524288, 1048576};
constexpr std::int64_t kib = 1024;

bool carries(Procedure p) { return uses(p).count && communicates(p); }

/// In the buffer of a rank that has all of them, or about that many.
int blocks_of(const Case& c) {
  constexpr int usual_neighbours = 4;
  return !has_blocks(c.procedure) ? 1 : on_neighbours(c.procedure) ? usual_neighbours : c.ranks;
}

// ---- drawn evenly by their logarithms

/// In the buffer of a rank, in bytes.
struct Range {
  std::int64_t from, to;
};
constexpr int size_levels = 1 << 14;

/// One of four is a power of two elements, or one less or more.
void set_size(Case& c, const Range& range, int level) {
  const auto unit = bytes_of_load(c.load) * static_cast<std::int64_t>(blocks_of(c));
  const auto ratio = static_cast<double>(range.to) / static_cast<double>(range.from);
  const auto bytes = static_cast<double>(range.from) * std::pow(ratio, (level + 0.5) / size_levels);
  const auto least = range.from / unit + 1, most = std::max(least, range.to / unit);
  auto units = static_cast<std::int64_t>(bytes) / unit;
  if (level % 4 == 0)
    units = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(units, 1)))) +
            level / 4 % 3 - 1;
  c.count = std::clamp(units, least, most);
}

/// All pairs of features, the size being drawn.
Sweep in_range(Procedure procedure, const ProgrammeRequest& request, const Range& range) {
  Sweep sweep;
  sweep.start.procedure = procedure;
  if (!carries(procedure)) return sweep;
  sweep.factors = without(all_factors(procedure, request, true), "count");
  if (request.size == ProgrammeSize::quick) {
    const auto number = [&](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(sweep.factors, name, &Factor::name) - sweep.factors.begin());
    };
    for (std::size_t f = 0; f < sweep.factors.size(); ++f) sweep.meet.push_back({f});
    sweep.meet.push_back({number("form"), number("in place")});
  } else {
    sweep.meet = all_pairs(sweep.factors.size());
  }
  sweep.factors.push_back({"size", size_levels, [range](Case& c, int level) { set_size(c, range, level); }});
  return sweep;
}

// ---- cut-offs
/// A block of that many bytes, and the one or the other unit less or more; or about that many for all blocks together.
struct Size {
  std::int64_t bytes;
  int more;
  bool in_all;
};

std::vector<Size> all_sizes(Procedure p, const ProgrammeRequest& request) {
  constexpr std::int64_t much = 64 * kib;  // for each of many blocks
  std::vector<std::int64_t> switches(known_switches.begin(), known_switches.end());
  for (const auto& c : request.offer.cut_offs)
    if (concerns(c, p)) switches.push_back(c.bytes);
  std::ranges::sort(switches);
  switches.erase(std::unique(switches.begin(), switches.end()), switches.end());
  const bool quick = request.size == ProgrammeSize::quick;
  std::vector<Size> all;
  for (const auto bytes : switches)
    for (const int more : {-1, 0, 1}) {
      if (quick && (more != 1 || bytes > much)) continue;
      if (bytes <= much || !has_blocks(p)) all.push_back({bytes, more, false});
      if (!quick && has_blocks(p) && bytes > 512 && more != 0) all.push_back({bytes, more, true});
    }
  return all;
}

void set(Case& c, const Size& size) {
  const auto units = size.bytes / bytes_of_load(c.load) / (size.in_all ? blocks_of(c) : 1);
  c.count = std::max<std::int64_t>(0, units + size.more);
}

std::vector<std::string> plain_loads(Procedure p) {
  if (uses(p).operators) return {"sum/int", "sum/double", "matrix", "word", "term"};
  return {"double", "byte", "vector", "vector-to-ints"};
}

}  // namespace

Sweep below_64_kib(Procedure procedure, const ProgrammeRequest& request) {
  if (request.size == ProgrammeSize::quick) return {};
  return in_range(procedure, request, {512, 64 * kib});
}

Sweep above_64_kib(Procedure procedure, const ProgrammeRequest& request) {
  return in_range(procedure, request, {64 * kib, 1024 * kib});
}

Sweep cut_offs(Procedure procedure, const ProgrammeRequest& request) {
  Sweep sweep;
  sweep.start.procedure = procedure;
  if (!carries(procedure)) return sweep;
  sweep.factors = without(without(all_factors(procedure, request), "count"), "load");
  sweep.factors.push_back(
      one_of("load", plain_loads(procedure), [](Case& c, const std::string& load) { c.load = load; }));
  sweep.factors.push_back(one_of("size", all_sizes(procedure, request), set));
  const auto size = sweep.factors.size() - 1;
  sweep.meet = {{size}};
  if (request.size != ProgrammeSize::quick)
    for (std::size_t f = 0; f < size; ++f)
      if (sweep.factors[f].name == "form") sweep.meet.push_back({f, size});
  return sweep;
}

Sweep beyond_an_int(Procedure procedure, const ProgrammeRequest& request) {
  const auto use = uses(procedure);
  Sweep sweep;
  sweep.start.procedure = procedure;
  const auto two = std::ranges::find(request.ranks, 2);
  if (request.size != ProgrammeSize::large || two == request.ranks.end() || !carries(procedure)) return sweep;
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
  sweep.factors = {one_of("much", all, [](Case& c, const Much& much) {
    c.load = much.load;
    c.count = much.count;
    c.large_count = much.large_count;
  })};
  sweep.meet = {{0}};
  return sweep;
}

}  // namespace tutti::conform
