// Operators in C for the tests of symbolic execution: compiled twice, as bitcode and as machine code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verified/op/function.hpp"
#include "verified/op/ir/execute.hpp"
#include "verified/op/prove/summary.hpp"
#include "verified/system/temporary_folder.hpp"

namespace tutti::op {

Type scalar_type(Scalar scalar);
Type array_type(Scalar scalar, int count);
Type struct_type(const std::vector<std::pair<std::string, Scalar>>& members);

/// A C or C++ file (by the suffix) with functions `void f(void *in, void *inout, int *len, void *datatype)`.
class Snippet {
 public:
  explicit Snippet(const std::string& source, const std::string& suffix = ".c",
                   const std::vector<std::string>& flags = {});
  ~Snippet();
  Snippet(const Snippet&) = delete;
  Snippet& operator=(const Snippet&) = delete;

  const Module& module() const { return *module_; }
  /// inoutvec after the call of the machine code; nothing where the compiler's checks find undefined arithmetic.
  std::optional<std::vector<std::byte>> run(const std::string& function, std::vector<std::byte> in,
                                            std::vector<std::byte> inout, int len);

 private:
  TemporaryFolder folder_{"tutti-op"};
  std::string file_;
  std::optional<Module> module_;
  void* library_ = nullptr;
};

struct Evaluated {
  std::vector<std::string> faults;     ///< that happen: "undefined: signed overflow of an addition"
  std::vector<std::byte> result;       ///< padding is 0
  std::vector<std::string> undecided;  ///< leaves whose terms do not become literals
};

/// A summary on concrete operands.
class Evaluator {
 public:
  Evaluator(const Type& type, const Summary& summary);
  Evaluated operator()(const std::vector<std::byte>& in, const std::vector<std::byte>& inout) const;

 private:
  void put(z3::expr_vector& terms, const std::vector<std::byte>& bytes) const;

  Type type_;
  Summary summary_;
  std::optional<z3::expr_vector> constants_;
  std::optional<z3::expr> all_terms_;  ///< the faults' conditions and the results, so that they share subterms
};

const char* name_of(Fault::Kind kind);
/// The leaves' bytes are the same, but that all NaNs are one value.
bool same_values(const Type& type, const std::vector<std::byte>& a, const std::vector<std::byte>& b);
/// Random elements with edge values; padding is 0. `draw(n)` is a number in [0, n).
std::vector<std::byte> draw_elements(const Type& type, int len, const std::function<int(int)>& draw);

}  // namespace tutti::op
