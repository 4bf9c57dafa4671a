package accounts_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid"
	"breadboard/grid/must"
)

// ends returns a problem on a path, of two log densities.
func ends(from, to []float64) programs.Problem {
	return programs.Problem{Annealing: chains.Annealing{Grid: grid.New(len(to)), Kernel: kernels.Identity{},
		Schedule: chains.Linear(2), Bridge: chains.Geometric{From: from, To: to}}}
}

// of returns a program of the catalogue on a problem.
func of(t *testing.T, spec string, p programs.Problem) programs.Estimator {
	t.Helper()
	m, err := programs.Read(spec)
	must.Do(t, err)
	return must.Have(m(p))(t)
}

// account returns the account of a program.
func account(t *testing.T, e programs.Estimator, p programs.Problem) accounts.Account {
	t.Helper()
	return must.Have(accounts.Of(t.Context(), e, p, nil))(t)
}

// enumerated hides the type of an estimator, so that only enumeration is left.
func enumerated(e programs.Estimator) programs.Estimator {
	if p, ok := e.(programs.Program); ok {
		return struct{ programs.Program }{p}
	}
	return struct{ programs.Estimator }{e}
}

// sameAccount compares the account of a program with the one by enumeration.
func sameAccount(t *testing.T, e programs.Estimator, p programs.Problem, how accounts.How) {
	t.Helper()
	got := account(t, e, p)
	want := account(t, enumerated(e), p)
	if got.How != how || want.How != accounts.Enumerated {
		t.Errorf("the account is %s, and compared with one that is %s", got.How, want.How)
	}
	if math.IsNaN(want.MeanW) { // no dice draw the masses that are below any float
		want.MeanW = got.MeanW
	}
	compare(t, got, want)
}

// compare fails t unless two accounts have the same numbers.
func compare(t *testing.T, got, want accounts.Account) {
	t.Helper()
	must.Close(t, got.LogR, want.LogR, 1e-11, "log R")
	if (got.G == nil) != (want.G == nil) {
		t.Fatalf("G is %v, and %v is right", got.G, want.G)
	}
	for x, p := range want.P {
		must.Close(t, got.P[x], p, 1e-11, "p")
		must.Close(t, got.Q[x], want.Q[x], 1e-11, "q")
		must.Close(t, got.F[x], want.F[x], 1e-11, "F")
		if p > 0 && want.G != nil {
			must.Close(t, got.G[x], want.G[x], 1e-11, "G")
		}
	}
	must.Close(t, got.Final.Forward, want.Final.Forward, 1e-11, "KL(q||p)")
	must.Close(t, got.Final.Reverse, want.Final.Reverse, 1e-11, "KL(p||q)")
	must.Close(t, got.Paths.Forward, want.Paths.Forward, 1e-11, "log R - E_fwd[log w]")
	must.Close(t, got.Paths.Reverse, want.Paths.Reverse, 1e-11, "E_rev[log w] - log R")
	must.Close(t, got.FwdSquare, want.FwdSquare, 1e-11, "E_fwd[log² w/R]")
	must.Close(t, got.RevSquare, want.RevSquare, 1e-11, "E_rev[log² w/R]")
	must.Close(t, got.MeanW, want.MeanW, 1e-11, "E_fwd[w]/R")
	must.Close(t, got.MeanInvW, want.MeanInvW, 1e-11, "R E_rev[1/w]")
}

// areEnumerated compares programs on problems.
func areEnumerated(t *testing.T, how accounts.How, specs string, problems ...programs.Problem) {
	for spec := range strings.FieldsSeq(specs) {
		for i, p := range problems {
			t.Run(fmt.Sprint(spec, " on ", i, " ", p.Grid),
				func(t *testing.T) { sameAccount(t, of(t, spec, p), p, how) })
		}
	}
}

// without leaves the last move out.
func without(all ...programs.Problem) []programs.Problem {
	for i := range all {
		all[i].SkipLast = true
	}
	return all
}

