package multisets

import (
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

// Particles that are resampled and then moved one by one end as those that are all drawn from
// where one goes; pushed and pulled, free and with a kept one.
func TestBothWaysThroughAStageAgree(t *testing.T) {
	p := chaintest.WideModel(kernels.GibbsSweep{})
	path, _ := programs.SMC{Problem: p, P: 3, Share: math.Inf(1)}.Path()
	pair, err := NewPair(path, cellsOf(p), 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*particles{pair.free, pair.kept} {
		s, block := c.planned(0), c.blocks()-1
		for j := range c.free {
			c.sets.makeWith(j)
		}
		v := make([]Moments, c.sets.count[c.free])
		for m := range v {
			v[m] = Moments{1, math.Sin(float64(m)), 0, math.Cos(float64(m)), 0, 2}
		}
		var pushed, pulled [2][]Moments
		for way := range 2 {
			s.direct = way == 0
			pushed[way], pulled[way] = v, v
			mix := c.mix(s, block)
			for i := range mix {
				pushed[way] = mix[i].pushed(pushed[way])
				size := len(v)
				if last := len(mix) - 1 - i; last > 0 {
					size = mix[last-1].size
				}
				pulled[way] = mix[len(mix)-1-i].pulled(pulled[way], size)
			}
		}
		if off := furthest(pushed[0], pushed[1]); off > 1e-13 {
			t.Errorf("with %d free particles, pushed Moments differ by %g", c.free, off)
		}
		if off := furthest(pulled[0], pulled[1]); off > 1e-13 {
			t.Errorf("with %d free particles, pulled Moments differ by %g", c.free, off)
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

// The two runs of a pair do not agree if the conditional run is not the one of the forward run:
// here it has a particle more.
func TestOtherParticlesDisagree(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	path, _ := programs.SMC{Problem: p, P: 2, Share: math.Inf(1)}.Path()
	for _, count := range []int{2, 3} {
		free, err := NewPair(path, cellsOf(p), 2)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := NewPair(path, cellsOf(p), count)
		if err != nil {
			t.Fatal(err)
		}
		forward, reverse, err := Pair{free: free.free, kept: kept.kept}.Returned(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if off := furthest(forward, reverse); (off < 1e-13) != (count == 2) {
			t.Errorf("with %d particles in reverse and 2 forward the moments differ by %g", count, off)
		}
	}
}

// cellsOf are all cells of a problem.
func cellsOf(p programs.Problem) (cells []int) {
	for x := range p.Grid.Size() {
		cells = append(cells, x)
	}
	return cells
}
