#include "verified/check/smt/counts.hpp"

#include <string>

#include "verified/check/smt/count_arithmetic.hpp"

namespace tutti::smt {
namespace {

constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t max_int = std::numeric_limits<int>::max();
constexpr std::int64_t end_of_memory = std::int64_t{1} << 62;   // an address of memory is below it
constexpr std::int64_t packed_at_once = std::int64_t{1} << 30;  // bytes
constexpr int grain = 64;                                       // of temporary memory, and of own areas

/// The integers that a statement is about, what is assumed of them, and what C++ evaluates with them.
class Setting {
 public:
  explicit Setting(z3::context& context) : context_(context), obligations_(context), assumptions_(context) {}

  /// Any integer of 64 bits in [from, to].
  Term number(const char* name, std::int64_t from = 0, std::int64_t to = max64) {
    auto n = Term::integer(context_, name, 64, obligations_);
    shown_.push_back({name, n.value()});
    assume(constant(from) <= n.value() && n.value() <= constant(to));
    return n;
  }
  /// Any integer of mathematics.
  z3::expr unbounded(const char* name) {
    const auto n = context_.int_const(name);
    shown_.push_back({name, n});
    return n;
  }
  z3::expr constant(std::int64_t n) const { return context_.int_val(n); }
  void assume(const z3::expr& holds) { assumptions_.push_back(holds); }
  /// The code throws where it does not hold.
  void check(const Truth& holds) { obligations_.checked(holds.value); }
  void show(const char* name, const Term& n) { shown_.push_back({name, n.value()}); }

  /// Where the code does not throw, this holds of the integers of mathematics.
  Statement holds(const z3::expr& claim) {
    assume(obligations_.path());
    return {assumptions_, claim, shown_};
  }
  /// Until it throws, the code computes with C++ what is computed with the integers of mathematics.
  Statement exact() { return {assumptions_, obligations_.all(), shown_}; }

 private:
  z3::context& context_;
  Obligations obligations_;
  z3::expr_vector assumptions_;
  std::vector<Shown> shown_;
};

// --- lemmas: nonlinear facts that other statements assume of the terms in which they need them ---

/// a <= i <= b: i·e lies between a·e and b·e.
z3::expr product_lies_between(const z3::expr& a, const z3::expr& i, const z3::expr& b, const z3::expr& e) {
  return z3::implies(a <= i && i <= b, z3::implies(e >= 0, a * e <= i * e && i * e <= b * e) &&
                                           z3::implies(e <= 0, b * e <= i * e && i * e <= a * e));
}

/// (n - 1)·e + e = n·e.
z3::expr product_of_successor(const z3::expr& n, const z3::expr& e) { return (n - 1) * e + e == n * e; }

/// n >= 0, b > 0: n = b·(n / b) + n % b.
z3::expr quotient_and_rest(const z3::expr& n, const z3::expr& b) {
  const auto quotient = n / b, rest = z3::mod(n, b);
  return z3::implies(n >= 0 && b > 0,
                     n == b * quotient + rest && 0 <= rest && rest < b && 0 <= quotient && quotient <= n);
}

/// 0 <= i <= b: i·e lies between 0 and b·e.
z3::expr product_grows(const Term& i, const Term& b, const Term& e) {
  return product_lies_between(i.value().ctx().int_val(0), i.value(), b.value(), e.value());
}

/// Builds the queries.
class Theorems {
 public:
  explicit Theorems(const CountArithmetic& arithmetic) : arithmetic_(arithmetic) {}

  /// build(setting, arithmetic) is the statement.
  template <class Build>
  void add(const char* name, const char* states, Build build) {
    all_.push_back({std::string("counts/") + name, states, [a = arithmetic_, build](z3::context& context) {
                      Setting s(context);
                      return build(s, a);
                    }});
  }
  std::vector<Query> all() && { return std::move(all_); }

 private:
  CountArithmetic arithmetic_;
  std::vector<Query> all_;
};

using A = CountArithmetic;

void lemmas(Theorems& t) {
  t.add("lemma/product_lies_between", "for a <= i <= b, i·e lies between a·e and b·e", [](Setting& s, const A&) {
    const auto a = s.unbounded("a"), i = s.unbounded("i"), b = s.unbounded("b"), e = s.unbounded("e");
    return s.holds(product_lies_between(a, i, b, e));
  });
  t.add("lemma/product_of_successor", "(n - 1)·e + e = n·e",
        [](Setting& s, const A&) { return s.holds(product_of_successor(s.unbounded("n"), s.unbounded("e"))); });
  t.add("lemma/quotient_and_rest", "n = b·(n / b) + n % b, and 0 <= n % b < b",
        [](Setting& s, const A&) { return s.holds(quotient_and_rest(s.unbounded("n"), s.unbounded("b"))); });
}

/// n elements in equal blocks, and where these begin.
class EqualBlocks {
 public:
  EqualBlocks(Setting& s, const A& a)
      : n(s.number("n")), blocks(s.number("blocks", 1)), quotient(n / blocks), rest(n % blocks), s_(s), a_(a) {
    s.assume(quotient_and_rest(n.value(), blocks.value()));
  }
  const Term n, blocks, quotient, rest;

