package sample

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// named is a program of sequential Monte Carlo, by its name in the catalogue.
func named(spec string, p programs.Problem) programs.SMC {
	m, _, err := programs.Read(spec)
	if err != nil {
		panic(err)
	}
	e, err := m(p)
	if err != nil {
		panic(err)
	}
	return e.(programs.SMC)
}

// unskipped and skipped are two cells with T levels, with the last move and without it. There all picks of a few
// particles can be walked.
func unskipped(T int) programs.Problem { return chaintest.Tilted(kernels.Metropolis{}, T) }

func skipped(T int) programs.Problem {
	p := unskipped(T)
	p.SkipLast = true
	return p
}

// still is a steep bridge between three cells whose particles never move. So nothing hides how they were resampled.
func still(T int) programs.Problem {
	return aimedAt(chains.Annealing{Grid: grid.New(3), Kernel: kernels.Identity{}, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: []float64{0.3, 0, 0.1}, To: []float64{-1.1, 1.9, 0.4}}})
}

// A dip is a bridge on which a cell has nearly no mass on the way, less than any float, and has it again at the end.
type dip struct{}

func (dip) At(dst []float64, beta float64) {
	copy(dst, []float64{0.2, -0.4 * beta})
	if beta > 0 && beta < 1 {
		dst[0] = -1500
	}
}

func (dip) Slope(dst []float64, _ float64) { copy(dst, []float64{0, -0.4}) }

// dipping are two cells on a dip. Particles stay, so that weights that were small are large again.
func dipping() programs.Problem {
	return aimedAt(chains.Annealing{Grid: grid.New(2), Kernel: kernels.Identity{}, Schedule: chains.Linear(4),
		Bridge: dip{}})
}

// lossy is a path of three cells, one of which loses its mass.
func lossy() programs.Problem {
	all := settings()
	i := slices.IndexFunc(all, func(s setting) bool { return s.name == "mass lost/metropolis/3 last skipped" })
	return aimedAt(all[i].a)
}

// tried are ways of sequential Monte Carlo that are no swarms, each where all its picks can be walked.
var tried = []struct {
	spec string
	p    programs.Problem
}{
	{"smc:2:ess=0.9", unskipped(3)},
	{"smc:2:ess=0.75", skipped(4)},
	{"smc:3:ess=0.9", skipped(3)},
	{"smc:2:ess=0.8", lossy()},
	{"smc:2:ess=0", lossy()},
	{"smc:2:ess=0", dipping()},
	{"smc:3:ess=0.4:resample=systematic", dipping()},
	{"smc:2:resample=systematic", unskipped(3)},
	{"smc:2:resample=systematic", skipped(4)},
	{"smc:2:resample=systematic", lossy()},
	{"smc:3:resample=systematic:ess=0.9", skipped(3)},
	{"smc:3:resample=systematic", skipped(3)},
	{"smc:2:resample=systematic:ess=0.9", skipped(4)},
	{"smc:3:resample=systematic:ess=0.95", still(4)},
	{"smc:2:ess=0.1", aimedAt(chains.Annealing{Grid: grid.New(3), Kernel: kernels.Identity{},
		Schedule: chains.Linear(4), Bridge: regained{}})},
}

// triedLaws are the laws of these, each walked once.
var triedLaws = sync.OnceValue(func() (all []laws) {
	for _, c := range tried {
		all = append(all, lawsOf(named(c.spec, c.p), c.p))
	}
	return all
})

// jointly is the p-value of runs, by cell and log weight together, forward and in reverse.
func (l laws) jointly(r Runs) float64 {
	return min(joint(r.Forward, r.Rise, l.fwd), joint(r.Reverse, r.Rise, l.rev))
}

// joint tests the outcomes of one direction. Those that the law does not have are counted together, at the end.
func joint(b Batch, rise float64, law map[outcome]float64) float64 {
	keys := slices.SortedFunc(maps.Keys(law), func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.logw, b.logw))
	})
	counts := make([]int, len(keys)+1)
	q := make([]float64, len(keys)+1)
	at := map[outcome]int{}
	for i, k := range keys {
		q[i] = law[k]
		at[k] = i
	}
	for i, v := range b.LogW {
		place, ok := at[outcomeOf(int(b.Cells[i]), v+rise)]
		if !ok {
			place = len(keys)
		}
		counts[place]++
	}
	return evidence.ChiSquare(counts, q).P
}

// filtered are runs of a program whose populations some wrapper has changed, or nil.
func filtered(t *testing.T, e programs.SMC, o Options, changed func(population) population) Runs {
	t.Helper()
	_, last := e.Ends()
	target := chains.NewLaw(chains.Normalized(last))
	w := filtering(e, target, rowLimit)
	w.worker = func() worker {
		f := newFilter(e, target, rowLimit)
		one := f.newOne
		if changed != nil {
			f.newOne = func(d chains.Dice, kept *programs.Lineage) population { return changed(one(d, kept)) }
		}
		return f.run
	}
	o.Keep = true
	return must.Have(w.run(t.Context(), e.Annealing, o, true))(t)
}

