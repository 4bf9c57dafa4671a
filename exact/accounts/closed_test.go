package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// directs are the programs that draw a cell at once.
var directs = map[string]func(programs.Problem) programs.Program{
	"importance": func(p programs.Problem) programs.Program { return programs.NewImportance(p) },
	"rejection":  func(p programs.Problem) programs.Program { return programs.NewRejection(p) },
	"vb":         func(p programs.Problem) programs.Program { return programs.NewVB(p, 3, 1) },
	"posterior":  func(p programs.Problem) programs.Program { return programs.NewPosterior(p) },
}

// The closed form agrees with the walk along every path of the dice.
func TestDirectAccountsAreEnumerated(t *testing.T) {
	inf := math.Inf(-1)
	apart := ends([]float64{0.4, -0.2, 1.1, inf}, []float64{inf, 0.3, -0.9, 0.8})
	for name, of := range directs {
		t.Run(name, func(t *testing.T) {
			for _, p := range append(chaintest.Problems(kernels.Identity{}, 2), apart) {
				sameAccount(t, of(p), p, accounts.Closed)
			}
		})
	}
}

func TestEstimatesFromAModelAreEnumerated(t *testing.T) {
	p := chaintest.Model(kernels.Identity{})
	p.Observed.LogRelabelings = math.Log(6)
	vb, err := programs.NewSymmetricVB(p, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	bic, err := programs.NewBIC(p, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []programs.Estimator{vb, bic} {
		got, want := account(t, e, p), account(t, estimatorOnly{e}, p)
		if got.How != accounts.Closed || want.How != accounts.Enumerated {
			t.Errorf("%T: the account is %s, and compared with one that is %s", e, got.How, want.How)
		}
		compareForward(t, got, want)
	}
}

// mislabelled draws from the initial density, and claims that its law is the target.
type mislabelled struct{ programs.Importance }

func (p mislabelled) Law() (q, logq []float64) { return programs.NewPosterior(p.Problem).Law() }

// If a program claims a wrong law its account differs from the enumerated one.
func TestWrongLawIsSeen(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.Identity{}, 2) {
		e := mislabelled{programs.NewImportance(p)}
		got, want := account(t, e, p), account(t, forwardOnly{e}, p)
		if math.Abs(got.B()-want.B()) < 0.1 {
			t.Errorf("problem %d: B is %g with the wrong law, and %g with the right one", i, got.B(), want.B())
		}
	}
}

// Exact draws have no gap at all, and a constant in the densities changes nothing.
func TestExactDrawsHaveNoGap(t *testing.T) {
	p := ends([]float64{0, 0.5, 1, 0.25}, []float64{1e15 + 1, 1e15, 1e15 + 2, 1e15 - 3})
	for _, e := range []programs.Program{programs.NewPosterior(p), programs.NewRejection(p)} {
		a := account(t, e, p)
		if a.J() != 0 {
			t.Errorf("%T: J is %g", e, a.J())
		}
		if a.B() != 0 {
			t.Errorf("%T: B is %g", e, a.B())
		}
	}
	q, logq := programs.NewImportance(p).Law()
	if math.Abs(math.Exp(logq[2])-q[2]) > 1e-15 {
		t.Errorf("importance: the law of cell 2 is %g, and the exp of its log %g", q[2], math.Exp(logq[2]))
	}
}

// The error that an account claims is that of log w and its square. A log weight of 1e15 has no
// digits after the point.
func TestOffHasTheSizeOfLogW(t *testing.T) {
	for _, of := range []func(programs.Problem) programs.Estimator{
		func(p programs.Problem) programs.Estimator { return programs.NewImportance(p) },
		func(p programs.Problem) programs.Estimator { return plain{programs.NewImportance(p)} },
	} {
		for _, depth := range []float64{1, 1e15} {
			p := ends([]float64{0, 0}, []float64{0, -depth})
			a := account(t, of(p), p)
			square := depth * depth / 4 // of half the draws, less log R
			if rounding := 0x1p-53 * square; !(a.Off > rounding && a.Off < max(1e-9, 1e-8*square)) {
				t.Errorf("%s: log w is up to %g, and the account says that it is off by %g", a.How, depth, a.Off)
			}
		}
	}
}
