package sample

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// Sequential Monte Carlo is run in one of three ways. Each has the law of the program's own code (programs.SMC), of the
// cell and the log weight together, and takes all resamplings in one pass over the particles, or over the cells.
//
//   - A swarm (swarm.go) draws all particles of a step from one law. It serves if they are resampled multinomially at
//     every step, and each moves once.
//   - A census (census.go) knows how many particles are in each cell. It serves if they are resampled at every step,
//     multinomially or by residuals, and also in chains (waste-free). Particles in one cell weigh the same there, and
//     neither way to resample looks at their order. So the numbers are a Markov chain, with the law that they have in
//     the program.
//   - A crowd (crowd.go) keeps a cell and a log weight for each particle. It serves all else. If particles are
//     resampled now and then, those in one cell weigh differently. Systematic and stratified resampling look at the
//     order of the particles: offspring of neighbours stand side by side, and then move apart. To sort them by cells
//     before would be another sampler, with another variance. So nothing here sorts.
//
// Some runs go through the levels together. They share the levels and the rows of the moves, each of which is made when
// a particle first asks for it.

// A population is the particles of one run.
type population interface {
	// start draws the first particles.
	start(f *filter)
	// step weighs them, resamples them and takes them over step i. With an infinite log w they stay.
	step(f *filter, i int, step programs.Step)
	// end returns a particle, drawn by weight, and log w.
	end(f *filter) (x int32, logw float64)
}

// A filter takes populations along a path. Each worker has one, with the memory that its populations share.
type filter struct {
	programs.SMC
	path   programs.Path
	lack   float64 // of log w
	target chains.Law
	few    int // from so many particles an outcome on it is faster to split them than to draw each
	dice   func(t task, run int) chains.Dice
	newOne func(d chains.Dice, kept *programs.Lineage) population

	rows    []*rows        // of each move of a step
	mix     *chains.Gather // adds up by cell what particles are drawn from
	cells   []int32        // that they are drawn from
	masses  []float64      // of these
	weights []float64      // of a particle in each cell of a swarm
	sum     float64        // of the weights of all particles
	squares float64        // of these; of a crowd
	gains   []gain         // of a step; of crowds
	rise    float64        // the largest of these
	table   table
	law     chains.Law
	single  bool // particles are drawn by the table one by one, and not split by the law

	here, there, met *tally // of a census
	split            []int  // what particles are split into
	next             []int32
	words            [512]uint64 // a power of two
}

// keptSteps bounds the number of kept places of all populations of a task: 4 MB.
const keptSteps = 1 << 20

// arrayed bounds the number of particles of all crowds of a task. They take 20 bytes each, and should stay in a core's
// cache from step to step.
const arrayed = 1 << 16

// What a particle's step counts, in nanoseconds (package work): of a crowd, and of particles that are counted.
const (
	crowdCounts  = 20
	countedCells = 200 // a cell of a census
)

// filtering returns the way of sequential Monte Carlo, through levels or observations. It keeps at most limit outcomes
// of a move.
func filtering(p programs.SMC, target chains.Law, limit int) way {
	const together = 64
	path, _ := p.Path()
	steps := path.Len()
	units := min(together, keptSteps/(steps*max(1, p.Chain)))
	parts := p.P
	cost := float64(p.P) * crowdCounts
	if counts(p) {
		parts = min(p.P, p.Grid.Size())
		cost = min(cost, countedCells*float64(p.Grid.Size()))
	} else {
		units = min(units, arrayed/p.P)
	}
	worker := func() worker { return newFilter(p, target, limit).run }
	return way{unit: 1, units: max(1, units), parts: steps, every: reportMoves / parts, worker: worker,
		counts: cost * float64(steps)}
}

// counts reports whether particles need not be told apart, because those in one cell weigh the same and their order
// does not matter.
func counts(p programs.SMC) bool {
	ordered := p.Resampling == programs.Systematic || p.Resampling == programs.Stratified
	return math.IsInf(p.Share, 1) && !ordered
}

