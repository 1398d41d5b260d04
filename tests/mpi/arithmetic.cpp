// An MPI whose sums, products and maxima of floating-point numbers are computed as TUTTI_ARITHMETIC says, to preload:
//   declared   as their types say, by an operator of the user's
//   extended   each operation in long double, and rounded: of most sums that is the same
//   flushed    on a processor that takes denormal numbers for zero
//   fused      complex products by fused multiply-add
//   chain      an allreduce that combines in the order of the ranks
//   wide-chain the same with intermediate results in long double
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace {

std::string_view arithmetic() {
  const char* value = std::getenv("TUTTI_ARITHMETIC");
  return value ? value : "";
}

enum class What { sum, product, greatest };

template <class T>
std::complex<T> product(std::complex<T> x, std::complex<T> y) {
  const T a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  if (arithmetic() == "extended") {
    const std::complex<long double> wide(static_cast<long double>(a) * c - static_cast<long double>(b) * d,
                                         static_cast<long double>(a) * d + static_cast<long double>(b) * c);
    return {static_cast<T>(wide.real()), static_cast<T>(wide.imag())};
  }
  const T bd = b * d, ad = a * d, bc = b * c;
  if (arithmetic() == "fused") return {std::fma(a, c, -bd), std::fma(a, d, bc)};
  const T ac = a * c;
  return {ac - bd, ad + bc};
}

template <class T>
T combined(What what, T x, T y) {
  if (what == What::greatest) return x > y ? x : y;
  if (arithmetic() == "extended") {
    const auto wide = what == What::sum ? static_cast<long double>(x) + static_cast<long double>(y)
                                        : static_cast<long double>(x) * static_cast<long double>(y);
    return static_cast<T>(wide);
  }
  return what == What::sum ? x + y : x * y;
}

template <class T>
std::complex<T> combined(What what, std::complex<T> x, std::complex<T> y) {
  if (what == What::product) return product(x, y);
  return {combined(what, x.real(), y.real()), combined(what, x.imag(), y.imag())};
}

template <What what, class T>
[[gnu::noinline]] void combine_all(const void* in, void* inout, int length) {
  const auto* x = static_cast<const T*>(in);
  auto* y = static_cast<T*>(inout);
  for (int i = 0; i < length; ++i) y[i] = combined(what, x[i], y[i]);
}

/// An MPI_User_function.
template <What what, class T>
void combine(void* in, void* inout, int* length, MPI_Datatype*) {
#if defined(__SSE2__)
  const auto before = _mm_getcsr();
  constexpr unsigned flush = 0x8040;  // FTZ and DAZ
  if (arithmetic() == "flushed") _mm_setcsr(before | flush);
#endif
  combine_all<what, T>(in, inout, *length);
#if defined(__SSE2__)
  _mm_setcsr(before);
#endif
}

template <What what, class T>
MPI_Op operator_for() {
  static const MPI_Op made = [] {
    MPI_Op op;
    MPI_Op_create(combine<what, T>, 1, &op);
    return op;
  }();
  return made;
}

template <class T>
MPI_Op operator_on(MPI_Op op) {
  if (op == MPI_SUM) return operator_for<What::sum, T>();
  if (op == MPI_PROD) return operator_for<What::product, T>();
  return op;
}

/// The operator that is to do the work of `op`.
MPI_Op instead_of(MPI_Op op, MPI_Datatype type) {
  if (arithmetic().empty()) return op;
  if (op == MPI_MAX && type == MPI_DOUBLE) return operator_for<What::greatest, double>();
  if (type == MPI_FLOAT) return operator_on<float>(op);
  if (type == MPI_DOUBLE) return operator_on<double>(op);
  if (type == MPI_LONG_DOUBLE) return operator_on<long double>(op);
  if (type == MPI_DOUBLE_COMPLEX || type == MPI_C_DOUBLE_COMPLEX) return operator_on<std::complex<double>>(op);
  return op;
}

/// A sum of doubles in the order of the ranks, where it is one and a chain is wanted.
bool sum_by_a_chain(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const bool is_wide = arithmetic() == "wide-chain";
  if ((!is_wide && arithmetic() != "chain") || type != MPI_DOUBLE || op != MPI_SUM) return false;
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  const auto n = static_cast<std::size_t>(count);
  std::vector<double> all(n * static_cast<std::size_t>(ranks));
  MPI_Allgather(send == MPI_IN_PLACE ? receive : send, count, type, all.data(), count, type, comm);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = all[i];
    auto wide = static_cast<long double>(sum);
    for (auto k = n + i; k < all.size(); k += n) {
      sum += all[k];
      wide += static_cast<long double>(all[k]);
    }
    static_cast<double*>(receive)[i] = is_wide ? static_cast<double>(wide) : sum;
  }
  return true;
}

}  // namespace

extern "C" {

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  if (sum_by_a_chain(send, receive, count, type, op, comm)) return MPI_SUCCESS;
  return PMPI_Allreduce(send, receive, count, type, instead_of(op, type), comm);
}

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return PMPI_Reduce(send, receive, count, type, instead_of(op, type), root, comm);
}

int MPI_Scan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return PMPI_Scan(send, receive, count, type, instead_of(op, type), comm);
}

int MPI_Reduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return PMPI_Reduce_scatter_block(send, receive, count, type, instead_of(op, type), comm);
}
}
