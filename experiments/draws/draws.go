// Package draws tests cells that a sampler drew against the law p that they should have.
//
// Let n draws visit cell x a share q(x) of the time. Light cells are pooled until each pool expects five effective draws.
// Pearson's statistic X² = n Σ (q-p)²/p of independent draws has the chi-square law. Along chains cells stay: with S the
// covariance of sqrt(n/p) q, the mean of X² is tr S in place of the number of pools less one, and X²/tr S has about
// the law of chi-square over its degrees d = (tr S)²/tr S² (Satterthwaite; Rao and Scott 1981). S is estimated
// from the counts of batches, some twenty, which are whole chains if there are as many. Then X²/tr S is about F(d, d ν)
// with ν batches less one (Dempster 1958). So n draws are worth n (pools - 1)/tr S independent ones.
//
// Batches must be much longer than chains remember. So nothing is said of chains that are worth less than 100 draws for
// some function: log p, a coordinate, or q/p itself. A chain that never left a mode knows nothing of the others: it
// looks like a wrong sampler.
package draws

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/diagnostics"
	"breadboard/chains/evidence"
	"breadboard/grid"
)

const (
	// Level is the largest p-value that accuses. The p-values of several samples are multiplied by their number.
	Level = 0.0001
	// LeastESS is the number of effective draws from which on chains are judged.
	LeastESS = 100
	// Expected is the number of effective draws that p expects in a cell which lacks.
	Expected = 5

	batches, mostBatches = 20, 100
)

// The verdicts. Draws where p is 0 are certain not to be p's.
const (
	Fits    = "no difference seen"
	Differs = "not draws of p"
	Unclear = "cannot tell"
)

// A Sample is what one sampler drew.
type Sample struct {
	Name        string    // what tells it from other samples of the file, as "T = 10, forward"
	Chains      [][]int32 // cells in their order
	Independent bool      // no draw depends on another
}

// A Result compares a sample with p. Lists are by cell.
type Result struct {
	Name       string    `column:"sample,some"`
	N          int       `column:"draws"`
	Chains     int       `column:"chains"`
	ESS        float64   `column:"ess"`           // independent draws whose shares have such errors, in the mean over pools
	Least      float64   `column:"ess_least"`     // for the function that the chains know least of
	Impossible int       `column:"impossible"`    // draws where p is 0
	Statistic  float64   `column:"chi_square"`    // X² times ESS/N
	Pools      int       `column:"pools"`         // of cells
	DF         float64   `column:"df"`            // d
	P          float64   `column:"p_value,known"` // NaN if the verdict is Unclear
	KL         float64   `column:"kl,known"`      // KL(law of the draws‖p), its bias taken off: +Inf if it is impossible
	KLErr      float64   `column:"kl_stderr,known"`
	Verdict    string    `column:"verdict"`
	Counts     []int     `column:"counts"`
	Errors     []float64 `column:"q_stderr"` // of the shares
	Lacking    []int     `column:"lacking"`  // cells without a draw of which p expects Expected or more, the heaviest first

	pooled []float64 // q/p by cell, of its pool
}

// Judge compares samples with the law p on g.
func Judge(g grid.Grid, p []float64, all []Sample) (results []Result) {
	for _, s := range all {
		r := of(g, p, s)
		r.P = min(1, r.P*float64(len(all)))
		switch {
		case r.Impossible > 0:
			r.Statistic, r.P, r.KL, r.Verdict = math.Inf(1), 0, math.Inf(1), Differs
		case math.IsNaN(r.P) || !s.Independent && r.Least < LeastESS:
			r.P, r.Verdict = math.NaN(), Unclear
		case r.P <= Level:
			r.Verdict = Differs
		default:
			r.Verdict = Fits
		}
		results = append(results, r)
	}
	return results
}

