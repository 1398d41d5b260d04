/* What applications do that a library between them and their MPI gets wrong easily: handles that are freed early and
 * used again, error handlers, communicators by the thousand, odd datatypes, wrong arguments. It knows nothing of
 * libtutti. Prints a line for each thing that is wrong, and ends with status 1 then. */
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int wrong, rank, size;

#define EXPECT(it_is)                                                                                \
  do {                                                                                               \
    if (!(it_is) && wrong++ < 20) printf("wrong at rank %d: line %d: %s\n", rank, __LINE__, #it_is); \
  } while (0)

static void add(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; ++i) ((int*)inout)[i] += ((int*)in)[i];
}
static void multiply(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; ++i) ((int*)inout)[i] *= ((int*)in)[i];
}

static void max_of_each(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < 4 * *n; ++i)
    if (((int*)inout)[i] < ((int*)in)[i]) ((int*)inout)[i] = ((int*)in)[i];
}

/* Sums what the datatype says, by its extent and the place of its data: it has to be the caller's own handle. */
static MPI_Datatype expected_type;
static int other_types;
static void add_typed(void* in, void* inout, int* n, MPI_Datatype* type) {
  MPI_Aint lower, extent;
  if (*type != expected_type) ++other_types;
  MPI_Type_get_true_extent(*type, &lower, &extent);
  MPI_Aint from, step;
  MPI_Type_get_extent(*type, &from, &step);
  for (int i = 0; i < *n; ++i) *(int*)((char*)inout + i * step + lower) += *(int*)((char*)in + i * step + lower);
}

/* An operator is made where another one was freed; the MPI may give it the same handle. */
static void operators_come_and_go(void) {
  int factorial = 1;
  for (int r = 1; r <= size; ++r) factorial *= r;
  for (int i = 0; i < 200; ++i) {
    MPI_Op op;
    const int mine = rank + 1, multiplies = i % 2;
    int all = -1;
    MPI_Op_create(multiplies ? multiply : add, i % 3 > 0, &op);
    MPI_Allreduce(&mine, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
    EXPECT(all == (multiplies ? factorial : size * (size + 1) / 2));
    MPI_Scan(&mine, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
    if (!multiplies) EXPECT(all == (rank + 1) * (rank + 2) / 2);
    MPI_Op_free(&op);
    EXPECT(op == MPI_OP_NULL);
  }
}

/* Products of matrices of two rows, left to right. */
static void multiply_matrices(void* in, void* inout, int* n, MPI_Datatype* type) {
  const int* a = in;
  int* b = inout;
  (void)type;
  for (int i = 0; i < *n; ++i, a += 4, b += 4) {
    const int c[4] = {b[0], b[1], b[2], b[3]};
    for (int k = 0; k < 4; ++k) b[k] = a[k / 2 * 2] * c[k % 2] + a[k / 2 * 2 + 1] * c[2 + k % 2];
  }
}

/* The same where the one that is freed commutes, and the next one does not: who takes it for the former swaps ranks. */
static void one_that_commutes_is_followed_by_one_that_does_not(void) {
  MPI_Datatype matrix;
  MPI_Type_contiguous(4, MPI_INT, &matrix);
  MPI_Type_commit(&matrix);
  for (int root = 0; root < size; ++root) {
    const int mine[4] = {1, rank + 1, rank % 2, 2};
    int all[4] = {-1}, due[4] = {1, 0, 0, 1};
    for (int r = size - 1; r >= 0; --r) {
      int left[4] = {1, r + 1, r % 2, 2}, n = 1;
      multiply_matrices(left, due, &n, NULL);
    }
    MPI_Op op;
    MPI_Op_create(max_of_each, 1, &op);
    MPI_Reduce(mine, all, 1, matrix, op, root, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Op_create(multiply_matrices, 0, &op);
    MPI_Reduce(mine, all, 1, matrix, op, root, MPI_COMM_WORLD);
    EXPECT(rank != root || !memcmp(all, due, sizeof due));
    MPI_Op_free(&op);
  }
  MPI_Type_free(&matrix);
}

/* The same for datatypes, of other shapes. */
static void datatypes_come_and_go(void) {
  for (int i = 0; i < 200; ++i) {
    int data[64];
    MPI_Datatype type;
    const int stride = 1 + i % 5, root = i % size;
    MPI_Type_vector(4, 1, stride, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < 64; ++k) data[k] = rank == root ? 100 + k : -1;
    MPI_Bcast(data, 1, type, root, MPI_COMM_WORLD);
    for (int k = 0; k < 4 * stride - (stride - 1); ++k)
      EXPECT(data[k] == (rank == root || k % stride == 0 ? 100 + k : -1));
    MPI_Type_free(&type);
  }
}

static void user_sees_own_datatype(void) {
  MPI_Op op;
  MPI_Datatype inner, type;
  int mine[8] = {0}, all[8];
  MPI_Op_create(add_typed, 1, &op);
  const int at = -1; /* a negative lower bound: the int lies before the origin */
  MPI_Type_create_indexed_block(1, 1, &at, MPI_INT, &inner);
  MPI_Type_create_resized(inner, -4, 8, &type);
  MPI_Type_commit(&type);
  expected_type = type;
  for (int i = 0; i < 8; ++i) mine[i] = rank + i, all[i] = -7;
  for (int time = 0; time < 3; ++time) {
    MPI_Allreduce(mine + 1, all + 1, 3, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < 8; ++i) EXPECT(all[i] == (i % 2 == 0 && i < 6 ? size * (size - 1) / 2 + size * i : -7));
    for (int i = 0; i < 8; ++i) all[i] = -7;
  }
  EXPECT(other_types == 0);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
  MPI_Type_free(&inner);
}

/* Absolute addresses; of a reduction, too. */
static void bottom(void) {
  int mine[3] = {0}, all[3] = {0};
  MPI_Aint address[2];
  MPI_Datatype types[2];
  MPI_Op op;
  MPI_Get_address(mine, &address[0]);
  MPI_Get_address(all, &address[1]);
  for (int i = 0; i < 2; ++i) {
    MPI_Type_create_hindexed_block(1, 3, &address[i], MPI_INT, &types[i]);
    MPI_Type_commit(&types[i]);
  }
  for (int time = 0; time < 3; ++time) {
    for (int i = 0; i < 3; ++i) mine[i] = rank == 0 ? i + 5 : -1;
    MPI_Bcast(MPI_BOTTOM, 1, types[0], 0, MPI_COMM_WORLD);
    for (int i = 0; i < 3; ++i) EXPECT(mine[i] == i + 5);
    int gathered[3 * 64];
    for (int i = 0; i < 3; ++i) mine[i] = 10 * rank + i;
    MPI_Gather(MPI_BOTTOM, 1, types[0], gathered, 3, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int r = 0; r < size && rank == size - 1; ++r) EXPECT(gathered[3 * r + 2] == 10 * r + 2);
    all[0] = all[1] = all[2] = -1;
    if (size == 1) continue;
    MPI_Scatter(gathered, 3, MPI_INT, MPI_BOTTOM, 1, types[1], size - 1, MPI_COMM_WORLD);
    EXPECT(all[2] == 10 * rank + 2);
  }
  expected_type = types[0];
  MPI_Op_create(add_typed, 1, &op);
  mine[0] = rank;
  MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, types[0], op, MPI_COMM_WORLD);
  EXPECT(mine[0] == size * (size - 1) / 2);
  MPI_Op_free(&op);
  MPI_Type_free(&types[0]);
  MPI_Type_free(&types[1]);
}

/* More communicators than an MPI has contexts, some of them used. */
static void communicators_come_and_go(int times) {
  for (int i = 0; i < times; ++i) {
    MPI_Comm comm;
    int mine = i, all = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int call = 0; call < i % 4; ++call) {
      MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, comm);
      EXPECT(all == i * size);
    }
    if (MPI_Comm_free(&comm) != MPI_SUCCESS) EXPECT(!"a communicator is freed");
  }
}

