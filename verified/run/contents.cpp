#include "verified/run/contents.hpp"

#include <iterator>

namespace tutti {
namespace {

/// The part of a stretch from its element `from` on, at most n elements.
Stretch part(const Stretch& s, std::int64_t from, std::int64_t n) {
  return {s.source, s.first + from, std::min(n, s.elements - from)};
}

}  // namespace

void Contents::append_to_many(const Stretch& more) {
  constexpr std::size_t more_to_come = 32;
  if (size_ == few) {
    many_.reserve(more_to_come);
    many_.assign(few_.begin(), few_.end());
  }
  many_.push_back(more);
  ++size_;
}

std::size_t Sources::Hash::operator()(const Pair& p) const {
  const auto mix = [](std::size_t h, std::size_t x) { return (h ^ x) * 0x9e3779b97f4a7c15u; };
  return mix(mix(mix(0, static_cast<std::size_t>(p.left)), static_cast<std::size_t>(p.right)),
             static_cast<std::size_t>(p.shift));
}

int Sources::of(const Pair& pair) {
  if (last_.first != pair) {
    const auto [at, is_new] = pairs_.try_emplace(pair, count_);
    count_ += is_new;
    last_ = *at;
  }
  return last_.second;
}

Contents Sources::fold(const Contents& left, const Contents& right) {
  Contents all;
  std::int64_t in_left = 0, in_right = 0;  // elements of the two stretches that are done
  for (const auto *l = left.begin(), *r = right.begin(); l != left.end() && r != right.end();) {
    const auto n = std::min(l->elements - in_left, r->elements - in_right);
    const auto first = l->first + in_left;
    all.append({of({l->source, r->source, r->first + in_right - first}), first, n});
    in_left += n;
    in_right += n;
    if (in_left == l->elements) ++l, in_left = 0;
    if (in_right == r->elements) ++r, in_right = 0;
  }
  return all;
}

bool AreaContents::holds(std::int64_t at, std::int64_t n) const {
  const auto end = at + n;
  for (auto next = std::ranges::upper_bound(all_, at, {}, end_of); at < end; at = next++->end())
    if (next == all_.end() || at < next->at) return false;
  return true;
}

std::optional<Contents> AreaContents::read(std::int64_t at, std::int64_t n) const {
  std::optional<Contents> all(std::in_place);
  for (auto next = std::ranges::upper_bound(all_, at, {}, end_of); n > 0; ++next) {
    if (next == all_.end() || at < next->at) return std::nullopt;
    const auto piece = part(next->stretch, at - next->at, n);
    all->append(piece);
    at += piece.elements;
    n -= piece.elements;
  }
  return all;
}

/// Replaces the stretches that it meets or touches, since those that it touches may become one with what is new.
void AreaContents::write(std::int64_t at, const Contents& contents) {
  std::int64_t end = at;
  for (const auto& s : contents) end += s.elements;
  if (end == at) return;
  if (all_.empty() || all_.back().end() < at) {
    for (const auto& s : contents) {
      all_.push_back({at, s});
      at += s.elements;
    }
    return;
  }
  const auto first = std::ranges::lower_bound(all_, at, {}, end_of);
  const auto last = std::find_if(first, all_.end(), [end](const Written& w) { return w.at > end; });
  Contents here;
  auto begin = at;
  if (first != last && first->at < at) {
    begin = first->at;
    here.append(part(first->stretch, 0, at - begin));
  }
  here.append(contents);
  if (first != last && end < std::prev(last)->end()) {
    const auto& cut = *std::prev(last);
    here.append(part(cut.stretch, end - cut.at, cut.end() - end));
  }

  const auto place = first - all_.begin(), more = std::ssize(here) - (last - first);
  if (more < 0)
    all_.erase(first, first - more);
  else
    all_.insert(first, static_cast<std::size_t>(more), {});
  auto to = all_.begin() + place;
  for (const auto& s : here) {
    *to++ = {begin, s};
    begin += s.elements;
  }
}

}  // namespace tutti
