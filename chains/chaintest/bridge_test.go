package chaintest_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// TestBridges holds every catalogued bridge, at several values of its parameter,
// to every law.
func TestBridges(t *testing.T) {
	for _, e := range chains.Bridges {
		params := []float64{0}
		if e.Make.Param != "" {
			params = []float64{0.5, 2, -1.5, 1 + 1e-9}
		}
		for _, param := range params {
			t.Run(fmt.Sprint(e.Name, param), func(t *testing.T) {
				chaintest.BridgeLaws(t, func(from, to []float64) chains.Bridge { return e.Make.Of(param, from, to) })
			})
		}
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
	place := chaintest.Place{Name: "a path of 3", Grid: grid.New(3), From: []float64{0, 0.2, 0}, To: []float64{0.3, -1.1, 2.2}}
	asked := []string{"constants"} // below
	for law, b := range map[string]bent{
		"ends":                {at: func(dst []float64, beta float64) { dst[1] += 1e-15 }},
		"slope of the bridge": {slope: func(dst []float64, beta float64) { dst[2] *= 1 + 1e-5 }},
		"mass inside": {at: func(dst []float64, beta float64) {
			if beta > 0 && beta < 0.35 {
				dst[0] = math.Inf(-1)
			}
		}},
	} {
		found := map[string]bool{}
		for _, breach := range chaintest.BridgeBreaches(func(from, to []float64) chains.Bridge {
			b.Geometric = chains.Geometric{From: from, To: to}
			return b
		}, place) {
			found[breach.Law] = true
		}
		if asked = append(asked, law); !found[law] {
			t.Errorf("the law %q did not notice; those that did: %v", law, found)
		}
	}
	for _, law := range chaintest.BridgeLawNames() {
		if !slices.Contains(asked, law) {
			t.Errorf("no bug is asked to break the law %q", law)
		}
	}
	// Averages of densities that were not normalised first.
	found := map[string]bool{}
	for _, breach := range chaintest.BridgeBreaches(func(from, to []float64) chains.Bridge { return raw{from, to} }, place) {
		found[breach.Law] = true
	}
	if len(found) != 1 || !found["constants"] {
		t.Errorf("densities averaged as they come: broken are %v", found)
	}
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

// TestOwnCells: what becomes of J and B where the target has cells of its own. On
// the geometric path nothing is there until the last step. On the mixture a chain
// gets there in time and J is finite; B is not, because the reverse chain may be
// there when p_1 is not. Only a kernel that never lets it stay makes B finite.
func TestOwnCells(t *testing.T) {
	inf := math.Inf(-1)
	from, to := []float64{0, inf, inf, inf}, []float64{0.3, -0.2, 1, 0.1}
	run := func(k chains.Kernel, b chains.Bridge, s chains.Schedule) exact.Result {
		t.Helper()
		r, err := exact.Run(t.Context(), chains.Annealing{Grid: grid.New(len(to)), Kernel: k, Bridge: b, Schedule: s})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	g := run(kernels.Metropolis{}, chains.Geometric{From: from, To: to}, chains.Linear(20))
	m := run(kernels.Metropolis{}, chains.NewMixture(from, to), chains.Linear(20))
	if !math.IsInf(g.J(), 1) || !math.IsInf(g.B(), 1) || !(m.J() < 1) || !math.IsInf(m.B(), 1) || math.IsInf(m.FwdLogW(), 0) {
		t.Errorf("geometric: J = %v, B = %v; mixture: J = %v, B = %v, E_fwd[log w] = %v", g.J(), g.B(), m.J(), m.B(), m.FwdLogW())
	}
	// p_2 is even on two cells and the kernel swaps them: from the one's own to
	// the other's, and nothing stays behind.
	half, err := chains.NewSchedule([]float64{0, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	to = []float64{inf, 0}
	from = []float64{0, inf}
	swap := kernels.Rows{To: func(_ grid.Grid, logf []float64, x int, visit func(int, float64)) {
		if logf[0] == logf[1] {
			visit(1-x, 1)
		}
	}}
	if r := run(swap, chains.NewMixture(from, to), half); math.Abs(r.B()) > 1e-15 || math.Abs(r.J()) > 1e-15 {
		t.Errorf("cells swapped: J = %v, B = %v", r.J(), r.B())
	}
}