// of is Judge of one sample, without a verdict.
func of(g grid.Grid, p []float64, s Sample) Result {
	r := Result{Name: s.Name, Chains: len(s.Chains), Counts: make([]int, len(p)), Errors: make([]float64, len(p))}
	for _, c := range s.Chains {
		r.N += len(c)
		for _, x := range c {
			r.Counts[x]++
		}
	}
	ratio := func(x int) float64 { return float64(r.Counts[x]) / float64(r.N) / p[x] }
	along := func(of func(x int) float64) float64 { return float64(r.N) }
	r.ESS, r.Least = float64(r.N), float64(r.N)
	if s.Independent {
		f := evidence.ChiSquare(r.Counts, p)
		r.Statistic, r.Pools, r.DF, r.P = f.Statistic, f.DF+1, float64(f.DF), f.P
	} else {
		along = func(of func(x int) float64) float64 { return essOf(s.Chains, of) * float64(r.N) }
		r.alongChains(p, batch(s.Chains, len(p), r.N))
		for _, of := range telling(g, p, r.pooled) {
			r.Least = min(r.Least, along(of))
		}
	}
	for x, q := range p {
		if q == 0 {
			r.Impossible += r.Counts[x]
		}
		r.Errors[x] = max(r.Errors[x], math.Sqrt(q*(1-q)/max(1, r.ESS)))
		if r.Counts[x] == 0 && r.ESS*q >= Expected {
			r.Lacking = append(r.Lacking, x)
		}
	}
	slices.SortStableFunc(r.Lacking, func(x, y int) int { return cmp.Compare(p[y], p[x]) })
	r.divergence(p, ratio, along)
	return r
}

// divergence estimates KL(q‖p) by Σ q log q/p. Its bias is taken off: the exact mean of that sum over ESS independent
// draws of p. That is half a draw for each cell less one, as Miller and Madow (1955) have it, where p expects many, and
// less where p expects few. The variance has the part of the mean of log q/p, less its own bias, and that which is left if q is p:
// 1/2 for each degree of freedom, over ESS².
func (r *Result) divergence(p []float64, ratio func(x int) float64, along func(func(x int) float64) float64) {
	n, bias, square := max(1, math.Round(r.ESS)), 0.0, 0.0
	for x, q := range p {
		if bias += excess(q, n); r.Counts[x] > 0 {
			share, l := float64(r.Counts[x])/float64(r.N), math.Log(ratio(x))
			r.KL += share * l
			square += share * l * l
		}
	}
	spread := max(0, square-r.KL*r.KL-2*bias)
	if spread > 0 {
		spread /= max(1, min(r.ESS, along(func(x int) float64 { return math.Log(ratio(x)) })))
	}
	r.KL, r.KLErr = r.KL-bias, math.Sqrt(spread+bias/n)
}

// excess is the mean of K/n log(K/(n p)) for a binomial K of n draws of probability p.
func excess(p, n float64) (sum float64) {
	const many = 200 // from which on the series in 1/(n p) is right to 1e-7 of its first term
	mean := n * p
	switch {
	case p == 0 || p >= 1:
		return 0
	case mean > many:
		return (1-p)/(2*n) + (1-p*p)/(12*n*mean)
	}
	law := distuv.Binomial{N: n, P: p}
	for k := 1.0; k <= min(n, mean+12*math.Sqrt(mean)+40); k++ {
		sum += law.Prob(k) * k / n * math.Log(k/mean)
	}
	return sum
}

// A part is a batch of draws: how many, and by cell.
type part struct {
	n      float64
	counts []int32
}

// batch cuts chains into batches of about equal length, 20 or so; many chains share 100 batches.
func batch(chains [][]int32, cells, n int) (all []part) {
	for i, c := range chains {
		cuts := min(len(c), max(1, int(math.Round(batches*float64(len(c))/float64(n)))))
		for k := range cuts {
			if len(chains) <= mostBatches || i*mostBatches/len(chains) >= len(all) {
				all = append(all, part{counts: make([]int32, cells)})
			}
			b := &all[len(all)-1]
			for _, x := range c[k*len(c)/cuts : (k+1)*len(c)/cuts] {
				b.counts[x]++
				b.n++
			}
		}
	}
	return all
}

