// The collective procedures of MPI (MPI 4.0, 6 and 8.6), a row for each: who defines them, calls them or times them
// takes them from here, so that one that is missing somewhere does not compile.
//   TUTTI_COLLECTIVES(ROW)              ROW(Name, name, NAME, send, receive, op, root), but for MPI_Barrier
//   TUTTI_NEIGHBOUR_COLLECTIVES(ROW)    the same, but for MPI_Neighbor_alltoallw, whose displacements are MPI_Aint
// `name` is the name in Procedure, and where there is one in Collective. The sides are
//   NONE      no buffer
//   BUFFER    a buffer whose counts and datatype are those of the other side
//   ONE       a buffer, a count and a datatype
//   COUNTS    a buffer, counts by rank, and a datatype
//   MANY      a buffer, counts and displacements by rank, and a datatype
//   TYPED     a buffer, counts, displacements and datatypes by rank
// and there is an operator (OP) or not (NO_OP), a root (ROOT) or not (NO_ROOT). In this order, with the communicator
// behind, they are the parameters. A user makes of each of these words what it needs of it, by pasting them to a name
// of its own.
#pragma once

#define TUTTI_COLLECTIVES(ROW)                                                                    \
  ROW(Reduce, reduce, REDUCE, BUFFER, ONE, OP, ROOT)                                              \
  ROW(Allreduce, allreduce, ALLREDUCE, BUFFER, ONE, OP, NO_ROOT)                                  \
  ROW(Reduce_scatter, reduce_scatter, REDUCE_SCATTER, BUFFER, COUNTS, OP, NO_ROOT)                \
  ROW(Reduce_scatter_block, reduce_scatter_block, REDUCE_SCATTER_BLOCK, BUFFER, ONE, OP, NO_ROOT) \
  ROW(Scan, scan, SCAN, BUFFER, ONE, OP, NO_ROOT)                                                 \
  ROW(Exscan, exscan, EXSCAN, BUFFER, ONE, OP, NO_ROOT)                                           \
  ROW(Bcast, bcast, BCAST, NONE, ONE, NO_OP, ROOT)                                                \
  ROW(Gather, gather, GATHER, ONE, ONE, NO_OP, ROOT)                                              \
  ROW(Gatherv, gatherv, GATHERV, ONE, MANY, NO_OP, ROOT)                                          \
  ROW(Scatter, scatter, SCATTER, ONE, ONE, NO_OP, ROOT)                                           \
  ROW(Scatterv, scatterv, SCATTERV, MANY, ONE, NO_OP, ROOT)                                       \
  ROW(Allgather, allgather, ALLGATHER, ONE, ONE, NO_OP, NO_ROOT)                                  \
  ROW(Allgatherv, allgatherv, ALLGATHERV, ONE, MANY, NO_OP, NO_ROOT)                              \
  ROW(Alltoall, alltoall, ALLTOALL, ONE, ONE, NO_OP, NO_ROOT)                                     \
  ROW(Alltoallv, alltoallv, ALLTOALLV, MANY, MANY, NO_OP, NO_ROOT)                                \
  ROW(Alltoallw, alltoallw, ALLTOALLW, TYPED, TYPED, NO_OP, NO_ROOT)

#define TUTTI_NEIGHBOUR_COLLECTIVES(ROW)                                                        \
  ROW(Neighbor_allgather, neighbor_allgather, NEIGHBOR_ALLGATHER, ONE, ONE, NO_OP, NO_ROOT)     \
  ROW(Neighbor_allgatherv, neighbor_allgatherv, NEIGHBOR_ALLGATHERV, ONE, MANY, NO_OP, NO_ROOT) \
  ROW(Neighbor_alltoall, neighbor_alltoall, NEIGHBOR_ALLTOALL, ONE, ONE, NO_OP, NO_ROOT)        \
  ROW(Neighbor_alltoallv, neighbor_alltoallv, NEIGHBOR_ALLTOALLV, MANY, MANY, NO_OP, NO_ROOT)

// The same words as arguments, of parameters that are called x, xn (counts), xd (displacements), xt (datatypes), op,
// root.
#define TUTTI_A_NONE(x)
#define TUTTI_A_BUFFER(x) x,
#define TUTTI_A_ONE(x) x, x##n, x##t,
#define TUTTI_A_COUNTS(x) x, x##n, x##t,
#define TUTTI_A_MANY(x) x, x##n, x##d, x##t,
#define TUTTI_A_TYPED(x) x, x##n, x##d, x##t,
#define TUTTI_A_OP op,
#define TUTTI_A_NO_OP
#define TUTTI_A_ROOT root,
#define TUTTI_A_NO_ROOT
