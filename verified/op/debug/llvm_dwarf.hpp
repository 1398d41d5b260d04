// libLLVM's reader of DWARF. Its headers include one for printing, which clang 14 does not compile as C++20 with the
// library of GCC 12: there it has a vector of a type that is not complete. What they need of that one stands here.
#pragma once
#include <llvm/ADT/StringRef.h>

#define LLVM_SUPPORT_SCOPEDPRINTER_H  // NOLINT: its guard

namespace llvm {

class ScopedPrinter;

template <class T>
struct EnumEntry {
  StringRef Name, AltName;
  T Value;
};

}  // namespace llvm

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFDie.h>
#include <llvm/Object/ObjectFile.h>
