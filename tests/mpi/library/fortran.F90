! All blocking collectives from Fortran, each result compared with what is due. MPI_HEADER, MPI_MODULE or MPI_F08 says by
! which interface. Prints a line for each thing that is wrong, and ends with status 1 then.
program fortran
#if defined(MPI_F08)
  use mpi_f08
#define COMM_T type(MPI_Comm)
#define TYPE_T type(MPI_Datatype)
#define OP_T type(MPI_Op)
#elif defined(MPI_MODULE)
  use mpi
#define COMM_T integer
#define TYPE_T integer
#define OP_T integer
#endif
  implicit none
#if defined(MPI_HEADER)
  include 'mpif.h'
#define COMM_T integer
#define TYPE_T integer
#define OP_T integer
#endif
  integer, parameter :: most = 16, n = 3
  integer :: rank, ranks, ierr, wrong, i, j, r, time
  integer :: mine(n * most), all(n * most), counts(most), starts(most), bytes(most)
  double precision :: x(2), y(2)
  double complex :: z, w
  logical :: yes, truth
  real :: pair(2), least(2)
  integer(kind=MPI_ADDRESS_KIND) :: address(1)
  TYPE_T :: absolute, types(most)
  OP_T :: op
  interface
    subroutine add(in, inout, length, datatype)
#if defined(MPI_F08)
      use mpi_f08
      use, intrinsic :: iso_c_binding, only: c_ptr
      type(c_ptr), value :: in, inout
      integer :: length
      type(MPI_Datatype) :: datatype
#else
      integer :: in(*), inout(*), length, datatype
