package partitions_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/particles"
	"breadboard/experiments/studies/models/mixture"
	"breadboard/experiments/studies/models/partitions"
	"breadboard/grid/must"
)

// bell has the Bell numbers (OEIS A000110).
var bell = []int{1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975}

// TestStringsAreInOrder: every restricted growth string comes once, in the order of strings, and
// leads back to its number.
func TestStringsAreInOrder(t *testing.T) {
	s := partitions.New(7)
	for n := range s.Points() + 1 {
		if got := s.SizeOf(n); got != bell[n] {
			t.Errorf("%d partitions of %d points, want %d", got, n, bell[n])
		}
		var before []int
		for x := range s.SizeOf(n) {
			labels := s.Labels(n, x)
			if x > 0 && slices.Compare(before, labels) >= 0 {
				t.Fatalf("%v comes after %v", labels, before)
			}
			for i, top := 0, 0; i < n; i++ {
				if labels[i] > top {
					t.Fatalf("%v is no restricted growth string", labels)
				}
				top = max(top, labels[i]+1)
			}
			if got := s.Number(labels); got != x {
				t.Fatalf("%v has number %d, want %d", labels, got, x)
			}
			before = labels
		}
	}
}

// The five partitions of three points, as labels of their clusters.
func Example() {
	s := partitions.New(3)
	for x := range s.Size() {
		fmt.Println(x, s.Labels(3, x), s.Clusters(x))
	}
	// Output:
	// 0 [0 0 0] 1
	// 1 [0 0 1] 2
	// 2 [0 1 0] 2
	// 3 [0 1 1] 2
	// 4 [0 1 2] 3
}

// modelOf is a mixture of the first n of some points, with one value of each hyperparameter.
func modelOf(n int) *mixture.Model {
	points := []float64{0.4, -1.1, 0.6, 1.5, -0.8, 0.1, 2.2}
	return mixture.New(points[:n], mixture.At(mixture.Hyper{M: 0.2, R: 0.5, Nu: 1.5, S: 0.4, Alpha: 0.8}))
}

// jointOf is the log joint density of every partition, in the order of their strings.
func jointOf(m *mixture.Model) (joint []float64) {
	for _, x := range m.States() {
		joint = append(joint, m.LogJoint(x))
	}
	return joint
}

// filters are both ways to add points.
func filters(m *mixture.Model) []mixture.Filter {
	return []mixture.Filter{{Model: m}, {Model: m, Optimal: true}}
}

func tabulate(f mixture.Filter) *partitions.Table {
	return partitions.Tabulate(partitions.New(f.Len()), f, mixture.State.Labels)
}

// atoms are both sides of the law of programs for P particles, over the partitions of a model.
func atoms[X any](m *mixture.Model, seq particles.Sequence[X], P int, all []X, at func(X) int) chaintest.Atoms {
	joint := jointOf(m)
	return chaintest.AtomsAmong(particles.SMC[X]{Sequence: seq, P: P}, all, chains.Normalized(joint),
		chains.LogSum(joint), at)
}

func ofTable(m *mixture.Model, seq particles.Sequence[int], P int) chaintest.Atoms {
	cells := make([]int, len(m.States()))
	for x := range cells {
		cells[x] = x
	}
	return atoms(m, seq, P, cells, func(x int) int { return x })
}

// TestTableIsItsSequence compares every outcome, and holds it to the law of programs. Points and particles
// are so few that every path of the dice can be walked.
func TestTableIsItsSequence(t *testing.T) {
	for _, c := range []struct{ n, P int }{{1, 1}, {3, 1}, {4, 1}, {1, 3}, {2, 3}, {3, 2}} {
		m, space := modelOf(c.n), partitions.New(c.n)
		for _, f := range filters(m) {
			want := atoms(m, f, c.P, m.States(), func(x mixture.State) int { return space.Number(x.Labels()) })
			got := ofTable(m, tabulate(f), c.P)
			near := func(a, b chaintest.Atom) bool {
				return a.X == b.X && math.Abs(a.LogW-b.LogW) < 1e-12 && math.Abs(a.Mass-b.Mass) < 1e-14
			}
			if !slices.EqualFunc(got.Forward, want.Forward, near) ||
				!slices.EqualFunc(got.Reverse, want.Reverse, near) {
				t.Errorf("optimal %v, %d points, %d particles: other outcomes", f.Optimal, c.n, c.P)
			}
			if law := got.Finding(); !law.OK {
				t.Errorf("optimal %v, %d points, %d particles: %v", f.Optimal, c.n, c.P, law)
			}
		}
	}
}

// TestLogLawIsEnumerated walks all paths of one particle to 52 partitions. Its log weight is the log joint
// density less the log law.
func TestLogLawIsEnumerated(t *testing.T) {
	m := modelOf(5)
	joint := jointOf(m)
	for _, f := range filters(m) {
		table := tabulate(f)
		one := particles.SMC[int]{Sequence: table, P: 1}
		law := enumerate.Law(func(d chains.Dice) int { x, _ := one.Forward(d); return x })
		for x, logq := range table.LogLaw() {
			if math.Abs(law[x]-math.Exp(logq)) > 1e-14 {
				t.Errorf("optimal %v, partition %d: %v, want %v", f.Optimal, x, math.Exp(logq), law[x])
			}
			if logw := one.Reverse(x, nil); math.Abs(logw-(joint[x]-logq)) > 1e-12 {
				t.Errorf("optimal %v, partition %d: log w is %v, want %v", f.Optimal, x, logw, joint[x]-logq)
			}
		}
	}
}

// TestTabulateRefuses a sequence that draws more than a cluster.
func TestTabulateRefuses(t *testing.T) {
	f := filters(modelOf(3))[0]
	f.Sweep, f.Sweeps = mixture.FullSweep, 1
	must.Panic(t, func() { tabulate(f) }, "a sequence that moves points")
}

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
