#include "verified/algorithms/share.hpp"

namespace tutti {

Blocks share(int v, int d, int q) {
  Blocks mine{0, q};
  for (int distance = 1; distance < d; distance *= 2)
    mine = {(v & distance) == 0 ? mine.first : mine.first + mine.count / 2, mine.count / 2};
  return mine;
}

}  // namespace tutti
