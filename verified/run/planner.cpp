#include "verified/run/planner.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "reference/model.hpp"
#include "verified/run/deviation.hpp"

namespace tutti {
namespace {

/// Where the value of a slot is just now: in the input of this rank, or at its home, where results of work go.
enum class Where : unsigned char { input, home };

/// A stretch of consecutive slots: where it is now and where its home is.
struct Piece {
  Place now, home;
  std::int64_t elements;
};

/// Steps of one round between the same two ranks: one message, or moves inside this rank.
using Bundle = std::vector<const Step*>;

bool continues(const Place& a, std::int64_t length, const Place& b) {
  return a.area == b.area && end_of(a.at, length) == b.at;
}

std::int64_t& size_of(Plan& plan, Area area) { return plan.elements[static_cast<std::size_t>(area)]; }

class Planner {
 public:
  Planner(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Extents& extents, bool in_place)
      : schedule_(schedule), collective_(collective), root_(root), rank_(rank), extents_(extents), in_place_(in_place) {
    find_scratch_slots();
    lay_out();
  }

  Plan make() {
    bring_along();
    for (std::size_t r = 0; r < schedule_.rounds.size(); ++r) add_stage(static_cast<int>(r));
    deliver();
    return std::move(plan_);
  }

 private:
  // --- memory: a block that is due is at home in the receive buffer, all others are in scratch memory ---

  bool held(int slot) const { return tutti::held(collective_, schedule_.ranks, root_, rank_, slot).has_value(); }
  bool due(int slot) const {
    const bool kept_in_send_buffer = in_place_ && row(collective_).input == Input::of_root && slot == rank_ &&
                                     row(collective_).result == Result::own_block && rank_ == root_;
    return !kept_in_send_buffer && tutti::due(collective_, schedule_.ranks, root_, rank_, slot).has_value();
  }

  /// Which slots of the vector need a home in scratch memory. A block of which only the own result is due is received
  /// into the receive buffer only where it always comes alone and that buffer does not hold the contributions.
  void find_scratch_slots() {
    const bool own_block = row(collective_).result == Result::own_block;
    bool own_alone = !(in_place_ && row(collective_).combines());
    int first = schedule_.blocks, last = 0;
    const auto widen = [&](int from, int end) {
      first = std::min(first, from);
      last = std::max(last, end);
    };
    for (const auto& round : schedule_.rounds)
      for (const auto& s : round.steps) {
        if (s.to != rank_ || s.at >= schedule_.blocks) continue;
        const int end = s.at + s.blocks.count;
        widen(s.at, end);
        if (s.at <= rank_ && rank_ < end && s.blocks.count > 1) own_alone = false;
      }
    if (in_place_ && schedule_.exchange) widen(0, schedule_.ranks);
    at_output_.resize(static_cast<std::size_t>(schedule_.blocks));
    for (int slot = 0; slot < schedule_.blocks; ++slot)
      at_output_[index(slot)] = due(slot) && (!own_block || own_alone);
    while (first < last && at_output_[index(first)]) ++first;
    while (first < last && at_output_[index(last - 1)]) --last;
    if (first < last) scratch_ = {first, last - first};
  }

  /// The sizes of the areas, and where everything is at the start.
  void lay_out() {
    const auto slots = static_cast<std::size_t>(schedule_.slots());
    scratch_at_.assign(slots, 0);
    std::int64_t used = 0;
    for (int slot = 0; slot < schedule_.slots(); ++slot) {
      const bool in_run = scratch_.first <= slot && slot < scratch_.first + scratch_.count;
      scratch_at_[index(slot)] = used;
      if (in_run || slot >= schedule_.blocks) used = checked_sum(used, size(slot));
    }
    size_of(plan_, Area::scratch) = used;

    touched_.assign(slots, -1);
    where_.assign(slots, Where::home);
    const auto reach = [&](Area area, std::int64_t at, int slot) {
      if (size(slot) > 0) size_of(plan_, area) = std::max(size_of(plan_, area), checked_sum(at, size(slot)));
    };
    for (int slot = 0; slot < schedule_.blocks; ++slot) {
      if (due(slot)) reach(Area::output, extents_.output[index(slot)], slot);
      if (!held(slot) || starts_at_home(slot)) continue;
      where_[index(slot)] = Where::input;
      reach(Area::input, extents_.input[index(slot)], slot);
    }
  }

  bool starts_at_home(int slot) const { return in_place_ && (schedule_.exchange || at_output_[index(slot)]); }

  static std::size_t index(int slot) { return static_cast<std::size_t>(slot); }

  std::int64_t size(int slot) const {
    if (slot < schedule_.blocks) return extents_.size[index(slot)];
    return extents_.size[schedule_.exchange ? 0 : index(schedule_.block_of(rank_, slot))];
  }
  std::int64_t elements(const Blocks& run) const {
    std::int64_t n = 0;
    for (int slot = run.first; slot < run.first + run.count; ++slot) n = checked_sum(n, size(slot));
    return n;
  }

