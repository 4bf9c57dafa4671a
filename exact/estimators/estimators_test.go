package estimators_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/exact/estimators"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// on returns an annealing on a grid of three or four cells, over levels that are not evenly spaced.
func on(t *testing.T, k chains.Kernel, g grid.Grid, betas ...float64) chains.Annealing {
	from := []float64{0.3, 0, -0.5, 0.2}[:g.Size()]
	to := []float64{-1, 0.4, 1.1, 0}[:g.Size()]
	return chains.Annealing{Grid: g, Bridge: chains.Geometric{From: from, To: to},
		Schedule: must.Have(chains.NewSchedule(betas))(t), Kernel: k}
}

// A law has paths with their masses, which may be the shares of chains.
type law struct {
	paths [][]int
	mass  []float64
}

// lawOf is that of all paths of a chain.
func lawOf(all map[string]chaintest.Path) (l law) {
	for _, path := range all {
		l.paths = append(l.paths, path.States)
		l.mass = append(l.mass, path.Prob)
	}
	return l
}

// mean is that of a function of the path.
func (l law) mean(of func(xs []int) float64) (sum float64) {
	for i, xs := range l.paths {
		if l.mass[i] != 0 {
			sum += l.mass[i] * of(xs)
		}
	}
	return sum
}

// A reader knows log f_t by level, and reads the estimators from laws, as the literature writes them.
type reader struct {
	betas []float64
	logf  [][]float64
}

func newReader(a chains.Annealing) (r reader) {
	for t := range a.T() {
		r.betas = append(r.betas, a.Schedule.Beta(t+1))
		r.logf = append(r.logf, make([]float64, a.Grid.Size()))
		a.Bridge.At(r.logf[t], r.betas[t])
	}
	return r
}

func (r reader) rise(t, x int) float64 { return r.logf[t+1][x] - r.logf[t][x] }
func (r reader) u(x int) float64       { return r.logf[len(r.logf)-1][x] - r.logf[0][x] }
func (r reader) logw(xs []int) (sum float64) {
	for t := range len(r.logf) - 1 {
		sum += r.rise(t, xs[t])
	}
	return sum
}

