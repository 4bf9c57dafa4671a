package validation

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/laws"
	"breadboard/grid/must"
)

// enough is more work than any annealing here is.
var enough = Wide{Work: 1e12}

// TestWideFindsWhatMatricesFind: without matrices the same laws are broken as with them, by the sound annealing and by
// each bug that is in a kernel, but for those laws that need pairs of cells, and B >= J, which is not asked of a kernel
// that breaks another. Chains by rows that are no probabilities are no chains. The dice of the sound annealing alone
// are rolled: steps are left out of what is compared.
func TestWideFindsWhatMatricesFind(t *testing.T) {
	needPairs := []laws.Law{laws.Crooks, laws.Declared, laws.TwoFormulas, laws.BoundsJ}
	held := 0
	for _, b := range append([]mistake{{}}, mistakes...) {
		s := mistaken(b)
		if b.Kernel == nil && b.Name != "" || s.Given != nil {
			continue
		}
		held++
		dense := byMatrices(t, b)
		wide := must.Have(RunWide(t.Context(), s, enough, nil))(t)
		names := func(v Validation) (broken []string) {
			for _, f := range v.Broken() {
				if !slices.Contains(needPairs, f.Law) {
					broken = append(broken, string(f.Law))
				}
			}
			if !v.finding(laws.Entries).OK {
				return []string{string(laws.Entries)}
			}
			slices.Sort(broken)
			return broken
		}
		if got, want := names(wide), names(dense); !slices.Equal(got, want) {
			t.Errorf("%q breaks %q, and with matrices %q", b.Name, got, want)
		}
		if b.Name == "" {
			must.Near(t, wide.J, dense.J, 1e-9, "J")
			must.Near(t, wide.B, dense.B, 1e-9, "B")
			if wide.Balance != dense.Balance || len(wide.Levels) != len(dense.Levels) || !wide.OK() {
				t.Errorf("without a bug: %s, with %d levels; and with matrices %s, with %d", wide.Verdict(),
					len(wide.Levels), dense.Verdict(), len(dense.Levels))
			}
		}
	}
	if held < 15 {
		t.Errorf("only %d bugs are in kernels", held)
	}
}

// What there is no time for is told: levels and chains.
func TestWideWithinItsWork(t *testing.T) {
	s := mistaken(mistake{})
	all := must.Have(RunWide(t.Context(), s, enough, nil))(t)
	little := must.Have(RunWide(t.Context(), s, Wide{Work: 1}, nil))(t)
	if len(little.Levels) > 2 {
		t.Errorf("with no work %d levels are looked at: %s", len(little.Levels), little.Verdict())
	}
	says := little.Verdict()
	for _, want := range []string{"betas nobody looked at the kernel", "nobody looked at the chains, at J and at B"} {
		if !strings.Contains(says, want) || strings.Contains(all.Verdict(), want) {
			t.Errorf("no %q in %q, or in %q", want, says, all.Verdict())
		}
	}
	if little.Last().Beta != 1 {
		t.Errorf("the last level is at beta = %v", little.Last().Beta)
	}
}

// TestWideTimeEndsAnywhere: wherever the time ends, it is told what was left out, and all else is as with all the time:
// the dice too. The last level is looked at always.
func TestWideTimeEndsAnywhere(t *testing.T) {
	s := mistaken(mistake{})
	told := 0
	count := func(int, int) { told++ }
	whole := must.Have(RunWide(t.Context(), s, enough, count))(t)
	want := map[laws.Law]float64{}
	for _, f := range whole.Laws {
		want[f.Law] = f.Value
	}
	places := map[string]int{}
	for ends := 1; ends <= told; ends++ {
		over := make(chan struct{})
		calls := 0
		o := enough
		o.Over = over
		v := must.Have(RunWide(t.Context(), s, o, func(int, int) {
			calls++
			if calls == ends {
				close(over)
			}
		}))(t)
		says := v.Verdict()
		if v.Last().Beta != 1 || !v.OK() {
			t.Errorf("ended at %d: beta = %v is the last, and %s", ends, v.Last().Beta, says)
		}
		left := strings.Contains(says, "betas nobody looked at the kernel: "+outOfTime)
		if left != (len(v.Levels) < len(whole.Levels)) {
			t.Errorf("ended at %d: %d levels of %d: %s", ends, len(v.Levels), len(whole.Levels), says)
		}
		chained := v.finding(laws.MeanW)
		if (chained == nil) != strings.Contains(says, "nobody looked at the chains, at J and at B: "+outOfTime) {
			t.Errorf("ended at %d: chains: %v: %s", ends, chained, says)
		}
		noJ := strings.Contains(says, "at B: "+outOfTime) || strings.Contains(says, "J and B were not computed")
		if math.IsNaN(v.J) != noJ {
			t.Errorf("ended at %d: J = %v: %s", ends, v.J, says)
		}
		for _, f := range v.Laws {
			if f.Value > want[f.Law] {
				t.Errorf("ended at %d: %q is off by %v, and by %v with all the time", ends, f.Law, f.Value, want[f.Law])
			}
		}
		switch {
		case chained == nil:
			places["chains"]++
		case left:
			places["levels"]++
		default:
			places["end"]++
		}
	}
	if len(places) < 3 {
		t.Errorf("of %d places the time ended in %v alone", told, places)
	}
}

// TestSpread: each level comes once, the last first.
func TestSpread(t *testing.T) {
	for n := 2; n <= mostWide; n++ {
		all := spread(n)
		if all[0] != n-1 || all[1] != 0 {
			t.Errorf("of %d levels it begins with %v", n, all[:2])
		}
		slices.Sort(all)
		for i, k := range all {
			if i != k || len(all) != n {
				t.Fatalf("of %d levels: %v", n, all)
			}
		}
	}
}