  Place home(int slot) const {
    if (slot < schedule_.blocks && at_output_[index(slot)]) return {Area::output, extents_.output[index(slot)]};
    return {Area::scratch, scratch_at_[index(slot)]};
  }
  Place now(int slot) const {
    return where_[index(slot)] == Where::input ? Place{Area::input, extents_.input[index(slot)]} : home(slot);
  }

  /// The run in stretches that lie side by side now and, if asked for, in their home too. Empty slots vanish.
  std::vector<Piece> pieces(const Blocks& run, bool at_home_too) const {
    std::vector<Piece> all;
    for (int slot = run.first; slot < run.first + run.count; ++slot) {
      const Piece one{now(slot), home(slot), size(slot)};
      if (one.elements == 0) continue;
      if (!all.empty() && continues(all.back().now, all.back().elements, one.now) &&
          (!at_home_too || continues(all.back().home, all.back().elements, one.home)))
        all.back().elements = end_of(all.back().elements, one.elements);
      else
        all.push_back(one);
    }
    return all;
  }

  Place temporary(std::int64_t n) {
    constexpr int grain = 64;  // elements: keeps what lands apart from cache line to cache line
    const Place at{stage_ % 2 == 0 ? Area::even : Area::odd, temporary_};
    temporary_ = checked_sum(temporary_, rounded_up(n, grain));
    size_of(plan_, at.area) = std::max(size_of(plan_, at.area), temporary_);
    return at;
  }

  // --- stages ---

  /// Puts the blocks that a rank brings along and keeps, and in an exchange in place all that it will send, into their
  /// homes. Contributions stay where they are until they are folded.
  void bring_along() {
    if (!row(collective_).moves()) return;
    Stage first;
    for (int slot = 0; slot < schedule_.blocks; ++slot) {
      if (!held(slot) || size(slot) == 0) continue;
      const bool kept = where_[index(slot)] == Where::input && at_output_[index(slot)];
      if (kept) first.pack.push_back({false, home(slot), now(slot), {}, size(slot)});
      if (kept) where_[index(slot)] = Where::home;
      if (in_place_ && schedule_.exchange)
        first.pack.push_back(
            {false, home(slot), {Area::output, extents_.output[index(schedule_.ranks + slot)]}, {}, size(slot)});
    }
    if (!first.pack.empty()) plan_.stages.push_back(std::move(first));
  }

  void add_stage(int round) {
    std::vector<Bundle> sent, received, local;
    std::map<std::pair<Rank, Rank>, std::size_t> index;
    for (const auto& s : schedule_.rounds[static_cast<std::size_t>(round)].steps) {
      if (s.from != rank_ && s.to != rank_) continue;
      auto& kind = s.from == s.to ? local : s.from == rank_ ? sent : received;
      const auto [at, is_new] = index.try_emplace({s.from, s.to}, kind.size());
      if (is_new) kind.emplace_back();
      kind[at->second].push_back(&s);
    }
    if (row(collective_).result != Result::all_entered)
      for (auto* kind : {&sent, &received, &local})
        std::erase_if(*kind, [this](const auto& b) { return elements(b) == 0; });
    if (sent.empty() && received.empty() && local.empty()) return;

    stage_ = static_cast<int>(plan_.stages.size());
    plan_.stages.emplace_back().first_request = plan_.requests;
    temporary_ = 0;
    for (const auto& b : sent) add_send(b, round);
    for (const auto& b : local) add_moves(b);
    for (const auto& b : received) add_receive(b, round);
    plan_.stages.back().requests = plan_.requests - plan_.stages.back().first_request;
  }

  std::int64_t elements(const Bundle& bundle) const {
    std::int64_t n = 0;
    for (const auto* s : bundle)
      n = checked_sum(n, elements(s->from == rank_ ? s->blocks : Blocks{s->at, s->blocks.count}));
    return n;
  }

  void add_send(const Bundle& bundle, int round) {
    std::vector<Piece> parts;
    for (const auto* s : bundle) {
      std::ranges::copy(pieces(s->blocks, false), std::back_inserter(parts));
      touch(s->blocks);
    }
    auto& stage = plan_.stages.back();
    const auto n = elements(bundle);
    Place from = parts.empty() ? Place{Area::scratch, 0} : parts.front().now;
    if (parts.size() > 1) {
      from = temporary(n);
      std::int64_t packed = 0;
      for (const auto& part : parts) {
        stage.pack.push_back({false, {from.area, end_of(from.at, packed)}, part.now, {}, part.elements});
        packed = end_of(packed, part.elements);
      }
    }
    stage.sends.push_back({bundle.front()->to, tag_of(round), from, n, plan_.requests++});
  }

