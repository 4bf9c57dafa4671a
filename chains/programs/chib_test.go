package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestChibIsCMSInReverse: from exact draws the log weights of Chib's estimator equal CMS in reverse, in mean and mean
// square, and so above log R on average.
func TestChibIsCMSInReverse(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.FromPrior{}, kernels.GibbsSweep{}, kernels.Metropolis{}} {
		for _, p := range chaintest.Problems(k, 2) {
			first, last := p.Ends()
			logR := chains.LogSum(last) - chains.LogSum(first)
			cms := programs.NewCMS(p, 3, p.Mode())
			mean, square := 0., 0.
			logw := 0.
			for x, mass := range chains.Normalized(last) {
				if mass == 0 {
					continue
				}
				for prob := range enumerate.Every(func(d chains.Dice) { logw = cms.Reverse(x, d) }) {
					mean += mass * prob * logw
					square += mass * prob * logw * logw
				}
			}
			chib := programs.Chib{Of: cms}
			must.Close(t, lower(chib), mean, 1e-11, "E[log w]")
			must.Close(t, expected(chib, func(logw float64) float64 { return logw * logw }), square, 1e-11,
				"E[log² w]")
			if lower(chib) < logR-1e-12 {
				t.Errorf("E[log w] is %v, below %v", lower(chib), logR)
			}
		}
	}
}

// TestChibMissesAMode: on two cells that no chain goes between exact draws fall into the other cell than x* half of the
// time, and no chain from there knows x*.
func TestChibMissesAMode(t *testing.T) {
	none := math.Inf(-1)
	p := square([]float64{0, none, none, none}, 1, none, none, 1)
	p.Kernel = kernels.HeatBath{}
	if mean := lower(programs.Chib{Of: programs.NewCMS(p, 3, p.Mode())}); !math.IsInf(mean, 1) {
		t.Errorf("E[log w] is %v", mean)
	}
}

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
		got := lower(programs.Chib{Of: programs.NewCMS(p, 2, 0)})
		if want := chibByHand(from, to); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
			t.Errorf("%v nats: E[log w] = %v, by hand %v", span, got, want)
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
