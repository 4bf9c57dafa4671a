package aidepaper

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
	"breadboard/grid"
	"breadboard/toys"
)

// RegressionData are the data of the authors' code, pairs of x and y. The coefficients and the noise
// are standard normal.
var RegressionData = [][]float64{{-2, -2}, {2, 2}}

// A regression is the authors' problem on a square lattice of a and b.
type regression struct {
	toys.Linear
	grid  grid.Grid
	steps [][]float64 // the log joint density with the first t data; steps[0] is the prior, normalised
}

// newRegression is the problem with so many values of a and of b.
func newRegression(points int) regression {
	r := regression{Linear: toys.NewRegression(len(RegressionData), points)}
	t := r.Model().Given(RegressionData)
	r.grid, r.steps = t.Grid, t.Model.Steps
	return r
}

func (r regression) joint() []float64 { return r.steps[len(r.steps)-1] }

// problem goes from the prior to the posterior along a schedule, by the kernel of the paper: Metropolis-Hastings with
// proposals from the prior.
func (r regression) problem(s chains.Schedule) programs.Problem {
	return programs.Problem{
		Annealing: chains.Annealing{Grid: r.grid, Schedule: s,
			Bridge: chains.Geometric{From: r.steps[0], To: r.joint()},
			Kernel: kernels.IndependenceFrom{}},
		Observed: &chains.Observations{Steps: r.steps, Axes: make([][]int, len(RegressionData))},
		Sample:   -1,
	}
}

// sums are those of x², xy, y² and y over the data. Those of x add up to 0, so that a and b of the posterior are
// independent.
func sums() (n, xx, xy, yy, sy float64) {
	for _, d := range RegressionData {
		xx += d[0] * d[0]
		xy += d[0] * d[1]
		yy += d[1] * d[1]
		sy += d[1]
	}
	return float64(len(RegressionData)), xx, xy, yy, sy
}

// closedLogP is log p(y) of the continuous problem: y is normal with covariance 1 + x x' + noise.
func closedLogP() float64 {
	n, xx, xy, yy, sy := sums()
	return -(n*math.Log(2*math.Pi) + math.Log((1+n)*(1+xx)) + yy - sy*sy/(1+n) - xy*xy/(1+xx)) / 2
}

func closedPosterior() (a, b distuv.Normal) {
	n, xx, xy, _, sy := sums()
	return distuv.Normal{Mu: sy / (1 + n), Sigma: 1 / math.Sqrt(1+n)}, distuv.Normal{Mu: xy / (1 + xx),
		Sigma: 1 / math.Sqrt(1+xx)}
}

// A takeIn is the authors' SMC on the regression: it takes in one datum after another. Particles come
// from the prior. Between two data each makes steps of Metropolis-Hastings with proposals from the
// prior. It is particles.Sequence over cells, and draws from tables of the prior's law.
// programs.NewSMCData obeys the same law, but makes its path anew in every run.
type takeIn struct {
	prior chains.Law
	logs  [][]float64 // logs[t][x] is the log likelihood of the first t data
	steps int
}

func newTakeIn(r regression, steps int) takeIn {
	s := takeIn{prior: chains.NewLaw(chains.Normalized(r.steps[0])), steps: steps}
	for _, joint := range r.steps {
		logs := make([]float64, len(joint))
		for x, v := range joint {
			logs[x] = v - r.steps[0][x]
		}
		s.logs = append(s.logs, logs)
	}
	return s
}

// Len is the number of data.
func (s takeIn) Len() int { return len(s.logs) - 1 }

// Forward draws from the prior, or moves x, and weighs by datum t.
func (s takeIn) Forward(t int, x int, d chains.Dice) (next int, logw float64) {
	if t == 0 {
		next = s.prior.Draw(d)
	} else {
		next = s.move(t, x, d)
	}
	return next, s.weight(t, next)
}

// Back makes the same moves, which are reversible.
func (s takeIn) Back(t int, x int, d chains.Dice) (before int, logw float64) {
	if t > 0 {
		before = s.move(t, x, d)
	}
	return before, s.weight(t, x)
}

func (s takeIn) weight(t, x int) float64 { return s.logs[t+1][x] - s.logs[t][x] }

// move leaves the posterior of the first t data invariant.
func (s takeIn) move(t, x int, d chains.Dice) int {
	for range s.steps {
		y := s.prior.Draw(d)
		rise := s.logs[t][y] - s.logs[t][x]
		if rise >= 0 {
			x = y
		} else if a := math.Exp(rise); a > 0 && d.Pick([]float64{a, 1 - a}) == 0 {
			x = y
		}
	}
	return x
}

// A sampler is the independence sampler at the posterior, with proposals from the prior. It has all
// powers of its kernel T in closed form (Smith and Tierney 1996). In the order of rising weight
// ŵ = posterior/prior, with p the posterior, P its sum up to a cell, and c the probability that a
// proposal is rejected,
//
//	T^n(x, y) = p(y) alpha_n(the later of x and y) + [x = y] c(x)^n
//	alpha_n(x-1) = alpha_n(x) + (c(x)^n - c(x-1)^n)/P(x-1)      alpha_n = 1 - c^n in the last cell
//
// All lists are in this order.
type sampler struct {
	p, logV []float64 // the posterior, and log 1/ŵ
	below   []float64 // P
	reject  []float64 // c
	// What comes after the steps: the target of the whole program, and log of its density over p.
	target, rise []float64
}

