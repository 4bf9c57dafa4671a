package sandwich

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A cause is found by undoing it: if the runs keep the law once a likely mistake is taken back, it is named. What cannot
// be undone is named by its signs: B, and the variances of both sides. Near a normal law Crooks says that B is the
// variance of log w, forward and in reverse.

// A repair takes a mistake back.
type repair struct {
	says string
	undo func(s Set) Set
}

// scaled is a copy of a set with log w of both sides times a factor.
func scaled(by float64) func(s Set) Set {
	return func(s Set) Set { return s.with(by, by) }
}

// shifted is a copy of a set with c added to log w of forward runs.
func shifted(c float64) func(s Set) Set {
	return func(s Set) Set {
		moved := s.with(1, 1)
		floats.AddConst(c, moved.Sides[0].LogW)
		return moved
	}
}

// subtle is the constant, in nats, below which moves in a wrong order do as much.
const subtle = 0.5

// nearTo is the largest quotient of two numbers that are taken for one.
const nearTo = 1.25

func near(a, b float64) bool { return max(a/b, b/a) < nearTo }

// repairs are the mistakes that a set may be mended of, likely ones first. times is B over the variance of log w, and
// lacks what B has above it.
func repairs(times, lacks float64) (all []repair) {
	scales := []struct {
		by   float64
		says string
	}{
		{2, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
		{math.Ln10, "the weights are logarithms to the base 10; natural ones would do"},
		{0.5, "log w is twice what it should be: a likelihood that counts twice, or w squared"},
	}
	named := false
	for _, s := range scales {
		if near(times, s.by) {
			all = append(all, repair{s.says, scaled(s.by)})
			named = true
		}
	}
	if !named && times > 2 {
		all = append(all, repair{fmt.Sprintf("log w varies %.2g times too little for its B: a mean of some %.0f log weights in "+
			"the place of one, where the log of the mean of w would do", times, times), scaled(times)})
	}
	constant := fmt.Sprintf("one direction lacks a factor of about e^%.2g, a constant that the other has: a normalisation, "+
		"a prior, or a likelihood's constant", lacks)
	if lacks < subtle {
		constant += "; or weights are taken after the move and not before it, or a kernel is of the level before"
	}
	// the variance is B only near a normal law, so that constants about this one are tried
	for _, share := range []float64{1, 0.95, 1.05, 0.9, 1.1, 0.8, 1.2} {
		all = append(all, repair{constant, shifted(share * lacks)})
	}
	return all
}

// cause is the likely cause of a test that failed.
func (r Result) cause(t test) string {
	const (
		fewer    = 0.6 // the quotient of the variances below which the reverse runs vary too little,
		moreThan = 3   // and above which the forward runs do
	)
	variance := [2]float64{}
	for side, runs := range r.Sides {
		variance[side] = stat.Variance(finite(runs.LogW), nil)
	}
	if r.B.Value < -3*r.B.StdErr {
		return "B is below 0, which no right sampler has: a wrong weight, or forward and reverse runs of two targets"
	}
	if t.narrow < fewer || variance[1] < fewer*variance[0] {
		return "the reverse runs vary too little: one start is shared by many, or starts are no exact draws of the target"
	}
	if variance[1] > moreThan*variance[0] && t.narrow > 1/fewer {
		return "the forward runs vary too little beside the reverse ones: means of several forward weights stand beside " +
			"single reverse ones"
	}
	both := (variance[0] + variance[1]) / 2
	// Near a normal law a constant undoes what a scale does, and the other way round: both are named, the better first.
	kept := map[string]float64{}
	for _, mend := range repairs(r.B.Value/both, r.B.Value-both) {
		if now := mend.undo(r.Set).crooks(); !now.tooFew && now.p > Level {
			kept[mend.says] = max(kept[mend.says], now.p)
		}
	}
	if len(kept) > 0 {
		says := slices.SortedFunc(maps.Keys(kept), func(a, b string) int { return cmp.Compare(kept[b], kept[a]) })
		return strings.Join(says, "; or ")
	}
	return "weights that are taken after the move and not before it, a kernel of the level before, reverse moves in the " +
		"forward order, or starts that are no exact draws of the target"
}

// finite are the log weights that are no infinities.
func finite(logw []float64) (some []float64) {
	for _, v := range logw {
		if !math.IsInf(v, 0) {
			some = append(some, v)
		}
	}
	return some
}