/* After the others, which have left the MPI all of its contexts. */
static void many_communicators_at_once(void) {
  enum { many = 600 };
  static MPI_Comm comms[many];
  for (int i = 0; i < many; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  for (int i = 0; i < many; ++i) {
    int mine = i, all = -1;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, comms[i]);
    EXPECT(all == i);
  }
  for (int i = 0; i < many; ++i) MPI_Comm_free(&comms[i]);
}

/* Attributes of the application see what it does, and nothing else. */
static int copies;
static int copied(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key, (void)extra;
  ++copies;
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}
static void attributes(void) {
  MPI_Comm comm, other;
  int key, mine = 1, all = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(comm, key, &copies);
  for (int i = 0; i < 20; ++i) MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, comm);
  EXPECT(copies == 0 && all == size);
  MPI_Comm_dup(comm, &other);
  EXPECT(copies == 1);
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, other);
  MPI_Comm_free(&other);
  MPI_Comm_delete_attr(comm, key);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free(&comm);
}

/* What the MPI refuses for its arguments has not been called: one rank may do so alone, however many calls came before.
 */
static void refused_at_one_rank_alone(void) {
  const int before_and_after_set_up[] = {0, 1, 2, 9, 10, 11};
  for (int k = 0; k < 6; ++k) {
    const int when = before_and_after_set_up[k];
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 12; ++i) {
      int code = MPI_SUCCESS, all = -1, from_last = rank == size - 1 ? 7 * i : -1;
      const int mine = rank + i;
      if (rank == 0 && i == when) {
        /* Of a negative count MPICH 4.0.2 alone crashes. */
        if (when % 2) code = MPI_Bcast(&all, 1, MPI_INT, size + 70, comm);
        if (!(when % 2)) code = MPI_Allreduce(&mine, &all, 1, MPI_DATATYPE_NULL, MPI_SUM, comm);
        EXPECT(code != MPI_SUCCESS);
      }
      MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, comm);
      EXPECT(all == size * (size - 1) / 2 + size * i);
      MPI_Bcast(&from_last, 1, MPI_INT, size - 1, comm);
      EXPECT(from_last == 7 * i);
    }
    MPI_Comm_free(&comm);
  }
}

