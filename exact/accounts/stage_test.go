package accounts

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
	a := newAccount(p)
	free, kept, err := a.crowds(path, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*crowd{free, kept} {
		s, block := c.planned(0), c.blocks()-1
		for j := range c.free {
			c.sets.makeWith(j)
		}
		v := make([]moments, c.sets.count[c.free])
		for m := range v {
			v[m] = moments{1, math.Sin(float64(m)), 0, math.Cos(float64(m)), 0, 2}
		}
		var pushed, pulled [2][]moments
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
			t.Errorf("with %d free particles, pushed moments differ by %g", c.free, off)
		}
		if off := furthest(pulled[0], pulled[1]); off > 1e-13 {
			t.Errorf("with %d free particles, pulled moments differ by %g", c.free, off)
		}
	}
}

func furthest(a, b []moments) (off float64) {
	for m := range a {
		for k := range a[m] {
			off = max(off, math.Abs(a[m][k]-b[m][k]))
		}
	}
	return off
}

// The account's error tells if the conditional run is not the one of the forward run: here it
// has a particle more.
func TestOffTellsCrowdsApart(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	path, _ := programs.SMC{Problem: p, P: 2, Share: math.Inf(1)}.Path()
	for _, particles := range []int{2, 3} {
		a := newAccount(p)
		free, _, err := a.crowds(path, 2)
		if err != nil {
			t.Fatal(err)
		}
		_, kept, err := a.crowds(path, particles)
		if err != nil {
			t.Fatal(err)
		}
		forward, err := free.push(t.Context(), free.drawn(pick(path.Start(), free.cells)))
		if err != nil {
			t.Fatal(err)
		}
		reverse, err := kept.push(t.Context(), kept.drawn(pick(path.Start(), kept.cells)))
		if err != nil {
			t.Fatal(err)
		}
		err = a.assemble(free, free.returned(forward), swapped(kept.returned(reverse)))
		if same := err == nil && a.Off < 1e-13; same != (particles == 2) {
			t.Errorf("with %d particles in reverse and 2 forward the account is off by %g", particles, a.Off)
		}
	}
}
