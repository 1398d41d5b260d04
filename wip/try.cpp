#include <cstdio>
#include <map>
#include <chrono>
#include "verified/schedule/rules.hpp"
#include "verified/check/smt/rules/obligations.hpp"
#include "verified/check/smt/query.hpp"
#include "verified/check/prove.hpp"
#include "rules_try.hpp"
using namespace tutti;
template <class F> void each(const char* only, F f) {
  for (auto& t : tries()) if (!only || t.algorithm.name.find(only)!=std::string::npos) f(t);
}
int main(int n, char** a) {
  const char* only = n>1? a[1]:nullptr;
  int bad=0; double total=0; int count=0;
  each(only, [&](Try& t){
    double tt=0; int qs=0, before=bad;
    for (auto& q : smt::obligations(t.algorithm, *t.program)) {
      auto ans = smt::ask(q, {.steps=30'000'000,.seconds=60});
      tt+=ans.seconds; ++qs;
      if (ans.found!=smt::Found::proved) { ++bad; printf("  %s %s: %s (%s)\n", q.name.c_str(), ans.found==smt::Found::refuted?"REFUTED":"unknown", ans.detail.c_str(), q.states.c_str()); }
      else if (ans.seconds>1) printf("  slow %s %.2f s %lu\n", q.name.c_str(), ans.seconds,(unsigned long)ans.steps);
      fflush(stdout);
    }
    total+=tt; count+=qs;
    printf("%s: %d queries %.2f s %s\n", t.algorithm.name.c_str(), qs, tt, before==bad?"ok":"BAD"); fflush(stdout);
    // same schedule as today
    if (t.same_as) {
      const Algorithm* old = find_algorithm(t.same_as);
      for (int p=1;p<=33;++p) if (holds(old->supports,p)) for (int root=0;root<(row(old->collective).rooted()?p:1);++root) {
        auto x = t.program->schedule({.ranks=p,.root=root}), y = old->schedule({.ranks=p,.root=root});
        bool same = x.blocks==y.blocks&&x.extra==y.extra&&x.scratch==y.scratch&&x.rounds.size()==y.rounds.size()&&x.exchange==y.exchange;
        for (size_t r=0; same&&r<x.rounds.size();++r) { same = x.rounds[r].steps==y.rounds[r].steps; if (same && x.rounds[r].says!=y.rounds[r].says) {printf("says '%s' was '%s'\n",x.rounds[r].says.c_str(),y.rounds[r].says.c_str()); same=false;} if(!same) printf("  round %zu differs\n", r);}
        if (!same) { printf("  %s p=%d root=%d differs from %s (%zu rounds, was %zu)\n", t.algorithm.name.c_str(), p, root, t.same_as, x.rounds.size(), y.rounds.size()); return; }
      }
    }
  });
  printf("total %d queries %.2f s, %d bad\n", count,total,bad);
}
