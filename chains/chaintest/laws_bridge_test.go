package chaintest_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// TestBridges holds every catalogued bridge, at several values of its parameter,
// to every law.
func TestBridges(t *testing.T) {
	for name, b := range chaintest.Bridges {
		t.Run(name, func(t *testing.T) { chaintest.BridgeLaws(t, b) })
	}
}

// A bent bridge is a geometric one with a bug.
type bent struct {
	chains.Geometric
	at    func(dst []float64, beta float64)
	slope func(dst []float64, beta float64)
}

func (b bent) At(dst []float64, beta float64) {
	b.Geometric.At(dst, beta)
	if b.at != nil {
		b.at(dst, beta)
	}
}

func (b bent) Slope(dst []float64, beta float64) {
	b.Geometric.Slope(dst, beta)
	if b.slope != nil {
		b.slope(dst, beta)
	}
}

func TestEveryBridgeLawCanFail(t *testing.T) {
	place := chaintest.Place{Name: "a path of 3", Grid: grid.New(3), From: []float64{0, 0.2, 0},
		To: []float64{0.3, -1.1, 2.2}}
	for law, b := range map[laws.Law]bent{
		laws.Ends:        {at: func(dst []float64, beta float64) { dst[1] += 1e-15 }},
		laws.BridgeSlope: {slope: func(dst []float64, beta float64) { dst[2] *= 1 + 1e-5 }},
		laws.Inside: {at: func(dst []float64, beta float64) {
			if beta > 0 && beta < 0.35 {
				dst[0] = math.Inf(-1)
			}
		}},
	} {
		found := broken(func(from, to []float64) chains.Bridge {
			b.Geometric = chains.Geometric{From: from, To: to}
			return b
		}, place)
		if !found[law] {
			t.Errorf("the law %q did not notice; those that did: %v", law, found)
		}
	}
	// Averages of densities that were not normalised first.
	found := broken(func(from, to []float64) chains.Bridge { return raw{from, to} }, place)
	if len(found) != 1 || !found[laws.Constants] {
		t.Errorf("densities averaged as they come: broken are %v", found)
	}
}

func broken(b laws.Bridging, at chaintest.Place) map[laws.Law]bool {
	found := map[laws.Law]bool{}
	for _, breach := range chaintest.BridgeBreaches(b, at) {
		found[breach.Law] = true
	}
	return found
}

// raw is the mixture of f_1 and f_T instead of p_1 and p_T.
type raw struct{ from, to []float64 }

func (b raw) At(dst []float64, beta float64) {
	for x := range dst {
		dst[x] = math.Log((1-beta)*math.Exp(b.from[x]) + beta*math.Exp(b.to[x]))
	}
	if beta == 0 {
		copy(dst, b.from)
	}
	if beta == 1 {
		copy(dst, b.to)
	}
}

func (b raw) Slope(dst []float64, beta float64) {
	for x := range dst {
		f, g := math.Exp(b.from[x]), math.Exp(b.to[x])
		dst[x] = (g - f) / ((1-beta)*f + beta*g)
	}
}
