#include "verified/conform/worker/call.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "verified/call/procedures.hpp"
#include "verified/conform/worker/declined.hpp"
#include "verified/conform/worker/error_text.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Form;
using tutti::conform::Insignificant;
using tutti::conform::Kind;
using tutti::conform::Procedure;
using tutti::conform::Significant;
using tutti::conform::Wrong;

namespace {

/// A pointer that nobody may follow.
void* no_memory() {
  static std::byte* const page = [] {
    void* made = mmap(nullptr, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return static_cast<std::byte*>(made);
  }();
  return page;
}

/// A side in the numbers of the procedure: counts are int or MPI_Count, displacements int or MPI_Aint. Behind the end
/// of each list stands what is no count and no type, lest an MPI that looks there gets away with it.
template <class Count, class Displacement>
struct Numbers {
  void* buffer;
  std::vector<Count> counts;
  std::vector<Displacement> displacements;
  std::vector<MPI_Datatype> types;

  bool has_counts = true, has_types = true;
  void* instead = nullptr;  ///< of lists that are not significant

  Numbers(const Side& side, Insignificant insignificant)
      : buffer(side.buffer),
        counts(side.counts.begin(), side.counts.end()),
        displacements(side.displacements.begin(), side.displacements.end()),
        types(side.types) {
    counts.push_back(-1);
    displacements.push_back(0);
    types.push_back(MPI_DATATYPE_NULL);
    if (side.significant == Significant::all) return;
    using enum Insignificant;
    const auto is_one_of = [&](auto... these) { return ((insignificant == these) || ...); };
    if (insignificant == garbage) instead = no_memory();
    if (buffer != MPI_IN_PLACE && is_one_of(no_buffer, null, garbage)) buffer = instead;
    if (side.significant == Significant::all_but_buffer) return;
    if (insignificant == zero) {
      std::ranges::fill(counts, Count{0});
      std::ranges::fill(types, MPI_BYTE);
    }
    if (is_one_of(no_count, null, garbage)) {
      has_counts = false;
      counts = {-1, -1};
    }
    if (is_one_of(no_type, null, garbage)) {
      has_types = false;
      types = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};
    }
  }
  const Count* count_list() const { return has_counts ? counts.data() : static_cast<const Count*>(instead); }
  const Displacement* displacement_list() const {
    return has_counts ? displacements.data() : static_cast<const Displacement*>(instead);
  }
  const MPI_Datatype* type_list() const { return has_types ? types.data() : static_cast<const MPI_Datatype*>(instead); }
  /// Where there is one for all blocks; where there is no block, none of nothing.
  Count count() const { return counts.size() == 1 ? 0 : counts.front(); }
  MPI_Datatype type() const { return types.size() == 1 ? MPI_BYTE : types.front(); }
};

template <class Count, class Displacement>
struct BothSides {
  Numbers<Count, Displacement> send, receive;

  BothSides(const Arguments& a, Insignificant insignificant)
      : send(a.send, insignificant), receive(a.receive, insignificant) {
    if (insignificant != Insignificant::other_buffer) return;
    if (a.receive.significant != Significant::all)
      take(receive, send);
    else if (a.send.significant != Significant::all)
      take(send, receive);
  }

