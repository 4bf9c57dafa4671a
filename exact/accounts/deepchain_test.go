package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestDeepChib holds the mean of Chib's log w along two states of two cells, by hand, from spans that any float holds
// to those of which none does. The kernel proposes draws y of p_1 from x, and accepts with min(1, w(y)/w(x)), w =
// f_T/f_1.
func TestDeepChib(t *testing.T) {
	for _, span := range []float64{3, 40, 300, 590, 610, 700, 760, 1100, 2024} {
		from := []float64{-span, 0}
		to := []float64{2, -1}
		p := programs.Problem{Annealing: chains.Annealing{
			Grid: grid.New(2), Kernel: kernels.FromPrior{}, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: from, To: to},
		}}
		const star = 0
		a := must.Have(accounts.Of(t.Context(), programs.Chib{Of: programs.NewCMS(p, 2, star)}, p))(t)
		if got, want := a.FwdLogW(), chibByHand(from, to); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
			t.Errorf("%v nats: E[log w] = %v, %s, by hand %v", span, got, a.How, want)
		}
	}
}

func chibByHand(from, to []float64) (mean float64) {
	logZ1 := math.Log1p(math.Exp(from[0]))
	logZT := to[0] + math.Log1p(math.Exp(to[1]-to[0]))
	logp1 := []float64{from[0] - logZ1, -logZ1}
	p := []float64{math.Exp(to[0] - logZT), math.Exp(to[1] - logZT)}
	// from 1 to 0 all proposals are accepted: f_T/f_1 is larger in 0
	logInto := []float64{0, logp1[0]} // log T(0|x)
	leaves := math.Exp(logp1[1] + (to[1] - from[1]) - (to[0] - from[0]))
	logInto[0] = math.Log1p(-leaves)
	for x1, p1 := range p {
		for x2 := range p {
			step := math.Exp(logInto[x1])
			if x2 == 1 {
				step = -math.Expm1(logInto[x1])
			}
			high := max(logInto[x1], logInto[x2])
			low := min(logInto[x1], logInto[x2])
			logMean := high + math.Log1p(math.Exp(low-high)) - math.Ln2
			mean += p1 * step * (to[0] - logZ1 - logMean)
		}
	}
	return mean
}

// TestEnumeratedWhereNoIntegralReaches: of two draws at random both are in the cell of e^-1e15 in one run of four. That
// is a quarter of q, and of the weights.
func TestEnumeratedWhereNoIntegralReaches(t *testing.T) {
	const span = 1e15
	p := ends([]float64{0, 0}, []float64{0, -span})
	a := account(t, programs.NewSIR(p, 2), p)
	const quarter = span / 4
	for name, v := range map[string]float64{"J": a.J(), "B": a.B(), "-E[log w]": -a.FwdLogW()} {
		if !(math.Abs(v-quarter) <= 1e-12*quarter) {
			t.Errorf("%s = %v, %s, want %v", name, v, a.How, quarter)
		}
	}
}
