package aide

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
	"breadboard/grid"
)

// A sampler has the independence sampler at the posterior, with proposals from the prior. All powers of its kernel T
// have a closed form (Smith and Tierney 1996). In the order of rising weight ŵ = posterior/prior, with p the posterior,
// P its sum up to a cell, and c the probability that a proposal is rejected,
//
//	T^n(x, y) = p(y) alpha_n(the later of x and y) + [x = y] c(x)^n
//	alpha_n(x-1) = alpha_n(x) + (c(x)^n - c(x-1)^n)/P(x-1)      alpha_n = 1 - c^n in the last cell
//
// All lists are in this order.
type sampler struct {
	p, logV []float64 // the posterior, and log 1/ŵ
	below   []float64 // P
	reject  []float64 // c
	// target is the target of the whole program, rise the log of its density r over p, and over is 1/r.
	target, rise, over []float64
}

// newSampler returns the sampler at posterior, in a program with this target. All are log densities.
func newSampler(g grid.Grid, prior, posterior, target []float64) (s sampler) {
	ends := exact.EndsOf(chains.Annealing{Grid: g, Bridge: chains.Geometric{From: prior, To: posterior},
		Schedule: chains.Linear(2)})
	final := make([]float64, len(prior))
	logFinal := make([]float64, len(prior))
	chains.NormalizeLog(final, logFinal, target)
	order := make([]int, len(ends.P))
	floats.Argsort(slices.Clone(ends.LogW), order)
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
		s.over = append(s.over, math.Exp(ends.LogP[x]-logFinal[x]))
	}
	return s
}

// A walk draws from the prior and makes n steps of the sampler. Its weight is ŵ of the cell x_1 where it starts, times
// r(x) in the cell x that it returns. It is MH if the target is p, and SMC with one particle if the target has one
// datum more. A reverse run has V = 1/(ŵ(x_1) r(x)). With S the mean of V in M runs,
//
//	q(x)/target(x) = E[V | x] = T^n (1/ŵ) (x)/r(x)
//	J = E[(q/target - 1) log q/target]      AIDE = E[(S - 1) log S]      by the target
//
// because, if one of the M runs is the program's own, the density of S is S times that under reverse runs.
type walk struct {
	sampler
	alpha, stay []float64 // alpha_n and c^n
	ratio       []float64 // q/target
}

// walk returns the program with this number of steps.
func (s sampler) walk(steps int) walk {
	cells := len(s.p)
	w := walk{s, make([]float64, cells), make([]float64, cells), make([]float64, cells)}
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
	floats.Mul(w.ratio, s.over)
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

// J returns the symmetrised divergence from the target.
func (w walk) J() (sum float64) {
	for x, ratio := range w.ratio {
		sum += w.target[x] * (ratio - 1) * math.Log(ratio)
	}
	return sum
}

// expectation returns the expectation of AIDE with M reverse runs of the program. E[log S] and E[S log S] are integrals
// over the Laplace transform of r S, with s = e^u. With φ = T^n e^(-s/ŵM) and ψ = T^n (1/ŵ) e^(-s/ŵM) they are,
// together,
//
//	AIDE = ∫ E[φ^(M-1) (φ - ψ/r)] du - E[(q/target - 1) log r]      by the target
func (w walk) expectation(ctx context.Context, M int) (Sampled, error) {
	cells := len(w.p)
	e := make([]float64, cells) // e^(-s/ŵM)
	ve := make([]float64, cells)
	phi := make([]float64, cells)
	psi := make([]float64, cells)
	logM := math.Log(float64(M))
	low := laplace.Lowest - w.logV[0]
	high := laplace.Highest + logM - w.logV[cells-1]
	var sum laplace.Integral
	for n, err := range laplace.Nodes(ctx, cells, low, high) {
		if err != nil {
			return unknown, err
		}
		for x, v := range w.logV {
			switch logT := n.U - logM + v; {
			case logT < laplace.Lowest: // e^-t is 1
				e[x] = 1
				ve[x] = math.Exp(v)
			case logT < laplace.Highest:
				t := math.Exp(logT)
				e[x] = math.Exp(-t)
				ve[x] = math.Exp(v - t)
			default:
				e[x] = 0
				ve[x] = 0
			}
		}
		w.pull(phi, e)
		w.pull(psi, ve)
		node := 0.0
		for x, p := range w.target {
			if f := phi[x]; f > 0 {
				node += p * math.Pow(f, float64(M-1)) * (f - psi[x]*w.over[x])
			}
		}
		sum.Add(n, node)
	}
	value := sum.Value()
	for x, rise := range w.rise {
		value -= w.target[x] * (w.ratio[x] - 1) * rise
	}
	return Sampled{Value: value}, nil
}
