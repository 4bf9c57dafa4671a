// Package protocol carries out BREAD's protocol for real data (Sections 3.2 and 5.1), exactly.
//
// BDMC needs an exact draw from the posterior, which real data do not give. So the protocol judges a sampler on data
// like them:
//
//	fit         eta^, the mode of p(eta | real data) on a lattice of hyperparameters
//	simulate    latents x and data y from the model with eta^
//	forward     E[log w] on the real data and on the simulated; both lie below their own log p(y)
//	reverse     E[log w] on the simulated data, from (eta^, x) after S sweeps
//
// A user does not know log p(y), so that the paper shifts each forward curve by its largest estimate and compares
// shapes. Here a curve also has its gaps below log p(y). Both depend on the data, so that many sets are simulated. If
// the real data are outside the range of them all, the model is likely misspecified.
//
// eta^ was not drawn from p(eta | y), so that the reverse run does not begin at an exact draw. Let s be the
// distribution of its start, p the posterior, and G(x) = E_rev[log w | x]. Then E_rev[log w] and B are both wrong by
// <s, G> - <p, G>. The paper could only look whether curves for several S are alike.
//
// A sweep has one step of the kernel for each hyperparameter and latent: the default kernel redraws one of them a step,
// at random, and the paper's S counts steps that move all of them.
//
// The paper shows the quartiles of 100 runs of each kind; here the exact means are added (runs.go). Cases are in
// case.go.
package protocol

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/toys"
)

// Options says how much is computed.
type Options struct {
	Ts     []int  // numbers of levels
	Sweeps []int  // numbers S of sweeps after the fitted values, rising
	Seed   uint64 // of the simulated data
	Sets   int    // how many sets of data are simulated
}

// Defaults returns the options of the committed results. Data from the fitted model itself are outside the range of 19
// sets, at one T, one time in ten.
func Defaults() Options {
	return Options{Ts: []int{10, 30, 100, 300}, Sweeps: []int{0, 1, 10, 100}, Seed: 10, Sets: 19}
}

// A Result has the numbers of the protocol on a case.
type Result struct {
	Case
	Options
	Real      Set
	Simulated []Set
}

// A Set has the posterior of the hyperparameters of one set of data, and annealing on it at each T. A simulated set has
// Starts of the reverse run. Runs and Starts are nil if the kernel is known by its moves alone.
type Set struct {
	Fit
	Curves // of log w less log p(y), or of log w by a user's command
	Runs   []Run
	Starts []Start
}

// A Run has the exact numbers of annealing on one set of data at one T. On a space this small B is known for real data
// too, and shows how good the protocol is.
type Run struct {
	T   int     `column:"T"`
	Gap float64 `column:"gap"` // log p(y) - E_fwd[log w]
	// Seen is the part of Gap that needs no log p(y): the largest E_fwd[log w] of all T less this one.
	Seen float64 `column:"seen"`
	J    float64 `column:"J"`
	B    float64 `column:"B"` // with reverse runs from exact draws
	// Spread is the standard deviation over exact draws x of E_rev[log w | x]. Chains that share a start share x.
	Spread float64   `column:"spread"`
	Errors []float64 // of B, by start
}

