// Package temper runs parallel tempering between the initial density and the target of a chain: exactly where the
// product of the walkers' spaces is small (exact/replicas), and by dice (chains/sample) where somebody asks for runs.
package temper

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// The fields of an Ask, as its faults name them.
const (
	FieldWalkers experiments.Field = "walkers"
	FieldScans   experiments.Field = "scans"
	FieldStart   experiments.Field = "start"
	FieldChains  experiments.Field = "chains"
)

// A Hot says what the walker at beta 0 does: it draws from the initial density, or makes a step of the kernel.
type Hot string

// What it does.
const (
	Draws Hot = "draw"
	Moves Hot = "move"
)

// Hots are both.
var Hots = []Hot{Draws, Moves}

// Starts are the words for where walkers start; cell:I is another.
var Starts = []string{string(replicas.FromInitial), string(replicas.FromEquilibrium)}

// Most of everything. More walkers than these have no use on spaces of this size.
const (
	MostWalkers = 1000
	MostScans   = 1_000_000
	// unaskedStates is the number of product states up to which round trips, the relaxation time and the deviations are
	// computed unasked.
	unaskedStates = 300_000
)

// An Ask says what to run on a chain.
type Ask struct {
	Walkers  int
	Practice bool // practice's number of walkers and their betas, in place of Walkers and the chain's schedule
	Exchange tempering.Exchange
	Hot      Hot
	Start    string // one of Starts, or cell:I
	Scans    []int  // after which there is a row, rising
	All      bool   // round trips, the relaxation time and deviations however many product states there are
	Chains   int    // runs by dice; 0 for none
	MCSeed   uint64
}

// A Guess is a mean over runs by dice, with its standard error and the standard deviation of one run.
type Guess = sample.Guess

// Sampled is what runs by dice say.
type Sampled struct {
	Runs             int
	Rejections       []Guess // by pair
	Stones, Integral Guess   // of log R itself
	Trips            Guess   // ways up for each scan of all walkers
}

// A Result is what is known of a ladder.
type Result struct {
	Ask
	Chain    experiments.Chain
	Ladder   tempering.Ladder
	StepCost float64 // evaluations of the density in a scan of all walkers; NaN if the kernel does not know
	replicas.Equilibrium
	Exact   *replicas.Result // nil if there are too many product states
	States  float64          // product states
	Sampled *Sampled         // nil unless runs were asked for
}

// Bytes is the memory of an ask: a few tensors where it is exact, and the walkers' operators.
func (a Ask) Bytes() experiments.Bytes {
	const (
		few         = 4  // tensors of the laws alone
		search      = 22 // tensors with the search for an eigenvalue, whose basis has 20
		numberBytes = 8
	)
	walkers := float64(a.Walkers)
	return experiments.Together(experiments.Held(a.Walkers, 8, 3, 0), func(f experiments.Found, _ int) float64 {
		states := replicas.States(f.States, a.Walkers)
		if states > replicas.MostStates {
			return 0
		}
		tensors := float64(few)
		if a.computesAll(states) {
			tensors = max(search, few+2*walkers)
		}
		return numberBytes * (tensors*states + 2*walkers*f.States*f.States)
	})
}

// computesAll reports whether round trips, the relaxation time and deviations are computed.
func (a Ask) computesAll(states float64) bool { return a.All || states <= unaskedStates }

// Choose is the ask with practice's number of walkers, if it asks for that.
func (a Ask) Choose(c experiments.Chain) (Ask, error) {
	if !a.Practice {
		return a, nil
	}
	barrier := replicas.Barrier(c.Fewest())
	if math.IsNaN(barrier) {
		return a, experiments.Faultf("practice goes by the barrier of the geometric bridge, and %v %s is another; "+
			"%v would do",
			experiments.FieldBridge, c.Bridge, FieldWalkers)
	}
	a.Walkers = replicas.UsualWalkers(barrier)
	return a, nil
}

// Check returns why the ask is none, or nil. It looks at names alone.
func (a Ask) Check(f experiments.Found) error {
	cell, isCell := strings.CutPrefix(a.Start, "cell:")
	if n, err := strconv.Atoi(cell); isCell && (err != nil || n < 0 || n >= f.Grid.Size()) {
		return experiments.Faultf("%v %s; a cell from cell:0 to cell:%d would do", FieldStart, a.Start, f.Grid.Size()-1)
	}
	if !isCell && !slices.Contains(Starts, a.Start) {
		return experiments.Unknown(FieldStart, a.Start, append(slices.Clone(Starts), "cell:I"))
	}
	if isCell && f.States != float64(f.Grid.Size()) {
		return experiments.Faultf("%v %s is a cell, and %s has several states for each; initial or equilibrium "+
			"would do",
			FieldStart, a.Start, f.Kernel)
	}
	return nil
}