// root halves an interval in which f falls from above 0 to below.
func root(f func(v float64) float64) float64 {
	low, high := -50., 50.
	for range 50 { // to 1e-13
		if mid := (low + high) / 2; f(mid) > 0 {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

func logistic(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// read reads an estimator from forward and reverse chains. unbiased is n/(n-1) for the variances of n chains.
func (r reader) read(name string, f, b law, unbiased float64) (sum float64) {
	T := len(r.logf)
	switch name {
	case "importance":
		return math.Log(f.mean(func(xs []int) float64 { return math.Exp(r.logw(xs)) }))
	case "reverse":
		return -math.Log(b.mean(func(xs []int) float64 { return math.Exp(-r.logw(xs)) }))
	case "Bennett":
		return root(func(v float64) float64 {
			return f.mean(func(xs []int) float64 { return logistic(r.logw(xs) - v) }) -
				b.mean(func(xs []int) float64 { return logistic(v - r.logw(xs)) })
		})
	case "stones":
		for t := range T - 1 {
			sum += math.Log(f.mean(func(xs []int) float64 { return math.Exp(r.rise(t, xs[t])) }))
		}
		return sum
	case "bridges":
		for t := range T - 1 {
			sum += root(func(v float64) float64 {
				return f.mean(func(xs []int) float64 {
					return logistic(r.rise(t, xs[t])-v) - logistic(v-r.rise(t, xs[t+1]))
				})
			})
		}
		return sum
	}
	means := make([]float64, T)
	variances := make([]float64, T)
	for t := range T {
		means[t] = f.mean(func(xs []int) float64 { return r.u(xs[t]) })
		variances[t] = unbiased * f.mean(func(xs []int) float64 { return math.Pow(r.u(xs[t])-means[t], 2) })
	}
	if name == "Simpson" {
		return integrate.Simpsons(r.betas, means)
	}
	for t := range T - 1 {
		h := r.betas[t+1] - r.betas[t]
		sum += h * (means[t] + means[t+1]) / 2
		if name == "corrected" {
			sum -= h * h / 12 * (variances[t+1] - variances[t])
		}
	}
	return sum
}

// few returns the expectation and the variance of an estimator from n chains, each path after each.
func (r reader) few(name string, f, b law, n int) (mean, variance float64) {
	second := 0.
	var all func(chosen []int, prob float64)
	all = func(chosen []int, prob float64) {
		of := f
		if name == "reverse" {
			of = b
		}
		if len(chosen) < n {
			for i, p := range of.mass {
				all(append(slices.Clone(chosen), i), prob*p)
			}
			return
		}
		sampled := law{of.paths, make([]float64, len(of.mass))}
		for _, i := range chosen {
			sampled.mass[i] += 1 / float64(n)
		}
		v := r.read(name, sampled, sampled, float64(n)/float64(n-1))
		mean += prob * v
		second += prob * v * v
	}
	all(nil, 1)
	return mean, second - mean*mean
}

// many returns the limit of an estimator, and n times its bias and its variance for many chains, from its first and
// second differences towards each path.
func (r reader) many(name string, f, b law) (limit, bias, variance float64) {
	limit = r.read(name, f, b, 1)
	for side, of := range []law{f, b} {
		for i, p := range of.mass {
			towards := func(by float64) float64 {
				moved := law{of.paths, slices.Clone(of.mass)}
				floats.Scale(1-by, moved.mass)
				moved.mass[i] += by
				if side == 0 {
					return r.read(name, moved, b, 1)
				}
				return r.read(name, f, moved, 1)
			}
			const e = 2e-4
			up, down := towards(e), towards(-e)
			variance += p * math.Pow((up-down)/(2*e), 2)
			bias += p * (up - 2*limit + down) / (e * e) / 2
		}
	}
	return limit, bias, variance
}

// TestOfEveryPath: whatever holds for any number of chains does so for all pairs and triples of paths, and leading
// terms are those of the functionals.
func TestOfEveryPath(t *testing.T) {
	for name, a := range map[string]chains.Annealing{
		"metropolis": on(t, kernels.Metropolis{}, grid.New(3), 0, 0.2, 0.7, 1),
		"cycle":      on(t, kernels.GibbsSweep{}, grid.New(2, 2), 0, 0.4, 1),
		"perfect":    on(t, kernels.Perfect{}, grid.New(3), 0, 0.4, 1)} {
		all := chaintest.Enumerate(a, chaintest.Annealer)
		f := lawOf(all.Forward)
		b := lawOf(all.Reverse)
		r := newReader(a)
		logR := floats.LogSumExp(r.logf[a.T()-1]) - floats.LogSumExp(r.logf[0])
		for _, e := range must.Have(estimators.Of(t.Context(), a, 2))(t) {
			if e.How == accounts.Leading {
				continue
			}
			mean, variance := r.few(e.Name, f, b, 2)
			must.Near(t, e.Bias, mean-logR, 1e-10, "%s: the bias of %s", name, e.Name)
			must.Near(t, e.SD, math.Sqrt(variance), 1e-10, "%s: the deviation of %s", name, e.Name)
		}
		const n = 1 << 20
		for _, e := range must.Have(estimators.Of(t.Context(), a, n))(t) {
			limit, bias, variance := r.many(e.Name, f, b)
			if e.Name == "Bennett" { // half of the chains each way
				bias, variance = 2*bias, 2*variance
			}
			must.Near(t, e.SD*e.SD*n, variance, 1e-5*variance, "%s: the variance of %s for many chains", name, e.Name)
			if e.Name == "corrected" { // its variances are unbiased
				limit, _ = r.few(e.Name, f, b, 2)
				bias = 0
			}
			must.Near(t, (e.Bias-limit+logR)*n, bias, 1e-5*n*1e-6+1e-4,
				"%s: the bias of %s for many chains", name, e.Name)
		}
	}
}

// TestStonesOfTwoCells: the log of a mean of n independent draws has a binomial law. What is left out is of third
// order: it falls by 8 from n to 2n.
func TestStonesOfTwoCells(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(2), Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, 1}},
		Schedule: chains.Linear(2), Kernel: kernels.Perfect{}}
	off := func(n int) float64 {
		mean, law := 0., distuv.Binomial{N: float64(n), P: 0.5}
		for k := range n + 1 {
			mean += law.Prob(float64(k)) * math.Log(1+float64(k)/float64(n)*math.Expm1(1))
		}
		stones := named(t, must.Have(estimators.Of(t.Context(), a, n))(t), "stones")
		must.Near(t, stones.SD*stones.SD*float64(n), math.Pow(math.Tanh(0.5), 2), 1e-12, "the variance") // χ²
		return mean - math.Log((1+math.E)/2) - stones.Bias
	}
	if fall := off(100) / off(200); !(7 < fall && fall < 9) {
		t.Errorf("what is left out falls by %v from 100 to 200 draws", fall)
	}
}

// named is the estimate of this name.
func named(t *testing.T, all []estimators.Estimate, name string) estimators.Estimate {
	t.Helper()
	i := slices.IndexFunc(all, func(e estimators.Estimate) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("no %s", name)
	}
	return all[i]
}

// TestAgainstRuns: estimators from 200 chains, 200 times with seeds, have the bias and the deviation that are computed.
// Their mean is off by five standard errors with probability 1e-6, and their deviation by a fifth (four) with 1e-4.
func TestAgainstRuns(t *testing.T) {
	const n, times = 200, 200
	target := toys.Barrier()
	a := chains.Annealing{
		Grid:     target.Grid,
		Bridge:   chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
		Schedule: chains.Linear(8),
		Kernel:   kernels.Metropolis{},
	}
	r, values := newReader(a), map[string][]float64{}
	logR := floats.LogSumExp(r.logf[7]) - floats.LogSumExp(r.logf[0])
	want := must.Have(estimators.Of(t.Context(), a, n))(t)
	for i := range times {
		var both [2]law
		for way := range both {
			for range n {
				both[way].paths = append(both[way].paths, nil)
				both[way].mass = append(both[way].mass, 1./n)
			}
			d := sample.Seeded(7, uint64(i), uint64(way))
			drawAll(a, way == 1, d, both[way].paths)
		}
		for _, e := range want {
			f, b := both[0], both[1]
			if e.Name == "Bennett" {
				f, b = half(f), half(b)
			}
			values[e.Name] = append(values[e.Name], r.read(e.Name, f, b, n/(n-1.))-logR)
		}
	}
	for _, e := range want {
		mean, sd := stat.MeanStdDev(values[e.Name], nil)
		t.Logf("%s: bias %.4f, computed %.4f; deviation %.4f, computed %.4f", e.Name, mean, e.Bias, sd, e.SD)
		must.Near(t, mean, e.Bias, 5*e.SD/math.Sqrt(times), "%s: the bias", e.Name)
		must.Near(t, sd, e.SD, e.SD/5, "%s: the deviation", e.Name)
	}
}

func half(l law) law {
	m := len(l.paths) / 2
	return law{l.paths[:m], slices.Repeat([]float64{1 / float64(m)}, m)}
}

// drawAll draws paths level by level, so that a level is aimed at once.
func drawAll(a chains.Annealing, reverse bool, d chains.Dice, paths [][]int) {
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	for i := range a.T() {
		t := i + 1
		if reverse {
			t = a.T() - max(0, i-1)
		}
		a.LevelAt(l, t)
		op.Aim(l)
		for k, xs := range paths {
			switch {
			case i == 0:
				paths[k] = []int{d.Pick(chains.Normalized(l.LogF()))}
			case reverse:
				paths[k] = append([]int{op.Reversal().Step(xs[0], d)}, xs...)
			default:
				paths[k] = append(xs, op.Step(xs[i-1], d))
			}
		}
	}
}

// TestWhatDoesNotExist: without a slope there are no quadratures, on betas that stand still no parabolas, and on
// different cells nothing.
func TestWhatDoesNotExist(t *testing.T) {
	a := on(t, kernels.Metropolis{}, grid.New(3), 0, 0.5, 0.5, 1)
	a.SkipLast = true
	for _, e := range must.Have(estimators.Of(t.Context(), a, 4))(t) {
		if math.IsNaN(e.Bias+e.SD) != (e.Name == "Simpson") {
			t.Errorf("on betas that stand still: %+v", e)
		}
	}
	first, last := a.Ends()
	a.Bridge = chains.NewMixture(first, last)
	for _, e := range must.Have(estimators.Of(t.Context(), a, 4))(t) {
		if math.IsNaN(e.Bias+e.SD) != slices.Contains([]string{"trapezium", "Simpson", "corrected"}, e.Name) {
			t.Errorf("on a mixture: %+v", e)
		}
	}
	a.Bridge = chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, 0, math.Inf(-1)}}
	if _, err := estimators.Of(t.Context(), a, 4); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("on different cells the error is %v", err)
	}
}
