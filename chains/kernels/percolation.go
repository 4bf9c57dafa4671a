package kernels

import (
	"math/bits"

	"breadboard/chains/numbers"
)

// A percolation has two sums over the ways to keep or drop the bonds of a graph, each bond with a probability of its
// own. They are made by recursions that only add up products of probabilities, so that nothing cancels. Let V be the
// sites of the graph G, r the first of them and s the second; G[L] the bonds of G within the sites L; and shut(L,M) the
// probability that all bonds between L and M are dropped.
//
// The probability that the bonds kept connect all of V is that of what is around s once r is taken away:
//
//	joined(G) = the sum over L of joined(G[L]) shut(L, V-r-L) (1 - shut(L,r)) joined(G[V-L]),
//
// over all L without r that contain s and are connected. With q for the number of values of a site, and a cluster for
// the sites that kept bonds connect,
//
//	spread(G) = E[q^(sites - clusters)] = the sum over K of joined(G[K]) shut(K, V-K) q^(|K|-1) spread(G[V-K]),
//
// over all connected K that contain r: the cluster of r. It is the product of those of the parts of G.
//
// The sums of one graph have those of others in them. What depends on no probability is found once: which these are.
type percolation struct {
	ends    [][2]int // of each bond: its sites
	within  []uint64 // by set of sites: the bonds within it
	known   map[uint64]int32
	joins   [][]joinTerm // by number of a connected graph; 0 is a single site
	spreads map[uint64]int32
	spread  []spreadSum // by number of a graph; 0 has no bonds
	shut    bondSets    // whose bonds are all dropped
	open    bondSets    // some of whose bonds are kept
}

// bondSets are sets of bonds by number.
type bondSets struct {
	known map[uint64]int32
	all   []uint64
}

func newBondSets() bondSets { return bondSets{known: map[uint64]int32{}} }

// number is that of a set.
func (s *bondSets) number(set uint64) int32 {
	n, ok := s.known[set]
	if !ok {
		n = int32(len(s.all))
		s.known[set] = n
		s.all = append(s.all, set)
	}
	return n
}

// A joinTerm is joined(G[L]) joined(G[V-L]) shut(L, V-r-L) open(L,r) of an L, where open is 1 - shut. It has their
// numbers in the lists.
type joinTerm struct{ part, rest, shut, open int32 }

// A spreadSum is a product of the parts of a graph, or a sum over clusters of a connected one.
type spreadSum struct {
	parts []int32
	terms []spreadTerm
}

// A spreadTerm is joined(G[K]) spread(G[V-K]) shut(K, V-K) q^more of a K.
type spreadTerm struct{ part, rest, shut, more int32 }

// newPercolation is for bonds between so many sites. Up to 64 bonds are the bits of a graph.
func newPercolation(sites int, ends [][2]int) *percolation {
	p := &percolation{
		ends:    ends,
		within:  make([]uint64, 1<<sites),
		known:   map[uint64]int32{0: 0},
		joins:   [][]joinTerm{nil},
		spreads: map[uint64]int32{0: 0},
		spread:  []spreadSum{{}},
		shut:    newBondSets(),
		open:    newBondSets(),
	}
	for set := range p.within {
		for b, e := range ends {
			if set>>e[0]&1 == 1 && set>>e[1]&1 == 1 {
				p.within[set] |= 1 << b
			}
		}
	}
	return p
}

// found forgets what is of use only as long as sums are added.
func (p *percolation) found() {
	p.within = nil
	p.known = nil
	p.spreads = nil
	p.shut.known = nil
	p.open.known = nil
}

// touched are the sites of a graph.
func (p *percolation) touched(graph uint64) (sites int) {
	for ; graph != 0; graph &= graph - 1 {
		e := p.ends[bits.TrailingZeros64(graph)]
		sites |= 1<<e[0] | 1<<e[1]
	}
	return sites
}

// first is a set of the first site of one that is not empty.
func first(sites int) int { return sites & -sites }

// A nearness has, for each site, the sites that a bond of a graph joins it to.
type nearness []int

func (p *percolation) near(graph uint64) nearness {
	to := make(nearness, bits.Len(uint(len(p.within)-1)))
	for ; graph != 0; graph &= graph - 1 {
		e := p.ends[bits.TrailingZeros64(graph)]
		to[e[0]] |= 1 << e[1]
		to[e[1]] |= 1 << e[0]
	}
	return to
}

// of are the sites that some sites are joined to.
func (to nearness) of(sites int) (near int) {
	for ; sites != 0; sites &= sites - 1 {
		near |= to[bits.TrailingZeros(uint(sites))]
	}
	return near
}

