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

// A cause is found by undoing it: if the runs keep the law once a likely mistake is taken back, it is named. What
// cannot be undone is named by its signs: B, and the variances of both sides. Near a normal law Crooks says that B is
// the variance of log w, forward and in reverse.

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

// repairs are the scales that a set may be mended of. times is B over the variance of log w.
func repairs(times float64) (all []repair) {
	scales := []struct {
		by   float64
		says string
	}{
		{2, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
		{math.Ln10, "the weights are logarithms to the base 10; natural ones would do"},
		{0.5, "log w is twice what it should be: a likelihood that counts twice, or w squared"},
	}
	for _, s := range scales {
		if near(times, s.by) {
			all = append(all, repair{s.says, scaled(s.by)})
		}
	}
	return all
}

// constant is the c that, added to forward log weights, makes the runs keep the law best, with the p that they have
// then. It is looked for over the range of B, first in steps of a fortieth and then about the best of them.
func (s Set) constant(reach float64) (c, p float64) {
	const steps = 40
	look := func(from, to float64) {
		for i := range steps + 1 {
			by := from + (to-from)*float64(i)/steps
			if now := shifted(by)(s).crooks(); !now.tooFew && now.p > p {
				c = by
				p = now.p
			}
		}
	}
	look(-reach, reach)
	around := 2 * reach / steps
	look(c-around, c+around)
	return c, p
}

// saysConstant names a constant that one direction lacks.
func saysConstant(c float64) string {
	says := fmt.Sprintf("one direction lacks a factor of about e^%.2g, a constant that the other has: a "+
		"normalisation, a prior, or a likelihood's constant", c)
	if math.Abs(c) < subtle {
		says += "; or weights are taken after the move and not before it, or a kernel is of the level before"
	}
	return says
}

// mostTaken is how many runs a side a cause is looked for in. A constant is looked for in some eighty tests, and of a
// million runs each would take seconds.
const mostTaken = 5000

// thinned has every k-th run of each side, so that mostTaken are left at most.
func (s Set) thinned() Set {
	for side, runs := range s.Sides {
		every := (len(runs.LogW) + mostTaken - 1) / mostTaken
		if every <= 1 {
			continue
		}
		few := Side{Start: runs.Start}
		for k := 0; k < len(runs.LogW); k += every {
			few.LogW = append(few.LogW, runs.LogW[k])
			if runs.Group != nil {
				few.Group = append(few.Group, runs.Group[k])
			}
		}
		s.Sides[side] = few
	}
	return s
}

// cause is the likely cause of a test that failed.
func (r Result) cause(t test) string {
	const (
		fewer    = 0.6 // the quotient of the variances below which the reverse runs vary too little,
		moreThan = 3   // and above which the forward runs do
		averaged = 4   // B over the variance above which log weights are means: no sampler here has as much
	)
	variance := [2]float64{}
	for side, runs := range r.Sides {
		variance[side] = stat.Variance(finite(runs.LogW), nil)
	}
	if r.B.Value < -3*r.B.StdErr {
		return "B is below 0, which no right sampler has: a wrong weight, or forward and reverse runs of two targets"
	}
	both := (variance[0] + variance[1]) / 2
	times := r.B.Value / both
	// Near a normal law a constant undoes what a scale does, and the other way round: both are named, the better first.
	kept := map[string]float64{}
	some := r.thinned()
	for _, mend := range repairs(times) {
		if now := mend.undo(some).crooks(); !now.tooFew && now.p > Level {
			kept[mend.says] = max(kept[mend.says], now.p)
		}
	}
	if c, p := some.constant(math.Abs(r.B.Value) + math.Sqrt(both)); p > Level {
		kept[saysConstant(c)] = p
	}
	if t.narrow < fewer || variance[1] < fewer*variance[0] {
		kept["the reverse runs vary too little: one start is shared by many, or starts are no exact draws of the "+
			"target"] = 0
	} else if variance[1] > moreThan*variance[0] && t.narrow > 1/fewer {
		kept["the forward runs vary too little beside the reverse ones: means of several forward weights stand "+
			"beside single reverse ones"] = 0
	}
	if times > averaged {
		kept[fmt.Sprintf("log w varies %.2g times too little for its B: a mean of some %.0f log weights in the place "+
			"of one, where the log of the mean of w would do", times, times)] = 0
	}
	if len(kept) > 0 {
		says := slices.SortedFunc(maps.Keys(kept), func(a, b string) int { return cmp.Compare(kept[b], kept[a]) })
		return strings.Join(says, "; or ")
	}
	return "weights that are taken after the move and not before it, a kernel of the level before, reverse moves in " +
		"the forward order, or starts that are no exact draws of the target"
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
