// The map "fastest algorithm by p and bytes" (Rabenseifner, extended version, Fig. 4), and how far one algorithm is
// from the fastest (Figs. 6-9).
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "verified/choose/price.hpp"

namespace tutti {

struct MapRequest {
  std::vector<const Algorithm*> algorithms;  ///< of one collective, each once
  std::vector<int> ranks;                    ///< ascending
  std::vector<double> bytes;                 ///< ascending
  Rank root = 0;                             ///< below the smallest p
  Profile profile;
  Model model = Model::papers;
  int jobs = 1;                                                    ///< threads
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< may be empty; called by one thread at a time
};

/// The times at all points of a grid.
struct Map {
  std::vector<const Algorithm*> algorithms;
  std::vector<int> ranks;
  std::vector<double> bytes;
  /// seconds[a][i * bytes.size() + j] for algorithm a, p = ranks[i] and bytes[j]: of a family the best shape; infinite
  /// where the algorithm has no schedule for that p.
  std::vector<std::vector<double>> seconds;
};

/// The p of a map: all up to 17, and above that 1, 5/4, 3/2 and 7/4 times each power of two, and the two p beside each
/// power of two, up to 1024.
std::vector<int> map_ranks();

/// The sizes of a map, in bytes: from 8 to 16 Mi in factors of the square root of 2, rounded to whole bytes.
std::vector<double> map_bytes();

/// Proves and prices everything asked for. Throws NotProved.
Map price_map(const MapRequest& request);

/// For each point the number of the fastest algorithm; -1 where none has a schedule. Where several are equally fast (to
/// a relative 1e-9), it is the one that is fastest alone at most points, then the first.
std::vector<int> fastest(const Map& map);

/// For each point the time of algorithm number `named` divided by that of the fastest; infinite where it has none.
std::vector<double> ratios(const Map& map, int named);

/// The map as SVG, coloured by the fastest algorithm. In each column, what is alike carries the letter of the legend,
/// so that nothing depends on colours. The p axis is logarithmic: octaves are of one width, and so are the columns of
/// one octave. `caption` is a title and lines of text, separated by line breaks.
std::string print_svg(const Map& map, std::string_view caption);

/// The same, coloured by the ratio of algorithm number `named` to the fastest.
std::string print_svg(const Map& map, std::string_view caption, int named);

}  // namespace tutti
