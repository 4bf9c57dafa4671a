package replicas

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/tempering"
)

// Evidence is an estimate of log R from one run, less log R. Two are known:
//
//	stones     Σ_k log mean_m w_k, w_k = f_{k+1}/f_k at walker k after scan m (stepping stones: Xie and others 2011)
//	integral   Σ_k (β_{k+1}-β_k)/2 (mean_m U(x_k) + mean_m U(x_{k+1})), U = log f_T/f_1 (thermodynamic integration)
//
// with means over the scans m = 1..n. The integral is linear in the laws, so that its bias and its deviation are exact.
// Of the stones the bias of the ratios is: the logs of E[mean w_k], which are averages over the marginal laws at
// scans 1 to n. What a log of a mean is below the log of its expectation has no closed form. Jensen is the first term
// of it, -Var(mean w_k)/2E² added up, and SD is the first term of the deviation. Dice tell the rest.
type Evidence struct {
	Bias   float64
	Jensen float64 // of the stones, beside Bias; NaN unless the spread is asked for; 0 of the integral
	SD     float64 // NaN unless the spread is asked for
}

// evidences adds up what the walkers see, scan by scan. Sums are S_k = Σ_m w_k, normalised so that w_k has mean 1 in
// equilibrium, and S_U, that of the integral.
type evidences struct {
	s      *space
	ratios [][]float64 // w_k by cell, of the first N-1 walkers
	// what walker k adds to the integral at a scan, less the truth's share; nil off geometric bridges
	slopes    [][]float64
	mean      []float64 // Σ_m E[w_k] - 1
	bias      float64   // Σ_m E of the integral, less log R
	spread    bool
	first     [][]float64 // by sum: E[S - E[S]; x]. The last is S_U
	covariate [][]float64 // by two sums
}

func newEvidence(l tempering.Ladder, s *space, spread bool) *evidences {
	e := &evidences{s: s, spread: spread, mean: make([]float64, l.Pairs()), slopes: slopesOf(l, s.at)}
	for k := range l.Pairs() {
		ratio := make([]float64, s.n)
		for x := range ratio {
			ratio[x] = math.Exp(s.logs[k+1][x] - s.logs[k][x])
		}
		e.ratios = append(e.ratios, ratio)
	}
	if !spread {
		return e
	}
	sums := len(e.ratios)
	if e.slopes != nil {
		sums++
	}
	for range sums {
		e.first = append(e.first, make([]float64, s.size()))
		e.covariate = append(e.covariate, make([]float64, sums))
	}
	return e
}

// slopesOf is c_k (U - log R) by walker, with the trapezium's weights c_k = (β_{k+1} - β_{k-1})/2, in which β_0 is β_1
// and β_{N+1} is β_N. U - log R is the log of p_T over p_1.
func slopesOf(l tempering.Ladder, at []int) (slopes [][]float64) {
	b, ok := l.Annealing.Bridge.(chains.Geometric)
	if !ok {
		return nil
	}
	from := logLaw(chains.In(at, b.From))
	to := logLaw(chains.In(at, b.To))
	betas := l.Annealing.Schedule.Betas()
	last := len(betas) - 1
	for k := range betas {
		c := (betas[min(k+1, last)] - betas[max(k-1, 0)]) / 2
		slope := make([]float64, len(at))
		for x := range slope {
			slope[x] = c * (to[x] - from[x])
		}
		slopes = append(slopes, slope)
	}
	return slopes
}

// after takes in the law after a scan.
func (e *evidences) after(q []float64, scan int) {
	var laws [][]float64
	for k := range e.s.walkers {
		laws = append(laws, e.s.law(q, k))
	}
	if e.spread {
		for _, first := range e.first {
			e.s.scan(first, scan)
		}
		e.vary(q, laws)
	}
	for k, ratio := range e.ratios {
		for x, p := range laws[k] {
			e.mean[k] += p * (ratio[x] - 1)
		}
	}
	for k, slope := range e.slopes {
		e.bias += floats.Dot(laws[k], slope)
	}
}