// Runs by lists and by counts have the law of the program's own code, of the cell and log w together: every path of its
// dice is walked. Each way's runs have no other way's law. Two ways have one law here and there: on two cells, say,
// two particles of which one is drawn among what is left.
func TestFiltersHaveTheLaw(t *testing.T) {
	for i, c := range tried {
		runs := filtered(t, named(c.spec, c.p), Options{Chains: 10_000, Seed: uint64(i)}, nil)
		p := triedLaws()[i].jointly(runs)
		if !(p >= unlikely) {
			t.Errorf("%s on %v with T = %d does not fit, p = %v", c.spec, c.p.Grid, c.p.T(), p)
		}
	}
}

// Runs of one way do not fit the law of another.
func TestFiltersTellWaysApart(t *testing.T) {
	p := still(3)
	ways := []string{"smc:3", "smc:3:ess=0.9", "smc:3:resample=systematic"}
	runs := map[string]Runs{}
	for _, spec := range ways {
		runs[spec] = filtered(t, named(spec, p), Options{Chains: 20_000, Seed: 1}, nil)
	}
	for _, spec := range ways {
		law := lawsOf(named(spec, p), p)
		for _, other := range ways {
			fits := law.jointly(runs[other])
			if (fits >= unlikely) != (spec == other) {
				t.Errorf("runs of %s have the law of %s with p = %v", other, spec, fits)
			}
		}
	}
}

// A twin is a population with a fault.
type twin struct {
	population
	before, after func(p population)
}

func (w twin) step(f *filter, i int, step programs.Step) {
	if w.before != nil {
		w.before(w.population)
	}
	w.population.step(f, i, step)
	if w.after != nil {
		w.after(w.population)
	}
}

// sortCells sorts a crowd by cell.
func sortCells(p population) {
	c := p.(*crowd)
	order := make([]int, len(c.cells))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.cells[a], c.cells[b]) })
	cells := slices.Clone(c.cells)
	logw := slices.Clone(c.logw)
	at := c.at
	for j, from := range order {
		c.cells[j], c.logw[j] = cells[from], logw[from]
		if from == at {
			c.at = j
		}
	}
}

// Broken ways are found: particles in the order of their cells, a kept particle that is let go, or that is thought to
// stand elsewhere, weights that outlive a resampling, and one particle too many.
func TestBrokenFiltersAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		spec string
		p    programs.Problem
		twin
	}{
		"systematic, sorted": {"smc:4:resample=systematic", still(3), twin{before: sortCells}},
		"let go": {"smc:2:ess=0.9", skipped(3),
			twin{before: func(p population) { p.(*crowd).kept, p.(*crowd).at = nil, -1 }}},
		"let go, systematic": {"smc:2:resample=systematic", skipped(3),
			twin{before: func(p population) { p.(*crowd).kept, p.(*crowd).at = nil, -1 }}},
		"let go by a swarm": {"smc:3", skipped(3), twin{before: func(p population) { p.(*swarm).kept = nil }}},
		"elsewhere": {"smc:3:resample=systematic", still(4), twin{after: func(p population) {
			c := p.(*crowd)
			if c.at >= 0 {
				c.at = (c.at + 1) % len(c.cells)
			}
		}}},
		"never reset":  {"smc:2:ess=0.9", skipped(3), twin{after: func(p population) { p.(*crowd).logw[0] += 0.01 }}},
		"one too many": {"smc:3", skipped(3), twin{after: func(p population) { p.(*swarm).counts[0]++ }}},
	} {
		e := named(c.spec, c.p)
		r := filtered(t, e, Options{Chains: 10_000, Seed: 1}, func(p population) population {
			broken := c.twin
			broken.population = p
			return broken
		})
		if p := lawsOf(e, c.p).jointly(r); !(p <= unlikely) {
			t.Errorf("%s: a broken %s fits, p = %v", name, c.spec, p)
		}
	}
}

// Populations that are split have the law of particles that are drawn, of the log weight and the cell: every way to
// split them is walked, forward and in reverse.
func TestSplitPopulationsHaveTheLaw(t *testing.T) {
	for _, s := range settings() {
		if s.a.Grid.Size() > 3 || s.a.T() == 3 && s.a.Kernel != (kernels.Metropolis{}) {
			continue // the particles would have a million walks
		}
		p := aimedAt(s.a)
		for particles := 1; particles <= 5-s.a.T(); particles++ {
			e := swarms(p, particles)
			splitLaw(t, s.name, e, lawsOf(e, p))
		}
	}
}