/* Communicators that are freed still serve the delete callbacks of their attributes. */
static int summed;
static int sums(MPI_Comm comm, int key, void* value, void* extra) {
  (void)key, (void)value, (void)extra;
  const int one = 1;
  int of_comm = -1, of_world = -1;
  MPI_Allreduce(&one, &of_comm, 1, MPI_INT, MPI_SUM, comm);
  MPI_Allreduce(&one, &of_world, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT(of_comm == size && of_world == size);
  ++summed;
  return MPI_SUCCESS;
}
static void collectives_in_delete_callbacks(void) {
  int key, all;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, sums, &key, NULL);
  for (int i = 0; i < 4; ++i) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int before = 0; before < (i % 2 ? 12 : 0); ++before) MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_set_attr(comm, key, NULL);
    for (int after = 0; after < 3; ++after) MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    EXPECT(comm == MPI_COMM_NULL && summed == i + 1);
  }
  MPI_Comm_free_keyval(&key);
}

/* Those of datatypes, too, whose copying may fail. */
static int refuses(MPI_Datatype type, int key, void* extra, void* in, void* out, int* flag) {
  (void)type, (void)key, (void)extra, (void)in, (void)out;
  ++copies;
  *flag = 0;
  return MPI_ERR_OTHER;
}
static int deleted(MPI_Datatype type, int key, void* value, void* extra) {
  (void)type, (void)key, (void)extra;
  ++*(int*)value;
  return MPI_SUCCESS;
}
static void attributes_of_datatypes(void) {
  MPI_Datatype type;
  int key, deletions = 0, data[4] = {rank, -1, 10 + rank, -1};
  copies = 0;
  MPI_Type_create_keyval(refuses, deleted, &key, NULL);
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_set_attr(type, key, &deletions);
  for (int i = 0; i < 3; ++i) MPI_Bcast(data, 1, type, size - 1, MPI_COMM_WORLD);
  EXPECT(copies == 0 && deletions == 0 && data[0] == size - 1 && data[1] == -1 && data[2] == 9 + size);
  MPI_Type_delete_attr(type, key);
  EXPECT(deletions == 1);
  MPI_Type_free(&type);
  MPI_Type_free_keyval(&key);
}

/* A wrong argument goes to the handler that the communicator has then, once, and all goes on. */
static int handled, handled_class;
static void handler(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  ++handled;
  MPI_Error_class(*code, &handled_class);
}
static void error_handlers(void) {
  MPI_Comm comm;
  MPI_Errhandler mine;
  int x = 1, all = 0, code, class;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (int i = 0; i < 3; ++i) MPI_Allreduce(&x, &all, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(comm, mine);
  code = MPI_Bcast(&x, 1, MPI_INT, size, comm);
  MPI_Error_class(code, &class);
  EXPECT(class == MPI_ERR_ROOT && handled == 1 && handled_class == MPI_ERR_ROOT);
  code = MPI_Allreduce(&x, &all, 1, MPI_DOUBLE, MPI_BAND, comm);
  MPI_Error_class(code, &class);
  EXPECT(class == MPI_ERR_OP && handled == 2);
  code = MPI_Allreduce(&x, &all, 1, MPI_INT, MPI_OP_NULL, comm);
  MPI_Error_class(code, &class);
  EXPECT(class == MPI_ERR_OP && handled == 3);
#ifdef MPICH_VERSION /* others look behind the pointer that it is */
  const MPI_Op no_operator = (MPI_Op)MPI_INT;
  MPI_Errhandler of_world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
  code = MPI_Allreduce(&x, &all, 1, MPI_INT, no_operator, comm);
  MPI_Error_class(code, &class);
  EXPECT(class == MPI_ERR_OP && handled == 4);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
  MPI_Errhandler_free(&of_world);
  handled = 3;
#endif
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  code = MPI_Bcast(&x, 1, MPI_DATATYPE_NULL, 0, comm);
  MPI_Error_class(code, &class);
  EXPECT(class == MPI_ERR_TYPE && handled == 3);
  code = MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, &all, 1, MPI_INT, size, comm);
  EXPECT(code != MPI_SUCCESS);
  MPI_Allreduce(&x, &all, 1, MPI_INT, MPI_SUM, comm);
  EXPECT(all == size);
  MPI_Errhandler_free(&mine);
  MPI_Comm_free(&comm);
}

/* The handler stays, also the one that the communicator has when it is first used. */
static void error_handlers_stay(void) {
  MPI_Comm comm;
  MPI_Errhandler mine, found;
  int x = 1, all = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(comm, mine);
  handled = 0;
  for (int i = 1; i <= 3; ++i) {
    MPI_Allreduce(&x, &all, 1, MPI_INT, MPI_SUM, comm);
    EXPECT(all == size);
    MPI_Bcast(&x, 1, MPI_INT, size, comm);
    EXPECT(handled == i && handled_class == MPI_ERR_ROOT);
  }
  MPI_Comm_get_errhandler(comm, &found);
  EXPECT(found == mine);
  MPI_Errhandler_free(&found);
  MPI_Errhandler_free(&mine);
  MPI_Comm_free(&comm);
}

/* Datatypes made with large counts, of which MPI_Type_get_envelope is an error; by themselves, within another one, and
 * in a reduction. Then what the MPI says to the handler of MPI_COMM_WORLD is not for us to hear, and all goes on. */
