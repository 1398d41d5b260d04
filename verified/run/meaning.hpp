// What the steps of one rank mean for given extents: what its messages carry, and what its slots hold in the end. In
// symbols, for the contents of what arrives are not known. `interpret` (verified/schedule/interpret.hpp) is no help: it
// runs the steps of all ranks on a cell for each slot of each, and knows no messages and no elements.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "verified/run/contents.hpp"
#include "verified/run/plan.hpp"

namespace tutti {

/// Thrown: the first fault found.
struct Deviation {
  std::string what;
};

/// Where the data of a rank lies, as Extents and MPI 4.0 (6.4 to 6.11) have it.
class Buffers {
 public:
  Buffers(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Extents& extents, bool in_place);

  /// Consecutive slots that lie side by side, none of them empty.
  struct Part {
    Blocks slots;
    Place place;
    std::int64_t elements;
  };
  /// What the rank holds at the start, and what must be there in the end; by slots.
  const std::vector<Part>& held() const { return held_; }
  const std::vector<Part>& due() const { return due_; }

  /// The size of a slot that concerns the rank. Throws Deviation where it is negative.
  std::int64_t size(int slot) const;
  /// In place the send buffer is the receive buffer.
  Area area_of(Area area) const { return area == Area::input ? area_of_input_ : area; }

 private:
  void add(std::vector<Part>& to, int slot, const Place& place) const;

  const Schedule& schedule_;
  Rank rank_;
  const Extents& extents_;
  Area area_of_input_;
  std::vector<Part> held_, due_;
};

/// Runs the steps of one rank on symbols.
class Meaning {
 public:
  /// Throws Deviation for steps and extents that mean nothing.
  Meaning(const Schedule& schedule, Collective collective, Rank rank, const Buffers& buffers, Sources& sources);

  /// What a message has to be.
  struct Message {
    bool sent;  ///< or received
    Rank peer;
    int tag;
    std::int64_t elements = 0;
    Contents contents = {};
    bool posted = false;  ///< by the plan

    std::pair<bool, Rank> channel() const { return {sent, peer}; }
  };
  /// How many rounds have messages of this rank.
  std::size_t rounds() const { return rounds_.size(); }
  /// Those of one of these rounds, sorted by channel.
  std::span<Message> messages(std::size_t round) {
    return std::span(messages_).subspan(rounds_[round].first, rounds_[round].second);
  }

  /// What is there before anything happens.
  Contents at_start(const Buffers::Part& part) const { return Contents({buffer_, part.place.at, part.elements}); }
  /// What is in the slots in the end. Throws Deviation where that is nothing.
  Contents held_in(const Blocks& run) const;

 private:
  void line_up();
  void run(const Round& round, int tag);
  void take_part(std::span<const Step> message, int tag);
  void take_effect(const Step& s, const Contents& carried);

  std::int64_t begin(int slot) const { return begins_[static_cast<std::size_t>(slot)]; }
  std::int64_t length(const Blocks& run) const { return begin(run.first + run.count) - begin(run.first); }

  /// What a step puts into slots of this rank.
  struct Effect {
    const Step* step;
    Contents carried;
  };

  const Schedule& schedule_;
  Collective collective_;
  Rank rank_;
  const Buffers& buffers_;
  Sources& sources_;
  int buffer_;                   ///< the source that the buffer is in which the rank holds something
  std::vector<Effect> effects_;  ///< of the round
  std::vector<Message> messages_;
  std::vector<std::pair<std::size_t, std::size_t>> rounds_;  ///< the first message and how many
  std::vector<std::int64_t> begins_;  ///< where each slot begins in `slots_`, and where the last one ends
  AreaContents slots_;
};

}  // namespace tutti