// splitLaw compares what a filter that splits returns with the program's own laws.
func splitLaw(t *testing.T, name string, e programs.SMC, want laws) {
	t.Helper()
	size := e.Grid.Size()
	_, to := e.Ends()
	target := chains.NewLaw(chains.Normalized(to))
	for i, law := range []map[outcome]float64{want.fwd, want.rev} {
		got := enumerate.Law(func(d chains.Dice) outcome {
			f, b := newFilter(e, target, rowLimit), new(Batch)
			b.Starts = make([]int, size)
			b.Ends = make([]int, size)
			f.few, f.dice = 0, func(task, int) chains.Dice { return d }
			one := task{reverse: i == 1, logw: make([]float64, 1), cells: make([]int32, 1), batch: b,
				lock: &sync.Mutex{}}
			must.Do(t, f.run(t.Context(), one, &progress{}))
			return outcomeOf(int(one.cells[0]), one.logw[0])
		})
		worst := 0.0
		for o := range law {
			worst = max(worst, math.Abs(got[o]-law[o]))
		}
		if !(worst < 1e-12) || len(got) != len(law) {
			t.Errorf("%s, %d particles, reverse %v: off by %v; %d outcomes of %d", name, e.P, i == 1, worst, len(got),
				len(law))
		}
	}
}

// TestSwarmsKeepWhatIsOccupied: three particles drawn from 49 cells take no room for 49.
func TestSwarmsKeepWhatIsOccupied(t *testing.T) {
	f := newFilter(named("smc:3", barrierAt(3)), chains.Law{}, rowLimit)
	f.start()
	s := newSwarm(Seeded(1), nil).(*swarm)
	s.start(f)
	if cap(s.cells)+cap(s.counts) > 8 {
		t.Errorf("room for %d cells and %d numbers", cap(s.cells), cap(s.counts))
	}
}

// Large runs, of forty particles on BARRIER through twelve levels, have log weights and cells like those of the
// program's own code.
func TestLargeFiltersAreThePrograms(t *testing.T) {
	p := barrierAt(12)
	_, last := p.Ends()
	target := chains.NewLaw(chains.Normalized(last))
	o := Options{Chains: 400, Seed: 1, Keep: true}
	plain := map[string]Runs{}
	ways := []string{"smc:40", "smc:40:ess=0.5", "smc:40:ess=0.5:resample=systematic", "smc:40:resample=systematic"}
	for _, spec := range ways {
		plain[spec] = must.Have(plainly(named(spec, p), target).run(t.Context(), p.Annealing, o, true))(t)
	}
	for _, spec := range ways {
		r := filtered(t, named(spec, p), Options{Chains: o.Chains, Seed: 2}, nil)
		if least := alike(r, plain[spec]); !(least >= 1e-4) {
			t.Errorf("%s is not like the program, p = %v", spec, least)
		}
	}
	other := filtered(t, named("smc:40:resample=systematic", p), Options{Chains: o.Chains, Seed: 2}, nil)
	if least := alike(other, plain["smc:40"]); !(least <= 1e-4) {
		t.Errorf("systematic resampling is like independent draws, p = %v", least)
	}
}

// alike is the least p-value that two runs have one law, of log w and of the cells.
func alike(a, b Runs) float64 {
	_, forward := evidence.Smirnov(a.Forward.LogW, b.Forward.LogW)
	_, reverse := evidence.Smirnov(a.Reverse.LogW, b.Reverse.LogW)
	_, cells := evidence.Smirnov(numbersOf(a.Forward.Cells), numbersOf(b.Forward.Cells))
	return min(forward, reverse, cells)
}

func numbersOf(cells []int32) (all []float64) {
	for _, x := range cells {
		all = append(all, float64(x))
	}
	return all
}

// Rows beyond the limit, and the number of workers, change nothing.
func TestFiltersHaveTheSameBits(t *testing.T) {
	p := barrierAt(8)
	_, last := p.Ends()
	target := chains.NewLaw(chains.Normalized(last))
	for _, spec := range []string{"smc:30:ess=0.7", "smc:900", "smc:30:resample=systematic"} {
		e := named(spec, p)
		one := must.Have(filtering(e, target, rowLimit).run(t.Context(), p.Annealing,
			Options{Chains: 90, Seed: 4, Workers: 1}, true))(t)
		more := must.Have(filtering(e, target, 0).run(t.Context(), p.Annealing,
			Options{Chains: 90, Seed: 4, Workers: 5}, true))(t)
		if diff := gocmp.Diff(one, more); diff != "" {
			t.Errorf("%s: five workers that keep no rows give other runs:\n%.300s", spec, diff)
		}
	}
}