// newSampler is the sampler at posterior, in a program with this target. All are log densities.
func newSampler(g grid.Grid, prior, posterior, target []float64) (s sampler) {
	ends := exact.EndLawsOf(chains.Annealing{Grid: g, Bridge: chains.Geometric{From: prior, To: posterior},
		Schedule: chains.Linear(2)})
	final := make([]float64, len(prior))
	logFinal := make([]float64, len(prior))
	chains.NormalizeLog(final, logFinal, target)
	order := make([]int, len(ends.P))
	for x := range order {
		order[x] = x
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(ends.LogW[x], ends.LogW[y]) })
	below := 0.0
	proposed := 0.0
	reject := 0.0
	last := math.Inf(-1)
	for _, x := range order {
		fall := last - ends.LogW[x]
		reject, last = reject*math.Exp(fall)+proposed*-math.Expm1(fall), ends.LogW[x]
		below += ends.P[x]
		proposed += ends.P1[x]
		s.p = append(s.p, ends.P[x])
		s.logV = append(s.logV, -ends.LogW[x])
		s.below = append(s.below, below)
		s.reject = append(s.reject, reject)
		s.target = append(s.target, final[x])
		s.rise = append(s.rise, logFinal[x]-ends.LogP[x])
	}
	return s
}

// A walk draws from the prior and makes n steps of the sampler. Its weight is that of the cell x_1 that
// it starts from, times r(x), the rise from p to the target in the cell x that it returns. That is MH
// if the target is p, and SMC with one particle if the target has one datum more. With S the mean of M
// values of V = 1/ŵ(x_1)/r(x) from reverse runs,
//
//	q(x)/target(x) = E[V | x] = T^n (1/ŵ) (x)/r(x)
//	J = E[(q/target - 1) log q/target]      AIDE = E[(S - 1) log S]      by the target
//
// because a run in which the program itself returned x weighs the law of S by S.
type walk struct {
	sampler
	steps       int
	alpha, stay []float64 // alpha_n and c^n
	ratio       []float64 // q/target
}

func (s sampler) walk(steps int) walk {
	cells := len(s.p)
	w := walk{s, steps, make([]float64, cells), make([]float64, cells), make([]float64, cells)}
	for x, c := range s.reject {
		w.stay[x] = math.Pow(c, float64(steps))
	}
	w.alpha[cells-1] = 1 - w.stay[cells-1]
	for x := cells - 1; x > 0; x-- {
		w.alpha[x-1] = w.alpha[x] + max(w.stay[x]-w.stay[x-1], 0)/s.below[x-1]
	}
	v := make([]float64, cells)
	for x, logv := range s.logV {
		v[x] = math.Exp(logv)
	}
	w.pull(w.ratio, v)
	for x, rise := range s.rise {
		w.ratio[x] *= math.Exp(-rise)
	}
	return w
}

// pull sets dst to T^n f.
func (w walk) pull(dst, f []float64) {
	sum := 0.0
	for x, v := range f {
		sum += w.p[x] * v
		dst[x] = w.alpha[x]*sum + w.stay[x]*v
	}
	sum = 0
	for x := len(f) - 1; x >= 0; x-- {
		dst[x] += sum
		sum += w.p[x] * w.alpha[x] * f[x]
	}
}

// J is the symmetrised divergence from the target.
func (w walk) J() (sum float64) {
	for x, ratio := range w.ratio {
		sum += w.target[x] * (ratio - 1) * math.Log(ratio)
	}
	return sum
}

// single is AIDE's expectation with one run of each program.
func (w walk) single() (sum float64) {
	cells := len(w.p)
	logs := make([]float64, cells)
	weighed := make([]float64, cells)
	for x, v := range w.logV {
		weighed[x] = v * math.Exp(v)
	}
	w.pull(logs, w.logV)
	w.pull(weighed, slices.Clone(weighed))
	for x, p := range w.target {
		sum += p * (weighed[x]*math.Exp(-w.rise[x]) - logs[x] - (w.ratio[x]-1)*w.rise[x])
	}
	return sum
}

// expectations are AIDE's with M runs of each of the programs, in their order. E[log S] and
// E[S log S] are integrals over the Laplace transform of r S, with s = e^u. With
// φ = T^n e^(-s/ŵM) and ψ = T^n (1/ŵ) e^(-s/ŵM) they are, together,
//
//	AIDE = ∫ E[φ^(M-1) (φ - ψ/r)] du - E[(q/target - 1) log r]      by the target
func (s sampler) expectations(ctx context.Context, all []walk, M int) ([]float64, error) {
	values := make([]float64, len(all))
	if M == 1 {
		for i, w := range all {
			values[i] = w.single()
		}
		return values, nil
	}
	cells := len(s.p)
	sums := make([]laplace.Integral, len(all))
	e := make([]float64, cells)
	ve := make([]float64, cells)
	phi := make([]float64, cells)
	psi := make([]float64, cells)
	logM := math.Log(float64(M))
	low := laplace.Lowest - s.logV[0]
	high := laplace.Highest + logM - s.logV[cells-1]
	for n, err := range laplace.Nodes(ctx, cells*len(all), low, high) {
		if err != nil {
			return nil, err
		}
		for x, v := range s.logV {
			t := math.Exp(n.U - logM + v)
			e[x] = math.Exp(-t)
			if ve[x] = 0; e[x] > 0 {
				ve[x] = math.Exp(v - t)
			}
		}
		for i, w := range all { // of e^(-s/ŵM) and (1/ŵ) e^(-s/ŵM)
			w.pull(phi, e)
			w.pull(psi, ve)
			node := 0.0
			for x, p := range w.target {
				if f := phi[x]; f > 0 {
					node += p * math.Pow(f, float64(M-1)) * (f - psi[x]*math.Exp(-w.rise[x]))
				}
			}
			sums[i].Add(n, node)
		}
	}
	for i, w := range all {
		values[i] = sums[i].Value()
		for x, rise := range s.rise {
			values[i] -= s.target[x] * (w.ratio[x] - 1) * rise
		}
	}
	return values, nil
}