// RunAll runs the protocol on each case.
func RunAll(ctx context.Context, cases []Case, o Options, progress experiments.Progress) (results []Result, err error) {
	for i, one := range cases {
		r, err := one.Run(ctx, o, progress.Share(i, i+1, len(cases)))
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// Annealer looks up the names of the sampler, for the real data.
func (c Case) Annealer() (experiments.Annealer, error) {
	return c.Setting.AnnealerOn(c.Model.Given(c.Data))
}

// CheckMemory returns a fault if this many sets of data are too large: each has the densities of its observations, its
// target and a few distributions.
func (c Case) CheckMemory(sets int) error {
	const vectors = 12
	cells := float64(c.Model.Grid.Size())
	each := 8 * cells * float64(vectors+len(c.Data))
	bytes := func(n float64) float64 { return experiments.CellBytes*cells + (n+1)*each }
	return experiments.CheckMemory(sets, "sets", bytes, "%s on %s cells", c.Name, text.Thousands(c.Model.Grid.Size()))
}

// targets returns the posteriors of the real data and then of the simulated.
func (c Case) targets(o Options) []toys.Target {
	all := []toys.Target{c.Model.Given(c.Data)}
	mode := newFit(c.Model.Etas(), all[0]).Mode
	for i := range o.Sets {
		all = append(all, c.simulated(mode, o.Seed, i))
	}
	return all
}

// Run runs the protocol, with the same results on any number of cores.
func (c Case) Run(ctx context.Context, o Options, progress experiments.Progress) (Result, error) {
	targets := c.targets(o)
	sets := make([]Set, len(targets))
	err := experiments.Each(ctx, len(targets), progress, func(ctx context.Context, i int) (err error) {
		sets[i], err = c.anneal(ctx, targets[i], o, i)
		return err
	})
	return Result{Case: c, Options: o, Real: sets[0], Simulated: sets[1:]}, err
}

// annealings returns the annealings to the posterior of a set of data, one for each T.
func (c Case) annealings(ctx context.Context, target toys.Target, ts []int) (all []chains.Annealing, err error) {
	annealer, err := c.Setting.AnnealerOn(target)
	if err != nil {
		return nil, err
	}
	if c.by != nil {
		annealer = annealer.WithRows(c.by)
	}
	for _, T := range ts {
		a, _, err := annealer.At(ctx, T)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// anneal anneals to the posterior of a set of data at every T. The real data are set 0.
func (c Case) anneal(ctx context.Context, target toys.Target, o Options, number int) (Set, error) {
	set := Set{Fit: newFit(c.Model.Etas(), target)}
	annealings, err := c.annealings(ctx, target, o.Ts)
	if err != nil {
		return set, err
	}
	least := math.Inf(1)
	for _, a := range annealings {
		if number > 0 && set.Starts == nil {
			set.Starts = Starts(a, target.Model.Latents, o.Sweeps)
		}
		problem := programs.Problem{Annealing: a}
		ais := programs.AIS{Problem: problem}
		account, err := accounts.Of(ctx, ais, problem, nil)
		if err != nil {
			return set, err
		}
		run := Run{T: a.T(), Gap: account.Paths.Forward, J: account.J(), B: account.B()}
		for x, p := range account.P {
			if p > 0 {
				run.Spread = math.Hypot(run.Spread, math.Sqrt(p)*(account.G[x]-account.Paths.Reverse))
			}
		}
		for _, s := range set.Starts {
			run.Errors = append(run.Errors, s.Error(account))
		}
		set.addRuns(ais, account, a.T(), o.Seed, uint64(number))
		set.Runs = append(set.Runs, run)
		least = min(least, run.Gap)
	}
	for i := range set.Runs {
		set.Runs[i].Seen = set.Runs[i].Gap - least
	}
	return set, nil
}

// OfSets returns a number of each simulated set at the i-th T.
func (r Result) OfSets(i int, of func(Run) float64) (all []float64) {
	for _, s := range r.Simulated {
		all = append(all, of(s.Runs[i]))
	}
	return all
}

// TsOutside returns each T at which a number of the real data is outside the range of all simulated sets.
func (r Result) TsOutside(of func(Run) float64) (ts []int) {
	for i, T := range r.Ts {
		all, real := r.OfSets(i, of), of(r.Real.Runs[i])
		if real < slices.Min(all) || real > slices.Max(all) {
			ts = append(ts, T)
		}
	}
	return ts
}

// A Start has a distribution of states from which a reverse run begins without an exact draw.
type Start struct {
	S            int       // steps of the kernel at beta = 1, from one cell; not sweeps
	Distribution []float64 // of the state after these steps
	// TV and KL are the distance from the posterior: half the sum of |s - p|, and KL(s‖p).
	TV, KL float64
}

// Error returns the error of E_rev[log w], and of B, from this start: <s, G> - <p, G>.
func (s Start) Error(a accounts.Account) float64 {
	return a.WrongStart(s.Distribution) - a.WrongStart(a.P)
}

// Starts returns the distributions after each number of sweeps from a cell. A sweep has a step of the kernel for each
// axis. The numbers must rise.
func Starts(a chains.Annealing, cell int, sweeps []int) (all []Start) {
	op, level := a.Aimed(a.T(), 1)
	p := chains.Normalized(level.LogF())
	now := make([]float64, a.Grid.Size())
	next := make([]float64, a.Grid.Size())
	now[cell] = 1
	done := 0
	for _, S := range sweeps {
		for ; done < S*a.Grid.Axes(); done++ {
			op.Push(next, now)
			now, next = next, now
		}
		all = append(all, Start{S: done, Distribution: slices.Clone(now), TV: floats.Distance(now, p, 1) / 2,
			KL: max(exact.DivergenceOf(now, p).Forward, 0)})
	}
	return all
}
