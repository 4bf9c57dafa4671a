// Package protocol carries out BREAD's protocol for real data (Sections 3.2 and 5.1), exactly.
//
// A sampler can only be judged on data whose posterior gives exact draws, and real data give
// none. So the protocol judges it on data like them:
//
//	fit         eta^, the mode of p(eta | real data) on a lattice of hyperparameters
//	simulate    latents x and data y from the model with eta^
//	forward     E[log w] on the real data and on the simulated; both lie below their own log p(y)
//	reverse     E[log w] on the simulated data, from (eta^, x) after S steps of the kernel
//
// Take the forward curves as gaps below log p(y). If the two are alike, B on the simulated data
// holds for the real data too. If they part, the model is misspecified. A gap depends on the
// data, so the gap on the real data is compared with the gaps on many simulated sets.
//
// eta^ was not drawn from p(eta | y), so the reverse run does not begin at an exact draw. Let s
// be the law of its start, p the posterior, and G(x) = E_rev[log w | x]. Then E_rev[log w] and B
// are both wrong by <s, G> - <p, G>. The paper could only look whether curves for several S are
// alike. Here the error is a number.
//
// The fit is the mode and not a draw, so that it needs no seed and depends on the data alone.
//
// Compare asks what a change of representation is worth (Section 5.2.1).
package protocol

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

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

// Run carries the protocol out. The results do not depend on the number of cores.
func Run(ctx context.Context, c Case, o Options, tell experiments.Progress) (Result, error) {
	r := Result{Case: c, Options: o, Points: make([]Point, len(o.Ts))}
	for i, T := range o.Ts {
		r.Points[i] = Point{T: T, Sets: make([]Judged, o.Sets)}
	}
	real := c.Family.Given(c.Data)
	r.Real = NewFit(c.Family, real)
	err := experiments.Each(ctx, o.Sets+2, tell, func(ctx context.Context, i int) error {
		if i == 0 { // the dearest part begins first
			return r.reverse(ctx, r.simulated(0))
		}
		target, place := real, func(p *Point) *Judged { return &p.Real }
		if set := i - 2; set >= 0 {
			target, place = r.simulated(set), func(p *Point) *Judged { return &p.Sets[set] }
		}
		return r.each(ctx, target, func(p *Point, a chains.Annealing) error {
			gap, err := exact.Measure(ctx, a)
			*place(p) = Judged{gap.Paths.Forward, gap.J(), gap.B()}
			return err
		})
	})
	return r, err
}

// simulated draws latents and data from the model with the fitted eta, and returns the posterior of the family. Its
// Latents are eta and the drawn latents. They are not an exact draw from the posterior, because eta was not drawn.
func (r *Result) simulated(set int) toys.Target {
	rng := rand.New(rand.NewPCG(r.Seed, uint64(set)))
	m := r.Family.Member(r.Real.Mode)
	x := m.Latents(rng)
	t := r.Family.Given(m.Draw(x, rng))
	t.Model.Latents = r.Family.Cell(r.Real.Mode, x)
	return t
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

// Chain looks the names of the sampler up, for the real data.
func (c Case) Chain() (experiments.Chain, error) { return c.Setting.On(c.Family.Given(c.Data)) }

// Bytes is the memory of a study: on each core a set of data has a run and a chain of its own.
func Bytes(s experiments.Space, T int) float64 {
	return float64(experiments.Workers(0)) * (experiments.ExactBytes(s, T) + s.ChainBytes())
}

// Study runs cases one after another and, if asked, the comparison of two representations.
func Study(ctx context.Context, cases []Case, o Options, compare bool, tell experiments.Progress) (results []Result,
	c *Comparison, err error) {
	parts := len(cases)
	if compare {
		parts++
	}
	for i, one := range cases {
		r, err := Run(ctx, one, o, tell.Share(i, i+1, parts))
		if err != nil {
			return nil, nil, err
		}
		results = append(results, r)
	}
	if compare {
		both, err := Compare(ctx, Compared(), cases[0].Setting, toys.ModelSeed, []int{10, 20, 50, 100, 200, 500, 1000},
			tell.Share(parts-1, parts, parts))
		if err != nil {
			return nil, nil, err
		}
		c = &both
	}
	return results, c, nil
}

// A Start is a place where a reverse run begins that has no exact draw.
type Start struct {
	S   int       // steps of the kernel at beta = 1, from one cell
	Law []float64 // of the state after these steps
	// TV and KL are how far the law is from the posterior: half the sum of |s - p|, and KL(s‖p).
	TV, KL float64
}

// Error is E_rev[log w] from this start less E_rev[log w] from an exact draw, <s, G> - <p, G>. B
// is wrong by the same number.
func (s Start) Error(a accounts.Account) float64 { return a.WrongStart(s.Law) - a.WrongStart(a.P) }

// Starts returns the laws after each number of steps from a cell. The numbers must rise. If the
// kernel has several states for a cell, the first state is drawn from the target given the cell.
func Starts(a chains.Annealing, cells, cell int, steps []int) (all []Start) {
	level, op, n := a.NewLevel(), a.Kernel.On(a.Grid), a.Grid.Size()
	a.LevelAt(level, a.T())
	op.Aim(level)
	p, law, next := chains.Normalized(level.LogF()), make([]float64, n), make([]float64, n)
	from, to := cell*n/cells, (cell+1)*n/cells
	copy(law[from:to], chains.Normalized(level.LogF()[from:to]))
	done := 0
	for _, S := range steps {
		for ; done < S; done++ {
			chains.PushLaw(op, next, law)
			law, next = next, law
		}
		kept := slices.Clone(law)
		all = append(all, Start{S, kept, floats.Distance(kept, p, 1) / 2, max(exact.Between(kept, p).Forward, 0)})
	}
	return all
}
