package sample

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

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

// tried are ways of sequential Monte Carlo, each where all its picks can be walked.
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

// Runs by random words have the law of the program by all picks, of the cell and log w together. Dice that are walked
// go through other lines where a row, a law or the points of systematic resampling are drawn.
func TestParticlesHaveTheLaw(t *testing.T) {
	for i, c := range tried {
		e := named(c.spec, c.p)
		runs := ran(t, e, c.p, Options{Chains: 10_000, Seed: uint64(i)})
		if p := lawsOf(e, c.p).jointly(runs); !(p >= unlikely) {
			t.Errorf("%s on %v with T = %d does not fit, p = %v", c.spec, c.p.Grid, c.p.T(), p)
		}
	}
}

// Runs of one way do not fit the law of another.
func TestWaysAreToldApart(t *testing.T) {
	p := still(3)
	ways := []string{"smc:3", "smc:3:ess=0.9", "smc:3:resample=systematic"}
	runs := map[string]Runs{}
	for _, spec := range ways {
		runs[spec] = ran(t, named(spec, p), p, Options{Chains: 20_000, Seed: 1})
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

// The number of workers changes nothing.
func TestParticlesHaveTheSameBits(t *testing.T) {
	p := barrierAt(8)
	for _, spec := range []string{"smc:30:ess=0.7", "smc:900", "smc:30:resample=systematic"} {
		one := ran(t, named(spec, p), p, Options{Chains: 90, Seed: 4, Workers: 1})
		more := ran(t, named(spec, p), p, Options{Chains: 90, Seed: 4, Workers: 5})
		if diff := gocmp.Diff(one, more); diff != "" {
			t.Errorf("%s: five workers give other runs:\n%.300s", spec, diff)
		}
	}
}