// An addend is what a scan adds to a sum: functions of single walkers, less their means.
type addend map[int][]float64

// addends are those of all sums.
func (e *evidences) addends(laws [][]float64) (all []addend) {
	centred := func(f []float64, k int) []float64 {
		y := slices.Clone(f)
		floats.AddConst(-floats.Dot(laws[k], f)/floats.Sum(laws[k]), y)
		return y
	}
	for k, ratio := range e.ratios {
		all = append(all, addend{k: centred(ratio, k)})
	}
	if e.slopes != nil {
		integral := addend{}
		for k, slope := range e.slopes {
			integral[k] = centred(slope, k)
		}
		all = append(all, integral)
	}
	return all
}

// vary adds the addends y of a scan to the sums: E[S - E[S]; x] gains y(x) q(x), and the covariance of two sums
//
//	Σ_x y_i(x) first_j(x) + y_j(x) first_i(x) + y_i(x) y_j(x) q(x).
func (e *evidences) vary(q []float64, laws [][]float64) {
	all := e.addends(laws)
	marginals := make([][][]float64, len(all)) // by sum and walker: of first before it is added to, and then after
	for i := range all {
		marginals[i] = e.marginals(i)
	}
	before := e.products(all, marginals)
	for i, y := range all {
		e.add(e.first[i], q, y)
		marginals[i] = e.marginals(i)
	}
	after := e.products(all, marginals)
	for i := range all {
		for j := range all {
			// y_i q y_j is what the product with first gained.
			e.covariate[i][j] += before[j][i] + after[i][j]
		}
	}
}

// marginals are those of a sum's first by walker.
func (e *evidences) marginals(i int) (laws [][]float64) {
	for k := range e.s.walkers {
		laws = append(laws, e.s.law(e.first[i], k))
	}
	return laws
}

// products are Σ_x y_i(x) first_j(x).
func (e *evidences) products(all []addend, marginals [][][]float64) [][]float64 {
	of := make([][]float64, len(all))
	for i, y := range all {
		of[i] = make([]float64, len(all))
		for j := range all {
			for k, f := range y {
				of[i][j] += floats.Dot(f, marginals[j][k])
			}
		}
	}
	return of
}

// add adds y(x) q(x).
func (e *evidences) add(first, q []float64, y addend) {
	n := e.s.n
	for k, f := range y {
		inner := e.s.inner(k)
		for o := 0; o < len(q); o += n * inner {
			for x, v := range f {
				floats.AddScaled(first[o+x*inner:][:inner], v, q[o+x*inner:][:inner])
			}
		}
	}
}

// stones is stepping stones after n scans.
func (e *evidences) stones(n int) Evidence {
	of := Evidence{Jensen: math.NaN(), SD: math.NaN()}
	scale := make([]float64, len(e.mean)) // 1/E[mean w_k]
	for k, more := range e.mean {
		of.Bias += math.Log1p(more / float64(n))
		scale[k] = 1 / (1 + more/float64(n))
	}
	if !e.spread {
		return of
	}
	of.Jensen = 0
	variance := 0.
	for k, a := range scale {
		of.Jensen -= a * a * e.covariate[k][k] / 2
		for j, b := range scale {
			variance += a * b * e.covariate[k][j]
		}
	}
	of.Jensen /= float64(n * n)
	of.SD = math.Sqrt(max(0, variance)) / float64(n)
	return of
}

// integral is thermodynamic integration after n scans; NaN off geometric bridges.
func (e *evidences) integral(n int) Evidence {
	if e.slopes == nil {
		return Evidence{math.NaN(), math.NaN(), math.NaN()}
	}
	of := Evidence{Bias: e.bias / float64(n), SD: math.NaN()}
	if e.spread {
		last := len(e.covariate) - 1
		of.SD = math.Sqrt(max(0, e.covariate[last][last])) / float64(n)
	}
	return of
}
