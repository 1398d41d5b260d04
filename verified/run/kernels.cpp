#include "verified/run/kernels.hpp"

#include "reference/scalar.hpp"

// One loop, compiled for each level of the instruction set; element i depends on elements i alone, which the compiler
// must be told, for `out` may be an operand.
#if defined(__clang__)
#define TUTTI_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#pragma clang diagnostic ignored "-Wpass-failed"  // long double has no vectors
#else
#define TUTTI_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace tutti {
namespace {

template <Op op, class T>
[[gnu::always_inline]] inline void loop(const void* left, const void* right, void* out, std::int64_t n) {
  const T* l = static_cast<const T*>(left);
  const T* r = static_cast<const T*>(right);
  T* o = static_cast<T*>(out);
  TUTTI_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) o[i] = combine<op>(l[i], r[i]);
}

template <Op op, class T>
void baseline(const void* left, const void* right, void* out, std::int64_t n) {
  loop<op, T>(left, right, out, n);
}

#if defined(__x86_64__)
template <Op op, class T>
[[gnu::target("avx2")]] void avx2(const void* left, const void* right, void* out, std::int64_t n) {
  loop<op, T>(left, right, out, n);
}

template <Op op, class T>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void avx512(const void* left, const void* right, void* out,
                                                                  std::int64_t n) {
  loop<op, T>(left, right, out, n);
}

template <Op op, class T>
Kernel compiled_for(Vectors vectors) {
  if (vectors == Vectors::avx512) return avx512<op, T>;
  return vectors == Vectors::avx2 ? avx2<op, T> : baseline<op, T>;
}
#else
template <Op op, class T>
Kernel compiled_for(Vectors) {
  return baseline<op, T>;
}
#endif

}  // namespace

Vectors widest_vectors() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return Vectors::avx512;
  if (__builtin_cpu_supports("avx2")) return Vectors::avx2;
#endif
  return Vectors::baseline;
}

Kernel kernel(Op op, Type type, Vectors vectors) {
  return visit<Kernel>(op, type, [vectors]<Op o, class T>() { return compiled_for<o, T>(vectors); });
}

}  // namespace tutti
