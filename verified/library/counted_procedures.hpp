// The collectives that have counts: procedures.cpp includes this for those with int counts, and for those with
// MPI_Count, whose names end with _c. TUTTI_MPI and TUTTI_PMPI make the names, and Count and Displacement are the
// integers.

int TUTTI_MPI(Reduce)(const void* s, void* r, Count n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  TUTTI_SERVE(comm, reduction(Collective::reduce, s, one(r, n, type), op, root),
              TUTTI_PMPI(Reduce)(s, r, n, type, op, root, comm));
}

int TUTTI_MPI(Allreduce)(const void* s, void* r, Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  TUTTI_SERVE(comm, reduction(Collective::allreduce, s, one(r, n, type), op),
              TUTTI_PMPI(Allreduce)(s, r, n, type, op, comm));
}

int TUTTI_MPI(Reduce_scatter)(const void* s, void* r, const Count* n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Argument receive{.buffer = r, .type = type, .counts = Numbers(n)};
  TUTTI_SERVE(comm, reduction(Collective::reduce_scatter, s, receive, op),
              TUTTI_PMPI(Reduce_scatter)(s, r, n, type, op, comm));
}

int TUTTI_MPI(Reduce_scatter_block)(const void* s, void* r, Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  TUTTI_SERVE(comm, reduction(Collective::reduce_scatter_block, s, one(r, n, type), op),
              TUTTI_PMPI(Reduce_scatter_block)(s, r, n, type, op, comm));
}

int TUTTI_MPI(Scan)(const void* s, void* r, Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  TUTTI_SERVE(comm, reduction(Collective::scan, s, one(r, n, type), op), TUTTI_PMPI(Scan)(s, r, n, type, op, comm));
}

int TUTTI_MPI(Exscan)(const void* s, void* r, Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  TUTTI_SERVE(comm, reduction(Collective::exscan, s, one(r, n, type), op), TUTTI_PMPI(Exscan)(s, r, n, type, op, comm));
}

int TUTTI_MPI(Bcast)(void* b, Count n, MPI_Datatype type, int root, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::bcast, {}, one(b, n, type), root), TUTTI_PMPI(Bcast)(b, n, type, root, comm));
}

int TUTTI_MPI(Gather)(const void* s, Count sn, MPI_Datatype st, void* r, Count rn, MPI_Datatype rt, int root,
                      MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::gather, one(s, sn, st), one(r, rn, rt), root),
              TUTTI_PMPI(Gather)(s, sn, st, r, rn, rt, root, comm));
}

int TUTTI_MPI(Gatherv)(const void* s, Count sn, MPI_Datatype st, void* r, const Count* rn, const Displacement* rd,
                       MPI_Datatype rt, int root, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::gatherv, one(s, sn, st), many(r, rn, rd, rt), root),
              TUTTI_PMPI(Gatherv)(s, sn, st, r, rn, rd, rt, root, comm));
}

int TUTTI_MPI(Scatter)(const void* s, Count sn, MPI_Datatype st, void* r, Count rn, MPI_Datatype rt, int root,
                       MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::scatter, one(s, sn, st), one(r, rn, rt), root),
              TUTTI_PMPI(Scatter)(s, sn, st, r, rn, rt, root, comm));
}

int TUTTI_MPI(Scatterv)(const void* s, const Count* sn, const Displacement* sd, MPI_Datatype st, void* r, Count rn,
                        MPI_Datatype rt, int root, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::scatterv, many(s, sn, sd, st), one(r, rn, rt), root),
              TUTTI_PMPI(Scatterv)(s, sn, sd, st, r, rn, rt, root, comm));
}

int TUTTI_MPI(Allgather)(const void* s, Count sn, MPI_Datatype st, void* r, Count rn, MPI_Datatype rt, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::allgather, one(s, sn, st), one(r, rn, rt)),
              TUTTI_PMPI(Allgather)(s, sn, st, r, rn, rt, comm));
}

int TUTTI_MPI(Allgatherv)(const void* s, Count sn, MPI_Datatype st, void* r, const Count* rn, const Displacement* rd,
                          MPI_Datatype rt, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::allgatherv, one(s, sn, st), many(r, rn, rd, rt)),
              TUTTI_PMPI(Allgatherv)(s, sn, st, r, rn, rd, rt, comm));
}

int TUTTI_MPI(Alltoall)(const void* s, Count sn, MPI_Datatype st, void* r, Count rn, MPI_Datatype rt, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::alltoall, one(s, sn, st), one(r, rn, rt)),
              TUTTI_PMPI(Alltoall)(s, sn, st, r, rn, rt, comm));
}

int TUTTI_MPI(Alltoallv)(const void* s, const Count* sn, const Displacement* sd, MPI_Datatype st, void* r,
                         const Count* rn, const Displacement* rd, MPI_Datatype rt, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::alltoallv, many(s, sn, sd, st), many(r, rn, rd, rt)),
              TUTTI_PMPI(Alltoallv)(s, sn, sd, st, r, rn, rd, rt, comm));
}

int TUTTI_MPI(Alltoallw)(const void* s, const Count* sn, const Displacement* sd, const MPI_Datatype* st, void* r,
                         const Count* rn, const Displacement* rd, const MPI_Datatype* rt, MPI_Comm comm) {
  TUTTI_SERVE(comm, movement(Collective::alltoallw, typed(s, sn, sd, st), typed(r, rn, rd, rt)),
              TUTTI_PMPI(Alltoallw)(s, sn, sd, st, r, rn, rd, rt, comm));
}
