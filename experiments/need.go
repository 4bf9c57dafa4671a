package experiments

import (
	"context"
	"math"
	"runtime"
	"time"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/exact/spectra"
)

// What a command does unasked: on so many cells at the most, in so many bytes and
// in so long.
const (
	MostUnasked      = 1 << 18
	MostUnaskedBytes = 1 << 30
	MostUnaskedTime  = time.Minute
)

// A Need is what a command takes on a space, told beforehand.
type Need struct {
	Space
	Runs   int           // one a T
	Levels int           // of all of them
	Bytes  float64       // at once, at the most
	Time   time.Duration // about; 0 where it is not worth being told
	work   Work
}

// A Work is what a command does with every annealing.
type Work struct {
	bytes func(s Space, T int) float64 // at once, at one T
	// do does it in the way that it is done on n states; nil where the time is told
	// elsewhere.
	do     func(ctx context.Context, a chains.Annealing, n float64) error
	weight float64 // how many times dearer it is than to push a distribution,
	rest   float64 // with how much a level that does not grow with the space
	times  float64 // how many times as much as what do does; 0 is once
}

// Need is what the work takes on the space, at every T of ts. Without any, none is
// counted. Time is left 0: trials tell it, where they are worth theirs.
func (s Space) Need(w Work, ts ...int) Need {
	n := Need{Space: s, Runs: len(ts), Bytes: base + w.bytes(s, 0), work: w}
	for _, T := range ts {
		n.Levels += T * (1 + choosing(s.Schedule))
		n.Bytes = max(n.Bytes, base+w.bytes(s, T))
		if choosing(s.Schedule) > 0 {
			n.Bytes = max(n.Bytes, base+w.bytes(s, T)+descentVectors*8*float64(T)*s.States)
		}
	}
	return n
}

// base is what the program itself takes, and descentVectors how many a level a
// descent to the best schedule keeps.
const (
	base           = 28 << 20
	descentVectors = 6
)

// Timed reports whether trials can tell the time, and it may be more than a minute
// on any machine.
func (n Need) Timed() bool {
	const moves = 1 << 28
	return n.work.do != nil && n.States*labour(n.kernel, n.Grid, n.pulled())*float64(n.Levels)*n.work.weight+n.work.rest*float64(n.Levels) > moves
}

// Large reports whether the need is to be told and consented to.
func (n Need) Large() bool {
	return n.Cells() > MostUnasked || n.Bytes > MostUnaskedBytes || n.Time > MostUnaskedTime
}

// Cells is how many the target has.
func (n Need) Cells() int { return n.Grid.Size() }

// A Trial is the same work on a smaller space.
type Trial struct {
	Whole bool // it is the space itself that is tried
	need  Need
	chain Chain
}

// The numbers of levels that a trial is run at.
const trialFew, trialMore = 2, 6

// Trial is one of at most so many cells.
func (n Need) Trial(cells int) Trial {
	c := n.like(cells)
	return Trial{Whole: c.Target.Grid.Size() == n.Grid.Size(), need: n, chain: c}
}

// Few and More do the work at few levels, and at a few more.
func (t Trial) Few(ctx context.Context) error  { return t.run(ctx, trialFew) }
func (t Trial) More(ctx context.Context) error { return t.run(ctx, trialMore) }

func (t Trial) run(ctx context.Context, T int) error {
	return t.need.work.do(ctx, t.chain.on(chains.Linear(T)), t.need.States)
}

// Time is how long the whole takes where Few and More took so long.
func (t Trial) Time(few, more time.Duration) time.Duration {
	s := t.chain.space(t.chain.Target.Grid, t.need.between)
	wider := t.need.States / s.States
	p := t.need.pulled()
	deeper := wider * labour(s.kernel, t.need.Grid, p) / labour(s.kernel, s.Grid, p)
	level := max(more-few, more/trialMore).Seconds() / (trialMore - trialFew)
	start := max(few.Seconds()-level, 0)
	const longest = 1e9 // seconds
	all := (start*wider*float64(t.need.Runs) + level*deeper*float64(t.need.Levels)) * max(t.need.work.times, 1)
	return time.Duration(min(all, longest) * float64(time.Second))
}

