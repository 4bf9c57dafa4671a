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

// mostDrawn is the length of the longest chains that are drawn: beyond it KS distances have no rows. The points of
// Figure 3 are of mostCalibrated steps at most, because their estimates take the time of Fourier transforms.
const (
	mostDrawn      = 100_000
	mostCalibrated = 1000
)

// drawn is the number of chains of each sampled number.
func (p *Plan) drawn() int { return cmp.Or(p.Chains, UsualChains) }

// draw samples what has no exact number: KS distances after so many steps, and the points of Figure 3.
func (p *Plan) draw(ctx context.Context, here scene, s Subject, ns []int) (rows []Row, points []Point, err error) {
	all, longest := p.looks(here, ns), 0
	if len(all) == 0 {
		return nil, nil, nil
	}
	for _, l := range all {
		longest = max(longest, slices.Max(l.ns))
	}
	cells := make([]int32, longest)
	drawer := s.Drawer(p.MCSeed)
	for _, start := range here.drawn() {
		next := drawer.From(start)
		for i := range all { // forgets all chains
			l := &all[i]
			mean, spread := l.of.Truth(s.P)
			l.mean = mean
			l.spread = spread
			l.ess = nil
			l.errors = make([][]float64, len(l.ns))
		}
		for k := range p.drawn() {
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			next(cells, k)
			for i := range all {
				all[i].see(cells)
			}
		}
		for _, l := range all {
			if l.calibrates {
				points = append(points, Point{Density: s.Density, Kernel: s.Kernel,
					Function: l.of.Name, Start: start.Name,
					N: l.ns[0], Chains: len(l.errors[0]), ESS: columns.Real(stat.Mean(l.ess, nil)),
					Real: columns.Real(Real(l.spread, l.errors[0]))})
				continue
			}
			for i, n := range l.ns {
				r := SampledRow(l.of, l.spread, start.Name, n, l.errors[i])
				r.Density = s.Density
				r.Kernel = s.Kernel
				r.Budget = p.Budgets[i]
				rows = append(rows, r)
			}
		}
	}
	return rows, points, nil
}

// A look looks at sampled chains from one start, for one function, after so many steps.
type look struct {
	of         Function
	ns         []int
	calibrates bool // whether it is of a point of Figure 3, after one number of steps

	mean, spread float64
	errors       [][]float64 // after each number of steps, of every chain
	ess          []float64   // what the usual diagnostic says of each chain of which it says anything
}

// looks are those of a job: a KS distance has one after all numbers of steps, and each class of Figure 3
// has one for the first of its functions.
func (p *Plan) looks(here scene, ns []int) (all []look) {
	drawn := slices.DeleteFunc(slices.Clone(ns), func(n int) bool { return n > mostDrawn })
	for _, f := range here.functions {
		if f.Distance() && len(drawn) > 0 {
			all = append(all, look{of: f, ns: drawn})
		}
	}
	if !p.Calibrate {
		return all
	}
	for _, class := range Calibrated {
		i := slices.IndexFunc(here.functions, func(f Function) bool { return classOf(f.Name) == class })
		if i >= 0 {
			n := []int{min(slices.Max(ns), mostCalibrated)}
			all = append(all, look{of: here.functions[i], ns: n, calibrates: true})
		}
	}
	return all
}

func (l *look) see(cells []int32) {
	sum, at := NewTally(l.of, l.mean), 0
	for i, n := range l.ns {
		for ; at < n; at++ {
			sum.Add(cells[at])
		}
		l.errors[i] = append(l.errors[i], sum.Error())
	}
	if !l.calibrates {
		return
	}
	values := make([]float64, at)
	for i := range values {
		values[i] = l.of.Of[cells[i]]
	}
	if ess := usualESS.Of(diagnostics.NewChains([][]float64{values})); !math.IsNaN(ess) {
		l.ess = append(l.ess, ess)
	}
}

// A Tally sums up one chain for one function.
type Tally struct {
	of     Function
	mean   float64
	n      int
	sum    float64 // of the deviations from the mean
	counts []int   // of a KS distance: of the coordinates
}

// NewTally has no cells yet. The mean is that of Truth.
func NewTally(f Function, mean float64) Tally {
	t := Tally{of: f, mean: mean}
	if f.Distance() {
		t.counts = make([]int, len(f.law.upTo))
	}
	return t
}

// Add counts the cell of a step.
func (t *Tally) Add(x int32) {
	t.n++
	if t.counts != nil {
		along := t.of.law.along
		t.counts[int(x)/along.Stride%along.Length]++
	} else {
		t.sum += t.of.Of[x] - t.mean
	}
}

// Error is how far the estimate from these cells is off: the average from the mean, or the law of the
// coordinate from the exact one, as a KS distance.
func (t *Tally) Error() (far float64) {
	if t.counts == nil {
		return t.sum / float64(t.n)
	}
	sum := 0
	for v, c := range t.counts {
		sum += c
		far = max(far, math.Abs(float64(sum)/float64(t.n)-t.of.law.upTo[v]))
	}
	return far
}

// Real is the real ESS of K chains by Eq. (4): their number times Var_p[h], or R, over the sum of their squared errors.
func Real(spread float64, errors []float64) float64 {
	return spread * float64(len(errors)) / floats.Dot(errors, errors)
}

// SampledRow is the row of a function by the errors of some chains after n steps, which are its budget.
func SampledRow(f Function, spread float64, start string, n int, errors []float64) Row {
	squares := make([]float64, len(errors))
	floats.MulTo(squares, errors, errors)
	mse := stat.Mean(squares, nil)
	bias := stat.Mean(errors, nil)
	if f.Distance() {
		bias = 0
	}
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
var Calibrated = []string{"mean", "var", "ks"}

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

// UsualESS is the name of the diagnostic of Figure 3: the initial monotone sequence.
const UsualESS = "ess-monotone"

var usualESS = diagnostics.Catalogue[slices.IndexFunc(diagnostics.Catalogue,
	func(d diagnostics.Diagnostic) bool { return d.Name == UsualESS })]
