package score

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/sample"
	"breadboard/exact/timeaverage"
	"breadboard/experiments/columns"
)

// A Drawer draws chains of a subject. One goroutine at a time may use it.
type Drawer struct {
	subject Subject
	paths   sample.Paths
	seed    uint64
}

// Drawer returns one for this seed.
func (s Subject) Drawer(seed uint64) Drawer {
	return Drawer{s, sample.NewPaths(s.Operator(), s.chain.States()), seed}
}

// From returns what draws chain k from a start: it sets cells to those after steps 1, 2, ... A chain
// depends on the seed, on the names of the density, the kernel and the start, and on its number alone.
func (d Drawer) From(start Start) func(cells []int32, k int) {
	law := chains.NewLaw(d.subject.OnStates(start.Law))
	return func(cells []int32, k int) {
		d.paths.Draw(cells, law, d.seed, word(d.subject.Density), word(d.subject.Kernel), word(start.Name), uint64(k))
		for i, x := range cells {
			cells[i] = x / int32(d.subject.share)
		}
	}
}

// word is a name as a word of a seed.
func word(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// UsualChains is the number of chains of the paper.
const UsualChains = 8

// mostCalibrated is the most steps of the points of Figure 3, because their estimates take the time of Fourier
// transforms.
const mostCalibrated = 1000

// drawn is the number of chains of each sampled number.
func (p *Plan) drawn() int { return cmp.Or(p.Chains, UsualChains) }

// draw samples the points of Figure 3: one from each start, for the first function of each class.
func (p *Plan) draw(ctx context.Context, here scene, s Subject, ns []int) (points []Point, err error) {
	cells := make([]int32, min(slices.Max(ns), mostCalibrated))
	drawer := s.Drawer(p.MCSeed)
	for _, start := range here.drawn() {
		next := drawer.From(start)
		all := here.looks(s.P)
		for k := range p.drawn() {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			next(cells, k)
			for i := range all {
				all[i].see(cells)
			}
		}
		for _, l := range all {
			points = append(points, Point{Density: s.Density, Kernel: s.Kernel, Function: l.of.Name, Start: start.Name,
				N: len(cells), Chains: len(l.errors), ESS: columns.Real(stat.Mean(l.ess, nil)),
				Real: columns.Real(Real(l.spread, l.errors))})
		}
	}
	return points, nil
}

// A look looks at sampled chains from one start, for one function.
type look struct {
	of           Function
	mean, spread float64
	errors       []float64 // of every chain
	ess          []float64 // what the usual diagnostic says of each chain of which it says anything
}

// looks has one for the first function of each class of Figure 3.
func (s scene) looks(p []float64) (all []look) {
	for _, class := range Calibrated {
		i := slices.IndexFunc(s.functions, func(f Function) bool { return classOf(f.Name) == class })
		if i >= 0 {
			l := look{of: s.functions[i]}
			l.mean, l.spread = l.of.Truth(p)
			all = append(all, l)
		}
	}
	return all
}

func (l *look) see(cells []int32) {
	sum := NewTally(l.of, l.mean)
	values := make([]float64, len(cells))
	for i, x := range cells {
		sum.Add(x)
		values[i] = l.of.Of[x]
	}
	l.errors = append(l.errors, sum.Error())
	if ess := diagnostics.NewChains([][]float64{values}).ESS(); !math.IsNaN(ess) {
		l.ess = append(l.ess, ess)
	}
}

// A Tally sums up one chain for one function.
type Tally struct {
	of   Function
	mean float64
	n    int
	sum  float64 // of the deviations from the mean
}

// NewTally has no cells yet. The mean is that of Truth.
func NewTally(f Function, mean float64) Tally { return Tally{of: f, mean: mean} }

// Add counts the cell of a step.
func (t *Tally) Add(x int32) {
	t.n++
	t.sum += t.of.Of[x] - t.mean
}

// Error is how far the average of these cells is off the mean.
func (t *Tally) Error() float64 { return t.sum / float64(t.n) }

// Real is the real ESS of K chains by Eq. (4): their number times Var_p[h] over the sum of their squared errors.
func Real(spread float64, errors []float64) float64 {
	return spread * float64(len(errors)) / floats.Dot(errors, errors)
}

// SampledRow is the row of a function by the errors of some chains after n steps, which are its budget.
func SampledRow(f Function, spread float64, start string, n int, errors []float64) Row {
	squares := make([]float64, len(errors))
	floats.MulTo(squares, errors, errors)
	mse := stat.Mean(squares, nil)
	bias := stat.Mean(errors, nil)
	r := Row{Function: f.Name, Start: start, Budget: n, Limit: columns.Real(math.NaN()), Chains: len(errors),
		Accuracy: timeaverage.Accuracy{N: n, Spread: spread, Bias: bias, Variance: mse - bias*bias}}
	off := stat.StdDev(squares, nil) / math.Sqrt(float64(len(errors)))
	r.StdErr = r.RESS() * off / mse // of a quotient, to first order
	return r
}

// A Point is what chains of one kernel show in Figure 3: what the usual diagnostic says of one of them,
// in the mean, and what is real.
type Point struct {
	Density  string       `json:"density"`
	Kernel   string       `json:"kernel"`
	Function string       `json:"function"`
	Start    string       `json:"start"`
	N        int          `json:"N"`
	Chains   int          `json:"chains"`
	ESS      columns.Real `json:"ess"`  // NaN if it says nothing of any chain
	Real     columns.Real `json:"real"` // by Eq. (4), from the squared errors of the chains
}

// Class is the function without its axis.
func (p Point) Class() string { return classOf(p.Function) }

// Calibrated are the classes of Figure 3.
var Calibrated = []string{"mean", "var"}

// Figure3 are the points from a start that the figure shows, at most so many a class: drawn without
// regard to what they show, since all are too many to see. A kernel that never moves is left out.
func Figure3(points []Point, start string, most int) (all []Point) {
	onAxis := func(v columns.Real) bool { return v > 0 && !math.IsInf(float64(v), 1) } // a logarithmic one
	for _, class := range Calibrated {
		some := slices.DeleteFunc(slices.Clone(points), func(p Point) bool {
			return p.Start != start || p.Class() != class || p.Kernel == "identity" || !onAxis(p.ESS) || !onAxis(p.Real)
		})
		dice := rand.New(rand.NewPCG(1, 0))
		dice.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		all = append(all, some[:min(most, len(some))]...)
	}
	return all
}

// Region is the middle 95% of the real ESS that k chains of m independent draws show.
func Region(m float64, k int) (low, high float64) {
	law := distuv.ChiSquared{K: float64(k)}
	return m * float64(k) / law.Quantile(0.975), m * float64(k) / law.Quantile(0.025)
}
