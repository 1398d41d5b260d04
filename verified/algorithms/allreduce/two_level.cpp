// For short vectors. The ranks of every block of k, the shape, store their vectors at its master, which folds them in
// rank order; the masters do the same at rank 0. The result goes back the same way.
#include "verified/algorithms/masters.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/program.hpp"

namespace tutti {
namespace {

const Registered allreduce_two_level({
    .rules = program<TwoLevelSlots, StoreAtMasters<BlocksOfK>, FoldStored<BlocksOfK>,
                     Seated<Masters, StoreAtMasters<OneBlock>>, Seated<Masters, FoldStored<OneBlock>>,
                     Seated<Masters, ReleaseByMasters<OneBlock>>, ReleaseByMasters<BlocksOfK>>,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "(min(k, p) + ceil(p/k) - 2) * (2*alpha_uni + 2*n*beta_uni + n*gamma)",
             .why = "the paper does not price it; rank 0 takes, folds and answers one message for each other rank of "
                    "its block and one for each other master"},
    .cites = "Pritchard et al., CUG 2004, 4 (MPI_Allreduce, short vectors)",
    .shapes =
        [](int) {
          return std::vector<Shape>{{64}, {2}, {3}, {4}, {8}};
        },
});

}  // namespace
}  // namespace tutti