  /// 0 <= i <= blocks.
  Term index(const char* name) const {
    const auto i = s_.number(name);
    s_.assume(i.value() <= blocks.value() && product_grows(i, blocks, quotient));
    return i;
  }
  z3::expr begin(const char* shown, const Term& i) const {
    const auto at = a_.equal_offset(n, blocks, i);
    s_.show(shown, at);
    return at.value();
  }

 private:
  Setting& s_;
  const A& a_;
};

void equal_blocks(Theorems& t) {
  t.add("equal_blocks/exact", "where an equal block begins does not overflow", [](Setting& s, const A& a) {
    const EqualBlocks cut(s, a);
    cut.begin("block i begins at", cut.index("i"));
    return s.exact();
  });
  t.add("equal_blocks/first_begins_at_0", "the first equal block begins at 0", [](Setting& s, const A& a) {
    const EqualBlocks cut(s, a);
    return s.holds(cut.begin("block 0 begins at", cut.n.constant(0)) == 0);
  });
  t.add("equal_blocks/last_ends_at_n", "the last equal block ends at n", [](Setting& s, const A& a) {
    const EqualBlocks cut(s, a);
    return s.holds(cut.begin("the last block ends at", cut.blocks) == cut.n.value());
  });
  t.add("equal_blocks/in_order", "an equal block begins where or after earlier ones begin", [](Setting& s, const A& a) {
    const EqualBlocks cut(s, a);
    const auto i = cut.index("i"), j = cut.index("j");
    s.assume(i.value() < j.value() && product_grows(i, j, cut.quotient));
    return s.holds(cut.begin("block i begins at", i) <= cut.begin("block j begins at", j));
  });
  t.add("equal_blocks/sizes", "equal blocks have n / blocks elements, and the first n % blocks ones one more",
        [](Setting& s, const A& a) {
          const EqualBlocks cut(s, a);
          const auto i = cut.index("i");
          s.assume(i.value() < cut.blocks.value());
          const auto size = cut.begin("block i ends at", i + 1) - cut.begin("it begins at", i);
          const auto more = z3::ite(i.value() < cut.rest.value(), s.constant(1), s.constant(0));
          return s.holds(size == cut.quotient.value() + more);
        });
  t.add("equal_blocks/tile", "every element is in an equal block", [](Setting& s, const A& a) {
    const EqualBlocks cut(s, a);
    const auto e = s.number("element");
    s.assume(e.value() < cut.n.value());
    // Element e is in block e / (quotient + 1) if that is one of the longer ones; else the shorter ones are counted.
    const auto longer = cut.quotient.value() + 1, in_longer = cut.rest.value() * longer;
    const auto beyond = e.value() - in_longer;
    s.assume(quotient_and_rest(e.value(), longer) && quotient_and_rest(beyond, cut.quotient.value()));
    const auto i = s.number("block");
    s.assume(i.value() ==
             z3::ite(e.value() < in_longer, e.value() / longer, cut.rest.value() + beyond / cut.quotient.value()));
    return s.holds(i.value() < cut.blocks.value() && cut.begin("begins at", i) <= e.value() &&
                   e.value() < cut.begin("ends at", i + 1));
  });
}

void given_blocks(Theorems& t) {
  t.add("given_blocks/side_by_side", "a block of the caller's size begins where the one before it ends",
        [](Setting& s, const A& a) {
          const auto offset = s.number("offset"), count = s.number("count");
          const auto next = a.sum(offset, count);
          s.show("next", next);
          return s.holds(next.value() == offset.value() + count.value() && offset.value() <= next.value());
        });
  t.add("given_blocks/exact", "where a block of the caller's size begins does not overflow",
        [](Setting& s, const A& a) {
          const auto offset = s.number("offset"), count = s.number("count");
          a.sum(offset, count);
          return s.exact();
        });
  t.add("given_blocks/int_counts_fit", "fewer than 2^31 counts of type int add up to less than 2^63: none is refused",
        [](Setting& s, const A&) {
          const auto blocks = s.number("blocks before", 0, max_int - 1), count = s.number("count", 0, max_int);
          const auto offset = s.number("offset");
          s.assume(offset.value() <= blocks.value() * s.constant(max_int));
          const auto next = offset + count;
          return s.holds(next.in_range() && next.value() <= (blocks.value() + 1) * s.constant(max_int));
        });
}

void plans(Theorems& t) {
  t.add("plan/grain/exact", "rounding up to the grain of temporary memory does not overflow",
        [](Setting& s, const A& a) {
          a.rounded_up(s.number("n"), grain);
          return s.exact();
        });
  t.add("plan/grain/rounds_up", "it rounds up to the next multiple of the grain", [](Setting& s, const A& a) {
    const auto n = s.number("n"), rounded = a.rounded_up(n, grain);
    s.show("rounded up", rounded);
    return s.holds(n.value() <= rounded.value() && rounded.value() < n.value() + grain &&
                   z3::mod(rounded.value(), grain) == 0);
  });
  t.add("plan/temporary/apart", "what lands in a phase lies side by side, in lines of the grain",
        [](Setting& s, const A& a) {
          const auto used = s.number("used"), n = s.number("n");
          s.assume(z3::mod(used.value(), grain) == 0);
          const auto after = a.sum(used, a.rounded_up(n, grain));
          s.show("used after", after);
          return s.holds(used.value() + n.value() <= after.value() && z3::mod(after.value(), grain) == 0);
        });
  t.add("plan/access/exact", "whether an access is in its area is found out without overflow",
        [](Setting& s, const A& a) {
          const auto at = s.number("at", min64), n = s.number("n", min64);
          a.within(at, n, s.number("size of the area"));
          return s.exact();
        });
  t.add("plan/access/in_area", "an access is accepted just if its elements are in the area",
        [](Setting& s, const A& a) {
          const auto at = s.number("at", min64), n = s.number("n", min64), size = s.number("size of the area");
          return s.holds(a.within(at, n, size).value ==
                         (0 <= at.value() && 0 <= n.value() && at.value() + n.value() <= size.value()));
        });
  t.add("plan/parts/exact", "the places of the parts of a message do not overflow", [](Setting& s, const A& a) {
    const auto size = s.number("size of the area"), at = s.number("at", min64), n = s.number("n");
    s.check(a.within(at, n, size));
    const auto before = s.number("elements before"), part = s.number("elements of the part");
    s.assume(before.value() + part.value() <= n.value());
    a.end_of(before, part);
    a.end_of(a.end_of(at, before), part);
    return s.exact();
  });
}

/// An element of an area whose span was computed.
struct Spanned {
  Spanned(Setting& s, const A& a, std::int64_t least_extent)
      : elements(s.number("elements", 1)),
        extent(s.number("extent", least_extent)),
        true_extent(s.number("true extent")),
        span(a.span_of(elements, extent, true_extent)),
        at(s.number("at")),
        offset(a.byte_offset(at, extent)) {
    const auto last = elements.value() - 1;
    s.assume(at.value() <= last && product_lies_between(s.constant(0), at.value(), last, extent.value()));
    s.show("offset", offset);
    s.show("span", span);
  }
  const Term elements, extent, true_extent, span, at, offset;
};

/// An element at an offset (bytes/offset/in_span) in an area of our own memory.
struct OwnElement {
  OwnElement(Setting& s, const A& a)
      : own(s.number("own memory at")),
        start(s.number("area starts at")),
        span(s.number("span")),
        true_lower(s.number("true lower bound", 1 - end_of_memory, end_of_memory - 1)),
        true_extent(s.number("true extent")),
        offset(s.number("offset")),
        origin(a.origin_at(own, start, true_lower) + offset) {
    s.assume(own.value() + start.value() + span.value() <= s.constant(end_of_memory));
    s.assume(offset.value() + true_extent.value() <= span.value());
    s.show("origin of the element", origin);
  }
  const Term own, start, span, true_lower, true_extent, offset, origin;
};

void memory(Theorems& t) {
  t.add("bytes/span/exact", "the bytes that elements span do not overflow", [](Setting& s, const A& a) {
    const auto elements = s.number("elements", 1), extent = s.number("extent", min64);
    a.span_of(elements, extent, s.number("true extent"));
    return s.exact();
  });
  t.add("bytes/offset/exact", "the offset of an element of an area does not overflow, whatever the extent",
        [](Setting& s, const A& a) {
          const Spanned element(s, a, min64);
          return s.exact();
        });
  t.add("bytes/offset/in_span", "for an extent > 0 the data of an element of an area lie in its span",
        [](Setting& s, const A& a) {
          const Spanned element(s, a, 1);
          return s.holds(0 <= element.offset.value() &&
                         element.offset.value() + element.true_extent.value() <= element.span.value());
        });
  t.add("bytes/gapless/exact", "the bytes of elements without holes do not overflow", [](Setting& s, const A& a) {
    const auto elements = s.number("elements", 1), extent = s.number("extent", 1);
    s.assume(product_of_successor(elements.value(), extent.value()) && product_grows(elements, elements, extent));
    a.span_of(elements, extent, extent);
    a.byte_offset(elements, extent);
    return s.exact();
  });
  t.add("bytes/own/apart", "areas of our own memory lie side by side, each of at least its span",
        [](Setting& s, const A& a) {
          const auto start = s.number("start"), span = s.number("span");
          const auto next = a.sum(start, a.rounded_up(span, grain));
          s.show("the next starts at", next);
          return s.holds(start.value() + span.value() <= next.value());
        });
  t.add("bytes/own/exact", "addresses in our own memory do not overflow", [](Setting& s, const A& a) {
    const OwnElement element(s, a);
    return s.exact();
  });
  t.add("bytes/own/in_area", "the data of an element of an own area lie in the area, whatever their lower bound",
        [](Setting& s, const A& a) {
          const OwnElement element(s, a);
          const auto begin = element.own.value() + element.start.value();
          const auto data = element.origin.value() + element.true_lower.value();
          return s.holds(begin <= data && data + element.true_extent.value() <= begin + element.span.value());
        });
}

void messages(Theorems& t) {
  t.add("messages/exact", "the length of a message that is sent is an int", [](Setting& s, const A& a) {
    const auto n = s.number("elements");
    s.check(a.fits_int(n));
    as_int(n);
    return s.exact();
  });
}

/// A stretch of n elements that is treated at once: it has at most `bytes` bytes of data, or one element.
struct AtOnce {
  AtOnce(Setting& s, const A& a, std::int64_t bytes, std::int64_t most_size)
      : n(s.number("elements")),
        size(s.number("size", 1, most_size)),
        most(a.elements_in(n.constant(bytes), size)),
        first(s.number("first")),
        length(a.stretch(first, most, n)) {
    s.assume(first.value() < n.value());
    s.show("at most", most);
    s.show("length", length);
  }
  const Term n, size, most, first, length;
};

void stretches(Theorems& t) {
  t.add("stretches/exact", "stretches of elements are found without overflow, for elements of any size",
        [](Setting& s, const A& a) {
          const AtOnce part(s, a, packed_at_once, max64);
          part.first + part.length;
          return s.exact();
        });
  t.add("stretches/tile", "a stretch has an element or more, and ends at the last element at the latest",
        [](Setting& s, const A& a) {
          const AtOnce part(s, a, packed_at_once, max64);
          return s.holds(1 <= part.length.value() && part.first.value() + part.length.value() <= part.n.value());
        });
  t.add("stretches/packed/exact", "the offsets of packed elements, and the ints that MPI_Pack takes, do not overflow",
        [](Setting& s, const A& a) {
          const AtOnce part(s, a, packed_at_once, max_int);
          checked_product(part.n, part.size);
          s.assume(product_grows(part.first, part.n, part.size) && product_grows(part.length, part.most, part.size));
          a.byte_offset(part.first, part.size);
          as_int(part.length);
          as_int(a.byte_offset(part.length, part.size));
          return s.exact();
        });
}

void buffers(Theorems& t) {
  t.add("buffers/side_by_side", "blocks of one count begin that many elements apart", [](Setting& s, const A& a) {
    const auto block = s.number("block", 0, max_int), count = s.number("count");
    s.assume(product_of_successor((block + 1).value(), count.value()));
    return s.holds(a.product(block + 1, count).value() == a.product(block, count).value() + count.value());
  });
  t.add("buffers/offset", "the offset of a block from the lowest one leads back to its origin",
        [](Setting& s, const A& a) {
          const auto origin = s.number("origin", min64), lowest = s.number("lowest", min64);
          return s.holds(lowest.value() + a.difference(origin, lowest).value() == origin.value());
        });
  t.add("buffers/offset/exact", "the offset of a block from the lowest one does not overflow",
        [](Setting& s, const A& a) {
          const auto origin = s.number("origin", min64), lowest = s.number("lowest", min64);
          a.difference(origin, lowest);
          return s.exact();
        });
  t.add("buffers/offset/ints_fit", "no offset is refused for displacements of type int and an extent below 2^31",
        [](Setting& s, const A&) {
          constexpr auto farthest = (max_int + 1) * max_int;  // displacement times extent
          const auto origin = s.number("origin", -farthest, farthest), lowest = s.number("lowest", -farthest, farthest);
          return s.holds((origin - lowest).in_range());
        });
}

}  // namespace

std::vector<Query> count_queries(const CountArithmetic& arithmetic) {
  Theorems t(arithmetic);
  lemmas(t);
  equal_blocks(t);
  given_blocks(t);
  plans(t);
  memory(t);
  messages(t);
  stretches(t);
  buffers(t);
  return std::move(t).all();
}

std::vector<Query> count_queries() { return count_queries(CountArithmetic{}); }

}  // namespace tutti::smt