func newFilter(p programs.SMC, target chains.Law, limit int) *filter {
	path, rise := p.Path()
	n := p.Grid.Size()
	f := &filter{SMC: p, path: path, lack: rise, target: target, few: 8, mix: chains.NewGather(n),
		here: newTally(n), there: newTally(n), met: newTally(n),
		dice: func(t task, run int) chains.Dice { return t.dice(run) }}
	switch {
	case p.Plain():
		f.newOne = newSwarm
	case counts(p):
		f.newOne = newCensus
	default:
		f.newOne = f.newCrowd
	}
	moves := 1
	if p.Data != nil {
		moves += p.Data.Steps
	}
	for range moves {
		f.rows = append(f.rows, newRows(n, limit))
	}
	return f
}

// run makes the runs of a task, forward or conditional.
func (f *filter) run(ctx context.Context, t task, done *progress) (err error) {
	defer stoppedBy(ctx, &err)
	cells := make([]int32, len(t.logw))
	all := f.populations(ctx, t, cells)
	f.start()
	for _, one := range all {
		one.start(f)
	}
	for i := range f.path.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		step := f.path.At(i)
		for j, m := range step.Moves {
			f.rows[j].moveBy(m)
		}
		if !counts(f.SMC) {
			f.gain(step.LogW)
		}
		for _, one := range all {
			one.step(f, i, step)
		}
		done.add(len(all))
	}
	for i, one := range all {
		x, logw := one.end(f)
		t.logw[i] = logw + f.lack
		if !t.reverse {
			cells[i] = x
		}
	}
	t.end(cells)
	return nil
}

// populations returns those of a task. In reverse each keeps the lineage of a draw from the target, and cells are set
// to these draws.
func (f *filter) populations(ctx context.Context, t task, cells []int32) []population {
	dice := make([]chains.Dice, len(cells))
	for i := range dice {
		dice[i] = f.dice(t, i)
	}
	kept := make([]*programs.Lineage, len(cells))
	if t.reverse {
		ends, stoppable := make([]int, len(cells)), make([]chains.Dice, len(cells))
		for i, d := range dice {
			ends[i] = f.target.Draw(d)
			cells[i] = int32(ends[i])
			stoppable[i] = watching(ctx, d)
		}
		kept = programs.Lineages(f.path, ends, f.Chain, stoppable)
	}
	all := make([]population, len(cells))
	for i, d := range dice {
		all[i] = f.newOne(d, kept[i])
	}
	return all
}

// start readies draws from the law of a first particle.
func (f *filter) start() {
	f.cells, f.masses = f.cells[:0], f.masses[:0]
	for x, p := range f.path.Start() {
		f.from(int32(x), p)
	}
	if counts(f.SMC) {
		f.mixed(f.P)
	} else {
		f.table.weigh(f.masses)
	}
}

// from adds a cell to those that particles are drawn from, unless it has no mass.
func (f *filter) from(x int32, mass float64) {
	if mass > 0 {
		f.cells, f.masses = append(f.cells, x), append(f.masses, mass)
	}
}

// gathered takes the cells from the mixture.
func (f *filter) gathered() {
	f.cells, f.masses = f.cells[:0], f.masses[:0]
	f.mix.Empty(func(x int, mass float64) { f.from(int32(x), mass) })
}

// mixed readies n draws by mass: of each particle, if they are few, or else of the numbers in the cells.
func (f *filter) mixed(n int) {
	f.single = n < f.few*len(f.masses)
	if f.single {
		f.table.weigh(f.masses)
	} else {
		f.law = chains.NewLaw(f.masses)
	}
}

// singly draws each of the cells by mass, as the table is readied.
func (f *filter) singly(cells []int32, gen *rand.PCG) {
	slots := f.table.slots
	k := f.table.k
	for j := range cells {
		cells[j] = f.cells[slots.at(k, 0, gen.Uint64())]
	}
}

// drawn is how often each of the cells is drawn in n draws, until the next are split.
func (f *filter) drawn(d chains.Dice, n int) []int {
	counts := slices.Grow(f.split[:0], len(f.cells))[:len(f.cells)]
	f.split = counts
	if !f.single {
		f.law.Split(d, n, counts)
		return counts
	}
	clear(counts)
	slots := f.table.slots
	k := f.table.k
	gen := d.(seeded).gen
	for range n {
		counts[slots.at(k, 0, gen.Uint64())]++
	}
	return counts
}
