// Included before the sources of the faulty MPIs, so that they lie behind libtutti: they define the procedures PMPI_*
// that it calls, and call those of the MPI.
#pragma once
#include <dlfcn.h>
#include <mpi.h>

#define TUTTI_BEHIND(Name)                                              \
  extern "C" decltype(MPI_##Name) faulty_##Name __asm__("PMPI_" #Name); \
  inline const auto real_##Name = reinterpret_cast<decltype(&MPI_##Name)>(dlsym(RTLD_NEXT, "PMPI_" #Name));
TUTTI_BEHIND(Allgather)
TUTTI_BEHIND(Allgatherv)
TUTTI_BEHIND(Allreduce)
TUTTI_BEHIND(Allreduce_c)
TUTTI_BEHIND(Alltoall)
TUTTI_BEHIND(Alltoallv)
TUTTI_BEHIND(Alltoallw)
TUTTI_BEHIND(Bcast)
TUTTI_BEHIND(Bcast_c)
TUTTI_BEHIND(Exscan)
TUTTI_BEHIND(Gather)
TUTTI_BEHIND(Gatherv)
TUTTI_BEHIND(Reduce)
TUTTI_BEHIND(Reduce_scatter)
TUTTI_BEHIND(Scan)
TUTTI_BEHIND(Scatter)
TUTTI_BEHIND(Scatterv)

#define MPI_Allgather faulty_Allgather
#define PMPI_Allgather real_Allgather
#define MPI_Allgatherv faulty_Allgatherv
#define PMPI_Allgatherv real_Allgatherv
#define MPI_Allreduce faulty_Allreduce
#define PMPI_Allreduce real_Allreduce
#define MPI_Allreduce_c faulty_Allreduce_c
#define PMPI_Allreduce_c real_Allreduce_c
#define MPI_Alltoall faulty_Alltoall
#define PMPI_Alltoall real_Alltoall
#define MPI_Alltoallv faulty_Alltoallv
#define PMPI_Alltoallv real_Alltoallv
#define MPI_Alltoallw faulty_Alltoallw
#define PMPI_Alltoallw real_Alltoallw
#define MPI_Bcast faulty_Bcast
#define PMPI_Bcast real_Bcast
#define MPI_Bcast_c faulty_Bcast_c
#define PMPI_Bcast_c real_Bcast_c
#define MPI_Exscan faulty_Exscan
#define PMPI_Exscan real_Exscan
#define MPI_Gather faulty_Gather
#define PMPI_Gather real_Gather
#define MPI_Gatherv faulty_Gatherv
#define PMPI_Gatherv real_Gatherv
#define MPI_Reduce faulty_Reduce
#define PMPI_Reduce real_Reduce
#define MPI_Reduce_scatter faulty_Reduce_scatter
#define PMPI_Reduce_scatter real_Reduce_scatter
#define MPI_Scan faulty_Scan
#define PMPI_Scan real_Scan
#define MPI_Scatter faulty_Scatter
#define PMPI_Scatter real_Scatter
#define MPI_Scatterv faulty_Scatterv
#define PMPI_Scatterv real_Scatterv
