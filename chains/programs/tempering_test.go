package programs_test

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// rising is a problem of two cells: f_1 = (1, 1) and f_T = (1, e^by). Its kernel draws exactly.
func rising(by float64, T int) programs.Problem {
	return programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2), Kernel: kernels.Perfect{},
		Schedule: chains.Linear(T), Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, by}}}}
}

// byHand is the law of the histories of P particles on two cells, k of them in the second. There the beta after the
// next has a closed form: with m = P-k, and v = e^(by (next-beta)) the second weight, the size falls to the share s
// where (m + kv)² = sP(m + kv²). An exact kernel makes k binomial at every beta.
func byHand(P int, share, by float64, steps int) map[string][2]float64 {
	law := map[string][2]float64{} // the betas, with their probability and the mean of log w there
	var from func(beta float64, step int, prob, logw float64, betas string)
	from = func(beta float64, step int, prob, logw float64, betas string) {
		q := 1 / (1 + math.Exp(-by*beta))
		for k := range P + 1 {
			p := prob * binomial(P, k) * math.Pow(q, float64(k)) * math.Pow(1-q, float64(P-k))
			n := float64(k)
			m := float64(P - k)
			s := share * float64(P)
			next := 1.0
			if k > 0 && k < P && n < s && step < steps {
				a := n * (n - s)
				b := 2 * m * n
				c := m * (m - s)
				next = min(1, beta+math.Log((-b-math.Sqrt(b*b-4*a*c))/(2*a))/by)
			}
			w := logw + math.Log((m+n*math.Exp(by*(next-beta)))/float64(P))
			so := betas + fmt.Sprintf(" %.6f", next)
			if next == 1 {
				law[so] = [2]float64{law[so][0] + p, law[so][1] + p*w}
				continue
			}
			from(next, step+1, p, w, so)
		}
	}
	from(0, 1, 1, 0, "")
	return law
}

func binomial(n, k int) float64 {
	if k == 0 {
		return 1
	}
	return binomial(n-1, k-1) * float64(n) / float64(k)
}

// On two cells the law of the betas, and the mean of log w given these, are those by hand: of several shares, and
// where the bound on steps ends a run early. E[w] is not R. It is if every run takes one step, and for two particles
// if none takes three: from a uniform start the only mean weight at which they stop, of one particle in each cell, is
// the true one.
func TestTemperedOnTwoCells(t *testing.T) {
	for _, c := range []struct {
		P, T   int
		share  float64
		by     float64
		biased bool
	}{{2, 20, 0.6, 6, true}, {2, 20, 0.9, 1, false}, {3, 20, 0.5, 3, true}, {2, 3, 0.95, 2,
		false}, {3, 2, 0.5, 3, false},
		{2, 20, 0.6, -6, true}} {
		p, logw := rising(math.Abs(c.by), c.T), 0.0
		if c.by < 0 { // the same with the cells exchanged
			p.Bridge = chains.Geometric{From: []float64{0, 0}, To: []float64{c.by, 0}}
		}
		logR := math.Log((1 + math.Exp(math.Abs(c.by))) / 2)
		if c.by < 0 {
			logR += c.by
		}
		e := must.Have(programs.NewTempered(programs.SMC{Problem: p, P: c.P}, c.share))(t)
		name := fmt.Sprint(c)
		mean := 0.0
		betas := []float64(nil)
		got := map[string][2]float64{}
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw, betas = e.Run(d) }) {
			so := ""
			for _, beta := range betas {
				so += fmt.Sprintf(" %.6f", beta)
			}
			got[so] = [2]float64{got[so][0] + prob, got[so][1] + prob*logw}
			mean += prob * math.Exp(logw-logR)
		}
		if biased := math.Abs(mean-1) > 1e-3; biased != c.biased {
			t.Errorf("%s: E[w]/R is %.12g, of %d ways of the betas", name, mean, len(got))
		}
		want := byHand(c.P, c.share, math.Abs(c.by), c.T-1)
		if len(want) != len(got) {
			t.Errorf("%s: %d ways of the betas, and %d by hand", name, len(got), len(want))
		}
		for betas := range maps.Keys(want) {
			shift := logR - math.Log((1+math.Exp(math.Abs(c.by)))/2)
			must.Near(t, got[betas][0], want[betas][0], 1e-9, "%s%s", name, betas)
			must.Near(t, got[betas][1], want[betas][1]+shift*want[betas][0], 1e-9, "%s log w at%s", name, betas)
		}
	}
}

// What a tempered run costs is that of infinitely many particles: from beta the next v has the share
// (1-q+qv)²/(1-q+qv²).
func TestTemperedCost(t *testing.T) {
	const by, share = 6, 0.9
	steps, beta := 0, 0.0
	for ; beta < 1; steps++ {
		q := 1 / (1 + math.Exp(-by*beta))
		a := q * (q - share)
		b := 2 * q * (1 - q)
		c := (1 - q) * (1 - q - share)
		beta = 1
		if q < share { // else the size never falls so far
			beta = min(1, math.Log(q/(1-q))/by+math.Log((-b-math.Sqrt(b*b-4*a*c))/(2*a))/by)
		}
	}
	e := must.Have(programs.NewTempered(programs.SMC{Problem: rising(by, 50), P: 4}, share))(t)
	must.Close(t, e.Cost(), 4*float64(steps)*(1+chains.FactsOf(kernels.Perfect{}, grid.New(2)).Cost), 1e-12, "the cost")
}

// A run ends where all weights are 0, and a kernel that is known at some betas alone is refused.
func TestTemperedAtTheEdges(t *testing.T) {
	p := rising(3, 20)
	p.Bridge = chains.Geometric{From: []float64{0, 0}, To: []float64{0, math.Inf(-1)}}
	e := must.Have(programs.NewTempered(programs.SMC{Problem: p, P: 2}, 0.7))(t)
	must.Close(t, expected(e, math.Exp), 0.5, 1e-12, "E[w]")
	must.Close(t, expected(e, func(logw float64) float64 {
		if math.IsInf(logw, -1) {
			return 1
		}
		return 0
	}), 0.25, 1e-12, "P(w = 0)")
	p.Kernel = kernels.Matrices{N: 2, Betas: []float64{0, 1}, P: make([][]float64, 2)}
	must.Refuse(programs.NewTempered(programs.SMC{Problem: p, P: 2}, 0.7))(t,
		"a kernel by name, or smc without adaptive", "matrices")
}