  /// A message lands in the home of its slots where that is free: because it replaces what is there, or because the
  /// value to fold it with is still in the input. It lands in a temporary place otherwise.
  void add_receive(const Bundle& bundle, int round) {
    const Step& first = *bundle.front();
    const Blocks target{first.at, first.blocks.count};
    const bool lands_at_home =
        bundle.size() == 1 && home_is_whole(target) && (first.action == Action::replace || all_in_input(target));
    const auto n = elements(bundle);
    Place landed = lands_at_home ? home(target.first) : temporary(n);
    post({first.from, tag_of(round), landed, n, plan_.requests++}, lands_at_home ? last_touch(target) + 1 : 0);
    for (const auto* s : bundle) take_effect(*s, landed);
  }

  /// One stage ahead where the memory is free by then.
  void post(const Transfer& receive, int free_from) {
    if (stage_ > 0 && free_from < stage_)
      plan_.stages[static_cast<std::size_t>(stage_) - 1].early_receives.push_back(receive);
    else
      plan_.stages.back().receives.push_back(receive);
  }

  void add_moves(const Bundle& bundle) {
    for (const auto* s : bundle)
      for (int i = 0; i < s->blocks.count; ++i) {
        Step one = *s;
        one.blocks = {s->blocks.first + i, 1};
        one.at = s->at + i;
        Place from = now(one.blocks.first);
        touch(one.blocks);
        take_effect(one, from);
      }
  }

  /// Folds what lies at `from` into the slots of the step, or puts it there, and moves `from` behind it.
  void take_effect(const Step& s, Place& from) {
    const Blocks target{s.at, s.blocks.count};
    auto& work = plan_.stages.back().work;
    for (const auto& part : pieces(target, true)) {
      if (s.action == Action::fold_left)
        work.push_back({true, part.home, from, part.now, part.elements});
      else if (s.action == Action::fold_right)
        work.push_back({true, part.home, part.now, from, part.elements});
      else if (part.home != from)
        work.push_back({false, part.home, from, {}, part.elements});
      from.at = end_of(from.at, part.elements);
    }
    std::fill_n(where_.begin() + target.first, target.count, Where::home);
    touch(target);
  }

  /// The homes of the run lie side by side.
  bool home_is_whole(const Blocks& run) const {
    Place end = home(run.first);
    for (int slot = run.first; slot < run.first + run.count; ++slot) {
      if (size(slot) > 0 && home(slot) != end) return false;
      end.at = end_of(end.at, size(slot));
    }
    return true;
  }
  bool all_in_input(const Blocks& run) const {
    return std::all_of(where_.begin() + run.first, where_.begin() + run.first + run.count,
                       [](Where w) { return w == Where::input; });
  }
  /// Notes that this stage uses the homes of those slots whose value is there.
  void touch(const Blocks& run) {
    for (auto slot = static_cast<std::size_t>(run.first); slot < static_cast<std::size_t>(run.first + run.count);
         ++slot)
      if (where_[slot] == Where::home) touched_[slot] = stage_;
  }
  int last_touch(const Blocks& run) const {
    return *std::max_element(touched_.begin() + run.first, touched_.begin() + run.first + run.count);
  }

  /// Copies what is due and not yet in the receive buffer.
  void deliver() {
    Stage last;
    last.first_request = plan_.requests;
    for (int slot = 0; slot < schedule_.blocks; ++slot) {
      if (!due(slot) || size(slot) == 0) continue;
      const Place from = now(slot), to{Area::output, extents_.output[index(slot)]};
      auto& works = last.work;
      if (from == to) continue;
      if (!works.empty() && continues(works.back().left, works.back().elements, from) &&
          continues(works.back().to, works.back().elements, to))
        works.back().elements = end_of(works.back().elements, size(slot));
      else
        works.push_back({false, to, from, {}, size(slot)});
    }
    if (!last.work.empty()) plan_.stages.push_back(std::move(last));
  }

  const Schedule& schedule_;
  Collective collective_;
  Rank root_, rank_;
  const Extents& extents_;
  bool in_place_;
  std::vector<bool> at_output_;           ///< per slot of the vector: its home is the receive buffer
  Blocks scratch_{0, 0};                  ///< the slots of the vector whose home is scratch memory, all others between
  std::vector<std::int64_t> scratch_at_;  ///< per slot: its place in scratch memory
  std::vector<Where> where_;
  std::vector<int> touched_;  ///< per slot: the last stage that used its home, or -1
  int stage_ = -1;
  std::int64_t temporary_ = 0;  ///< elements in use in the temporary place of this stage
  Plan plan_;
};

}  // namespace

Plan plan(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Extents& extents,
          bool in_place) {
  for (const auto* all : {&extents.size, &extents.input, &extents.output})
    if (all->size() < static_cast<std::size_t>(schedule.blocks))
      throw std::logic_error("extents of " + std::to_string(all->size()) + " slots for a schedule with " +
                             std::to_string(schedule.blocks));
  auto made = Planner(schedule, collective, root, rank, extents, in_place).make();
  if (const auto wrong = find_deviation(made, schedule, collective, root, rank, extents, in_place))
    throw std::logic_error("the plan of rank " + std::to_string(rank) + " is wrong: " + *wrong);
  return made;
}

}  // namespace tutti
