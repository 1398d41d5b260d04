// What a schedule costs: its replay in the papers' single-ported model or in LogGP, and its volume.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "spec/schedule.hpp"

namespace tutti {

/// The papers' cost model (Rabenseifner 3.1). A two-way message of m bytes takes alpha + m*beta, a one-way message
/// alpha_uni + m*beta_uni, and folding m bytes m*gamma.
struct Prices {
  double alpha;    ///< seconds per message
  double beta;     ///< seconds per byte sent
  double gamma;    ///< seconds per byte folded
  double f_alpha;  ///< alpha_uni / alpha, in the papers 0.5 (simplex network) to 1 (full duplex)
  double f_beta;   ///< beta_uni / beta, likewise
  double alpha_uni() const { return f_alpha * alpha; }
  double beta_uni() const { return f_beta * beta; }
};

/// What messages of at least so many bytes cost, where they do not all lie on one line: a transport has one for each of
/// its protocols, and each cache that a message no longer fits into begins another one.
struct Regime {
  double from;                 ///< bytes, as large as a message of the regime is at least: maybe no whole number
  double alpha, beta;          ///< of a two-way message, as in Prices
  double alpha_uni, beta_uni;  ///< of a one-way message
  bool operator==(const Regime&) const = default;
};

/// The prices of the LogGP model (Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995). A message of m bytes has been
/// received L + 2o + mG after the start of its send; two messages leave or enter a rank at least g + mG apart. (The
/// authors have m - 1 for m, which gives no meaning to an empty message.)
struct LogGP {
  double latency;       ///< L, seconds on the way
  double overhead;      ///< o, seconds that each end's processor spends on a message
  double gap;           ///< g, seconds between two messages of one rank
  double gap_per_byte;  ///< G, seconds per byte of a long message
};

/// Seconds until the last rank has finished, for a vector of `bytes` >= 0 bytes cut into schedule.parts() equal parts.
/// Every rank has one send and one receive port. The messages of a round start in the order in which they are listed,
/// as soon as both ranks have finished their earlier rounds and the two ports are free. A message is one-way where its
/// sender receives nothing in that round and its receiver sends nothing in it; shifts round a ring are two-way, as in
/// Rabenseifner 3.1. A rank has finished a round when its messages have ended and then, gamma per byte, its folds; a
/// fold inside the rank counts, a move there costs nothing. The schedule must hold the steps of all ranks. O(steps).
double replay(const Schedule& schedule, const Prices& prices, double bytes);

/// The same where messages have the prices of the last regime that begins at or below their size; `regimes` ascend, and
/// the first is from 0.
double replay(const Schedule& schedule, std::span<const Regime> regimes, double gamma, double bytes);

/// The same in LogGP, with gamma seconds per byte folded. A rank has one send and one receive port, which do not
/// disturb each other. A message of m bytes begins when its sender has finished its earlier rounds, whether or not its
/// receiver has. The sender is busy for o + m*G, and its port may begin the next one after max(o, g + m*G), in the same
/// round or a later one. L after the sender the message is there; its receiver spends o on it, once it has finished its
/// earlier rounds and max(o, g + m*G) after it has begun with the one before. A rank has finished a round when its
/// messages have ended and then its folds.
///
/// With o = g = 0, L = alpha, G = beta no schedule takes longer than under the papers' prices with f_alpha = f_beta =
/// 1, and exactly as long if in every round with messages every rank sends one message, receives one and folds, all the
/// same number of bytes. Elsewhere it can take less: a sender goes on before its message has arrived, and need not wait
/// for a receiver.
double replay(const Schedule& schedule, const LogGP& prices, double gamma, double bytes);

/// Seconds as a function of the bytes.
struct PathTime {
  double fixed;
  double per_byte;
  double at(double bytes) const { return fixed + per_byte * bytes; }
};

/// The time of the path through the schedule that lasts longest for `bytes`, where it is the replay. For other bytes
/// the replay takes at least as long: it is the maximum over all paths, and so convex and piecewise linear.
PathTime longest_path(const Schedule& schedule, const Prices& prices, double bytes);
/// With regimes: each message has the prices that it has in the replay of `priced_at` bytes, whatever `bytes` are. So
/// what is said above holds for all bytes between two at which a message comes into another regime.
PathTime longest_path(const Schedule& schedule, std::span<const Regime> regimes, double gamma, double bytes,
                      double priced_at);
PathTime longest_path(const Schedule& schedule, const LogGP& prices, double gamma, double bytes);

/// From how many bytes of the vector on, cut into `parts` equal parts, a message of `blocks` of them is in the regime
/// or a later one: an empty message never is, if it is not the first. Where bytes are whole numbers of at most 2^53 /
/// parts, as `from` is, no rounding moves a message on the boundary to the other side.
double begins_at(const Regime& regime, int blocks, int parts);

/// How many of the vector's parts its messages carry, ascending, each number once, without 0. The schedule must hold
/// the steps of all ranks.
std::vector<int> message_sizes(const Schedule& schedule);

/// How much goes where. Bytes are shares of n, the size of the vector at one rank. Moves inside a rank are no messages.
struct Volume {
  int rounds = 0;             ///< those with any step
  std::int64_t messages = 0;  ///< of all ranks
  double folded_by_all = 0;   ///< bytes folded by all ranks together: p - 1 is the least possible (Rabenseifner 3.1)

  // The maximum over the ranks, of each for itself:
  int rank_rounds = 0;    ///< rounds in which the rank has a step
  int rank_messages = 0;  ///< sends and receives
  double sent = 0, received = 0, folded = 0;
};

/// The schedule must hold the steps of all ranks. O(steps).
Volume volume(const Schedule& schedule);

}  // namespace tutti
