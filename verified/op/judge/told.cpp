#include "verified/op/judge/told.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "verified/system/forked_call.hpp"
#include "verified/system/packed.hpp"
#include "verified/system/temporary_folder.hpp"

namespace tutti::op {
namespace {

enum class Kind { finding, comparison, long_runs, build, spread };

void put(Packer& to, const std::vector<std::pair<std::string, Bytes>>& named) {
  to.put(named.size());
  for (const auto& [name, bytes] : named) {
    to.put(std::string_view(name));
    to.put(bytes);
  }
}

void put(Packer& to, const std::optional<Counterexample>& c) {
  to.put(c.has_value());
  if (!c) return;
  put(to, c->operands);
  put(to, c->results);
  to.put(std::string_view(c->says));
  to.put(c->len);
}

void put(Packer& to, const LawFinding& f) {
  to.put(static_cast<int>(f.law));
  to.put(static_cast<int>(f.domain));
  to.put(static_cast<int>(f.answer));
  to.put(std::string_view(f.why));
  to.put(std::string_view(f.by));
  to.put(f.seconds);
  put(to, f.counterexample);
  to.put(f.confirmed);
  to.put(f.hangs);
  to.put(f.only_for_lengths);
  to.put(std::string_view(f.where));
}

std::vector<std::pair<std::string, Bytes>> named(Unpacker& from) {
  std::vector<std::pair<std::string, Bytes>> all;
  for (auto n = from.size(); n > 0 && from.whole; --n) {
    auto name = from.text();
    all.emplace_back(std::move(name), from.vector());
  }
  return all;
}

std::optional<Counterexample> counterexample(Unpacker& from) {
  if (!from.flag()) return {};
  Counterexample c;
  c.operands = named(from);
  c.results = named(from);
  c.says = from.text();
  c.len = from.number();
  return c;
}

LawFinding finding(Unpacker& from) {
  LawFinding f;
  f.law = static_cast<Law>(from.number());
  f.domain = static_cast<Domain>(from.number());
  f.answer = static_cast<Answer>(from.number());
  f.why = from.text();
  f.by = from.text();
  f.seconds = from.real();
  f.counterexample = counterexample(from);
  f.confirmed = from.flag();
  f.hangs = from.flag();
  f.only_for_lengths = from.flag();
  f.where = from.text();
  return f;
}

Comparison comparison(Unpacker& from) {
  Comparison c;
  c.compared = from.number();
  c.undefined = from.number();
  c.unmodelled = from.number();
  c.difference = counterexample(from);
  c.failed = from.text();
  return c;
}

LongRuns long_runs(Unpacker& from) {
  LongRuns runs;
  for (auto n = from.size(); n > 0 && from.whole; --n) runs.agree.push_back(from.number());
  runs.stopped = from.text();
  runs.in_time = from.flag();
  if (from.flag()) runs.refuted = finding(from);
  return runs;
}

OtherBuild other_build(Unpacker& from) {
  OtherBuild build;
  build.name = from.text();
  build.verdict = static_cast<OtherBuild::Verdict>(from.number());
  build.says = from.text();
  build.shown = counterexample(from);
  build.mixes_types = from.flag();
  build.swaps_alike = from.flag();
  return build;
}

Spread spread(Unpacker& from) {
  Spread s{};
  s.ulps = from.real();
  s.leaf = from.text();
  s.at = counterexample(from).value_or(Counterexample{});
  return s;
}

/// The last word on a law and domain counts.
void note(std::vector<LawFinding>& all, LawFinding f) {
  const auto before = std::ranges::find_if(
      all, [&](const LawFinding& other) { return other.law == f.law && other.domain == f.domain; });
  if (before == all.end())
    all.push_back(std::move(f));
  else
    *before = std::move(f);
}

Told unpacked(const Bytes& wrote) {
  Told told;
  for (Unpacker from{wrote}; from.whole && !from.bytes.empty();) {
    const auto message = from.vector();
    if (!from.whole) break;
    Unpacker in{message};
    switch (static_cast<Kind>(in.number())) {
      case Kind::finding: note(told.findings, finding(in)); break;
      case Kind::comparison: told.compiled = comparison(in); break;
      case Kind::long_runs: told.long_runs = long_runs(in); break;
      case Kind::build: told.builds.push_back(other_build(in)); break;
      case Kind::spread: told.spread = spread(in); break;
    }
  }
  return told;
}

Packer of(Kind kind) {
  Packer to;
  to.put(static_cast<int>(kind));
  return to;
}

}  // namespace

void Teller::operator()(const LawFinding& f) const {
  auto to = of(Kind::finding);
  put(to, f);
  write_(to.bytes);
}

void Teller::operator()(const Comparison& c) const {
  auto to = of(Kind::comparison);
  to.put(c.compared);
  to.put(c.undefined);
  to.put(c.unmodelled);
  put(to, c.difference);
  to.put(std::string_view(c.failed));
  write_(to.bytes);
}

void Teller::operator()(const LongRuns& runs) const {
  auto to = of(Kind::long_runs);
  to.put(runs.agree.size());
  for (const int len : runs.agree) to.put(len);
  to.put(std::string_view(runs.stopped));
  to.put(runs.in_time);
  to.put(runs.refuted.has_value());
  if (runs.refuted) put(to, *runs.refuted);
  write_(to.bytes);
}

void Teller::operator()(const OtherBuild& build) const {
  auto to = of(Kind::build);
  to.put(std::string_view(build.name));
  to.put(static_cast<int>(build.verdict));
  to.put(std::string_view(build.says));
  put(to, build.shown);
  to.put(build.mixes_types);
  to.put(build.swaps_alike);
  write_(to.bytes);
}

void Teller::operator()(const Spread& s) const {
  auto to = of(Kind::spread);
  to.put(s.ulps);
  to.put(std::string_view(s.leaf));
  put(to, std::optional(s.at));
  write_(to.bytes);
}

Told told_within(double seconds, const std::function<void(const Teller&)>& work) {
  const TemporaryFolder folder("tutti-op");  // for what the child, and compilers, leave when they are killed
  const auto end = call_in_child(seconds, [&](const Write& write) {
    setenv("TMPDIR", folder.path().c_str(), 1);
    std::mutex one_at_a_time;
    work(Teller([&](const Bytes& message) {
      Packer framed;
      framed.put(message);
      const std::lock_guard lock(one_at_a_time);
      write(framed.bytes);
    }));
  });
  auto told = unpacked(end.wrote);
  told.in_time = end.how == CallEnd::How::returned;
  told.ended = end.text;
  return told;
}

}  // namespace tutti::op
