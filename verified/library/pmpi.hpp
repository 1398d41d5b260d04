// Included before all else where the executor is compiled for libtutti, which defines some of MPI's procedures itself:
// what the executor calls is the MPI's own.
#pragma once
#include <mpi.h>

#define MPI_Bcast PMPI_Bcast
#define MPI_Cancel PMPI_Cancel
#define MPI_Comm_create PMPI_Comm_create
#define MPI_Comm_create_keyval PMPI_Comm_create_keyval
#define MPI_Comm_free PMPI_Comm_free
#define MPI_Comm_get_attr PMPI_Comm_get_attr
#define MPI_Comm_group PMPI_Comm_group
#define MPI_Comm_rank PMPI_Comm_rank
#define MPI_Comm_set_attr PMPI_Comm_set_attr
#define MPI_Comm_set_errhandler PMPI_Comm_set_errhandler
#define MPI_Comm_size PMPI_Comm_size
#define MPI_Comm_split_type PMPI_Comm_split_type
#define MPI_Comm_test_inter PMPI_Comm_test_inter
#define MPI_Error_class PMPI_Error_class
#define MPI_Error_string PMPI_Error_string
#define MPI_Finalized PMPI_Finalized
#define MPI_Get_count PMPI_Get_count
#define MPI_Group_free PMPI_Group_free
#define MPI_Iprobe PMPI_Iprobe
#define MPI_Irecv PMPI_Irecv
#define MPI_Isend PMPI_Isend
#define MPI_Op_commutative PMPI_Op_commutative
#define MPI_Pack PMPI_Pack
#define MPI_Reduce_local PMPI_Reduce_local
#define MPI_Request_free PMPI_Request_free
#define MPI_Sendrecv PMPI_Sendrecv
#define MPI_Test PMPI_Test
#define MPI_Testall PMPI_Testall
#define MPI_Type_commit PMPI_Type_commit
#define MPI_Type_create_hindexed PMPI_Type_create_hindexed
#define MPI_Type_contiguous PMPI_Type_contiguous
#define MPI_Type_create_keyval PMPI_Type_create_keyval
#define MPI_Type_create_struct PMPI_Type_create_struct
#define MPI_Type_free PMPI_Type_free
#define MPI_Type_get_attr PMPI_Type_get_attr
#define MPI_Type_get_envelope PMPI_Type_get_envelope
#define MPI_Type_get_envelope_c PMPI_Type_get_envelope_c
#define MPI_Type_get_extent PMPI_Type_get_extent
#define MPI_Type_get_true_extent PMPI_Type_get_true_extent
#define MPI_Type_set_attr PMPI_Type_set_attr
#define MPI_Type_size PMPI_Type_size
#define MPI_Unpack PMPI_Unpack
#define MPI_Waitall PMPI_Waitall