#endif
    end subroutine
  end interface

  wrong = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Op_create(add, .false., op, ierr)
  do time = 1, 20
    r = mod(time, ranks)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call fill()
    call MPI_Allreduce(mine, all, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    do i = 1, n
      call expect(all(i) == total(ranks - 1, i), 'MPI_Allreduce')
    end do
    call MPI_Allreduce(MPI_IN_PLACE, mine, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call expect(mine(n) == total(ranks - 1, n), 'MPI_Allreduce in place')
    call fill()
    call MPI_Allreduce(mine, all, n, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
    call expect(all(n) == total(ranks - 1, n), 'MPI_Allreduce with an operator')
    x = (/ 0.5d0, dble(rank) /)
    call MPI_Allreduce(x, y, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    call expect(y(1) == 0.5d0 * ranks .and. y(2) == ranks * (ranks - 1) / 2, 'MPI_DOUBLE_PRECISION')
    z = (1d0, -1d0)
    call MPI_Allreduce(z, w, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierr)
    call expect(w == dcmplx(ranks, -ranks), 'MPI_DOUBLE_COMPLEX')
    yes = rank == 0
    call MPI_Allreduce(yes, truth, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
    call expect(truth .eqv. (ranks == 1), 'MPI_LOGICAL, MPI_LAND')
    call MPI_Allreduce(yes, truth, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr)
    call expect(truth, 'MPI_LOGICAL, MPI_LOR')
    pair = (/ 1.0 + mod(rank + 1, ranks), real(rank) /)
    call MPI_Allreduce(pair, least, 1, MPI_2REAL, MPI_MINLOC, MPI_COMM_WORLD, ierr)
    call expect(least(1) == 1.0 .and. least(2) == ranks - 1, 'MPI_2REAL, MPI_MINLOC')
    call fill()
    call MPI_Reduce(mine, all, n, MPI_INTEGER, MPI_SUM, r, MPI_COMM_WORLD, ierr)
    if (rank == r) call expect(all(n) == total(ranks - 1, n), 'MPI_Reduce')
    call MPI_Scan(mine, all, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call expect(all(n) == total(rank, n), 'MPI_Scan')
    call MPI_Exscan(mine, all, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank > 0) call expect(all(n) == total(rank - 1, n), 'MPI_Exscan')
    call fill()
    call MPI_Reduce_scatter_block(mine, all, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call expect(all(1) == total(ranks - 1, rank * n + 1), 'MPI_Reduce_scatter_block')
    do i = 1, ranks
      counts(i) = mod(i, n) + 1
      starts(i) = (i - 1) * n
      bytes(i) = starts(i) * storage_size(i) / 8
      types(i) = MPI_INTEGER
    end do
    call MPI_Reduce_scatter(mine, all, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call expect(all(1) == total(ranks - 1, sum(counts(1:rank)) + 1), 'MPI_Reduce_scatter')

    call fill()
    call MPI_Bcast(mine, n, MPI_INTEGER, r, MPI_COMM_WORLD, ierr)
    call expect(mine(n) == value(r, n), 'MPI_Bcast')
    call fill()
    call MPI_Get_address(mine, address(1), ierr)
    call MPI_Type_create_hindexed_block(1, n, address, MPI_INTEGER, absolute, ierr)
    call MPI_Type_commit(absolute, ierr)
    call MPI_Bcast(MPI_BOTTOM, 1, absolute, r, MPI_COMM_WORLD, ierr)
    call MPI_Type_free(absolute, ierr)
    call look(mine)
    call expect(mine(n) == value(r, n), 'MPI_Bcast from MPI_BOTTOM')
    call fill()
    call MPI_Gather(mine, n, MPI_INTEGER, all, n, MPI_INTEGER, r, MPI_COMM_WORLD, ierr)
    if (rank == r) call gathered('MPI_Gather')
    call fill()
    call MPI_Gatherv(mine, n, MPI_INTEGER, all, (/ (n, i = 1, ranks) /), starts, MPI_INTEGER, r, MPI_COMM_WORLD, ierr)
    if (rank == r) call gathered('MPI_Gatherv')
    call fill()
    call MPI_Allgather(mine, n, MPI_INTEGER, all, n, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call gathered('MPI_Allgather')
    do i = 1, n
      all(rank * n + i) = value(rank, i)
    end do
    call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, (/ (n, i = 1, ranks) /), starts, MPI_INTEGER, &
                        MPI_COMM_WORLD, ierr)
    call gathered('MPI_Allgatherv')
    call fill()
    call MPI_Scatter(mine, n, MPI_INTEGER, all, n, MPI_INTEGER, r, MPI_COMM_WORLD, ierr)
    call expect(all(n) == value(r, rank * n + n), 'MPI_Scatter')
    call MPI_Scatterv(mine, counts, starts, MPI_INTEGER, all, counts(rank + 1), MPI_INTEGER, r, MPI_COMM_WORLD, ierr)
    call expect(all(1) == value(r, rank * n + 1), 'MPI_Scatterv')
    call fill()
    call MPI_Alltoall(mine, n, MPI_INTEGER, all, n, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call exchanged('MPI_Alltoall')
    call fill()
    call MPI_Alltoallv(mine, (/ (n, i = 1, ranks) /), starts, MPI_INTEGER, all, (/ (n, i = 1, ranks) /), starts, &
                       MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call exchanged('MPI_Alltoallv')
    call fill()
    call MPI_Alltoallw(mine, (/ (n, i = 1, ranks) /), bytes, types, all, (/ (n, i = 1, ranks) /), bytes, types, &
                       MPI_COMM_WORLD, ierr)
    call exchanged('MPI_Alltoallw')
#if defined(MPI_F08)
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_Allreduce(mine, all, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
#endif
  end do
  call MPI_Op_free(op, ierr)
  call MPI_Finalize(ierr)
  if (wrong > 0) stop 1

contains
  integer function value(of, at)
    integer, intent(in) :: of, at
    value = 1000 * of + at
  end function

  ! Of the ranks up to `last`.
  integer function total(last, at)
    integer, intent(in) :: last, at
    total = 1000 * (last * (last + 1) / 2) + (last + 1) * at
  end function

  subroutine fill()
    integer :: at
    do at = 1, n * ranks
      mine(at) = value(rank, at)
    end do
    all = -1
  end subroutine

  subroutine expect(it_is, what)
    logical, intent(in) :: it_is
    character(*), intent(in) :: what
    if (.not. it_is) then
      wrong = wrong + 1
      print *, 'wrong at rank', rank, ': ', what
    end if
  end subroutine

  subroutine gathered(what)
    character(*), intent(in) :: what
    do i = 1, ranks
      do j = 1, n
        call expect(all((i - 1) * n + j) == value(i - 1, j), what)
      end do
    end do
  end subroutine

  subroutine exchanged(what)
    character(*), intent(in) :: what
    do i = 1, ranks
      do j = 1, n
        call expect(all((i - 1) * n + j) == value(i - 1, rank * n + j), what)
      end do
    end do
  end subroutine

  ! What MPI has written behind the compiler's back.
  subroutine look(at)
    integer, intent(inout) :: at(*)
    if (at(1) == -12345) print *, 'never'
  end subroutine
end program

subroutine add(in, inout, length, datatype)
#if defined(MPI_F08)
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  type(c_ptr), value :: in, inout
  integer :: length
  type(MPI_Datatype) :: datatype
  integer, pointer :: x(:), y(:)
  call c_f_pointer(in, x, (/ length /))
  call c_f_pointer(inout, y, (/ length /))
  y = y + x
#else
  implicit none
  integer :: in(*), inout(*), length, datatype
  inout(1:length) = inout(1:length) + in(1:length)
#endif
end subroutine
