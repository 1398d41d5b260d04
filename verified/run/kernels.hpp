// The predefined operations on whole vectors, as fast as the processor's vector unit allows.
#pragma once
#include <cstdint>

#include "spec/op.hpp"

namespace tutti {

/// out[i] = left[i] ∘ right[i] for 0 <= i < n elements. `out` may be `left`, `right` or both, else overlaps neither.
/// All three are aligned as the C type of an element.
using Kernel = void (*)(const void* left, const void* right, void* out, std::int64_t n);

/// Levels of the instruction set for which the kernels are compiled; the baseline is what the compiler assumes anyway.
enum class Vectors { baseline, avx2, avx512 };

/// The highest level that this processor has.
Vectors widest_vectors();

/// The kernel for processors that have `vectors`, or null where the standard does not define `op` for `type`. All
/// levels give the bits of the reference (reference/scalar.hpp), save for which NaN comes out of a sum or a product.
Kernel kernel(Op op, Type type, Vectors vectors = widest_vectors());

}  // namespace tutti
