package sample

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestRunHasTheLawOfTheProgram: runs have the distribution of programs.AIS, of the cell and log w together.
func TestRunHasTheLawOfTheProgram(t *testing.T) {
	for i, s := range settings() {
		r := must.Have(Run(t.Context(), s.a, Options{Chains: 3000, Seed: uint64(i), Workers: 1}))(t)
		if p := annealed(s.a).fit(r); !(p >= unlikely) {
			t.Errorf("%s: runs do not fit, p = %v", s.name, p)
		}
	}
}

// TestRunOnManyCells: on many cells, most of which no chain visits, chains keep the distribution of a constant density,
// by every way to find a row. It is tested in groups of cells of like mass. Another distribution has other groups.
func TestRunOnManyCells(t *testing.T) {
	for _, g := range []grid.Grid{grid.New(70, 60), grid.New(slices.Repeat([]int{2}, 16)...).Of(grid.Any),
		grid.New(40, 30, 30).Of(grid.Ring, grid.Line, grid.Any)} {
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = math.Sin(float64(x))
			if x%7 == 3 {
				logf[x] = math.Inf(-1)
			}
		}
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}, kernels.HeatBath{}} {
			a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: logf, To: logf}, Kernel: k,
				Schedule: chains.Linear(10)}
			r := must.Have(Run(t.Context(), a, Options{Chains: 6000, Seed: 1}))(t)
			p := chains.Normalized(logf)
			q := chains.Normalized(chains.Tempered(logf, 0.7))
			var counts [64]int
			var target, other [64]float64
			for x, n := range r.Forward.Counts(g.Size()) {
				to := int(32 * (1 + math.Sin(float64(x))))
				counts[to] += n
				target[to] += p[x]
				other[to] += q[x]
			}
			if fit := evidence.ChiSquare(counts[:], target[:]); !(fit.P >= unlikely) {
				t.Errorf("%v, %T: chains leave the target, p = %v", g, k, fit.P)
			}
			if fit := evidence.ChiSquare(counts[:], other[:]); !(fit.P <= unlikely) {
				t.Errorf("%v, %T: another distribution fits too, p = %v", g, k, fit.P)
			}
		}
	}
}

// regained is a bridge on which cell 0 loses its mass on the way and has it
// again at the end: the log ratios there are infinite of both signs.
type regained struct{}

func (regained) At(dst []float64, beta float64) {
	copy(dst, []float64{0.4, beta, -2 * beta})
	if beta > 0 && beta < 1 {
		dst[0] = math.Inf(-1)
	}
}

func (regained) Slope(dst []float64, _ float64) { copy(dst, []float64{0, 1, -2}) }

func TestOnceInfiniteStaysInfinite(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(4), Bridge: regained{}}
	r := ran(t, programs.AIS{Problem: aimedAt(a)}, aimedAt(a), Options{Chains: 3000, Seed: 1})
	if p := annealed(a).fit(r); !(p >= unlikely) {
		t.Errorf("runs do not fit, p = %v", p)
	}
	if f, b := r.FwdLogW(), r.RevLogW(); !math.IsInf(f.Value, -1) || !math.IsInf(b.Value, 1) {
		t.Errorf("the means are %v and %v, want -Inf and +Inf", f, b)
	}
}

// oneWay hides the reverse of a program.
type oneWay struct{ programs.Estimator }

// TestRunsDoNotDependOnWorkers: a run is the same on any number of workers, bit for bit.
func TestRunsDoNotDependOnWorkers(t *testing.T) {
	p := barrierAt(3)
	for name, e := range map[string]programs.Estimator{
		"annealing": programs.AIS{Problem: p}, "sir": programs.NewSIR(p, 3), "smc": named("smc:2", p),
		"no reverse": oneWay{programs.NewSIR(p, 3)}, "systematic": named("smc:3:ess=0.7:resample=systematic", p),
	} {
		all := 220
		if name == "annealing" {
			all = 2*Block + Block/5
		}
		one := ran(t, e, p, Options{Chains: all, Seed: 3, Workers: 1})
		three := ran(t, e, p, Options{Chains: all, Seed: 3, Workers: 3})
		if diff := cmp.Diff(one, three); diff != "" {
			t.Errorf("%s: on three workers (-one +three):\n%.500s", name, diff)
		}
	}
}

// golden holds the first results of seed 1, four chains of each of two
// blocks. log f and the betas are short binary fractions, so no machine rounds
// their sums.
var golden = []struct{ fwd, rev float64 }{
	{4.75, 6}, {1.25, 6}, {-4, 7}, {6, 7},
	{3, 7}, {2.75, 6}, {6, 6}, {-0.75, 7},
}

func TestGoldenBits(t *testing.T) {
	to := make([]float64, 16)
	for x := range to {
		to[x] = float64(x*7%16 - 8)
	}
	a := chains.To(to, grid.New(4, 4), kernels.Metropolis{}, 5)
	r := must.Have(Run(t.Context(), a, Options{Chains: Block + 4, Seed: 1}))(t)
	for i, want := range golden {
		at := i%4 + i/4*Block
		if f := r.Forward.LogW[at] + r.Offset; f != want.fwd {
			t.Errorf("chain %d: log w is %v forward, want %v", at, f, want.fwd)
		}
		if b := r.Reverse.LogW[at] + r.Offset; b != want.rev {
			t.Errorf("chain %d: log w is %v in reverse, want %v", at, b, want.rev)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	a := barrier(3)
	for _, n := range []int{-1, 0, 1} {
		must.Refuse(Run(t.Context(), a, Options{Chains: n}))(t, "", "%d chains were run", n)
	}
	none := math.Inf(-1)
	a = onPath()
	a.Bridge = chains.Geometric{From: []float64{none, 0, 0}, To: []float64{0, none, none}}
	must.Refuse(Run(t.Context(), a, Options{Chains: 2}))(t, "", "a level without mass was run")
}

// TestProgressIsTrue: progress reports the moves done by then, and the same number each time.
func TestProgressIsTrue(t *testing.T) {
	const chainsRun, all = Block * groupBlocks, 2 * 64 * Block * groupBlocks
	last := 0
	o := Options{Chains: chainsRun, Workers: 1, Progress: func(done, total int) {
		if total != all || done != last+chainsRun {
			t.Errorf("%d moves of %d are told of after %d, want %d of %d", done, total, last, last+chainsRun, all)
		}
		last = done
	}}
	must.Have(Run(t.Context(), barrier(65), o))(t)
	if last != all {
		t.Errorf("the last report is of %d moves, want %d", last, all)
	}
}

// BenchmarkBarrierMoves returns 10,000 forward chains on BARRIER at T = 1000, on one
// core.
func BenchmarkBarrierMoves(b *testing.B) {
	const T = 1000
	n := 10_000
	if testing.Short() { // which says that all benchmarks run, and measures nothing
		n = 100
	}
	a := barrier(T)
	for b.Loop() {
		must.Have(walking(a).run(b.Context(), a, Options{Chains: n, Workers: 1}, false))(b)
	}
	b.ReportMetric(float64(n*(T-1))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
