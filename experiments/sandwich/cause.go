package sandwich

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A repair undoes a likely mistake: it multiplies the log weights of each side, and adds a constant to the forward
// ones. If the runs then keep the law, the mistake is named.
type repair struct {
	forward, reverse float64 // factors
	constant         float64
	says             string
}

// signs lists the mistakes that another sign of the reverse weights, the forward weights or both undoes.
var signs = []repair{
	{1, -1, 0, "the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign"},
	{-1, 1, 0, "the forward weights have the other sign, that of 1/w"},
	{-1, -1, 0, "all weights have the other sign, that of 1/w; or the two directions are exchanged"},
}

// scales lists the mistakes that one factor for all log weights undoes.
var scales = []repair{
	{2, 2, 0, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
	{math.Ln10, math.Ln10, 0, "the weights are logarithms to the base 10; use natural ones"},
	{0.5, 0.5, 0, "log w is twice what it should be: a likelihood that counts twice, or w squared"},
}

// repaired returns a copy of a set with repaired log weights.
func (s Set) repaired(by repair) Set {
	for side, factor := range []float64{by.forward, by.reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), factor, s.Sides[side].LogW)
	}
	floats.AddConst(by.constant, s.Sides[0].LogW)
	return s
}

// mistake returns the words of the repair after which the runs keep the law best; "" if they keep it after no repair.
func (s Set) mistake(repairs []repair) (says string) {
	most := Level
	for _, by := range repairs {
		if p := s.repaired(by).kept(); p > most {
			most = p
			says = by.says
		}
	}
	return says
}

// kept returns the p-value of the law, by a test with enough runs on sides that overlap; 0 if there is none.
func (s Set) kept() float64 {
	t := s.crooks()
	if t.tooFew || !s.overlaps(t) {
		return 0
	}
	return t.p
}

// logged returns the set with the logarithms of its numbers; without runs if one of them can be no weight.
func (s Set) logged() Set {
	for side, runs := range s.Sides {
		s.Sides[side].LogW = make([]float64, len(runs.LogW))
		for i, w := range runs.LogW {
			if w < 0 || w == 0 && side == 1 { // forward runs alone may have a weight of 0
				return Set{}
			}
			s.Sides[side].LogW[i] = math.Log(w)
		}
	}
	return s
}

const (
	leastNarrow = 0.6 // with less, reverse runs vary too little beside forward ones
	mostTimes   = 4   // with more, B is too large for the variance of log w: only means of log weights have as much
)

// cause returns the likely cause of a test that failed. If log w is nearly normal, another sign, another scale and a
// constant may each undo the mistake, and then all that do are named.
func (r Result) cause() string {
	few := r.thinned()
	constant := few.mistake(r.constants(few))
	if sign := r.mistake(signs); sign != "" {
		return either(sign, r.mistake(scales), constant)
	}
	if r.B.Value < -3*r.B.StdErr {
		return "B is below 0, which no right sampler has: " + cmp.Or(constant, "a wrong weight") +
			"; or forward and reverse runs are of two targets"
	}
	const others = "weights that are taken after the move and not before it, a kernel of the level before, reverse " +
		"moves in the forward order, starts that are no exact draws of the target or are shared by runs without a " +
		"group, means of several weights in the place of one, or weights in the place of their logarithms"
	var causes []string
	logs := r.logged()
	mayBeWeights := len(logs.Sides[0].LogW) > 0 && logs.crooks().p > Level
	if mayBeWeights {
		if logs.kept() == 0 {
			return others // too few runs to try it
		}
		causes = append(causes, "these are weights, and no log weights: use log w")
	}
	causes = append(causes, r.mistake(scales), constant)
	if !mayBeWeights && r.narrow() < leastNarrow {
		causes = append(causes, "the reverse runs vary too little: their weights are taken before their moves, one "+
			"start is shared by many, or starts are no exact draws of the target")
	}
	if times := r.B.Value / r.variance(); !mayBeWeights && times > mostTimes && times <= math.MaxFloat64 {
		causes = append(causes, fmt.Sprintf("log w varies %.2g times too little for its B: a mean of some %.0f log "+
			"weights in the place of one, where the log of the mean of w would do", times, times))
	}
	return cmp.Or(either(causes...), others)
}

// either joins what may be the cause, without what is "".
func either(causes ...string) string {
	return strings.Join(slices.DeleteFunc(causes, func(says string) bool { return says == "" }), "; or ")
}

// constants returns repairs by constants that may be missing on one side, found from two guesses by few of the runs. A
// constant is the difference between the log R of the reverse weights and of the forward weights, which is too large if
// weights have long tails. If log w is normal, it is also the difference between B and the variance, with less noise.
// After weights of 0 these may be infinite, and then no constant is missing.
func (r Result) constants(few Set) (repairs []repair) {
	for _, c := range []float64{r.LogMeans[1].Value - r.LogMeans[0].Value, r.B.Value - r.variance()} {
		if !(math.Abs(c) <= math.MaxFloat64) {
			continue
		}
		c = few.constantNear(c)
		size := "large"
		if c > 0 {
			size = "small"
		}
		repairs = append(repairs, repair{1, 1, c, fmt.Sprintf("forward weights are too %s beside reverse ones, by a "+
			"factor of about e^%.2g: one direction lacks a constant that the other has, as a normalisation, a prior, "+
			"or a likelihood's constant", size, math.Abs(c))})
	}
	return repairs
}

// constantNear returns the constant in the forward weights, from a guess on, after which the runs keep the law best.
func (s Set) constantNear(c float64) float64 {
	most := -1.0
	for _, step := range []float64{0, 1, -1, 0.5, -0.5, 0.25, -0.25, 0.12, -0.12, 0.06, -0.06, 0.03, -0.03} {
		if t := s.repaired(repair{1, 1, c + step, ""}).crooks(); !t.tooFew && t.p > most {
			most = t.p
			c += step
		}
	}
	return c
}

// thinned returns a set of the first runs of groups, of at most ten thousand a side: the search for a constant takes up
// to two seconds on these.
func (s Set) thinned() Set {
	const most = 10000
	thin := s.independent()
	for side, first := range thin.Sides {
		thin.Sides[side].LogW = nil
		for part := range slices.Chunk(first.LogW, 1+len(first.LogW)/most) {
			thin.Sides[side].LogW = append(thin.Sides[side].LogW, part[0])
		}
	}
	return thin
}

// variance returns the mean of the variances of both sides, of finite log weights.
func (r Result) variance() float64 {
	return (stat.Variance(finite(r.Sides[0].LogW), nil) + stat.Variance(finite(r.Sides[1].LogW), nil)) / 2
}

// narrow returns the variance of reverse log weights over that of forward ones. A run counts with the probability that
// it is of the other side: so both sides have one distribution under Crooks' law, and narrow is 1.
func (r Result) narrow() float64 {
	var variance [2]float64
	for side, runs := range r.Sides {
		logw := finite(runs.LogW)
		other := make([]float64, len(logw))
		for i, w := range logw {
			other[i] = math.Abs(float64(side) - r.isReverse(w, r.Bar.Value))
		}
		variance[side] = stat.PopVariance(logw, other)
	}
	return variance[1] / variance[0]
}
