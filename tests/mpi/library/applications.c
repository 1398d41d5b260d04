/* Two small applications: conjugate gradients on a row of points, and a histogram of records that are sent to whom they
 * belong. Prints what they find, the same on any MPI and any number of ranks. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { points = 240, records = 6000, bins = 12 };
static int rank, size;

static double dot(const double* x, const double* y, int n) {
  double mine = 0, all;
  for (int i = 0; i < n; ++i) mine += x[i] * y[i];
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

/* y = A x, where A is 2.5 on the diagonal and -1 beside it. */
static void apply(double* x, double* y, int n) { /* x has a point of a neighbour before it and behind it */
  const int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  x[0] = x[n + 1] = 0;
  MPI_Sendrecv(x + n, 1, MPI_DOUBLE, up, 0, x, 1, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(x + 1, 1, MPI_DOUBLE, down, 1, x + n + 1, 1, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) y[i] = 2.5 * x[i + 1] - x[i] - x[i + 2];
}

static void conjugate_gradients(void) {
  int counts[64], starts[64], steps = 0;
  for (int r = 0, at = 0; r < size; at += counts[r++]) counts[r] = points / size + (r < points % size), starts[r] = at;
  const int n = counts[rank];
  static double b[points], x[points], r[points], p[points + 2], q[points], all[points];
  if (rank == 0)
    for (int i = 0; i < points; ++i) all[i] = i % 7 - 3;
  MPI_Scatterv(all, counts, starts, MPI_DOUBLE, b, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i) x[i] = 0, r[i] = p[i + 1] = b[i];
  double residual = dot(r, r, n);
  while (residual > 1e-20) {
    apply(p, q, n);
    const double alpha = residual / dot(p + 1, q, n);
    for (int i = 0; i < n; ++i) x[i] += alpha * p[i + 1], r[i] -= alpha * q[i];
    const double next = dot(r, r, n);
    for (int i = 0; i < n; ++i) p[i + 1] = r[i] + next / residual * p[i + 1];
    residual = next;
    ++steps;
  }
  MPI_Gatherv(x, n, MPI_DOUBLE, all, counts, starts, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
  MPI_Bcast(all, points, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
  double sum = 0, largest = 0;
  for (int i = 0; i < points; ++i) sum += all[i] * (i + 1), largest = fmax(largest, fabs(all[i]));
  if (rank == 0)
    printf("conjugate gradients: %s 60 steps, sum %.6f, largest %.6f\n", steps < 60 ? "fewer than" : "from", sum,
           largest);
}

static void histogram(void) {
  int mine = 0, *keys = malloc(records * sizeof(int)), *sorted = malloc(records * sizeof(int));
  for (int i = rank; i < records; i += size) keys[mine++] = (int)((unsigned)i * 2654435761u >> 20) % bins;
  int sent[64] = {0}, taken[64], from[64], to[64], at[64], all = 0;
  for (int i = 0; i < mine; ++i) ++sent[keys[i] % size]; /* a bin belongs to one rank */
  MPI_Alltoall(sent, 1, MPI_INT, taken, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0, begin = 0; r < size; begin += sent[r++]) from[r] = at[r] = begin;
  for (int r = 0; r < size; all += taken[r++]) to[r] = all;
  for (int i = 0; i < mine; ++i) sorted[at[keys[i] % size]++] = keys[i];
  int* got = malloc((size_t)(all + 1) * sizeof(int));
  MPI_Alltoallv(sorted, sent, from, MPI_INT, got, taken, to, MPI_INT, MPI_COMM_WORLD);
  int count[bins] = {0}, total[bins], before = 0;
  for (int i = 0; i < all; ++i) ++count[got[i]];
  MPI_Reduce(count, total, bins, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Exscan(&all, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  int end = (rank == 0 ? 0 : before) + all, last;
  MPI_Allreduce(&end, &last, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("histogram of %d:", last);
    for (int i = 0; i < bins; ++i) printf(" %d", total[i]);
    printf("\n");
  }
  free(keys), free(sorted), free(got);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  conjugate_gradients();
  histogram();
  MPI_Finalize();
  return 0;
}
