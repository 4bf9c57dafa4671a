package leaderboard

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/grid"
	"breadboard/grid/must"
)

// tiny are entrants without any symmetry, on so few cells that all paths of all particles can be walked.
func tiny() []entrant {
	logf := []float64{0.3, -1.1, 1.6}
	line := chains.To(logf, grid.New(3), kernels.Metropolis{}, 2)
	sloped := chains.To([]float64{0.4, -0.8, 1.1, 0.2}, grid.New(2, 2), kernels.GibbsSweep{}, 2)
	sloped.Bridge = chains.Geometric{From: []float64{0.5, 0, -0.7, 0.2}, To: []float64{0.4, -0.8, 1.1, 0.2}}
	twice := line
	twice.Kernel = kernels.Repeat{Times: 2, Kernel: kernels.Metropolis{}}
	return []entrant{newEntrant("metropolis", line.Extended()), newEntrant("cycle", sloped.Extended()),
		newEntrant(sweep, twice.Extended())}
}

// A literal run is sequential Monte Carlo as it is written down: P draws of p_1; at each level weights, the mean of
// them into ŵ, P ancestors by weight, and a move of each.
func literal(e entrant, s chains.Schedule, P int, d chains.Dice) (cells []int, weight float64) {
	a := e.annealing(s)
	op := a.Kernel.On(a.Grid)
	level := a.NewLevel()
	a.LevelAt(level, 1)
	law := chains.Normalized(level.LogF())
	for range P {
		cells = append(cells, d.Pick(law))
	}
	weight = 1
	for t := 2; t <= s.Len(); t++ {
		before := chains.Normalized(level.LogF())
		a.LevelAt(level, t)
		op.Aim(level)
		here := chains.Normalized(level.LogF())
		var ws []float64
		for _, x := range cells {
			ws = append(ws, here[x]/before[x])
		}
		weight *= floats.Sum(ws) / float64(P)
		var next []int
		for range P {
			next = append(next, op.Step(cells[d.Pick(ws)], d))
		}
		cells = next
	}
	return cells, weight
}

// TestParticles: the bias and the variance of one run, and the terms in 1/K, are sums over all paths of a literal run.
func TestParticles(t *testing.T) {
	for _, e := range tiny() {
		h := function{"h", []float64{0.7, -1.3, 2.1, 0.4}[:e.cells]}
		mean, _ := moments(e.last, h.of)
		for _, P := range []int{1, 2, 3} {
			T := 3
			if P == 3 {
				T = 2
			}
			var one, oneSquare, bias, variance, second, cells float64
			law := make([]float64, e.cells)
			var xs []int
			var w float64
			for prob := range enumerate.Every(func(d chains.Dice) { xs, w = literal(e, chains.Linear(T), P, d) }) {
				d := -mean
				for _, x := range xs {
					d += h.of[x] / float64(P)
					law[x] += prob / float64(P)
				}
				one += prob * d
				oneSquare += prob * d * d
				bias -= prob * w * w * d
				variance += prob * w * w * d * d
				second += prob * w * w
				cells += prob
			}
			var got Estimate
			if P == 1 {
				got = must.Have(e.annealed(t.Context(), T, []function{h}))(t)[0]
			} else {
				got = must.Have(e.particled(t.Context(), T, []int{P}, []function{h}))(t)[0]
			}
			must.Near(t, cells, 1, 1e-12, "probability of all paths")
			must.Near(t, got.BiasK, bias, 1e-12, "bias of K runs")
			must.Near(t, got.VarK, variance, 1e-12, "variance of K runs")
			must.Near(t, 1/got.ESS, second, 1e-12, "second moment of the weight")
			if P > 2 {
				continue // of more particles one run is not known
			}
			must.Near(t, got.Bias, one, 1e-12, "bias of a run")
			must.Near(t, got.Variance, oneSquare-one*one, 1e-12, "variance of a run")
			must.Near(t, got.J, exact.Between(law, e.last).Jeffreys(), 1e-12, "J of a run's cell")
		}
	}
}

