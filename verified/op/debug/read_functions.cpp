#include "verified/op/debug/read_functions.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "verified/op/debug/die.hpp"

namespace tutti::op::debug {
namespace {

using namespace llvm::dwarf;
using llvm::DWARFDie;

Language language_of(const DWARFDie& unit) {
  if (is_fortran(unit)) return Language::fortran;
  switch (toUnsigned(unit.find(DW_AT_language), 0)) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11: return Language::c;
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14: return Language::cpp;
    default: return Language::other;
  }
}

bool is_type(const DWARFDie& die) {
  return die && (die.getTag() == DW_TAG_structure_type || die.getTag() == DW_TAG_class_type);
}

/// The declaration or abstract instance from which all that is known of the function comes.
DWARFDie root_of(DWARFDie die) {
  for (auto origin = origin_of(die); origin; origin = origin_of(die)) die = origin;
  return die;
}

/// Whether it is the class of a lambda, which has no name, or one that no program writes.
bool is_closure(const DWARFDie& type) {
  return is_type(type) && (name_of(type).empty() || name_of(type).starts_with("<lambda"));
}

/// By which a lambda is called as a function, in gcc and clang.
bool is_invoker(const DWARFDie& function) {
  const auto name = name_of(function);
  return (name == "_FUN" || name == "__invoke") && is_closure(root_of(function).getParent());
}

/// As a program in the same unit writes it: what is in no named namespace has its name alone.
std::string written(std::string name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (auto at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed)) name.erase(at, unnamed.size());
  return name;
}

std::string scopes_of(const DWARFDie& function) {
  std::string scopes;
  for (auto scope = root_of(function).getParent(); scope; scope = scope.getParent())
    if ((is_type(scope) || scope.getTag() == DW_TAG_namespace) && !name_of(scope).empty())
      scopes = written(name_of(scope)) + "::" + scopes;
  return scopes;
}

std::string absolute(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).lexically_normal().string();
}

std::string text_at(const DWARFDie& die, Attribute attribute) {
  const char* text = toString(die.findRecursively(attribute), nullptr);
  return text ? text : "";
}

std::optional<std::uint64_t> address_of(const DWARFDie& function) {
  if (const auto low = toAddress(function.find(DW_AT_low_pc))) return *low;
  if (const auto entry = toAddress(function.find(DW_AT_entry_pc))) return *entry;
  auto ranges = function.getAddressRanges();
  if (!ranges) {
    llvm::consumeError(ranges.takeError());
    return {};
  }
  return ranges->empty() ? std::nullopt : std::optional(ranges->front().LowPC);
}

std::vector<DWARFDie> parameters_of(const DWARFDie& function) {
  std::vector<DWARFDie> all;
  for (const auto& child : function.children())
    if (child.getTag() == DW_TAG_formal_parameter) all.push_back(child);
  return all;
}

DieNode pointee(const DieNode& declared, Tag tag = DW_TAG_pointer_type) {
  const auto type = bare(declared);
  return type && type.tag() == tag ? bare(type.base()) : DieNode(DWARFDie());
}

bool is_address(const DWARFDie& parameter) {
  const auto type = bare(DieNode::type_of(parameter));
  return type && (type.tag() == DW_TAG_pointer_type || type.tag() == DW_TAG_reference_type);
}

bool is_operator(const DWARFDie& function, bool fortran) {
  const auto parameters = parameters_of(function);
  if (parameters.size() != 4) return false;
  if (fortran) return true;
  const auto length = pointee(DieNode::type_of(parameters[2]));
  return std::ranges::all_of(parameters, is_address) && (!length || length.tag() == DW_TAG_base_type);
}

/// What the variables in a function say, in blocks and in what is inlined there, too.
class Variables {
 public:
  explicit Variables(bool fortran) : fortran_(fortran) {}

  void add_parameters(const DWARFDie& function) {
    const auto parameters = parameters_of(function);
    for (std::size_t i = 0; i < 2 && i < parameters.size(); ++i) {
      const auto type = DieNode::type_of(parameters[i]);
      if (fortran_ && type)
        add(of_parameters_, parameters[i], type.said_of_elements());
      else
        add_pointee(of_parameters_, parameters[i], DW_TAG_pointer_type);
    }
  }
  void add_body(const DWARFDie& block) {
    for (const auto& child : block.children()) {
      if (child.getTag() == DW_TAG_variable) {
        const auto type = bare(DieNode::type_of(child));
        if (type && type.is_array_pointer()) add(pointers_, child, type.said_of_elements());
        add_pointee(pointers_, child, DW_TAG_pointer_type);
        add_pointee(references_, child, DW_TAG_reference_type);
      }
      if (child.getTag() == DW_TAG_lexical_block || child.getTag() == DW_TAG_inlined_subroutine) add_body(child);
    }
  }
  std::vector<SeenType> types() const {
    for (const auto* all : {&of_parameters_, &pointers_, &references_})
      if (!all->empty()) return *all;
    return {};
  }

