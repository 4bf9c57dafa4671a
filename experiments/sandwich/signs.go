package sandwich

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The signs of weights that are wrong.
const (
	reverseSign = "the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign"
	forwardSign = "the forward weights have the other sign, that of 1/w"
	allSigns    = "all weights have the other sign, that of 1/w; or the two directions are exchanged"
)

// with is a copy of a set with the log weights of each side times a sign.
func (s Set) with(forward, reverse float64) Set {
	for side, sign := range []float64{forward, reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), sign, s.Sides[side].LogW)
	}
	return s
}

// flipped says which weights have the other sign: with that sign the runs pass a test that can tell, and best of all.
// It is "" if none do.
func (s Set) flipped() (says string) {
	best := Level
	for _, flip := range []struct {
		forward, reverse float64
		says             string
	}{{1, -1, reverseSign}, {-1, 1, forwardSign}, {-1, -1, allSigns}} {
		if now := s.with(flip.forward, flip.reverse).crooks(); !now.tooFew && now.p > best {
			best, says = now.p, flip.says
		}
	}
	return says
}

// opposed says which weights of data sets have the other sign: both means have log R in common, and so rise together
// from data set to data set. If they are opposed, with probability Level at most, one of them has the wrong sign, and
// B is not below 0 with the right one.
func (s Set) opposed() string {
	var means [2][]float64
	for _, one := range s.groupsOf() {
		if fwd, rev := one.Sides[0].LogW, one.Sides[1].LogW; len(fwd) > 0 && len(rev) > 0 {
			means[0] = append(means[0], stat.Mean(fwd, nil))
			means[1] = append(means[1], stat.Mean(rev, nil))
		}
	}
	n := float64(len(means[0]))
	rho := stat.Correlation(means[0], means[1], nil)
	switch t := rho * math.Sqrt((n-2)/(1-rho*rho)); {
	case n < 4 || !(distuv.StudentsT{Sigma: 1, Nu: n - 2}.CDF(t) <= Level):
		return ""
	case s.mean(1, 1).Value < 0:
		return reverseSign
	}
	return forwardSign
}
