package sandwich

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// A repair takes a likely mistake back: log w of each side is multiplied by a factor. If the runs keep the law then,
// the mistake is named.
type repair struct {
	forward, reverse float64
	says             string
}

var signs = []repair{
	{1, -1, "the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign"},
	{-1, 1, "the forward weights have the other sign, that of 1/w"},
	{-1, -1, "all weights have the other sign, that of 1/w; or the two directions are exchanged"},
}

var scales = []repair{
	{2, 2, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
	{math.Ln10, math.Ln10, "the weights are logarithms to the base 10; natural ones would do"},
	{0.5, 0.5, "log w is twice what it should be: a likelihood that counts twice, or w squared"},
}

// flipped says which weights have the other sign: with that sign the runs pass a test that can tell, and best of all.
// It is "" if none do.
func (s Set) flipped() (says string) {
	best := Level
	for _, mend := range signs {
		if t := s.scaled(mend.forward, mend.reverse).crooks(); !t.tooFew && t.p > best {
			best = t.p
			says = mend.says
		}
	}
	return says
}

// cause is the likely cause of a test that failed. A scale is tried where B over the variance of log w is near it. Near
// a normal law a constant undoes what a scale does, and the other way round: then both are named.
func (r Result) cause() string {
	if says := r.flipped(); says != "" {
		return says
	}
	if r.B.Value < -3*r.B.StdErr {
		return "B is below 0, which no right sampler has: a wrong weight, or forward and reverse runs of two targets"
	}
	const nearTo = 1.25 // the largest quotient of two numbers that are taken for one
	var causes []string
	variance := (stat.Variance(finite(r.Sides[0].LogW), nil) + stat.Variance(finite(r.Sides[1].LogW), nil)) / 2
	for _, mend := range scales {
		if math.Abs(math.Log(r.B.Value/variance/mend.forward)) < math.Log(nearTo) &&
			r.scaled(mend.forward, mend.reverse).crooks().p > Level {
			causes = append(causes, mend.says)
		}
	}
	if c := r.constant(variance); c != 0 {
		causes = append(causes, fmt.Sprintf("one direction lacks a factor of about e^%.2g, a constant that the other "+
			"has: a normalisation, a prior, or a likelihood's constant", c))
	}
	if causes == nil {
		return "weights that are taken after the move and not before it, a kernel of the level before, reverse moves " +
			"in the forward order, starts that are no exact draws of the target or are shared by runs without a " +
			"group, or means of several weights in the place of one"
	}
	return strings.Join(causes, "; or ")
}

// constant is the c that, added to forward log weights, lets the runs keep the law; 0 if none does. The forward weights
// alone give log R, and the reverse ones alone do, and c parts the two. Of a normal log w it also parts B from the
// variance, with less noise.
func (r Result) constant(variance float64) (c float64) {
	best := Level
	for _, by := range []float64{r.LogMeans[1].Value - r.LogMeans[0].Value, r.B.Value - variance} {
		if t := r.shifted(by).crooks(); !t.tooFew && t.p > best {
			best = t.p
			c = by
		}
	}
	return c
}
