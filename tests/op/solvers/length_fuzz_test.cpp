// Compiled with -O1, since it compares many vectors.
// Random loops: what is proved of them for every length and place is what each compiler's code does.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "tests/op/ir.hpp"
#include "tests/op/loops.hpp"
#include "tests/support/property.hpp"
#include "verified/op/prove/prove_laws.hpp"
#include "verified/system/forked_call.hpp"
#include "verified/system/guarded.hpp"

using namespace tutti;
using namespace tutti::op;

namespace {

constexpr int lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 127, 128, 257, 300, 1000, 1031};
constexpr int longest = 1031;
constexpr std::size_t widest_vector = 64;  // bytes, whose every part that the type's alignment allows is a place

/// A file of functions by each compiler that does not round a·b + c once; without optimisation first.
class Builds {
 public:
  explicit Builds(const std::string& text) {
    const Source source{.file = folder_ / "f.c", .flags = {}};
    std::ofstream(source.file) << text;
    for (const auto& compiler : other_compilers()) {
      if (compiler.contracts) continue;
      try {
        files_.push_back(compile_library(source, compiler));
      } catch (const EnvironmentError&) {  // is not there
        continue;
      }
      names_.push_back(compiler.name);
      libraries_.push_back(dlopen(files_.back().path().c_str(), RTLD_NOW));
      REQUIRE(libraries_.back());
    }
  }
  ~Builds() {
    for (void* library : libraries_) dlclose(library);
  }
  Builds(const Builds&) = delete;
  Builds& operator=(const Builds&) = delete;

  std::size_t size() const { return names_.size(); }
  const std::string& name(std::size_t build) const { return names_[build]; }
  UserFunction* function(std::size_t build, const std::string& name) const {
    return reinterpret_cast<UserFunction*>(dlsym(libraries_[build], name.c_str()));
  }

 private:
  TemporaryFolder folder_{"tutti-op"};
  std::vector<TemporaryFile> files_;
  std::vector<std::string> names_;
  std::vector<void*> libraries_;
};

void call(UserFunction* function, const std::byte* in, std::byte* inout, int len) {
  int handle[2] = {};
  function(const_cast<std::byte*>(in), inout, &len, handle);
}

/// One call with `len` elements that end `in_gap` and `inout_gap` bytes before a page that nobody may touch: "" where
/// it leaves what is due and touches nothing else.
std::string wrong(UserFunction* function, const Type& type, int len, const std::vector<std::byte>& in,
                  const std::vector<std::byte>& inout, const std::vector<std::byte>& due, std::size_t in_gap,
                  std::size_t inout_gap) {
  static GuardedBuffer ins(std::size_t{64} * longest), inouts(std::size_t{64} * longest);
  const std::size_t bytes = static_cast<std::size_t>(len) * type.size;
  std::byte *const a = ins.last(bytes + in_gap), *const b = inouts.last(bytes + inout_gap);
  for (auto [from, to] : {std::pair(a - margin, ins.end()), std::pair(b - margin, inouts.end())})
    std::fill(from, to, canary);
  std::copy_n(in.begin(), bytes, a);
  std::copy_n(inout.begin(), bytes, b);
  call(function, a, b, len);
  const auto is_free = [](std::byte byte) { return byte == canary; };
  if (!std::all_of(a - margin, a, is_free) || !std::equal(a, a + bytes, in.begin()) ||
      !std::all_of(a + bytes, ins.end(), is_free))
    return "invec is written to";
  if (!std::all_of(b - margin, b, is_free) || !std::all_of(b + bytes, inouts.end(), is_free))
    return "bytes beside inoutvec are written to";
  const std::vector<std::byte> result(b, b + bytes),
      first(due.begin(), due.begin() + static_cast<std::ptrdiff_t>(bytes));
  return same_values(type, result, first) ? "" : "another result than one by one";
}