// part are the sites among some that hang together with a set of them.
func (to nearness) part(from, among int) int {
	for {
		more := from | to.of(from)&among
		if more == from {
			return from
		}
		from = more
	}
}

// connected visits all sets of sites among some that hang together and contain those it begins with, which hang
// together; each once, the beginning first.
func (to nearness) connected(begin, among int, visit func(set int)) {
	visit(begin)
	next := to.of(begin) & among &^ begin
	for next != 0 {
		site := first(next)
		next &^= site
		among &^= site // all that have it are visited now
		to.connected(begin|site, among, visit)
	}
}

// between are the bonds of a graph between two sets of sites without a common one.
func (p *percolation) between(graph uint64, a, b int) uint64 {
	return graph & p.within[a|b] &^ p.within[a] &^ p.within[b]
}

// join is the number of a graph whose sites hang together. That of a single site has no bonds.
func (p *percolation) join(graph uint64) int32 {
	if n, ok := p.known[graph]; ok {
		return n
	}
	var terms []joinTerm
	all := p.touched(graph)
	r := first(all)
	others := all &^ r
	to := p.near(graph)
	to.connected(first(others), others, func(l int) {
		left := all &^ l
		open := p.between(graph, l, r)
		if open == 0 || to.part(r, left) != left {
			return
		}
		terms = append(terms, joinTerm{
			part: p.join(graph & p.within[l]),
			rest: p.join(graph & p.within[left]),
			shut: p.shut.number(p.between(graph, l, others&^l)),
			open: p.open.number(open),
		})
	})
	n := int32(len(p.joins))
	p.known[graph] = n
	p.joins = append(p.joins, terms)
	return n
}

// spreadOf is the number of any graph.
func (p *percolation) spreadOf(graph uint64) int32 {
	if n, ok := p.spreads[graph]; ok {
		return n
	}
	var sum spreadSum
	all := p.touched(graph)
	r := first(all)
	to := p.near(graph)
	if to.part(r, all) == all {
		to.connected(r, all, func(k int) {
			sum.terms = append(sum.terms, spreadTerm{
				part: p.join(graph & p.within[k]),
				rest: p.spreadOf(graph & p.within[all&^k]),
				shut: p.shut.number(p.between(graph, k, all&^k)),
				more: int32(bits.OnesCount(uint(k)) - 1),
			})
		})
	} else {
		for left := all; left != 0; {
			one := to.part(first(left), left)
			left &^= one
			sum.parts = append(sum.parts, p.spreadOf(graph&p.within[one]))
		}
	}
	n := int32(len(p.spread))
	p.spreads[graph] = n
	p.spread = append(p.spread, sum)
	return n
}

// percolated has the sums at a level, by their numbers.
type percolated[N numbers.Number[N]] struct {
	shut, open     []N // by set of bonds
	joined, spread []N // by graph
}

// at sums up. shut and open are the probabilities of dropping and of keeping each bond, and powers those of q from 1.
func (s *percolated[N]) at(p *percolation, shut, open, powers []N) {
	one := powers[0]
	none := one.Minus(one)
	s.shut = s.shut[:0]
	for _, set := range p.shut.all {
		all := one
		for ; set != 0; set &= set - 1 {
			all = all.Times(shut[bits.TrailingZeros64(set)])
		}
		s.shut = append(s.shut, all)
	}
	s.open = s.open[:0]
	for _, set := range p.open.all {
		some := none
		before := one // all bonds before are dropped
		for ; set != 0; set &= set - 1 {
			b := bits.TrailingZeros64(set)
			some = some.Plus(before.Times(open[b]))
			before = before.Times(shut[b])
		}
		s.open = append(s.open, some)
	}
	s.joined = append(s.joined[:0], one)
	for _, terms := range p.joins[1:] {
		sum := none
		for _, t := range terms {
			sum = sum.Plus(s.joined[t.part].Times(s.joined[t.rest]).Times(s.shut[t.shut]).Times(s.open[t.open]))
		}
		s.joined = append(s.joined, sum)
	}
	s.spread = append(s.spread[:0], one)
	for _, of := range p.spread[1:] {
		product := one
		for _, n := range of.parts {
			product = product.Times(s.spread[n])
		}
		sum := none
		for _, t := range of.terms {
			sum = sum.Plus(s.joined[t.part].Times(s.spread[t.rest]).Times(s.shut[t.shut]).Times(powers[t.more]))
		}
		if of.terms == nil {
			sum = product
		}
		s.spread = append(s.spread, sum)
	}
}
