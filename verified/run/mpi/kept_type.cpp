#include "verified/run/mpi/kept_type.hpp"

#include <atomic>
#include <mutex>

#include "verified/run/mpi/envelope.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {

struct KeptType::Kept {
  explicit Kept(MPI_Datatype given) {
    check(MPI_Type_contiguous(1, given, &own), "MPI_Type_contiguous");
    check(MPI_Type_commit(&own), "MPI_Type_commit");
  }
  ~Kept() {
    int finalized = 0;
    if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) MPI_Type_free(&own);
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  MPI_Datatype own = MPI_DATATYPE_NULL;
  mutable std::atomic<bool> given_lives = true;

  /// The one that is kept of that datatype, which has it as an attribute.
  static std::shared_ptr<const Kept> of(MPI_Datatype given);

 private:
  using Weak = std::weak_ptr<const Kept>;

  /// What MPI calls when the datatype is freed.
  static int freed(MPI_Datatype, int, void* attribute, void*) {
    auto* const weak = static_cast<Weak*>(attribute);
    if (const auto kept = weak->lock()) kept->given_lives = false;
    delete weak;
    return MPI_SUCCESS;
  }

  static int key() {
    static const int made = [] {
      int key = MPI_KEYVAL_INVALID;
      check(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, freed, &key, nullptr), "MPI_Type_create_keyval");
      return key;
    }();
    return made;
  }
};

std::shared_ptr<const KeptType::Kept> KeptType::Kept::of(MPI_Datatype given) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  Weak* known = nullptr;
  int found = 0;
  check(MPI_Type_get_attr(given, key(), &known, &found), "MPI_Type_get_attr");
  if (found)
    if (auto kept = known->lock()) return kept;
  auto kept = std::make_shared<const Kept>(given);
  if (found) {
    *known = kept;
    return kept;
  }
  auto attribute = std::make_unique<Weak>(kept);
  check(MPI_Type_set_attr(given, key(), attribute.get()), "MPI_Type_set_attr");
  static_cast<void>(attribute.release());
  return kept;
}

namespace {

/// SMPI 3.32 packs the duplicate of a vector out of its memory, and one element of it as if it had no holes. So there a
/// datatype must outlive the collective.
#ifdef SMPI_H
constexpr bool can_duplicate = false;
#else
constexpr bool can_duplicate = true;
#endif

}  // namespace

KeptType::KeptType(MPI_Datatype given) : given_(given), predefined_(is_predefined(given)) {
  if (!predefined_ && can_duplicate) kept_ = Kept::of(given);
}

MPI_Datatype KeptType::own() const { return kept_ ? kept_->own : given_; }
MPI_Datatype KeptType::given() const { return given_lives() ? given_ : kept_->own; }
bool KeptType::given_lives() const { return !kept_ || kept_->given_lives; }

}  // namespace tutti::mpi