/// All builds, lengths and places; "" where each call does what calls with one element do.
std::string first_wrong(const Builds& builds, const std::string& name, const Type& type, Random& random) {
  const auto drawn = [&](int n) { return random(n); };
  const auto in = draw_elements(type, longest, drawn), inout = draw_elements(type, longest, drawn);
  std::string now;
  const auto run = [&](const Write& write) {
    const auto tell = [&](const std::string& text) { write(std::as_bytes(std::span(text))); };
    auto due = inout;
    for (int i = 0; i < longest; ++i) {
      const std::size_t at = static_cast<std::size_t>(i) * type.size;
      call(builds.function(0, name), &in[at], &due[at], 1);
    }
    for (std::size_t build = 0; build < builds.size(); ++build)
      for (const int len : lengths)
        for (std::size_t gap = 0; gap < widest_vector; gap += type.alignment) {
          const auto other_gap = len % 2 == 0 ? gap : (gap * 5) % widest_vector;
          const auto what = wrong(builds.function(build, name), type, len, in, inout, due, gap, other_gap);
          if (what.empty()) continue;
          return tell(
              fmt::format("{} by {}, {} elements, {} bytes before the page's end", what, builds.name(build), len, gap));
        }
    tell("agrees");
  };
  constexpr double patience = 60;
  const auto end = call_in_child(patience, run);
  std::string said(reinterpret_cast<const char*>(end.wrote.data()), end.wrote.size());
  if (said.empty()) return end.text;
  return said == "agrees" ? "" : said;
}

/// Is it proved that MPI may call the function with any number of elements, anywhere?
bool is_proved(const Snippet& snippet, const std::string& name, const Type& type) {
  const Symbolic symbolic{.type = type,
                          .call = once([&](z3::context& context, int len, Floats floats) {
                            return snippet.module().execute(name, type, len, floats, context);
                          }),
                          .canonical = snippet.module().canonical_loop(name, type).is};
  const auto found = prove_laws(symbolic, {.effort = 0.05, .jobs = 1});
  const Law laws[] = {Law::memory, Law::total, Law::aligned, Law::aliasing, Law::pure, Law::split_safe};
  return std::ranges::all_of(
      laws, [&](Law law) { return std::ranges::find(found, law, &LawFinding::law)->answer == Answer::proved; });
}

struct Counts {
  int right = 0, proved = 0, faulty = 0, faulty_and_proved = 0;
};

void fuzz(const Lane& lane, int lanes_of_element, int functions, Random& random, Counts& counts) {
  std::string text =
      fmt::format("#include <stdlib.h>\n#include <string.h>\ntypedef {} T;\ntypedef {} U;\n", lane.c_type, lane.other);
  std::vector<bool> has_fault;
  LoopWriter writer(lane, lanes_of_element, random);
  for (int f = 0; f < functions; ++f) {
    const auto loop = writer(fmt::format("f{}", f));
    text += loop.text;
    has_fault.push_back(loop.has_fault);
  }
  RC_LOG(text);
  const Type type = lanes_of_element == 1 ? scalar_type(lane.scalar) : array_type(lane.scalar, lanes_of_element);
  const Snippet snippet(text);
  const Builds builds(text);
  for (int f = 0; f < functions; ++f) {
    const auto name = fmt::format("f{}", f);
    const bool proved = is_proved(snippet, name, type);
    ++(has_fault[static_cast<std::size_t>(f)] ? counts.faulty : counts.right);
    if (!proved) continue;
    ++(has_fault[static_cast<std::size_t>(f)] ? counts.faulty_and_proved : counts.proved);
    const auto seen = first_wrong(builds, name, type, random);
    if (!seen.empty()) RC_FAIL(name + " is proved, and: " + seen);
  }
}

}  // namespace

TEST_CASE("random loops that are proved for every length do the same at each length and place, by each compiler") {
  constexpr int functions = 12, files = 3;
  Counts counts;
  property(
      "loops of any length",
      [&] {
        Random random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()));
        fuzz(lanes[random(static_cast<int>(std::size(lanes)))], random(4) == 0 ? 3 : 1, functions, random, counts);
      },
      files, [&] { return counts.proved > 0; });
  MESSAGE(counts.proved << " of " << counts.right << " loops proved; of " << counts.faulty << " with a fault "
                        << counts.faulty_and_proved << ", where it changes nothing");
}