// Exactness is the work of exact runs.
var Exactness = Work{bytes: exactBytes, do: exactly, weight: 20}

// exactBytes are those of one exact run: where it is checked in full, also for the
// laws of the reverse chain and for the moves of a step, as far as it keeps them. What
// an operator keeps is there for each walk of a run, the last one's being garbage.
func exactBytes(s Space, T int) float64 {
	const pulled, walked, whole = 8, 25, 40 // numbers
	kept, rows := chains.Memory(s.kernel, s.Grid)
	if s.pulled() {
		rows = 0
	}
	levels := 150 * float64(T)
	switch {
	case s.pulled():
		return 8*pulled*s.States + kept + levels
	case s.States >= exact.Thorough:
		return 8*walked*s.States + rows + 2*kept + levels
	}
	laws := min(8*s.States*float64(T), exact.LawBytes)
	moves := min(96*s.States*s.Moves, exact.LawBytes)
	return 8*whole*s.States + rows + 3*kept + laws + moves + levels
}

func exactly(ctx context.Context, a chains.Annealing, n float64) error {
	if n >= exact.Thorough {
		_, err := exact.Measure(ctx, a)
		return err
	}
	_, err := exact.Run(ctx, a)
	return err
}

// Work is that of a chain sampled so, beside what is exact.
func (o Sampling) Work() Work {
	// Trials have chains in proportion to their cells, and of very many a part.
	tried := min(o.Chains, 1<<20)
	workers := float64(workersOf(o.Workers))
	return Work{
		bytes: func(s Space, T int) float64 {
			const vectors, table = 12, 28 << 20
			kept, _ := chains.Memory(s.kernel, s.Grid)
			return exactBytes(s, T) + workers*(8*vectors*s.States+table+kept) + 16*float64(o.Chains) + 32*s.States
		},
		do: func(ctx context.Context, a chains.Annealing, n float64) error {
			if err := exactly(ctx, a, n); err != nil {
				return err
			}
			few := max(2, int(float64(tried)*float64(a.Grid.Size())/n))
			_, err := sample.Run(ctx, a, sample.Options{Chains: few, Seed: o.Seed, Workers: o.Workers})
			return err
		},
		weight: 20 + 4*math.Ceil(float64(o.Chains)/(1<<16)), rest: 4 * float64(o.Chains), times: float64(o.Chains) / float64(tried)}
}

// Sweeping is the work of a sweep's cells on one space, as many at once as there
// are workers. How long they take is told by a dry run.
func Sweeping(workers int) Work {
	return Work{bytes: func(s Space, T int) float64 { return float64(workersOf(workers)) * exactBytes(s, T) }}
}

// Validating is the work of validating a kernel: mostly matrices with a row and a
// column a state, or where there are too many states what a spectrum is searched in.
var Validating = Work{bytes: func(s Space, _ int) float64 {
	const searched = 90 // vectors
	switch n := s.States; {
	case n > laws.MostCells:
		return 8 * searched * n
	case n > spectra.MaxStates:
		return 8 * (searched*n + 6*n*n)
	default:
		return 8 * (10*n + 6*n*n)
	}
}}

// Certifying is the work of proving a result: numbers of some hundred bytes each, in
// both chains.
var Certifying = Work{
	bytes: func(s Space, T int) float64 {
		const wider = 12 // than what a float64 run keeps
		kept, _ := chains.Memory(s.kernel, s.Grid)
		return exactBytes(s, T) + 2*(s.States*(2500+300*chains.Proposals(s.kernel, s.Grid))+wider*kept)
	},
	do: func(ctx context.Context, a chains.Annealing, _ float64) error {
		_, err := certain.Measure(ctx, a, func(int, float64) {})
		return err
	},
	weight: 4000}

// workersOf is how many run at once: as many as there are cores where below 1.
func workersOf(n int) int {
	if n < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}