// TestAccountsAreEnumerated checks that the account of every program is the one along every path of the dice: for
// kernels with and without a reversal of their own.
func TestAccountsAreEnumerated(t *testing.T) {
	metropolis := kernels.Metropolis{}
	for _, k := range []chains.Kernel{metropolis, kernels.GibbsSweep{}, kernels.Slice{}} {
		areEnumerated(t, accounts.Propagated, "ais", chaintest.Problems(k, 3)...)
		areEnumerated(t, accounts.Propagated, "ais", without(chaintest.Problems(k, 3)...)...)
	}
	still := chaintest.Problems(kernels.Identity{}, 2)
	areEnumerated(t, accounts.Closed, "importance rejection vb:restarts=3 posterior",
		append(still, ends([]float64{0.4, -0.2, 1.1, none}, []float64{none, 0.3, -0.9, 0.8}))...)
	areEnumerated(t, accounts.Integral, "sir:1 sir:4", still...)
	areEnumerated(t, accounts.Integral, "sir:10", chaintest.Tilted(kernels.Identity{}, 2))
	areEnumerated(t, accounts.Propagated, "smc:1", chaintest.Problems(metropolis, 3)...)
	areEnumerated(t, accounts.Particles, "smc:2", without(chaintest.Problems(metropolis, 3)[:2]...)...)
	areEnumerated(t, accounts.Particles, "smc:2", chaintest.Problems(metropolis, 3)[0])
	areEnumerated(t, accounts.Particles, "smc:3", without(chaintest.Tilted(kernels.GibbsSweep{}, 3))...)
	model := chaintest.Model(kernels.GibbsSweep{})
	areEnumerated(t, accounts.Closed, "bic", model)
	for _, how := range []string{"prior:steps=1", "optimal:steps=1", "optimal:steps=0", "prior:steps=0"} {
		areEnumerated(t, accounts.Propagated, "smc-data:1:proposal="+how, model)
	}
	for _, how := range []string{"prior:steps=1", "optimal:steps=0"} {
		areEnumerated(t, accounts.Particles, "smc-data:2:proposal="+how, without(model)...)
	}
	areEnumerated(t, accounts.Enumerated, "smc-data:2:ess=0.75 smc-data:2:resample=systematic:steps=0",
		without(model)...)
	areEnumerated(t, accounts.Propagated, "smc-data:1:proposal=optimal:steps=0", chaintest.WideModel(metropolis))
}

// TestAISIsEnumeratedOnOtherBridges has bridges on which one pass of annealing is not enough.
func TestAISIsEnumeratedOnOtherBridges(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		from, to := p.Ends()
		half := make([]float64, len(to))
		for x := range half {
			half[x] = (from[x]+to[x])/2 + 0.3*float64(x)
		}
		for _, p.Bridge = range []chains.Bridge{chains.NewQPath(from, to, 0),
			chains.Observations{Steps: [][]float64{from, half, to}, Axes: [][]int{nil, nil}}} {
			areEnumerated(t, accounts.Propagated, "ais", p)
		}
	}
}

// moving returns a problem on a path with T levels.
func moving(k chains.Kernel, T int, from, to []float64) programs.Problem {
	p := ends(from, to)
	p.Kernel, p.Schedule = k, chains.Linear(T)
	return p
}