// tooLarge is why an ask is not exact, with what would do: as many walkers as are pushed, if two are.
func (a Ask) tooLarge(c experiments.Chain, states float64) error {
	most := a.Walkers - 1
	for most > 1 && replicas.States(c.States, most) > replicas.MostStates {
		most--
	}
	why := "%v %d on %s states each have %.2g product states, and %s are the most that are pushed; "
	said := []any{FieldWalkers, a.Walkers, text.Thousands(int(c.States)), states, text.Thousands(replicas.MostStates)}
	if most > 1 {
		why += "%v %d, "
		said = append(said, FieldWalkers, most)
	}
	said = append(said, FieldChains)
	return experiments.Faultf(why+"%v 1000, which runs them by dice, would do", said...)
}

// EqualRejections names practice's betas.
const EqualRejections = "equal rejections"

// Ladder makes the walkers of a chain.
func (a Ask) Ladder(ctx context.Context, c experiments.Chain) (l tempering.Ladder, err error) {
	l.Exchange = a.Exchange
	l.Fresh = a.Hot == Draws
	if a.Practice {
		if s, ok := replicas.EqualRejections(c.Fewest(), a.Walkers); ok {
			c = c.WithFormula(EqualRejections, func(int) chains.Schedule { return s })
		}
	}
	l.Annealing, _, err = c.At(ctx, a.Walkers)
	if err != nil {
		return l, err
	}
	if err := l.Check(); err != nil {
		return l, experiments.Faultf("%v", err)
	}
	return l, nil
}

// Run runs what is asked. Whoever asks for practice chooses first.
func (a Ask) Run(ctx context.Context, c experiments.Chain, tell experiments.Progress) (r Result, err error) {
	r = Result{Ask: a, Chain: c}
	r.Ladder, err = a.Ladder(ctx, c)
	if err != nil {
		return r, err
	}
	state, err := a.state()
	if err != nil {
		return r, err
	}
	r.States = replicas.States(float64(r.Ladder.Annealing.Grid.Size()), a.Walkers)
	r.StepCost = a.cost(c)
	exactly := r.States <= replicas.MostStates
	byDice := a.Chains > 0
	if !exactly && !byDice {
		return r, a.tooLarge(c, r.States)
	}
	r.Equilibrium = replicas.Equilibrate(r.Ladder)
	parts := 1
	if exactly && byDice {
		parts = 2
	}
	if exactly {
		found, err := a.exactly(r.States, state, tell.Share(0, 1, parts)).Run(ctx, r.Ladder)
		if err != nil {
			return r, faultOf(err)
		}
		r.Exact = &found
	}
	if byDice {
		r.Sampled, err = a.sampled(ctx, r.Ladder, state, tell.Share(parts-1, parts, parts))
	}
	return r, err
}

// exactly says what is computed exactly, on so many product states.
func (a Ask) exactly(states float64, state *int, tell experiments.Progress) replicas.Options {
	all := a.computesAll(states)
	return replicas.Options{Start: replicas.Start(a.Start), State: state, Scans: a.Scans, Spread: all, Trips: all,
		Relaxation: all, Progress: tell}
}

// sampled makes the runs by dice.
func (a Ask) sampled(ctx context.Context, l tempering.Ladder, state *int, tell experiments.Progress) (*Sampled, error) {
	start := sample.TemperedStart{Own: a.Start == string(replicas.FromEquilibrium), State: state}
	scans := a.Scans[len(a.Scans)-1]
	runs, err := sample.Temper(ctx, l, a.Chains, scans, start, a.MCSeed, tell)
	if err != nil {
		return nil, faultOf(err)
	}
	return summed(runs, scans), nil
}

// faultOf makes a fault of what package replicas or sample refuses.
func faultOf(err error) error { return experiments.Faultf("%v", err) }

// state is the state of a start in a cell, or nil.
func (a Ask) state() (*int, error) {
	cell, ok := strings.CutPrefix(a.Start, "cell:")
	if !ok {
		return nil, nil
	}
	n, err := strconv.Atoi(cell)
	return &n, err
}

// cost is how many evaluations a scan takes: a draw takes one, and an exchange none, because all that it asks for is
// known.
func (a Ask) cost(c experiments.Chain) float64 {
	step := c.StepCost()
	if a.Hot == Draws {
		return 1 + float64(a.Walkers-1)*step
	}
	return float64(a.Walkers) * step
}

// summed are the means over runs.
func summed(runs []sample.Tempered, scans int) *Sampled {
	s := &Sampled{Runs: len(runs)}
	for k := range runs[0].Rejected {
		s.Rejections = append(s.Rejections, sample.Guessed(runs,
			func(r sample.Tempered) float64 { return r.Rejected[k] }))
	}
	s.Stones = sample.Guessed(runs, func(r sample.Tempered) float64 { return r.Stones })
	s.Integral = sample.Guessed(runs, func(r sample.Tempered) float64 { return r.Integral })
	s.Trips = sample.Guessed(runs, func(r sample.Tempered) float64 { return float64(r.Ways) / float64(scans) })
	return s
}
