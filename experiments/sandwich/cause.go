package sandwich

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A mend takes a likely mistake back: it multiplies the log weights of each side, and adds a constant to the forward
// ones. If the runs keep the law then, the mistake is named.
type repair struct {
	forward, reverse float64 // factors
	constant         float64
	says             string
}

// signs are the mistakes that another sign of the reverse weights, the forward weights or both takes back.
var signs = []repair{
	{1, -1, 0, "the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign"},
	{-1, 1, 0, "the forward weights have the other sign, that of 1/w"},
	{-1, -1, 0, "all weights have the other sign, that of 1/w; or the two directions are exchanged"},
}

// scales are the mistakes that one factor for all log weights takes back.
var scales = []repair{
	{2, 2, 0, "log w is half of what it should be: half a log likelihood, a root of w, or means of two log weights"},
	{math.Ln10, math.Ln10, 0, "the weights are logarithms to the base 10; use natural ones"},
	{0.5, 0.5, 0, "log w is twice what it should be: a likelihood that counts twice, or w squared"},
}

// changed returns a copy of a set with its log weights as a mend has them.
func (s Set) repaired(by repair) Set {
	for side, factor := range []float64{by.forward, by.reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), factor, s.Sides[side].LogW)
	}
	floats.AddConst(by.constant, s.Sides[0].LogW)
	return s
}

// mistake returns what the mend says after which the runs keep the law best, by a test that can tell; "" if they keep
// it after none.
func (s Set) mistake(mends []repair) (says string) {
	most := Level
	for _, by := range mends {
		if t := s.repaired(by).crooks(); !t.tooFew && t.p > most {
			most = t.p
			says = by.says
		}
	}
	return says
}

// cause returns the likely cause of a test that failed. Near a normal law a constant undoes what a scale does, and the
// other way round: then both are named.
func (r Result) cause() string {
	if sign := r.mistake(signs); sign != "" {
		return sign
	}
	if r.B.Value < -3*r.B.StdErr {
		return "B is below 0, which no right sampler has: a wrong weight, or forward and reverse runs of two targets"
	}
	var causes []string
	for _, mends := range [][]repair{scales, r.constants()} {
		if says := r.mistake(mends); says != "" {
			causes = append(causes, says)
		}
	}
	if causes == nil {
		return "weights that are taken after the move and not before it, a kernel of the level before, reverse moves " +
			"in the forward order, starts that are no exact draws of the target or are shared by runs without a " +
			"group, or means of several weights in the place of one"
	}
	return strings.Join(causes, "; or ")
}

// constants returns the constants that may be missing on one side. The forward weights alone give log R, and the
// reverse ones alone do, and a constant parts the two. Of a normal log w it also parts B from the variance, with less
// noise.
func (r Result) constants() (mends []repair) {
	variance := (stat.Variance(finite(r.Sides[0].LogW), nil) + stat.Variance(finite(r.Sides[1].LogW), nil)) / 2
	for _, c := range []float64{r.LogMeans[1].Value - r.LogMeans[0].Value, r.B.Value - variance} {
		mends = append(mends, repair{1, 1, c, fmt.Sprintf("one direction lacks a factor of about e^%.2g, a constant "+
			"that the other has: a normalisation, a prior, or a likelihood's constant", c)})
	}
	return mends
}
