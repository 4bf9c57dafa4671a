package sample

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// fit tests what chains left behind against the law of one, by log weight and,
// apart from it, by place.
func fit(b Batch, rise float64, law map[outcome]float64, n int) (byWeight, byPlace evidence.Pearson) {
	place := make([]float64, n)
	weight := map[int64]float64{}
	for o, p := range law {
		place[o.x] += p
		weight[o.logw] += p
	}
	var keys []int64
	for k := range weight {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	// The last count is of outcomes that the law does not have.
	counts, q := make([]int, len(keys)+1), make([]float64, len(keys)+1)
	for i, k := range keys {
		q[i] = weight[k]
	}
	for _, l := range b.LogW {
		i, ok := slices.BinarySearch(keys, outcomeOf(0, l+rise).logw)
		if !ok {
			i = len(keys)
		}
		counts[i]++
	}
	return evidence.ChiSquare(counts, q), evidence.ChiSquare(b.Ends, place)
}

// unlikely is a p-value that none of some thousand fixed fits goes below: the
// seeds are fixed, so the test either always passes or never.
const unlikely = 1e-5

func TestRunHasTheLawOfTheProgram(t *testing.T) {
	for _, way := range []struct {
		name  string
		limit int
	}{{"tables", tableLimit}, {"steps", 0}} {
		for i, s := range settings() {
			o := Options{Chains: 3000, Seed: uint64(i), Workers: 1}
			r, err := run(t.Context(), s.a, o, way.limit)
			if err != nil {
				t.Fatal(err)
			}
			d := newDense(s.a)
			fwd, rev := d.laws()
			n := s.a.Grid.Size()
			fw, fx := fit(r.Forward, r.Rise, fwd, n)
			rw, rx := fit(r.Reverse, r.Rise, rev, n)
			starts := evidence.ChiSquare(r.Forward.Starts, chains.Normalized(d.logf[1]))
			draws := evidence.ChiSquare(r.Reverse.Starts, chains.Normalized(d.logf[s.a.T()]))
			for what, f := range map[string]evidence.Pearson{"forward log w": fw, "forward x": fx, "reverse log w": rw,
				"reverse x": rx, "x_1": starts, "x_T": draws} {
				if !(f.P >= unlikely) {
					t.Errorf("%s by %s: %s does not fit, p = %v", s.name, way.name, what, f.P)
				}
			}
		}
	}
}

// The same fits find wrong programs and a shared exact draw out.
func TestFitsFindWrongRuns(t *testing.T) {
	s := settings()[3] // Metropolis on the path, T = 4
	r, err := Run(t.Context(), s.a, Options{Chains: 100_000, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for name, wrong := range wrongPrograms {
		if w, x := fit(r.Forward, r.Rise, enumerated(s.a, wrong), 3); !(min(w.P, x.P) <= unlikely) {
			t.Errorf("%s: %s fits, p = %v by log w and %v by x", s.name, name, w.P, x.P)
		}
	}
	shared := make([]int, 3)
	shared[Seeded(1).Pick(chains.Normalized(newDense(s.a).logf[4]))] = 3000
	if f := evidence.ChiSquare(shared, chains.Normalized(newDense(s.a).logf[4])); !(f.P <= unlikely) {
		t.Errorf("one draw shared by all fits, p = %v", f.P)
	}
}

func TestSameBitsForAnyNumberOfWorkers(t *testing.T) {
	barrier := toys.Barrier()
	for x := range 25 { // these have mass of no size at the last two levels, whose rows are short then
		barrier.LogF[x] = -2000
	}
	a := annealing(barrier, kernels.Perfect{}, chains.Linear(4))
	// everything by tables, everything by steps, and what depends on the level
	for _, limit := range []int{tableLimit, 0, 40 * 49} {
		// 12 blocks, the last not full: one group, two, eight
		o := Options{Chains: 11*Block + 77, Seed: 11, Workers: 1}
		one, err := run(t.Context(), a, o, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, o.Workers = range []int{2, 5, 8} {
			more, err := run(t.Context(), a, o, limit)
			if err != nil {
				t.Fatal(err)
			}
			if !cmp.Equal(one, more) {
				t.Errorf("%d workers give other chains than one", o.Workers)
			}
			if a, b := one.B(), more.B(); a != b {
				t.Errorf("%d workers give %v, one %v", o.Workers, b, a)
			}
		}
	}
}

// Another seed, another block or the other direction gives other numbers.
func TestWhatSeedsShare(t *testing.T) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(4))
	get := func(seed uint64) Runs {
		r, err := Run(t.Context(), a, Options{Chains: 2 * Block, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, other := get(1), get(2)
	if cmp.Equal(one.Forward.LogW, other.Forward.LogW) {
		t.Error("two seeds give the same chains")
	}
	if slices.Equal(one.Forward.LogW[:Block], one.Forward.LogW[Block:]) {
		t.Error("two blocks are the same")
	}
	if one.Reverse.Starts[0] == other.Reverse.Starts[0] && one.Reverse.Starts[6] == other.Reverse.Starts[6] {
		t.Error("two seeds give the same draws of p_T")
	}
}

// golden holds the first results of seed 1, four chains of each of two
// blocks. log f and the betas are short binary fractions, so no machine rounds
// their sums.
var golden = []struct{ fwd, rev float64 }{
	{4.75, 6}, {-4, 6}, {-1, 7}, {6, 7},
	{-2, 7}, {0.5, 5}, {6, 6}, {3, 7},
}

func TestGoldenBits(t *testing.T) {
	g := grid.New(4, 4)
	from, to := make([]float64, 16), make([]float64, 16)
	for x := range to {
		to[x] = float64(x*7%16 - 8)
	}
	a := chains.Annealing{
		Grid:     g,
		Kernel:   kernels.Metropolis{},
		Schedule: chains.Linear(5),
		Bridge:   chains.Geometric{From: from, To: to},
	}
	r, err := Run(t.Context(), a, Options{Chains: Block + 4, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range golden {
		at := i%4 + i/4*Block
		if f := r.Forward.LogW[at] + r.Rise; f != want.fwd {
			t.Errorf("chain %d: log w is %v forward, want %v", at, f, want.fwd)
		}
		if b := r.Reverse.LogW[at] + r.Rise; b != want.rev {
			t.Errorf("chain %d: log w is %v in reverse, want %v", at, b, want.rev)
		}
	}
}

func TestRunStops(t *testing.T) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(100_000))
	why := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	r, err := Run(ctx, a, Options{Chains: 40_000, Workers: 2, Progress: func(int, int) { stop(why) }})
	if !errors.Is(err, why) {
		t.Errorf("the error is %v, want %v", err, why)
	}
	if r.Forward.LogW != nil {
		t.Errorf("a run that was stopped returns %d chains", len(r.Forward.LogW))
	}
}

func TestRunRefuses(t *testing.T) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(3))
	for _, n := range []int{-1, 0, 1} {
		if _, err := Run(t.Context(), a, Options{Chains: n}); err == nil {
			t.Errorf("%d chains were run", n)
		}
	}
	none := math.Inf(-1)
	a = settings()[1].a // at T = 2 both levels would have mass, and do
	a.Bridge = chains.Geometric{From: []float64{none, 0, 0}, To: []float64{0, none, none}}
	if _, err := Run(t.Context(), a, Options{Chains: 2}); err == nil {
		t.Error("a level without mass was run")
	}
}

// annealing goes from uniform to the target, geometrically.
func annealing(t toys.Target, k chains.Kernel, s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: s,
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}
}

// BenchmarkBarrierMoves is 10,000 forward chains on BARRIER at T = 1000, on one
// core.
func BenchmarkBarrierMoves(b *testing.B) {
	const T, n = 1000, 10_000
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(T))
	for b.Loop() {
		w := newWalker(a, tableLimit)
		_, tasks := plan(a, Options{Chains: n, Workers: 1})
		for _, forward := range slices.DeleteFunc(tasks, func(t task) bool { return t.reverse }) {
			if err := w.walk(b.Context(), forward, 1, &progress{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(n*(T-1)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