// TestAccountsAreEnumeratedAtTheEdges has weights of 0 and ∞, weights that span hundreds of nats, and cells of one
// weight. If one end has mass where the other has none, F and G say for which cells. A particle that loses its weight
// stops where it is, and an annealing chain goes on.
func TestAccountsAreEnumeratedAtTheEdges(t *testing.T) {
	metropolis := kernels.Metropolis{}
	for _, k := range []chains.Kernel{metropolis, kernels.Identity{}} {
		areEnumerated(t, accounts.Propagated, "ais",
			moving(k, 4, []float64{0, 0.2, 0.4, -0.3}, []float64{0.5, -1, 0.1, none}),
			moving(k, 4, []float64{none, 0.2, 0.4, -1}, []float64{0.5, -1, 0.1, none}),
			moving(k, 3, []float64{0, 0.2, 0.4}, []float64{0, -1000, 2}))
	}
	areEnumerated(t, accounts.Integral, "sir:1 sir:2 sir:5",
		moving(metropolis, 2, []float64{0, 0.2, 0.4}, []float64{0.5, -1, none}),
		moving(metropolis, 2, []float64{0, 0.2, none}, []float64{0.5, -1, 0.3}),
		moving(metropolis, 2, []float64{0, 0.2, 0.4}, []float64{0.5, -30, 0.3}),
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -300, 0.3}),
		ends([]float64{0, -40, 0.4}, []float64{0.5, 0.1, -40}),
		ends([]float64{0, 0, 0, -1}, []float64{0.5, -1, 0.5, -0.5}))
	areEnumerated(t, accounts.Particles, "smc:2",
		moving(metropolis, 3, []float64{0, 0.2, -0.3}, []float64{0.5, -1, none}),
		moving(metropolis, 3, []float64{0, 0.2, -0.3}, []float64{0.5, -1500, 2}))
	areEnumerated(t, accounts.Enumerated, "smc:2",
		moving(metropolis, 3, []float64{0, 0.2, none}, []float64{0.5, -1, 0.2}))
	stops := moving(kernels.FromPrior{}, 3, []float64{0, 0.2, 0.4}, []float64{0.5, -1, none})
	areEnumerated(t, accounts.Particles, "smc:1", stops)
	going := account(t, of(t, "ais", stops), stops).Q[2]
	stopping := account(t, of(t, "smc:1", stops), stops).Q[2]
	if math.Abs(going-stopping) < 0.1 {
		t.Errorf("q of the cell without mass is %g with one particle, and %g annealing", stopping, going)
	}
}

// A stuck program returns the first cell with weight 1, and in reverse says so of every cell.
type stuck struct{}

func (stuck) Forward(chains.Dice) (x int, logw float64) { return 0, 0 }
func (stuck) Reverse(int, chains.Dice) float64          { return 0 }
func (stuck) Cost() float64                             { return 1 }

// TestEnumeratedMissesACell checks that reverse runs from a cell do not mend forward runs that miss it.
func TestEnumeratedMissesACell(t *testing.T) {
	p := ends([]float64{0, 0}, []float64{0, 1})
	if a := account(t, stuck{}, p); a.Q[0] != 1 || a.Q[1] != 0 || !math.IsInf(a.J(), 1) {
		t.Errorf("q is %v, and J is %v", a.Q, a.J())
	}
}

// none is the log density of a cell without mass.
var none = math.Inf(-1)

// TestDeepAccountsAreRightOrRefused holds that a program on two densities, of which the last is up to 900 nats deep,
// has the account that enumeration gives, or none. Nothing stands between, such as probabilities that sum to 218,978.
func TestDeepAccountsAreRightOrRefused(t *testing.T) {
	dice := rand.New(rand.NewPCG(71, 2))
	known := 0
	some := []chains.Kernel{kernels.Metropolis{}, kernels.FromPrior{}, kernels.Identity{}}
	specs := []string{"sir:3", "smc:2"}
	for i := range 200 {
		depth := func(most float64) float64 { return most * (2*dice.Float64() - 1) }
		p := ends([]float64{0, depth(300)}, []float64{0, depth(900)})
		p.Kernel = some[i%3]
		e := of(t, specs[i%2], p)
		got, err := accounts.Of(t.Context(), e, p, nil)
		if errors.Is(err, accounts.ErrTooLarge) {
			continue
		}
		must.Do(t, err)
		known++
		want := account(t, enumerated(e), p)
		size := max(1, math.Abs(want.LogR), want.Paths.Forward, want.Paths.Reverse)
		for name, pair := range map[string][2]float64{"J": {got.J(), want.J()},
			"log R - E_fwd[log w]": {got.Paths.Forward, want.Paths.Forward},
			"E_rev[log w] - log R": {got.Paths.Reverse, want.Paths.Reverse}} {
			if !(pair[0] == pair[1] || math.Abs(pair[0]-pair[1]) < 1e-9*size+got.Off+want.Off) {
				t.Errorf("%T from %v, %T: %s is %v, want %v", e, p.Bridge, p.Kernel, name, pair[0], pair[1])
			}
		}
	}
	if known < 100 {
		t.Errorf("%d of 200 accounts are known", known)
	}
}