 private:
  static void add_pointee(std::vector<SeenType>& to, const DWARFDie& variable, Tag tag) {
    if (const auto type = pointee(DieNode::type_of(variable), tag)) add(to, variable, said(type));
  }
  static void add(std::vector<SeenType>& to, const DWARFDie& variable, const std::string& text) {
    if (std::ranges::none_of(to, [&](const SeenType& seen) { return seen.text == text; }))
      to.push_back({text, static_cast<int>(toUnsigned(variable.findRecursively(DW_AT_decl_line), 0))});
  }

  bool fortran_;
  std::vector<SeenType> of_parameters_, pointers_, references_;
};

/// The functions of a compilation unit.
class Unit {
 public:
  /// `linked` is what stands in the binary: the unit itself, or what stands for it where it is in another file.
  Unit(llvm::DWARFUnit& linked, const DWARFDie& die, std::vector<BinaryFunction>& all)
      : linked_(linked),
        die_(die),
        source_(absolute(text_at(die, DW_AT_comp_dir), text_at(die, DW_AT_name))),
        all_(all) {
    collect(die);
    for (const auto& function : functions_)
      if (const auto address = address_of(function); address && !parameters_of(function).empty())
        all_.push_back(described(function, *address));
  }

 private:
  void collect(const DWARFDie& parent) {
    for (const auto& child : parent.children()) {
      if (child.getTag() == DW_TAG_subprogram) {
        functions_.push_back(child);
        bodies_[root_of(child).getOffset()].push_back(child);
        if (const auto closure = root_of(child).getParent(); name_of(child) == "operator()" && is_closure(closure))
          bodies_[closure.getOffset()].push_back(child);
      }
      if (child.hasChildren()) collect(child);
    }
  }

  /// Where debug information says that it is declared; else the line is 0.
  SourceLine place_of_die(const DWARFDie& die) const {
    const auto file = die.findRecursively(DW_AT_decl_file);
    const auto index = file ? number_of(*file) : std::nullopt;
    auto* unit = die.getDwarfUnit()->isDWOUnit() ? &linked_ : die.getDwarfUnit();
    const auto* lines = index ? linked_.getContext().getLineTableForUnit(unit) : nullptr;
    std::string name;
    constexpr auto kind = llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath;
    if (!lines || !lines->getFileNameByIndex(static_cast<std::uint64_t>(*index), unit->getCompilationDir(), kind, name))
      return {"", 0};
    return {absolute("", name), static_cast<int>(die.getDeclLine())};
  }
  /// gcc may say it only of the closure of a lambda.
  SourceLine place_of_function(const DWARFDie& function) const {
    const auto place = place_of_die(function);
    return place.line == 0 && is_invoker(function) ? place_of_die(root_of(function).getParent()) : place;
  }

  BinaryFunction described(const DWARFDie& function, std::uint64_t address) {
    const bool is_meant = is_operator(function, is_fortran(die_));
    BinaryFunction f{.is_operator = is_meant,
                     .name = scopes_of(function) + written(name_of(function)),
                     .last_name = written(name_of(function)),
                     .symbol = text_at(function, DW_AT_linkage_name),
                     .address = address,
                     .defined = place_of_function(function),
                     .source = source_,
                     .language = language_of(die_),
                     .producer = text_at(die_, DW_AT_producer),
                     .types = is_meant ? types_of(function) : std::vector<SeenType>{}};
    if (is_invoker(function)) {
      f.name = f.defined.file + ":" + std::to_string(f.defined.line);
      f.last_name = "";
    }
    return f;
  }
  std::vector<SeenType> types_of(const DWARFDie& function) {
    Variables variables(is_fortran(die_));
    const auto root = root_of(function);
    variables.add_parameters(root);
    variables.add_parameters(function);
    for (const auto& body : bodies_[is_invoker(function) ? root.getParent().getOffset() : root.getOffset()])
      variables.add_body(body);
    return variables.types();
  }

  llvm::DWARFUnit& linked_;
  DWARFDie die_;
  std::string source_;  ///< the file that was compiled
  std::vector<BinaryFunction>& all_;
  std::vector<DWARFDie> functions_;
  std::map<std::uint64_t, std::vector<DWARFDie>> bodies_;  ///< by the offsets of their roots, and of closures
};

void ignore(llvm::Error error) { llvm::consumeError(std::move(error)); }

}  // namespace

std::vector<BinaryFunction> read_functions(const std::string& file) {
  auto object = llvm::object::ObjectFile::createObjectFile(file);
  if (!object) throw InputError(" cannot be read: " + toString(object.takeError()));
  const auto context = llvm::DWARFContext::create(
      *object->getBinary(), llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr, "", ignore, ignore);
  std::vector<BinaryFunction> all;
  for (const auto& unit : context->compile_units())
    if (const auto die = unit->getNonSkeletonUnitDIE(false)) Unit(*unit, die, all);
  return all;
}

}  // namespace tutti::op::debug
