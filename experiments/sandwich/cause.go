package sandwich

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// A likely mistake is taken back: signs change, or log w is multiplied by a factor, or a constant is added to one side.
// If the runs keep the law then, the mistake is named.

// signs are the mistakes that another sign of the reverse weights, the forward weights or both takes back.
var signs = []string{
	"the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign",
	"the forward weights have the other sign, that of 1/w",
	"all weights have the other sign, that of 1/w; or the two directions are exchanged",
}

// scales are the mistakes that a factor takes back.
var scales = []struct {
	factor float64
	says   string
}{
	{2, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
	{math.Ln10, "the weights are logarithms to the base 10; natural ones would do"},
	{0.5, "log w is twice what it should be: a likelihood that counts twice, or w squared"},
}

// best returns the place of the set that keeps the law best, by a test that can tell; -1 if none keeps it.
func best(mended ...Set) int {
	at := -1
	most := Level
	for i, s := range mended {
		if t := s.crooks(); !t.tooFew && t.p > most {
			most = t.p
			at = i
		}
	}
	return at
}

// flipped says which weights have the other sign: with that sign the runs keep the law. It is "" if none have.
func (s Set) flipped() string {
	at := best(s.scaled(1, -1), s.scaled(-1, 1), s.scaled(-1, -1))
	if at < 0 {
		return ""
	}
	return signs[at]
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
		if math.Abs(math.Log(r.B.Value/variance/mend.factor)) < math.Log(nearTo) &&
			r.scaled(mend.factor, mend.factor).crooks().p > Level {
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
func (r Result) constant(variance float64) float64 {
	by := []float64{r.LogMeans[1].Value - r.LogMeans[0].Value, r.B.Value - variance}
	at := best(r.shifted(by[0]), r.shifted(by[1]))
	if at < 0 {
		return 0
	}
	return by[at]
}
