/* An application whose communicators come from a session of MPI: alone, or beside MPI_Init. It knows nothing of
 * libtutti. Prints a line where a sum is wrong, and ends with status 1 then.
 * usage: sessions alone | beside */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  const int beside = argc > 1 && !strcmp(argv[1], "beside");
  int wrong = 0, rank, size, all;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  if (beside) MPI_Init(&argc, &argv);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "tests/mpi/library/sessions.c", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free(&group);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < 20; ++i) {
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, comm);
    if (all != size * (size - 1) / 2) wrong = printf("wrong at rank %d: %d\n", rank, all);
  }
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  if (beside) MPI_Finalize();
  return wrong ? 1 : 0;
}
