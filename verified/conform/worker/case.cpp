#include "verified/conform/worker/case.hpp"

namespace tutti::mpi {
namespace {

std::string print_counts(const std::vector<int>& counts) {
  constexpr std::size_t most = 16;
  std::string text = counts.size() > 1 ? " counts" : " count";
  for (std::size_t i = 0; i < counts.size() && i < most; ++i) text += (i ? "," : " ") + std::to_string(counts[i]);
  return text + (counts.size() > most ? ",…" : "");
}

}  // namespace

std::string describe(const Case& c) {
  std::string text = c.algorithm->name;
  if (!c.shape.empty()) text += " shape " + print_shape(c.shape);
  if (c.operand) text += " " + c.operand->name();
  for (std::size_t i = 0; i < c.cargo.size(); ++i) text += (i ? "," : " ") + c.cargo[i]->name;
  if (!c.counts.empty()) text += print_counts(c.counts);
  if (c.scattered) text += " scattered";
  if (row(c.algorithm->collective).rooted()) text += " root " + std::to_string(c.root);
  return text + (c.in_place ? " in place" : "");
}

}  // namespace tutti::mpi
