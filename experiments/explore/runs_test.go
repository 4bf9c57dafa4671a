package explore_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestChainsAlong: chains are where the exact distribution of their level says, at the levels of the distributions, and
// are the same each time.
func TestChainsAlong(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 400}, {Target: "0,1.5,w;1,2,0", Kernel: "cycle", T: 9},
		{Toy: "staircase", Bridge: "mixture", SkipLast: true, T: 20}} {
		for _, frames := range []int{0, 4} {
			w := must.Have(explore.ChainsAlong(t.Context(), q, frames))(t)
			l := along(t, q, len(w.Levels))
			if want := min(q.T, max(4, 101*(4-frames)/4)); len(w.Levels) != want || len(w.Cells) != want {
				t.Fatalf("%+v: %d levels with %d lists of cells, want %d", q, len(w.Levels), len(w.Cells), want)
			}
			for i, f := range l.Frames {
				counts := make([]int, len(f.P))
				for _, x := range w.Cells[i] {
					counts[x]++
				}
				if fit := evidence.ChiSquare(counts, floatsOf(f.Forward)); w.Levels[i] != f.T || !(fit.P > 1e-6) {
					t.Errorf("%+v: at level %d, which has frame %d, p = %v of %v", q, w.Levels[i], f.T, fit.P, counts)
				}
			}
			if diff := cmp.Diff(w, must.Have(explore.ChainsAlong(t.Context(), q, frames))(t)); diff != "" {
				t.Errorf("%+v, once more: %s", q, diff)
			}
		}
	}
}

// TestRunsEstimateB: at each level the difference of both means tends to B of the annealing that stops there, as exact
// --by-step has it, within the error of 4096 runs.
func TestRunsEstimateB(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 30}, {Target: "0,1.5,w;1,2,0", Kernel: "cycle", T: 9},
		{Toy: "staircase", Bridge: "mixture", SkipLast: true, T: 20}} {
		levels := []int{1, 2, 5, 8, q.T}
		e := exactly(t, q)
		for i, runs := range must.Have(sample.Stopped(t.Context(), annealing(t, q), sample.Block, 5, levels))(t) {
			b, want := runs.B(), float64(e.BT[levels[i]-1])
			if !(math.Abs(b.Value-want) <= 4.5*b.StdErr+1e-12) || b.StdErr > 0.1 {
				t.Errorf("%+v: at level %d the runs have B = %v, exactly %v", q, levels[i], b, want)
			}
			if fwd, rev := runs.FwdLogW(), runs.RevLogW(); !(fwd.Value <= fwd.StdErr && rev.Value >= -rev.StdErr) {
				t.Errorf("%+v: the means of log w - log R are %v and %v", q, fwd, rev)
			}
		}
	}
}

// annealing returns the annealing of a question.
func annealing(t *testing.T, q explore.Question) chains.Annealing {
	a, _, err := must.Have(q.Annealer())(t).At(t.Context(), q.T)
	must.Do(t, err)
	return a
}

// TestWeights: each level has 200 runs of both kinds in its bins, and B of their means, with an error that 20 runs have
// larger. The B at the end is that of the command sample. Each step has a proposal, if all levels are there.
func TestWeights(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 100}, {Toy: "barrier", T: 400}} {
		w := must.Have(explore.ChainsAlong(t.Context(), q, 0))(t)
		for i, of := range w.Runs {
			for d, counts := range of.Counts {
				sum, middle := 0.0, 0.0
				for bin, n := range counts {
					low, high := float64(w.Ends[0]), float64(w.Ends[1])
					sum += float64(n)
					middle += float64(n) / 200 * (low + (float64(bin)+0.5)*(high-low)/float64(len(counts)))
				}
				must.Near(t, sum, 200, 0, "runs %d at level %d", d, w.Levels[i])
				must.Near(t, float64(of.Means[d]), middle, 0.08, "their mean")
			}
			must.Near(t, float64(of.Means[1]-of.Means[0]), float64(of.B[0]), 1e-9, "B at level %d", w.Levels[i])
		}
		last := w.Runs[len(w.Runs)-1]
		want := must.Have(sample.Run(t.Context(), annealing(t, q), sample.Options{Chains: 200, Seed: 1}))(t).B()
		must.Near(t, float64(last.B[0]), want.Value, 1e-9, "B of the runs at the end")
		must.Near(t, float64(last.B[1]), want.StdErr, 1e-9, "its error")
		if ratio := last.Few[1] / last.B[1]; !(ratio > 2 && ratio < 5) {
			t.Errorf("20 runs have %v times the error", ratio)
		}
		proposals := 0
		if q.T == 100 { // all levels are there
			proposals = 99
		}
		if n := len(w.Proposed); n != proposals {
			t.Errorf("%d steps of T = %d have proposals", n, q.T)
		}
	}
}