 private:
  using Side = Numbers<Count, Displacement>;
  static void take(Side& to, const Side& from) {
    if (to.buffer != MPI_IN_PLACE && from.buffer != MPI_IN_PLACE) to.buffer = from.buffer;
  }
};

using Small = BothSides<int, int>;
using SmallTyped = BothSides<int, MPI_Aint>;  ///< of MPI_Neighbor_alltoallw
using Large = BothSides<MPI_Count, MPI_Aint>;

template <class F>
using Plain = std::type_identity_t<F>;

/// Calls the function of that form.
template <class... A>
int call(Form form, MPI_Request* request, int (*blocking)(A...), Plain<int (*)(A..., MPI_Request*)> nonblocking,
         Plain<int (*)(A..., MPI_Info, MPI_Request*)> persistent, Plain<A>... arguments) {
  switch (form) {
    case Form::blocking: return blocking(arguments...);
    case Form::nonblocking: return nonblocking(arguments..., request);
    case Form::persistent: return persistent(arguments..., MPI_INFO_NULL, request);
  }
  __builtin_unreachable();
}

#if MPI_VERSION >= 4
#define TUTTI_FORMS(Name, name) MPI_##Name, MPI_I##name, MPI_##Name##_init
#define TUTTI_CALL(Name, name, ...)                                                                \
  if constexpr (std::is_same_v<Lists, Large>)                                                      \
    return call(form, request, MPI_##Name##_c, MPI_I##name##_c, MPI_##Name##_init_c, __VA_ARGS__); \
  else                                                                                             \
    return call(form, request, TUTTI_FORMS(Name, name), __VA_ARGS__)
#else
#define TUTTI_FORMS(Name, name) MPI_##Name, MPI_I##name, nullptr
#define TUTTI_CALL(Name, name, ...) return call(form, request, TUTTI_FORMS(Name, name), __VA_ARGS__)
#endif
#define TUTTI_NONE(side)
#define TUTTI_BUFFER(side) side.buffer,
#define TUTTI_ONE(side) side.buffer, side.count(), side.type(),
#define TUTTI_COUNTS(side) side.buffer, side.count_list(), side.type(),
#define TUTTI_MANY(side) side.buffer, side.count_list(), side.displacement_list(), side.type(),
#define TUTTI_TYPED(side) side.buffer, side.count_list(), side.displacement_list(), side.type_list(),
#define TUTTI_OP a.op,
#define TUTTI_NO_OP
#define TUTTI_ROOT a.root,
#define TUTTI_NO_ROOT
#define TUTTI_CASE(Name, name, NAME, send, receive, op, root) \
  case Procedure::name: TUTTI_CALL(Name, name, TUTTI_##send(s) TUTTI_##receive(r) TUTTI_##op TUTTI_##root a.comm);

/// The only one whose displacements are MPI_Aint even where its counts are int.
template <class Lists>
int perform_typed(Form form, const Arguments& a, const Lists& lists, MPI_Request* request) {
  const auto& [s, r] = lists;
  TUTTI_CALL(Neighbor_alltoallw, neighbor_alltoallw, TUTTI_TYPED(s) TUTTI_TYPED(r) a.comm);
}

template <class Lists>
int perform(Procedure procedure, Form form, const Arguments& a, const Lists& lists, MPI_Request* request) {
  const auto& [s, r] = lists;
  switch (procedure) {
    TUTTI_COLLECTIVES(TUTTI_CASE)
    TUTTI_NEIGHBOUR_COLLECTIVES(TUTTI_CASE)
    case Procedure::neighbor_alltoallw:
      if constexpr (std::is_same_v<Lists, Small>)
        return MPI_ERR_INTERN;  // see MpiCall::MpiCall
      else
        return perform_typed(form, a, lists, request);
    case Procedure::barrier: return call(form, request, TUTTI_FORMS(Barrier, barrier), a.comm);
    default: return MPI_ERR_UNSUPPORTED_OPERATION;
  }
}

#undef TUTTI_CASE
#undef TUTTI_NONE
#undef TUTTI_BUFFER
#undef TUTTI_ONE
#undef TUTTI_COUNTS
#undef TUTTI_MANY
#undef TUTTI_TYPED
#undef TUTTI_OP
#undef TUTTI_NO_OP
#undef TUTTI_ROOT
#undef TUTTI_NO_ROOT
#undef TUTTI_CALL
#undef TUTTI_FORMS

std::string in_lower_case_after_i(std::string_view mpi_name) {
  auto name = "MPI_I" + std::string(mpi_name.substr(4));
  name[5] = static_cast<char>(name[5] - 'A' + 'a');
  return name;
}

bool waits(const Case& c) { return c.form != Form::blocking; }

}  // namespace

struct MpiCall::Lists {
#if MPI_VERSION >= 4
  std::variant<Small, SmallTyped, Large> of;
#else
  std::variant<Small, SmallTyped> of;
#endif
};

std::string name_of_call(const Case& c) {
  const auto& mpi_name = row(c.procedure).mpi_name;
  auto name = c.form == Form::nonblocking ? in_lower_case_after_i(mpi_name) : std::string(mpi_name);
  if (c.form == Form::persistent) name += "_init";
  return c.large_count ? name + "_c" : name;
}

tutti::conform::Offer procedures_offered() {
  tutti::conform::Offer offer;
#if MPI_VERSION < 4
  offer.persistent = offer.large_count = false;
#endif
#ifdef SMPI_H
  offer.intercommunicators = offer.neighbours = false;
#endif
  return offer;
}

std::optional<std::string> lacking(const Case& c) { return lacking(procedures_offered(), c); }

std::optional<std::vector<std::byte>> Call::bits_due(const Operator&, const std::vector<const std::byte*>&,
                                                     std::int64_t) const {
  return std::nullopt;
}

/// Buffers that begin at MPI_BOTTOM: addresses are displacements of their blocks; or of their datatypes, whose bounds
/// are those of the datatypes that stood there before, so that elements lie as far apart.
struct MpiCall::AtBottom {
  AtBottom(const Case& c, Arguments& a) {
    for (auto* side : {&a.send, &a.receive}) {
      if (side->buffer == MPI_IN_PLACE || side->types.empty()) continue;
      MPI_Aint address;
      MPI_Get_address(side->buffer, &address);
      if (tutti::conform::addresses_are_displacements(c))
        for (auto& displacement : side->displacements) displacement += address;
      else
        for (auto& type : side->types) types.push_back(type = moved(type, address));
      side->buffer = MPI_BOTTOM;
    }
  }
  ~AtBottom() {
    for (auto& type : types) MPI_Type_free(&type);
  }
  AtBottom(const AtBottom&) = delete;
  AtBottom& operator=(const AtBottom&) = delete;

 private:
  static MPI_Datatype moved(MPI_Datatype type, MPI_Aint address) {
    const int one = 1;
    MPI_Aint lower, extent;
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Datatype at_address, made;
    MPI_Type_create_hindexed(1, &one, &address, type, &at_address);
    MPI_Type_create_resized(at_address, lower, extent, &made);
    MPI_Type_free(&at_address);
    MPI_Type_commit(&made);
    return made;
  }
  std::vector<MPI_Datatype> types;
};

MpiCall::MpiCall(const Case& c, Arguments arguments) : case_(c), arguments_(std::move(arguments)) {
  if (c.bottom) at_bottom_ = std::make_unique<AtBottom>(c, arguments_);
  if (c.freed) freed_ = std::make_unique<Freed>(arguments_);
#if MPI_VERSION >= 4
  if (c.large_count) {
    lists_ = std::make_unique<Lists>(Lists{Large(arguments_, c.insignificant)});
    return;
  }
#endif
  if (c.procedure == Procedure::neighbor_alltoallw)
    lists_ = std::make_unique<Lists>(Lists{SmallTyped(arguments_, c.insignificant)});
  else
    lists_ = std::make_unique<Lists>(Lists{Small(arguments_, c.insignificant)});
}

void StartedTogether::add(MPI_Request& request, std::function<void(int code)> begun) {
  members_.push_back({&request, std::move(begun)});
}

void StartedTogether::start(std::size_t first) {
  if (members_.empty()) return;
  const auto middle = members_.begin() + static_cast<std::ptrdiff_t>(first % members_.size());
  std::rotate(members_.begin(), middle, members_.end());  // clang 14 compiles no std::ranges::rotate of g++ 12
  std::vector<MPI_Request> requests;
  for (const auto& m : members_) requests.push_back(*m.request);
  const int code = MPI_Startall(static_cast<int>(requests.size()), requests.data());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    *members_[i].request = requests[i];
    members_[i].begun(code);
  }
  members_.clear();
}

/// Not the program's to free, and a duplicate of it is no predefined datatype (MPI 4.0, 19.1.5).
bool is_predefined(int combiner) {
#ifndef SMPI_H
  if (combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER)
    return true;
#endif
  return combiner == MPI_COMBINER_NAMED;
}

/// A communicator and datatypes that nobody else uses, and an operator where it is the call's.
struct MpiCall::Freed {
  explicit Freed(Arguments& a) : op(a.frees_op ? a.op : MPI_OP_NULL) {
    MPI_Comm_dup(a.comm, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    a.comm = comm;
    for (auto* side : {&a.send, &a.receive})
      for (auto& type : side->types) {
        int integers, addresses, datatypes, combiner;
        MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
        if (is_predefined(combiner)) continue;
        MPI_Type_dup(type, &type);
        types.push_back(type);
      }
  }
  ~Freed() { free(); }
  Freed(const Freed&) = delete;
  Freed& operator=(const Freed&) = delete;
  void free() {
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    for (auto& type : types) MPI_Type_free(&type);
    types.clear();
    if (op != MPI_OP_NULL) MPI_Op_free(&op);
  }

  MPI_Comm comm = MPI_COMM_NULL;
  std::vector<MPI_Datatype> types;
  MPI_Op op;
};

MpiCall::~MpiCall() {
  if (request_ != MPI_REQUEST_NULL) MPI_Request_free(&request_);
}

bool MpiCall::succeeds(int code, const char* procedure) {
  if (code == MPI_SUCCESS) return true;
  const auto name = procedure ? procedure : name_of_call(case_);
  if (!error_) error_ = Wrong{Kind::unexpected_error, name + " returns " + error_text(code)}, error_code_ = code;
  return false;
}

void MpiCall::start() {
  under_way_ = true;
  if (request_ == MPI_REQUEST_NULL) {
    const auto perform_with = [this](const auto& lists) {
      if constexpr (std::is_same_v<std::decay_t<decltype(lists)>, SmallTyped>)
        return perform_typed(case_.form, arguments_, lists, &request_);
      else
        return perform(case_.procedure, case_.form, arguments_, lists, &request_);
    };
    under_way_ = succeeds(std::visit(perform_with, lists_->of));
  }
  if (case_.form == Form::persistent && under_way_) {
    if (together_)
      together_->add(request_, [this](int code) { under_way_ = succeeds(code, "MPI_Startall"); });
    else
      under_way_ = succeeds(MPI_Start(&request_), "MPI_Start");
  }
  declined_ = may_decline(case_, error_code_);
  if (freed_) freed_->free();
}

void MpiCall::finish() {
  if (waits(case_) && std::exchange(under_way_, false)) note(complete(case_, {&request_}));
}

void MpiCall::leave_to(CompletedTogether& together) {
  if (waits(case_) && std::exchange(under_way_, false))
    together.add(request_, [this](const Completed& completed) { note(completed); });
}

void MpiCall::note(const Completed& completed) {
  if (succeeds(completed.code, completed.procedure.c_str()) && !error_) error_ = completed.wrong;
}

std::unique_ptr<Call> call_mpi(const Case& c, const Group&, Arguments arguments) {
  return std::make_unique<MpiCall>(c, std::move(arguments));
}

}  // namespace tutti::mpi::conform
