#include "verified/run/contents.hpp"

#include <algorithm>
#include <iterator>

namespace tutti {
namespace {

/// The part of a stretch from its element `from` on, at most n elements.
Stretch part(const Stretch& s, std::int64_t from, std::int64_t n) {
  return {s.source, s.first + from, std::min(n, s.elements - from)};
}

}  // namespace

void append(Contents& to, const Stretch& more) {
  if (more.elements == 0) return;
  if (!to.empty() && to.back().source == more.source && to.back().first + to.back().elements == more.first)
    to.back().elements += more.elements;
  else
    to.push_back(more);
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
  for (auto l = left.begin(), r = right.begin(); l != left.end() && r != right.end();) {
    const auto n = std::min(l->elements - in_left, r->elements - in_right);
    const auto first = l->first + in_left;
    append(all, {of({l->source, r->source, r->first + in_right - first}), first, n});
    in_left += n;
    in_right += n;
    if (in_left == l->elements) ++l, in_left = 0;
    if (in_right == r->elements) ++r, in_right = 0;
  }
  return all;
}

std::optional<Contents> AreaContents::read(std::int64_t at, std::int64_t n) const {
  Contents all;
  for (auto next = std::ranges::upper_bound(all_, at, {}, &Written::end); n > 0; ++next) {
    if (next == all_.end() || at < next->at) return std::nullopt;
    const auto piece = part(next->stretch, at - next->at, n);
    append(all, piece);
    at += piece.elements;
    n -= piece.elements;
  }
  return all;
}

void AreaContents::write(std::int64_t at, const Contents& contents) {
  std::int64_t end = at;
  for (const auto& s : contents) end += s.elements;
  if (end == at) return;
  const auto first = std::ranges::upper_bound(all_, at, {}, &Written::end);
  const auto last = std::ranges::lower_bound(first, all_.end(), end, {}, &Written::at);
  std::vector<Written> here;
  here.reserve(contents.size() + 2);
  if (first != last && first->at < at) here.push_back({first->at, part(first->stretch, 0, at - first->at)});
  for (const auto& s : contents) {
    here.push_back({at, s});
    at += s.elements;
  }
  if (first != last && end < std::prev(last)->end())
    here.push_back({end, part(std::prev(last)->stretch, end - std::prev(last)->at, std::prev(last)->end() - end)});

  const auto shared = std::min(last - first, std::ssize(here));
  const auto rest = std::copy_n(here.begin(), shared, first);
  if (rest != last)
    all_.erase(rest, last);
  else
    all_.insert(last, here.begin() + shared, here.end());
}

}  // namespace tutti