// TestOnePairFormAlso: particles have two forms, and with one particle the form by pairs is that of a chain.
func TestOnePairFormAlso(t *testing.T) {
	for _, e := range tiny() {
		_, second, err := e.ended(t.Context(), chains.Linear(4))
		must.Do(t, err)
		pairs := must.Have(e.squared(t.Context(), chains.Linear(4), []int{1}))(t)[0]
		for x, row := range pairs {
			for y, v := range row {
				want := 0.0
				if x == y {
					want = second[x]
				}
				must.Near(t, v, want, 1e-13, "pair")
			}
		}
	}
}

// TestAgainstAccounts: J of a run of two particles, and of an annealing, are those of the library's exact accounts, and
// the effective sample size is that of its exact run.
func TestAgainstAccounts(t *testing.T) {
	for _, e := range tiny() {
		a := e.annealing(chains.Linear(5))
		smc := programs.SMC{Problem: programs.Problem{Annealing: a, Sample: -1}, P: 2, Share: math.Inf(1)}
		account := must.Have(accounts.Of(t.Context(), smc, smc.Problem))(t)
		h := []function{{"h", make([]float64, e.cells)}}
		h[0].of[0] = 1
		got := must.Have(e.particled(t.Context(), 5, []int{2}, h))(t)[0]
		must.Near(t, got.J, account.J(), 1e-12, "J of two particles")
		run := must.Have(exact.Run(t.Context(), a))(t)
		one := must.Have(e.annealed(t.Context(), 5, h))(t)[0]
		must.Near(t, one.J, run.J(), 1e-12, "J of an annealing")
		must.Near(t, one.ESS, run.ESS, 1e-12, "effective sample size")
		must.Near(t, one.Charged, 4*(1+e.cost), 1e-12, "evaluations of an annealing, weights charged")
	}
}

// TestTermsInK: with many runs K times the bias, and K times the variance, of E[wh]/E[w] come to the terms. The exact
// moments for K runs are integrals over the Laplace transform of the weight, since 1/s is the integral of e^-us:
//
//	E[Σwh/Σw] = K ∫ E[w h e^-uw] E[e^-uw]^(K-1) du
//	E[(Σwh/Σw)²] = ∫ u {K E[w²h² e^-uw] E[e^-uw]^(K-1) + K (K-1) E[w h e^-uw]² E[e^-uw]^(K-2)} du
func TestTermsInK(t *testing.T) {
	const K = 4000
	for _, e := range tiny() {
		h := function{"h", []float64{0.7, -1.3, 2.1, 0.4}[:e.cells]}
		mean, _ := moments(e.last, h.of)
		type atom struct{ prob, w, h float64 }
		var atoms []atom
		var xs []int
		var w float64
		for prob := range enumerate.Every(func(d chains.Dice) { xs, w = literal(e, chains.Linear(3), 1, d) }) {
			atoms = append(atoms, atom{prob, w, h.of[xs[0]] - mean})
		}
		expect := func(u float64, of func(a atom) float64) (sum float64) {
			for _, a := range atoms {
				sum += a.prob * of(a) * math.Exp(-u*a.w)
			}
			return sum
		}
		phi := func(u float64, power int) float64 {
			return math.Exp(float64(power) * math.Log(expect(u, func(atom) float64 { return 1 })))
		}
		wh := func(a atom) float64 { return a.w * a.h }
		whSquared := func(a atom) float64 { return a.w * a.w * a.h * a.h }
		upTo := 60.0 / K
		bias := quad.Fixed(func(u float64) float64 { return K * expect(u, wh) * phi(u, K-1) }, 0, upTo, 400, nil, 0)
		square := quad.Fixed(func(u float64) float64 {
			both := expect(u, wh)
			return u * (K*expect(u, whSquared)*phi(u, K-1) + K*(K-1)*both*both*phi(u, K-2))
		}, 0, upTo, 400, nil, 0)
		got := must.Have(e.annealed(t.Context(), 3, []function{h}))(t)[0]
		must.Near(t, K*bias, got.BiasK, 0.01*math.Abs(got.BiasK), "K times the bias")
		must.Near(t, K*(square-bias*bias), got.VarK, 0.01*got.VarK, "K times the variance")
	}
}
