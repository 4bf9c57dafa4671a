package partitions_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/models/partitions"
	"breadboard/grid"
)

// places are densities on all partitions of a few points: mixtures, and two with walls. One has a deep
// cell, and the other a group without mass.
func places() (all []chaintest.Place) {
	for n := 1; n <= 4; n++ {
		m := modelOf(n)
		all = append(all, chaintest.Place{Name: fmt.Sprint("a mixture of points ", n), Grid: partitions.New(n).Grid(),
			From: tabulate(filters(m)[0]).LogLaw(), To: jointOf(m)})
	}
	inf := math.Inf(-1)
	return append(all, walled([]float64{inf, 0.3, inf, 0.1, 0.4}, []float64{inf, 0.9, inf, -30, 1.2}),
		walled([]float64{0, 0.3, inf, inf, inf}, []float64{1.1, 0.9, inf, inf, inf}))
}

// walled is a place of three points, whose cells without mass are walls.
func walled(from, to []float64) chaintest.Place {
	g := partitions.New(3).Grid().WallsWhere(func(x int) bool { return math.IsInf(to[x], -1) })
	return chaintest.Place{Name: fmt.Sprint("three points and walls, to ", to), Grid: g, From: from, To: to}
}

// breaches are the laws that a kernel breaks; it gets the space of each place.
func breaches(of func(s *partitions.Space) chains.Kernel) (all []chaintest.Breach) {
	for _, p := range places() {
		k := of(spaceOf(p.Grid.Size()))
		all = append(all, chaintest.OperatorBreaches(k, p)...)
		if p.Grid.Size() <= 5 {
			s := p.Scene(k, chaintest.Geometric, 3)
			all = append(all, chaintest.Enumerate(s.Annealing, chaintest.Annealer).Breaches(s.Name)...)
		}
	}
	return all
}

// spaceOf is the space with this many partitions.
func spaceOf(cells int) *partitions.Space {
	for n := 1; ; n++ {
		if s := partitions.New(n); s.Size() == cells {
			return s
		}
	}
}

func gibbs(s *partitions.Space) chains.Kernel { return partitions.NewGibbs(s) }

func TestGibbsKeepsTheLaws(t *testing.T) {
	for _, b := range breaches(gibbs) {
		t.Error(b)
	}
}

// An unturned sweep runs in the same order in reverse.
type unturned struct{ partitions.Gibbs }

func (k unturned) On(g grid.Grid) chains.Operator { return forwardOnly{k.Gibbs.On(g)} }

type forwardOnly struct{ chains.Operator }

func (o forwardOnly) Reversal() chains.Operator { return o }

func TestUnturnedSweepIsFound(t *testing.T) {
	found := breaches(func(s *partitions.Space) chains.Kernel { return unturned{partitions.NewGibbs(s)} })
	if len(found) == 0 {
		t.Error("no law is broken")
	}
}
