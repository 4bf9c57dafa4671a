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

// scales lists the mistakes that a factor for log weights undoes.
var scales = []repair{
	{2, 2, 0, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
	{math.Ln10, math.Ln10, 0, "the weights are logarithms to the base 10; use natural ones"},
	{math.Ln10, 1, 0, "the forward weights are logarithms to the base 10; use natural ones"},
	{1, math.Ln10, 0, "the reverse weights are logarithms to the base 10; use natural ones"},
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

// mistakes returns the words of the repairs after which the runs keep the law.
func (s Set) mistakes(repairs []repair) (says []string) {
	for _, by := range repairs {
		if s.repaired(by).kept() > Level {
			says = append(says, by.says)
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

// cause returns the likely causes of a test that failed. If log w is nearly normal, another sign, another scale and a
// constant may each undo the mistake: all that do are named, and that wrong starts, for one, may look so.
func (r Result) cause() string {
	const another = "another fault that looks so, as starts of reverse runs that are no exact draws of the target, or " +
		"weights on the wrong side of a move"
	sign := r.mistakes(signs)
	causes := append(r.mistakes(scales), r.constant()...)
	if len(sign) > 0 {
		return either(slices.Concat(sign, causes, []string{another}))
	}
	if r.B.Value < -3*r.B.StdErr {
		return "B is below 0, which no right sampler has: " + cmp.Or(either(causes), "a wrong weight") +
			"; or forward and reverse runs are of two targets, or reverse ones start from no exact draws"
	}
	const others = "weights that are taken after the move and not before it, a kernel of the level before, reverse " +
		"moves in the forward order, starts that are no exact draws of the target or are shared by runs without a " +
		"group, means of several weights in the place of one, or weights in the place of their logarithms"
	logs := r.logged()
	mayBeWeights := len(logs.Sides[0].LogW) > 0 && logs.crooks().p > Level
	if mayBeWeights {
		if logs.kept() == 0 {
			return others // too few runs to try it
		}
		causes = append(causes, "these are weights, and no log weights: use log w")
	}
	narrow := r.narrow()
	if !mayBeWeights && narrow < leastNarrow {
		causes = append(causes, "the reverse runs vary too little: their weights are taken before their moves, or one "+
			"start is shared by many")
	}
	times := r.B.Value / r.variance()
	if !mayBeWeights && narrow < 1/leastNarrow && times > mostTimes && times <= math.MaxFloat64 {
		causes = append(causes, fmt.Sprintf("log w varies %.2g times too little for its B: a mean of some %.0f log "+
			"weights in the place of one, where the log of the mean of w would do", times, times))
	}
	if len(causes) == 0 {
		return others
	}
	return either(append(causes, another))
}

// either joins what may be the cause.
func either(causes []string) string { return strings.Join(causes, "; or ") }

// constant returns the words of a constant that one side lacks, if the runs keep the law with it: few of the runs find
// it roughly from two guesses, and all do better. A constant is the difference between the log R of the reverse weights
// and of the forward weights, which is too large if weights have long tails. If log w is normal, it is also the
// difference between B and the variance, with less noise. After weights of 0 these may be infinite, and then no
// constant is missing.
func (r Result) constant() (says []string) {
	few := r.thinned()
	most, c := -1.0, 0.0
	for _, guess := range []float64{r.LogMeans[1].Value - r.LogMeans[0].Value, r.B.Value - r.variance()} {
		if !(math.Abs(guess) <= math.MaxFloat64) {
			continue
		}
		if near, p := few.constantNear(guess, 0, 1, -1, 0.5, -0.5, 0.25, -0.25, 0.12, -0.12, 0.06, -0.06); p > most {
			most, c = p, near
		}
	}
	if most < 0 {
		return nil
	}
	c, _ = r.constantNear(c, 0, 0.03, -0.03, 0.015, -0.015, 0.008, -0.008)
	if math.Abs(c) < 2*r.B.StdErr || !(r.repaired(repair{1, 1, c, ""}).kept() > Level) {
		return nil // none, up to its error, or none that mends all runs
	}
	size := "large"
	if c > 0 {
		size = "small"
	}
	return []string{fmt.Sprintf("forward weights are too %s beside reverse ones, by a factor of about e^%.2g: one "+
		"direction lacks a constant that the other has, as a normalisation, a prior, or a likelihood's constant", size,
		math.Abs(c))}
}

// constantNear returns the constant in the forward weights, by steps from a guess on, after which the runs keep the law
// best, and the p-value then.
func (s Set) constantNear(c float64, steps ...float64) (near, most float64) {
	most = -1
	for _, step := range steps {
		tried := s.aligned(c + step)
		if t := s.repaired(repair{1, 1, tried, ""}).crooks(); !t.tooFew && t.p > most {
			most = t.p
			c = tried
		}
	}
	return c, most
}

// aligned returns the constant near c that makes forward weights equal to reverse ones, if they have few values: the
// median of how far reverse ones are from the nearest forward ones.
func (s Set) aligned(c float64) float64 {
	forward := finite(s.Sides[0].LogW)
	apart := finite(s.Sides[1].LogW)
	if len(forward) == 0 || len(apart) == 0 {
		return c
	}
	slices.Sort(forward)
	for i, logw := range apart {
		at, _ := slices.BinarySearch(forward, logw-c)
		nearest := forward[min(at, len(forward)-1)]
		if at > 0 && logw-c-forward[at-1] < nearest-(logw-c) {
			nearest = forward[at-1]
		}
		apart[i] = logw - nearest
	}
	slices.Sort(apart)
	return apart[len(apart)/2]
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