static void types_made_with_large_counts(void) {
#if MPI_VERSION >= 4
  enum { kinds = 6 };
  MPI_Datatype types[kinds], two[2] = {MPI_INT, MPI_INT};
  MPI_Count lengths[2] = {1, 1}, places[2] = {0, 2}, at[2] = {0, 8};
  MPI_Errhandler heard;
  MPI_Op op;
  int one = 1;
  MPI_Aint start = 0;
  MPI_Comm_create_errhandler(handler, &heard);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, heard);
  handled = 0;
  MPI_Type_vector_c(2, 1, 2, MPI_INT, &types[0]);
  MPI_Type_create_hindexed_c(2, lengths, at, MPI_INT, &types[1]);
  MPI_Type_create_indexed_block_c(2, 1, places, MPI_INT, &types[2]);
  MPI_Type_create_struct_c(2, lengths, at, two, &types[3]);
  MPI_Type_create_struct(1, &one, &start, &types[3], &types[4]); /* one within an ordinary one */
  MPI_Type_dup(types[0], &types[5]);
  MPI_Op_create(add_typed, 1, &op);
  for (int i = 0; i < kinds; ++i) {
    int data[3] = {rank, -7, 10}, all[3] = {-1, -1, -1}, each[64 * 3];
    MPI_Type_commit(&types[i]);
    expected_type = types[i];
    EXPECT(MPI_Allreduce(data, all, 1, types[i], op, MPI_COMM_WORLD) == MPI_SUCCESS);
    EXPECT(all[0] == size * (size - 1) / 2 && all[1] == -1);
    data[2] = 10 * rank;
    EXPECT(MPI_Allgather(data, 1, types[i], each, 2, MPI_INT, MPI_COMM_WORLD) == MPI_SUCCESS);
    for (int r = 0; r < size; ++r) EXPECT(each[2 * r] == r && each[2 * r + 1] == 10 * r);
    EXPECT(MPI_Bcast(data, 1, types[i], size - 1, MPI_COMM_WORLD) == MPI_SUCCESS);
    EXPECT(data[0] == size - 1 && data[1] == -7 && data[2] == 10 * (size - 1));
  }
  EXPECT(handled == 0);
  for (int i = 0; i < kinds; ++i) MPI_Type_free(&types[i]);
  MPI_Op_free(&op);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&heard);
#endif
}

/* What an MPI notices of counts that differ, it says to the communicator's handler. The communicator is of no use then.
 * What MPICH notices while libtutti waits for messages it says to the handler of MPI_COMM_WORLD before. */
static void a_message_is_too_long(void) {
  MPI_Comm comm;
  MPI_Errhandler mine;
  int data[64] = {0}, class = MPI_SUCCESS;
  if (size < 2) return;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int i = 0; i < 15; ++i) MPI_Bcast(data, 1, MPI_INT, 0, comm);
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(comm, mine);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  handled = 0;
  MPI_Error_class(MPI_Bcast(data, rank == 0 ? 64 : 8, MPI_INT, 0, comm), &class);
  if (rank == 1) EXPECT(class == MPI_ERR_TRUNCATE && handled == 1 && handled_class == MPI_ERR_TRUNCATE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&mine);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void intercommunicators(void) {
  if (size < 2) return;
  MPI_Comm half, inter, merged;
  const int lower = rank < size / 2;
  int mine = rank, all = -1;
  MPI_Comm_split(MPI_COMM_WORLD, lower, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, lower ? size / 2 : 0, 3, &inter);
  for (int i = 0; i < 15; ++i) {
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, inter); /* of the other half */
    EXPECT(all == (lower ? size - 1 : size / 2 - 1));
    MPI_Barrier(inter);
  }
  MPI_Intercomm_merge(inter, !lower, &merged);
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, merged);
  EXPECT(all == size - 1);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

/* From MPI_BOTTOM displacements are addresses (MPI 4.0, 5.1.12), also of predefined datatypes, and at one rank alone.
 */
