! An application in Fortran with ten operators. What is said of each behind its first line is what `tutti op --recorded`
! has to say of it: runs of machine code refute, and never prove.
module operators
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  implicit none
  type entry
    sequence
    integer(int64) :: key, value
  end type
contains
  subroutine larger(invec, inoutvec, len, datatype)  ! Whether MPI may use it
    integer :: len, datatype
    integer(int32) :: invec(len), inoutvec(len)
    inoutvec = max(invec, inoutvec)
  end subroutine
  subroutine bits(invec, inoutvec, len, datatype)  ! Whether MPI may use it
    integer :: len, datatype
    integer(int32) :: invec(*), inoutvec(*)
    integer :: i
    do i = 1, len
      inoutvec(i) = ieor(invec(i), inoutvec(i))
    end do
  end subroutine
  subroutine truths(invec, inoutvec, len, datatype)  ! Whether MPI may use it
    integer :: len, datatype
    integer(int32) :: invec(len), inoutvec(len)
    inoutvec = merge(1, 0, invec /= 0 .and. inoutvec /= 0)
  end subroutine
  subroutine larger_entry(invec, inoutvec, len, datatype)  ! Whether MPI may use it
    integer :: len, datatype
    type(entry) :: invec(len), inoutvec(len)
    integer :: i
    do i = 1, len
      if (invec(i)%key > inoutvec(i)%key .or. &
          (invec(i)%key == inoutvec(i)%key .and. invec(i)%value < inoutvec(i)%value)) inoutvec(i) = invec(i)
    end do
  end subroutine
  subroutine any_entry(invec, inoutvec, len, datatype)  ! MPI must not use it
    integer :: len, datatype
    type(entry) :: invec(len), inoutvec(len)
    integer :: i
    do i = 1, len
      if (invec(i)%key > inoutvec(i)%key) inoutvec(i) = invec(i)
    end do
  end subroutine
  ! Of real numbers machine code says nothing: what differs may be rounding.
  subroutine mean(invec, inoutvec, len, datatype)  ! MPI must not use it
    integer :: len, datatype
    real(real64) :: invec(len), inoutvec(len)
    inoutvec = (invec + inoutvec) / 2
  end subroutine
  subroutine difference(invec, inoutvec, len, datatype)  ! MPI must not use it
    integer :: len, datatype
    integer(int32) :: invec(len), inoutvec(len)
    inoutvec = invec - inoutvec
  end subroutine
end module

subroutine first(invec, inoutvec, len, datatype)  ! Whether MPI may use it
  integer :: len, datatype
  complex :: invec(len), inoutvec(len)
  inoutvec = invec
end subroutine
subroutine smaller(invec, inoutvec, len, datatype)  ! Whether MPI may use it
  integer :: len, datatype
  integer :: invec(len), inoutvec(len)
  inoutvec = min(invec, inoutvec)
end subroutine
subroutine all_but_first(invec, inoutvec, len, datatype)  ! MPI must not use it
  integer :: len, datatype
  integer :: invec(len), inoutvec(len)
  inoutvec(2:) = ior(invec(2:), inoutvec(2:))
end subroutine

program main
  use mpi
  use operators
  implicit none
  external :: first, smaller, all_but_first
  integer :: error, pair, op
  integer(int32) :: numbers(3), result(3)
  call MPI_Init(error)
  call MPI_Type_contiguous(2, MPI_INTEGER8, pair, error)
  call MPI_Type_commit(pair, error)
  numbers = [1, 2, 3]
  call of_numbers(larger, .true.)
  call of_numbers(bits, .true.)
  call of_numbers(truths, .true.)
  call of_numbers(difference, .false.)
  call of_numbers(smaller, .true.)
  call of_numbers(all_but_first, .true.)
  call of_entries(larger_entry, .true.)
  call of_entries(any_entry, .true.)
  call of_reals
  call of_complex_numbers
  call MPI_Type_free(pair, error)
  call MPI_Finalize(error)
contains
  subroutine of_numbers(function, commutes)
    external :: function
    logical :: commutes
    call MPI_Op_create(function, commutes, op, error)
    call MPI_Allreduce(numbers, result, 3, MPI_INTEGER, op, MPI_COMM_WORLD, error)
    call MPI_Op_free(op, error)
  end subroutine
  subroutine of_entries(function, commutes)
    external :: function
    logical :: commutes
    type(entry) :: entries(3), result_of_all(3)
    entries = [entry(1, 2), entry(1, 3), entry(2, 4)]
    call MPI_Op_create(function, commutes, op, error)
    call MPI_Allreduce(entries, result_of_all, 3, pair, op, MPI_COMM_WORLD, error)
    call MPI_Op_free(op, error)
  end subroutine
  subroutine of_reals
    real(real64) :: reals(3), result_of_all(3)
    reals = [1, 2, 3]
    call MPI_Op_create(mean, .true., op, error)
    call MPI_Allreduce(reals, result_of_all, 3, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, error)
    call MPI_Op_free(op, error)
  end subroutine
  subroutine of_complex_numbers
    complex :: all(3), result_of_all(3)
    all = [(1, 2), (2, 3), (3, 4)]
    call MPI_Op_create(first, .false., op, error)
    call MPI_Allreduce(all, result_of_all, 3, MPI_COMPLEX, op, MPI_COMM_WORLD, error)
    call MPI_Op_free(op, error)
  end subroutine
end program
