package kernels

import (
	"math/bits"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// In a field Swendsen and Wang's step gives each cluster a value with a probability of its own. So the row of x sums
// over the ways to put the bonds of G, those that are satisfied in x and in y, a product over clusters. Let share(K) be
// the probability that the sites of K, as a cluster, get the values that they have in y:
//
//	share(K) = e^(the sum of their fields in y) / the sum of the same over all values that the cluster may get.
//
// The sum over the ways is that of percolation.go, with share in place of 1/q: over the cluster K of the first site,
//
//	spread(G) = the sum over K of joined(G[K]) shut(K, V-K) share(K) spread(G[V-K]),
//
// and it is the product of those of the parts of G, where a site without bonds is a part too. It is the same for all y
// that agree on a part.
type fieldSums struct {
	*Bonds
	*percolation
	classes
	clusters []fieldCluster
	shares   map[onSites]int32 // number of a cluster
	parts    [][]fieldTerm     // by number of a part
	known    map[onPart]int32
	products [][]int32 // of parts
	pairs    [][]pair  // by class and cell; spread is the number of a product
}

// onSites is what a cell has on some sites: the sum over these of a value times the stride.
type onSites struct{ sites, at int }

// onPart is a part of a graph, with what a cell has there.
type onPart struct {
	graph uint64
	on    onSites
}

// A fieldCluster is a set of sites, with a cell that has their values.
type fieldCluster struct{ sites, cell int }

// A fieldTerm is joined(G[K]) shut(K, V-K) share(K) of a K, and the parts of the rest.
type fieldTerm struct {
	joined, shut, share int32
	rest                []int32
}

func newFieldSums(b *Bonds) *fieldSums {
	s := &fieldSums{Bonds: b, percolation: percolationOf(b), classes: classesOf(b), shares: map[onSites]int32{},
		known: map[onPart]int32{}}
	type along struct {
		graph uint64
		cell  int
	}
	numbered := map[along]int32{}
	for _, from := range s.satisfied {
		to := make([]pair, b.grid.Size())
		for y := range to {
			set := s.satisfied[s.class[y]]
			key := along{from & set, y}
			n, ok := numbered[key]
			if !ok {
				n = int32(len(s.products))
				numbered[key] = n
				s.products = append(s.products, s.partsOf(key.graph, len(s.within)-1, y))
			}
			to[y] = pair{n, s.shut.number(from &^ set)}
		}
		s.pairs = append(s.pairs, to)
	}
	s.shares = nil
	s.known = nil
	s.found()
	return s
}

// on is what a cell has on some sites.
func (s *fieldSums) on(sites, cell int) onSites {
	at := 0
	for left := sites; left != 0; left &= left - 1 {
		site := bits.TrailingZeros(uint(left))
		at += s.grid.Coord(cell, site) * s.grid.Stride(site)
	}
	return onSites{sites, at}
}

// share is the number of a cluster.
func (s *fieldSums) share(sites, cell int) int32 {
	key := s.on(sites, cell)
	n, ok := s.shares[key]
	if !ok {
		n = int32(len(s.clusters))
		s.shares[key] = n
		s.clusters = append(s.clusters, fieldCluster{sites, cell})
	}
	return n
}

// partsOf are the parts of a graph on some sites.
func (s *fieldSums) partsOf(graph uint64, sites, cell int) (all []int32) {
	to := s.near(graph)
	for sites != 0 {
		one := to.part(first(sites), sites)
		sites &^= one
		all = append(all, s.part(graph&s.within[one], one, cell))
	}
	return all
}

// part is the number of a graph whose sites hang together.
func (s *fieldSums) part(graph uint64, sites, cell int) int32 {
	key := onPart{graph, s.on(sites, cell)}
	if n, ok := s.known[key]; ok {
		return n
	}
	var terms []fieldTerm
	s.near(graph).connected(first(sites), sites, func(k int) {
		left := sites &^ k
		terms = append(terms, fieldTerm{
			joined: s.join(graph & s.within[k]),
			shut:   s.shut.number(s.between(graph, k, left)),
			share:  s.share(k, cell),
			rest:   s.partsOf(graph&s.within[left], left, cell),
		})
	})
	n := int32(len(s.parts))
	s.known[key] = n
	s.parts = append(s.parts, terms)
	return n
}

// fieldRows have the sums at a level.
type fieldRows[N numbers.Number[N]] struct {
	bonds    *Bonds
	fade     fade[N]
	of       *fieldSums
	products []N
	percolated[N]
}

// redrawn has the rows of SwendsenWang in a field.
func (o *fieldRows[N]) redrawn(v chains.View[N]) chains.Row[N] {
	o.of = o.bonds.inFields()
	_, beta := v.Place()
	shut, open := fades(o.bonds, o.fade, v, beta)
	o.at(o.of.percolation, shut, open, []N{v.Num(1)})
	shares := o.sharesAt(v, fieldsAt(o.bonds, v, beta))
	var parts []N
	for _, terms := range o.of.parts {
		sum := v.Num(0)
		for _, t := range terms {
			all := o.joined[t.joined].Times(o.shut[t.shut]).Times(shares[t.share])
			sum = sum.Plus(all.Times(product(v.Num(1), parts, t.rest)))
		}
		parts = append(parts, sum)
	}
	o.products = o.products[:0]
	for _, of := range o.of.products {
		o.products = append(o.products, product(v.Num(1), parts, of))
	}
	return func(x int, visit func(y int, weight N)) {
		for y, p := range o.of.pairs[o.of.class[x]] {
			visit(y, o.products[p.spread].Times(o.shut[p.shut]))
		}
	}
}

// product is that of some numbers.
func product[N numbers.Number[N]](one N, of []N, some []int32) N {
	for _, n := range some {
		one = one.Times(of[n])
	}
	return one
}

// sharesAt are the probabilities of the values of clusters at a level with these fields.
func (o *fieldRows[N]) sharesAt(v chains.View[N], fields [][]N) (all []N) {
	for _, c := range o.of.clusters {
		sum := v.Num(1)
		for more := 1; more < o.bonds.values(); more++ {
			sum = sum.Plus(v.Exp(riseBy(o.bonds, fields, v.Num(0), c.cell, c.sites, more)))
		}
		all = append(all, v.Num(1).Over(sum))
	}
	return all
}

// mostFielded is mostRedrawn, in a field: a row then has a sum for each cell, and not for each class of cells.
const mostFielded = 1 << 10