static void addresses_as_displacements(void) {
  double* const place = (double*)0x302000000; /* in doubles no more than an int */
  double mine[2] = {rank, -rank};
  int counts[64], places[64];
  if (mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != (void*)place) return;
  for (int r = 0; r < size; ++r) counts[r] = 2, places[r] = (int)((MPI_Aint)place / (MPI_Aint)sizeof(double)) + 3 * r;
  for (int i = 0; i < 3; ++i) {
    memset(place, 0, 4096);
    if (rank == 0)
      MPI_Gatherv(mine, 2, MPI_DOUBLE, MPI_BOTTOM, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    else
      MPI_Gatherv(mine, 2, MPI_DOUBLE, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    for (int r = 0; r < size && rank == 0; ++r)
      EXPECT(place[3 * r] == r && place[3 * r + 1] == -r && place[3 * r + 2] == 0);
    MPI_Allgatherv(mine, 2, MPI_DOUBLE, MPI_BOTTOM, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r) EXPECT(place[3 * r] == r && place[3 * r + 1] == -r && place[3 * r + 2] == 0);
  }
  munmap(place, 4096);
}

/* Only the root's receive arguments mean anything. */
static void insignificant_arguments(void) {
  int mine[2] = {rank, -rank}, all[128];
  int* const nowhere = (int*)8;
  for (int i = 0; i < 3; ++i) {
    if (rank == 0)
      MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
    else
      MPI_Gather(mine, 2, MPI_INT, nowhere, -5, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    if (rank == 0)
      MPI_Reduce(mine, all, 2, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    else
      MPI_Reduce(mine, NULL, 2, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0) EXPECT(all[0] == 0 && all[1] == 1 - size);
    if (rank == 0) {
      for (int r = 0; r < 2 * size; ++r) all[r] = r;
      MPI_Scatter(all, 2, MPI_INT, mine, 2, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
      MPI_Scatter(nowhere, -5, MPI_DATATYPE_NULL, mine, 2, MPI_INT, 0, MPI_COMM_WORLD);
    }
    EXPECT(mine[1] == 2 * rank + 1);
    mine[0] = rank, mine[1] = -rank;
  }
}

/* Zero elements, with and without buffers; blocks of no bytes. */
static void nothing(void) {
  int counts[64] = {0}, taken[64] = {0}, at[64] = {0}, x = 5;
  MPI_Datatype empty;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  for (int i = 0; i < 3; ++i) {
    MPI_Allgatherv(NULL, 0, MPI_INT, NULL, counts, at, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(NULL, counts, at, MPI_INT, &x, taken, at, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce_scatter(NULL, NULL, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(&x, 3, empty, 0, MPI_COMM_WORLD);
    MPI_Allgather(&x, 1, empty, NULL, 1, empty, MPI_COMM_WORLD);
    MPI_Scan(&x, &x, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  EXPECT(x == 5);
  MPI_Type_free(&empty);
}

/* Zero elements of a datatype with more than 2^31 - 1 bytes. */
static void nothing_of_large_elements(void) {
  int none[64] = {0}, x = 5, y = 6;
  MPI_Datatype part, large;
  MPI_Op op;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Type_contiguous(1 << 30, MPI_BYTE, &part);
  MPI_Type_contiguous(3, part, &large);
  MPI_Type_commit(&large);
  MPI_Op_create(add, 1, &op);
  for (int i = 0; i < 3; ++i) {
    EXPECT(MPI_Allreduce(&x, &y, 0, large, op, comm) == MPI_SUCCESS);
    EXPECT(MPI_Reduce(&x, &y, 0, large, op, 0, comm) == MPI_SUCCESS);
    EXPECT(MPI_Scan(&x, &y, 0, large, op, comm) == MPI_SUCCESS);
    EXPECT(MPI_Exscan(&x, &y, 0, large, op, comm) == MPI_SUCCESS);
    EXPECT(MPI_Reduce_scatter(&x, &y, none, large, op, comm) == MPI_SUCCESS);
    EXPECT(MPI_Reduce_scatter_block(&x, &y, 0, large, op, comm) == MPI_SUCCESS);
    EXPECT(MPI_Bcast(&x, 0, large, 0, comm) == MPI_SUCCESS);
    EXPECT(MPI_Allgatherv(&x, 0, large, &y, none, none, large, comm) == MPI_SUCCESS);
    EXPECT(MPI_Alltoallv(&x, none, none, large, &y, none, none, large, comm) == MPI_SUCCESS);
  }
  EXPECT(x == 5 && y == 6);
  MPI_Op_free(&op);
  MPI_Type_free(&large);
  MPI_Type_free(&part);
  MPI_Comm_free(&comm);
}

/* Blocks without data lie anywhere, also where no address is. */
static void blocks_without_data(void) {
  int counts[64] = {0}, at[64], mine = 7, all = -1;
  MPI_Datatype far_apart;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)1 << 40, &far_apart);
  MPI_Type_commit(&far_apart);
  for (int r = 0; r < size; ++r) at[r] = r % 2 ? INT_MAX : INT_MIN;
  counts[size - 1] = 1;
  at[size - 1] = 0;
  const int has = rank == size - 1;
  for (int i = 0; i < 3; ++i) {
    all = -1;
    EXPECT(MPI_Allgatherv(&mine, has, far_apart, &all, counts, at, far_apart, comm) == MPI_SUCCESS && all == 7);
    all = -1;
    EXPECT(MPI_Gatherv(&mine, has, far_apart, &all, counts, at, far_apart, 0, comm) == MPI_SUCCESS);
    EXPECT(all == (rank == 0 ? 7 : -1));
    all = -1;
    EXPECT(MPI_Scatterv(&mine, counts, at, far_apart, &all, has, far_apart, 0, comm) == MPI_SUCCESS);
    EXPECT(all == (has ? 7 : -1));
  }
#if MPI_VERSION >= 4
  MPI_Count counts_c[64] = {0};
  MPI_Aint from[64], to[64];
  for (int r = 0; r < size; ++r) from[r] = r % 2 ? INT64_MAX : INT64_MIN, to[r] = r % 2 ? INT64_MIN : INT64_MAX;
  for (int i = 0; i < 3; ++i) { /* what goes to a rank itself lies around what comes from it, of the two others none */
    int memory[4] = {rank, -1, 10 + rank, -1};
    MPI_Datatype two;
    MPI_Type_vector_c(2, 1, 2, MPI_INT, &two);
    MPI_Type_commit(&two);
    counts_c[rank] = 1, from[rank] = to[rank] = 0;
    EXPECT(MPI_Alltoallv_c(memory, counts_c, from, two, memory + 1, counts_c, to, two, comm) == MPI_SUCCESS);
    EXPECT(memory[0] == rank && memory[1] == rank && memory[2] == 10 + rank && memory[3] == 10 + rank);
    MPI_Type_free(&two);
  }
#endif
  MPI_Type_free(&far_apart);
  MPI_Comm_free(&comm);
}

/* A rank alone, of whose blocks one goes into the holes of the other: displacements in bytes remain bytes. */
#ifndef OPEN_MPI /* it multiplies them by extents itself */
static void alltoallw_of_one(void) {
  MPI_Datatype every_second;
  const int count = 2, at = 8;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_second);
  MPI_Type_commit(&every_second);
  for (int i = 0; i < 3; ++i) {
    int memory[32];
    for (int k = 0; k < 32; ++k) memory[k] = k;
    MPI_Alltoallw(memory, &count, &at, &every_second, memory + 1, &count, &at, &every_second, MPI_COMM_SELF);
    for (int k = 0; k < 32; ++k) EXPECT(memory[k] == (k == 3 || k == 5 ? k - 1 : k));
  }
  MPI_Type_free(&every_second);
}
#endif

#ifdef OPEN_MPI /* looks at datatypes of no elements */
#define NO_DATATYPE MPI_INT
#else
#define NO_DATATYPE MPI_DATATYPE_NULL
#endif

/* Some ranks have nothing to send or to get, and so neither a buffer nor a datatype; others have. */
static void nothing_for_some(void) {
  int mine[64], all[64], sent[64], taken[64], at[64], odd = rank % 2;
  MPI_Datatype sent_types[64], taken_types[64];
  for (int i = 0; i < 3; ++i) {
    for (int r = 0; r < size; ++r) { /* even ranks send to odd ones */
      sent[r] = !odd && r % 2, taken[r] = odd && r % 2 == 0, at[r] = r;
      mine[r] = 100 * rank + r, all[r] = -1;
    }
    MPI_Alltoallv(odd ? NULL : mine, sent, at, MPI_INT, odd ? all : NULL, taken, at, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r) EXPECT(all[r] == (odd && r % 2 == 0 ? 100 * r + rank : -1));
    for (int r = 0; r < size; ++r) {
      at[r] = r * (int)sizeof(int), all[r] = -1;
      sent_types[r] = sent[r] ? MPI_INT : NO_DATATYPE;
      taken_types[r] = taken[r] ? MPI_INT : NO_DATATYPE;
    }
    MPI_Alltoallw(mine, sent, at, sent_types, all, taken, at, taken_types, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r) EXPECT(all[r] == (odd && r % 2 == 0 ? 100 * r + rank : -1));
    for (int r = 0; r < size; ++r) taken[r] = r % 2, at[r] = r;
    MPI_Gatherv(odd ? mine : NULL, odd, MPI_INT, all, taken, at, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 1; r < size && rank == 0; r += 2) EXPECT(all[r] == 100 * r);
#ifndef OPEN_MPI /* says that it is forbidden; MPICH does not */
    MPI_Gatherv(odd ? mine : MPI_IN_PLACE, odd, MPI_INT, all, taken, at, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 1; r < size && rank == 0; r += 2) EXPECT(all[r] == 100 * r);
#endif
    MPI_Allgatherv(odd ? mine : NULL, odd, MPI_INT, all, taken, at, MPI_INT, MPI_COMM_WORLD);
    for (int r = 1; r < size; r += 2) EXPECT(all[r] == 100 * r);
    MPI_Scatterv(rank == 0 ? mine : NULL, taken, at, MPI_INT, odd ? all : NULL, odd, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT(!odd || all[0] == rank);
    MPI_Reduce_scatter(mine, odd ? all : NULL, taken, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(!odd || all[0] == 100 * (size - 1) + rank / 2);
  }
}

/* Types of Fortran, which an MPI combines in ways of its own. */
static void types_of_fortran(void) {
  if (MPI_LOGICAL != MPI_DATATYPE_NULL) {
    int size_of_logical;
    MPI_Type_size(MPI_LOGICAL, &size_of_logical);
    if (size_of_logical == sizeof(int))
      for (int i = 0; i < 3; ++i) {
        const int mine[2] = {1, rank == i};
        int all[2] = {-1, -1};
        MPI_Allreduce(mine, all, 2, MPI_LOGICAL, i % 2 ? MPI_LAND : MPI_LOR, MPI_COMM_WORLD);
        EXPECT(all[0] == 1 && all[1] == (i % 2 == 0 || size == 1));
      }
  }
  if (MPI_2REAL != MPI_DATATYPE_NULL) {
    const float mine[2] = {(float)(rank % 2), (float)rank};
    float least[2] = {-1, -1};
    MPI_Allreduce(mine, least, 1, MPI_2REAL, MPI_MINLOC, MPI_COMM_WORLD);
    EXPECT(least[0] == 0 && least[1] == 0);
  }
  MPI_Datatype real; /* which is no predefined one, though MPI's operations are for it */
  MPI_Type_create_f90_real(10, 100, &real);
  const double half = rank + 0.5;
  double sum = -1;
  MPI_Allreduce(&half, &sum, 1, real, MPI_SUM, MPI_COMM_WORLD);
  EXPECT(sum == size * (size - 1) / 2.0 + size * 0.5);
}

/* An element of a variable on the stack and of one in static memory, which lie far from each other. */
static void from_stack_to_static_memory(void) {
  static int in_static_memory[3];
  int on_stack[3];
  const int lengths[2] = {3, 3};
  MPI_Aint addresses[2];
  MPI_Datatype both;
  MPI_Get_address(on_stack, &addresses[0]);
  MPI_Get_address(in_static_memory, &addresses[1]);
  MPI_Type_create_hindexed(2, lengths, addresses, MPI_INT, &both);
  MPI_Type_commit(&both);
  for (int i = 0; i < 3; ++i) on_stack[i] = in_static_memory[i] = rank == 0 ? 7 + i : -1;
  MPI_Bcast(MPI_BOTTOM, 1, both, 0, MPI_COMM_WORLD);
  EXPECT(on_stack[2] == 9 && in_static_memory[2] == 9);
  MPI_Type_free(&both);
}

/* A column of a matrix; and blocks with a page between them that nobody may read. */
static void wide_gaps(void) {
  enum { rows = 600, columns = 600 };
  static double matrix[rows][columns];
  MPI_Datatype column;
  MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < rows; ++i) matrix[i][3] = rank == 0 ? i : -1;
  MPI_Bcast(&matrix[0][3], 1, column, 0, MPI_COMM_WORLD);
  EXPECT(matrix[1][3] == 1 && matrix[rows - 1][3] == rows - 1);
  MPI_Type_free(&column);

  const long page = sysconf(_SC_PAGESIZE);
  char* const pages = mmap(NULL, (size_t)(3 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + page, (size_t)page, PROT_NONE);
  MPI_Datatype apart;
  MPI_Type_create_hvector(2, 1, 2 * page, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  int *const first = (int*)pages, *const second = (int*)(pages + 2 * page);
  *first = rank == 0 ? 7 : 0, *second = rank == 0 ? 8 : 0;
  MPI_Bcast(pages, 1, apart, 0, MPI_COMM_WORLD);
  EXPECT(*first == 7 && *second == 8);
  MPI_Type_free(&apart);
  munmap(pages, (size_t)(3 * page));
}

/* Blocks that are sent may be the same memory, and what is received may lie in the hole between them. */
static void blocks_sent_twice(void) {
  int sendcounts[64], recvcounts[64], from[64], to[64];
  int* memory = malloc((size_t)(size + 2) * sizeof(int));
  memory[0] = rank;
  memory[size + 1] = 1000 + rank;
  for (int i = 0; i < size; ++i) {
    memory[i + 1] = -1;
    sendcounts[i] = recvcounts[i] = 1;
    from[i] = i == size - 1 ? size + 1 : 0;
    to[i] = i + 1;
  }
  for (int round = 0; round < 3; ++round) {
    MPI_Alltoallv(memory, sendcounts, from, MPI_INT, memory, recvcounts, to, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i)
      if (memory[i + 1] != (rank == size - 1 ? 1000 + i : i))
        wrong = printf("blocks sent twice: %d from %d\n", memory[i + 1], i);
    if (memory[0] != rank || memory[size + 1] != 1000 + rank)
      wrong = printf("blocks sent twice: what is sent has changed\n");
  }
  free(memory);
}

/* At one rank, which alone knows of it, what is sent lies between what is received: in holes of the datatypes, from the
 * same address on. */
static void buffers_within_each_other(void) {
  const MPI_Aint later = sizeof(int);
  MPI_Datatype hole, every_second, after_it;
  int memory[2 * 64], separate[2 * 64];
  MPI_Type_create_hindexed_block(1, 1, &later, MPI_INT, &hole);
  MPI_Type_create_resized(MPI_INT, 0, 2 * later, &every_second);
  MPI_Type_create_resized(hole, 0, 2 * later, &after_it);
  MPI_Type_commit(&every_second);
  MPI_Type_commit(&after_it);
  for (int i = 0; i < 3; ++i) {
    const int root = i % size;
    memory[0] = rank;
    MPI_Gather(memory, 1, MPI_INT, memory, 1, after_it, root, MPI_COMM_WORLD);
    for (int r = 0; r < size && rank == root; ++r) EXPECT(memory[2 * r + 1] == r);
    EXPECT(memory[0] == rank);
    int* const taken = rank == root ? memory : separate;
    for (int r = 0; r < size; ++r) memory[2 * r] = 100 * rank + r, memory[2 * r + 1] = -1;
    MPI_Alltoall(memory, 1, every_second, taken, 1, after_it, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r) EXPECT(memory[2 * r] == 100 * rank + r && taken[2 * r + 1] == 100 * r + rank);
  }
  MPI_Type_free(&hole);
  MPI_Type_free(&every_second);
  MPI_Type_free(&after_it);
}

/* What MPI forbids, MPIs bear, and applications do: blocks that are received have an element in common, which is the
 * same; and the root of a gather has its own block where it is gathered. */
static void buffers_that_overlap(void) {
  int mine[2] = {rank, rank + 1}, all[65], counts[64], at[64];
  for (int r = 0; r < size; ++r) counts[r] = 2, at[r] = r;
  for (int i = 0; i < 3; ++i) {
    for (int r = 0; r <= size; ++r) all[r] = -1;
    MPI_Allgatherv(mine, 2, MPI_INT, all, counts, at, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r <= size; ++r) EXPECT(all[r] == r);
#ifdef OPEN_MPI /* MPICH notices it */
    for (int r = 0; r < size; ++r) all[r] = r == rank ? 7 * r : -1;
    MPI_Gather(all + rank, 1, MPI_INT, all, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int r = 0; r < size && rank == size - 1; ++r) EXPECT(all[r] == 7 * r);
#endif
  }
}

/* The same where what is sent begins before what is received, and after it; all of it is one number. */
static void sent_and_received_overlap(void) {
  int sent[64] = {0}, taken[64] = {0}, at[64] = {0};
  if (size == 1) return;
  sent[(rank + 1) % size] = taken[(rank + size - 1) % size] = 2;
  for (int i = 0; i < 4; ++i) {
    int memory[3] = {7, 7, 7};
    MPI_Alltoallv(memory + i % 2, sent, at, MPI_INT, memory + 1 - i % 2, taken, at, MPI_INT, MPI_COMM_WORLD);
    for (int k = 0; k < 3; ++k) EXPECT(memory[k] == 7);
  }
}

/* Whether messages go through memory that ranks share, on a communicator whose rank 0 is the last one of all: every
 * rank has that memory, and no other. */
static void shares_memory(void) {
  MPI_Comm reversed;
  char line[512];
  int x = 1, all = 0, shares = 0;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  for (int i = 0; i < 20; ++i) MPI_Allreduce(&x, &all, 1, MPI_INT, MPI_SUM, reversed);
  FILE* const maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) shares = shares || strstr(line, "/memfd:tutti");
  if (maps) fclose(maps);
  EXPECT(shares);
  MPI_Comm_free(&reversed);
}

/* Whether they are defined is for the MPI to say: they are for C's integers (MPI 4.0, 6.9.2). */
static void logical_operations_on_integers_of_fortran(void) {
  MPI_Comm fresh;
  int one = 1, of_mpi = 0, of_ours = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
  MPI_Comm_set_errhandler(fresh, MPI_ERRORS_RETURN);
  const int due = PMPI_Allreduce(&one, &of_mpi, 1, MPI_INTEGER, MPI_LAND, fresh);
  const int found = MPI_Allreduce(&one, &of_ours, 1, MPI_INTEGER, MPI_LAND, fresh);
  EXPECT((due == MPI_SUCCESS) == (found == MPI_SUCCESS));
  EXPECT(of_mpi == of_ours);
  MPI_Comm_free(&fresh);
}

/* Counts that never come again. */
static void ever_new_counts(void) {
  static int mine[2000], all[2000];
  for (int n = 1; n < 1500; ++n) {
    mine[n - 1] = n;
    MPI_Allreduce(mine, all, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(all[n - 1] == n * size);
  }
}

/* What a C++ object that is destroyed late, or a handler of atexit(), may do. The calls are of kinds that are new. */
static void ends_late(void) {
  int one = 1, all = 0, sums[3] = {0, 0, 0}, ones[3] = {1, 1, 1};
  MPI_Comm fresh;
  for (int i = 0; i < 20; ++i) MPI_Scan(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (all != rank + 1) _Exit(1);
  MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
  for (int i = 0; i < 20; ++i) MPI_Allreduce(ones, sums, 3, MPI_INT, MPI_SUM, fresh);
  MPI_Comm_free(&fresh);
  if (sums[0] != size || sums[2] != size) _Exit(1);
  MPI_Finalize();
}

int main(int argc, char** argv) {
  const int with_too_long = argc > 2 && !strcmp(argv[2], "too-long");
  const int times = argc > 1 ? atoi(argv[1]) : 3000;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 2 && !strcmp(argv[2], "late")) {
    atexit(ends_late);
    nothing();
    return 0;
  }
  if (argc > 2 && !strcmp(argv[2], "shares")) shares_memory();
  operators_come_and_go();
  one_that_commutes_is_followed_by_one_that_does_not();
  datatypes_come_and_go();
  user_sees_own_datatype();
  bottom();
  attributes();
  attributes_of_datatypes();
  error_handlers();
  error_handlers_stay();
  refused_at_one_rank_alone();
  collectives_in_delete_callbacks();
  intercommunicators();
  insignificant_arguments();
  addresses_as_displacements();
  nothing();
  nothing_of_large_elements();
  blocks_without_data();
#ifndef OPEN_MPI
  alltoallw_of_one();
#endif
  nothing_for_some();
  types_of_fortran();
  logical_operations_on_integers_of_fortran();
  types_made_with_large_counts();
  wide_gaps();
  from_stack_to_static_memory();
  blocks_sent_twice();
  buffers_within_each_other();
  buffers_that_overlap();
  sent_and_received_overlap();
  if (with_too_long) a_message_is_too_long(); /* Open MPI alone does not come back from it */
  ever_new_counts();
  communicators_come_and_go(times);
  many_communicators_at_once();
  MPI_Finalize();
  return wrong ? 1 : 0;
}
