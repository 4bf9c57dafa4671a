package sample

import (
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
)

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

	split []int // what particles are split into
	next  []int32
	words [512]uint64
}

// start readies draws from the law of a first particle.
func (f *filter) start() {
	f.cells, f.masses = f.cells[:0], f.masses[:0]
	for x, p := range f.path.Start() {
		f.from(int32(x), p)
	}
	if f.Plain() {
		f.mixed(f.P)
	} else {
		f.table.weigh(f.masses)
	}
}

// from adds a cell to those that particles are drawn from, unless it has no mass.
func (f *filter) from(x int32, mass float64) {
	if mass > 0 {
		f.cells = append(f.cells, x)
		f.masses = append(f.masses, mass)
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

// keptSteps bounds the number of kept places of all populations of a task: 4 MB.
const keptSteps = 1 << 20

// arrayed bounds the number of particles of all crowds of a task. They take 20 bytes each, and should stay in a core's
// cache from step to step.
const arrayed = 1 << 16