// alongChains fills in the test and the errors of the shares. Fewer effective draws make wider pools, of which there are
// fewer.
func (r *Result) alongChains(p []float64, parts []part) {
	for x, count := range r.Counts {
		for _, b := range parts {
			off := float64(b.counts[x]) - b.n*float64(count)/float64(r.N)
			r.Errors[x] += off * off / b.n
		}
		r.Errors[x] = math.Sqrt(r.Errors[x] / float64(max(1, len(parts)-1)) / float64(r.N))
	}
	r.pooled = make([]float64, len(p))
	var mass []int
	for x, q := range p {
		if q > 0 {
			mass = append(mass, x)
		}
	}
	for before := math.Inf(1); r.ESS < before; {
		before = r.ESS
		expected := make([]float64, len(mass))
		for i, x := range mass {
			expected[i] = r.ESS * p[x]
		}
		pools := evidence.Pools(expected)
		for _, pool := range pools {
			for i, at := range pool {
				pool[i] = mass[at]
			}
		}
		if r.Pools, r.DF = len(pools), 0; len(mass) == 1 {
			r.P = 1
		} else if r.P = math.NaN(); len(pools) > 1 && len(parts) > 2 {
			r.compare(p, pools, parts)
		}
	}
}

// compare tests the shares of pools, as the package says.
func (r *Result) compare(p []float64, pools [][]int, parts []part) {
	z, square := mat.NewDense(len(parts), len(pools), nil), 0.0
	for i, pool := range pools {
		mass, count, by := 0.0, 0, make([]float64, len(parts))
		for _, x := range pool {
			mass, count = mass+p[x], count+r.Counts[x]
			for k, b := range parts {
				by[k] += float64(b.counts[x])
			}
		}
		share := float64(count) / float64(r.N)
		for _, x := range pool {
			r.pooled[x] = share / mass
		}
		square += float64(r.N) * (share - mass) * (share - mass) / mass
		for k, b := range parts {
			z.Set(k, i, (by[k]-b.n*share)/math.Sqrt(b.n*mass))
		}
	}
	var gram mat.SymDense
	gram.SymOuterK(1, z)
	nu, most := float64(len(parts)-1), float64(len(pools)-1)
	trace := mat.Trace(&gram)
	of := (math.Pow(mat.Norm(&gram, 2), 2) - trace*trace/nu) / ((nu - 1) * (nu + 2)) // tr S², without bias if batches are normal
	trace /= nu
	if r.DF = most; of > 0 {
		r.DF = min(most, max(1, trace*trace/of))
	}
	r.ESS = min(r.ESS, float64(r.N)*most/trace)
	if trace == 0 { // nothing is known of chains that stand still
		r.ESS = 0
	}
	r.Statistic = square * r.ESS / float64(r.N)
	r.P = mathext.RegIncBeta(r.DF*nu/2, r.DF/2, nu/(nu+square/trace)) // F(DF, DF ν) beyond it
}

// telling are the functions for which chains must be worth LeastESS draws, without those that are constant under p.
func telling(g grid.Grid, p, pooled []float64) (all []func(x int) float64) {
	all = append(all, func(x int) float64 { return math.Log(p[x]) }, func(x int) float64 { return pooled[x] })
	for a := range g.Axes() {
		all = append(all, func(x int) float64 { return float64(g.Coord(x, a)) })
	}
	heaviest := slices.Index(p, slices.Max(p))
	return slices.DeleteFunc(all, func(of func(x int) float64) bool {
		for x, q := range p {
			if q > 0 && of(x) != of(heaviest) {
				return false
			}
		}
		return true
	})
}

var monotone = diagnostics.Catalogue[slices.IndexFunc(diagnostics.Catalogue,
	func(d diagnostics.Diagnostic) bool { return d.Name == "ess-monotone" })]

// essOf is the share of the draws that chains are worth for a function. Chains are cut to the length of the shortest. It
// is 0 if nothing is known: they are too short, or all values are equal.
func essOf(chains [][]int32, of func(x int) float64) float64 {
	shortest := len(slices.MinFunc(chains, func(a, b []int32) int { return len(a) - len(b) }))
	values := make([][]float64, len(chains))
	for i, c := range chains {
		values[i] = make([]float64, shortest)
		for t, x := range c[:shortest] {
			values[i][t] = of(int(x))
		}
	}
	ess := monotone.Of(diagnostics.NewChains(values))
	if math.IsNaN(ess) {
		return 0
	}
	return ess / float64(shortest*len(chains))
}
