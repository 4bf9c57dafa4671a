package protocol

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/toys"
)

// Options say how much is to be computed.
type Options struct {
	Ts    []int  // numbers of levels
	Steps []int  // numbers S of steps after the fitted values, rising
	Seed  uint64 // of the simulated data
	Sets  int    // how many sets of data are simulated; the reverse runs take the first
}

// Defaults are the options of the committed results. With 19 sets, data from the fitted model
// itself would be beyond all of them one time in ten. The seed is chosen so that the first set of
// no case has factors that are all 0.
func Defaults() Options {
	return Options{Ts: []int{10, 30, 100, 300}, Steps: []int{0, 1, 10, 100, 1000}, Seed: 10, Sets: 19}
}

// A Result is the protocol carried out on a case.
type Result struct {
	Case
	Options
	Real, Simulated Fit // to the real data, and to the first simulated set
	Points          []Point
	Starts          []Start
}

// A Point is the protocol at one T.
type Point struct {
	T      int
	Real   Judged    // the real data
	Sets   []Judged  // each simulated set
	Up     float64   // E_rev[log w] - log p(y) on the first set, from an exact draw
	Errors []float64 // how far B of the first set is wrong, by start
}

// Judged has the numbers of annealing on one set of data, with reverse runs from exact draws. On
// a space this small they are known for real data too, and show how good the protocol is.
type Judged struct {
	Gap  float64 // log p(y) - E_fwd[log w]
	J, B float64
}

func judged(g exact.Gap) Judged { return Judged{g.Paths.Forward, g.J(), g.B()} }

// Run carries the protocol out. The results do not depend on the number of cores.
func Run(ctx context.Context, c Case, o Options, tell experiments.Progress) (Result, error) {
	r := Result{Case: c, Options: o, Points: make([]Point, len(o.Ts))}
	for i, T := range o.Ts {
		r.Points[i] = Point{T: T, Sets: make([]Judged, o.Sets)}
	}
	real := c.Family.Given(c.Data)
	r.Real = NewFit(c.Family, real)
	err := experiments.Each(ctx, o.Sets+2, tell, func(ctx context.Context, i int) error {
		switch set := i - 2; set {
		case -2: // the dearest part begins first
			return r.reverse(ctx, r.simulated(0))
		case -1:
			return r.forward(ctx, real, func(p *Point) *Judged { return &p.Real })
		default:
			return r.forward(ctx, r.simulated(set), func(p *Point) *Judged { return &p.Sets[set] })
		}
	})
	return r, err
}

// simulated is the posterior of a simulated set.
func (r *Result) simulated(set int) toys.Target {
	return simulated(r.Family, r.Real.Mode, r.Seed, uint64(set))
}

// forward judges one set of data at every T.
func (r *Result) forward(ctx context.Context, target toys.Target, place func(*Point) *Judged) error {
	return r.each(ctx, target, func(p *Point, a chains.Annealing) error {
		gap, err := exact.Measure(ctx, a)
		*place(p) = judged(gap)
		return err
	})
}

// reverse runs back from wrong starts, and from an exact draw, on the first simulated set.
func (r *Result) reverse(ctx context.Context, target toys.Target) error {
	r.Simulated = NewFit(r.Family, target)
	return r.each(ctx, target, func(p *Point, a chains.Annealing) error {
		if r.Starts == nil {
			r.Starts = Starts(a, target.Grid.Size(), target.Model.Latents, r.Steps)
		}
		problem := programs.Problem{Annealing: a, Sample: -1}
		account, err := accounts.Of(ctx, programs.AIS{Problem: problem}, problem)
		if err != nil {
			return err
		}
		p.Up = account.Paths.Reverse
		for _, s := range r.Starts {
			p.Errors = append(p.Errors, s.Error(account))
		}
		return nil
	})
}

// each makes the annealing of a posterior at every T.
func (r *Result) each(ctx context.Context, target toys.Target, do func(*Point, chains.Annealing) error) error {
	chain, err := r.Setting.On(target)
	if err != nil {
		return err
	}
	for i, T := range r.Ts {
		a, _, err := chain.At(ctx, T)
		if err == nil {
			err = do(&r.Points[i], a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Range returns the smallest and the largest of a number over the simulated sets.
func (p Point) Range(of func(Judged) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range p.Sets {
		low, high = min(low, of(s)), max(high, of(s))
	}
	return low, high
}

// Off subtracts the gap on the first simulated set from the gap on the real data.
func (p Point) Off() float64 { return p.Real.Gap - p.Sets[0].Gap }

// Outside reports whether the gap on the real data is above or below the gaps on all simulated
// sets.
func (p Point) Outside() bool {
	low, high := p.Range(func(j Judged) float64 { return j.Gap })
	return p.Real.Gap < low || p.Real.Gap > high
}

// Furthest is the point at which the two forward curves are furthest apart.
func (r Result) Furthest() Point {
	return slices.MaxFunc(r.Points, func(p, q Point) int { return cmp.Compare(math.Abs(p.Off()), math.Abs(q.Off())) })
}

// Fair reports whether the simulated data are a fair proxy of the real data: whether at no T the
// gap on the real data is outside.
func (r Result) Fair() bool { return !slices.ContainsFunc(r.Points, Point.Outside) }
