package multisets

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// Particles that are resampled and then moved one by one end as those that are all drawn from
// where one goes, free and with a kept one.
func TestBothWaysThroughAStageAgree(t *testing.T) {
	p := chaintest.WideModel(kernels.GibbsSweep{})
	path, _ := programs.SMC{Problem: p, P: 3, Share: math.Inf(1)}.Path()
	pair := must.Have(NewPair(path, cellsOf(p), 3))(t)
	for _, c := range []*particles{pair.free, pair.kept} {
		s, block := c.planned(0), c.blocks()-1
		for j := range c.free {
			c.sets.makeWith(j)
		}
		v := make([]Moments, c.sets.count[c.free])
		for m := range v {
			v[m] = Moments{1, math.Sin(float64(m)), 0, math.Cos(float64(m)), 0, 2}
		}
		var pushed [2][]Moments
		for way := range 2 {
			s.direct = way == 0
			pushed[way] = v
			for _, l := range c.mix(s, block) {
				pushed[way] = l.pushed(pushed[way])
			}
		}
		if off := furthest(pushed[0], pushed[1]); off > 1e-13 {
			t.Errorf("with %d free particles, pushed Moments differ by %g", c.free, off)
		}
	}
}

func furthest(a, b []Moments) (off float64) {
	for m := range a {
		for k := range a[m] {
			off = max(off, math.Abs(a[m][k]-b[m][k]))
		}
	}
	return off
}

// cellsOf are all cells of a problem.
func cellsOf(p programs.Problem) (cells []int) {
	for x := range p.Grid.Size() {
		cells = append(cells, x)
	}
	return cells
}

// The two runs of a pair agree, and would not if the conditional run had a particle more.
func TestOtherParticlesDisagree(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	path, _ := programs.SMC{Problem: p, P: 2, Share: math.Inf(1)}.Path()
	free := must.Have(NewPair(path, cellsOf(p), 2))(t).free
	for _, count := range []int{2, 3} {
		forward, reverse, err := Pair{free: free, kept: must.Have(NewPair(path, cellsOf(p),
			count))(t).kept}.Returned(t.Context())
		must.Do(t, err)
		if off := furthest(forward, reverse); (off < 1e-13) != (count == 2) {
			t.Errorf("with %d particles in reverse and 2 forward the moments differ by %g", count, off)
		}
	}
}

// Multisets are numbered in the order in which they are visited, without gaps.
func TestMultisetsAreNumbered(t *testing.T) {
	const n, size = 4, 3
	s := newMultisets(n, size)
	for p := range size + 1 {
		visited := 0
		for m, cells := range s.each(p) {
			if s.number(cells) != m || m != visited {
				t.Errorf("multiset %v is visited as %d in place %d, and has the number %d", cells, m,
					visited, s.number(cells))
			}
			visited++
		}
		if want := combin.Binomial(n+p-1, p); visited != want || multichoose(n, p) != float64(want) {
			t.Errorf("%d multisets of %d are visited, %v are counted, and %d is right", visited, p,
				multichoose(n, p), want)
		}
	}
}

// The multisets of independent draws have the total 1, and the mean number of particles in a
// cell is its share, on both sides of the 100 particles from which terms are Poisson's.
func TestSpreadIsMultinomial(t *testing.T) {
	for _, p := range []int{0, 1, 3, 99, 100, 150} {
		s := newMultisets(3, p)
		d := draw{cells: []int{0, 2}, prob: []float64{0.3, 0.7}}
		total, mean := 0.0, 0.0
		cells := map[int][]int{}
		for m, c := range s.each(p) {
			cells[m] = append([]int(nil), c...)
		}
		s.spread(&d, p, func(m int, prob float64) {
			total += prob
			for _, c := range cells[m] {
				mean += prob * float64(c) / 2
			}
		})
		// Poisson probabilities come from exponentials of numbers up to 1000, in doubles.
		if !(math.Abs(total-1) < 1e-12) {
			t.Errorf("%d particles: the total is %.15g", p, total)
		}
		if !(math.Abs(mean-0.7*float64(p)) < 1e-12*float64(p+1)) {
			t.Errorf("%d particles: %.15g of them are in the upper cell, and %g is right", p, mean, 0.7*float64(p))
		}
	}
}

func TestMultichooseIsInfiniteBeyondAnInt32(t *testing.T) {
	for _, c := range []struct{ n, p int }{{1_000_000, 3}, {3, 1_000_000}, {200, 200}} {
		if got := multichoose(c.n, c.p); !math.IsInf(got, 1) {
			t.Errorf("%d particles on %d cells are %v multisets", c.p, c.n, got)
		}
	}
	if got := multichoose(2, 999_999); got != 1_000_000 {
		t.Errorf("999,999 particles on 2 cells are %v multisets, and 1,000,000 is right", got)
	}
}
