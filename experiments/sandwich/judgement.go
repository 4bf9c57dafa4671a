package sandwich

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments"
)

// A Judgement has the results of several sets: of one sampler at several numbers of levels, or of several samplers. A
// sampler that fails at one T is wrong at every T.
type Judgement struct {
	Results    []Result
	Agreements []Agreement // of each program with log R at two T or more
	Alpha      float64     // of one test: the level of all tests, over their number
	Tests      int
	Verdict    string
}

// An Agreement compares the estimates of log R by the sets of one program, which differ in T.
type Agreement struct {
	Program     string
	P           float64
	Least, Most Result // with the least and the largest estimate
}

// Fails reports whether the estimates are too different for one log R.
func (s Agreement) Fails(level float64) bool { return s.P <= level }

// JudgeAll judges each set and all sets together, so that a sound sampler is accused with probability Level at any
// number of T.
func JudgeAll(sets []Set) Judgement {
	var j Judgement
	count := map[string]int{} // the sets of each program
	for _, s := range sets {
		if len(s.Sides[0].LogW) > 0 && len(s.Sides[1].LogW) > 0 {
			j.Tests++
		}
		count[s.Program]++
		if count[s.Program] == 2 {
			j.Tests++ // of one log R
		}
	}
	j.Alpha = Level / float64(max(1, j.Tests))
	for _, s := range sets {
		j.Results = append(j.Results, judge(s, j.Alpha))
	}
	j.Agreements = agreements(j.Results)
	j.Verdict = j.verdict()
	return j
}

// verdict returns the verdict of the worst test, or, if no test fails, of the test that tells most.
func (j Judgement) verdict() string {
	if slices.ContainsFunc(j.Agreements, func(s Agreement) bool { return s.Fails(j.Alpha) }) {
		return Fails
	}
	for _, v := range []string{Fails, Holds, CannotTell} {
		if slices.ContainsFunc(j.Results, func(r Result) bool { return r.Verdict == v }) {
			return v
		}
	}
	return OneSide
}

// agreements compares the estimates of log R of each program that has at least two. If they estimate one R, the squares
// of their distances from their mean, in standard errors, sum to a chi-square with one degree of freedom less.
func agreements(results []Result) (all []Agreement) {
	for program, of := range experiments.GroupBy(results, func(r Result) string { return r.Program }) {
		of = slices.DeleteFunc(of, func(r Result) bool {
			return r.Verdict != Holds || !(r.Bar.StdErr > 0) || math.IsInf(r.Bar.StdErr, 0)
		})
		if len(of) < 2 {
			continue
		}
		var values, weights []float64
		for _, r := range of {
			values = append(values, r.Bar.Value)
			weights = append(weights, 1/(r.Bar.StdErr*r.Bar.StdErr))
		}
		squares := floats.Sum(weights) * stat.MomentAbout(2, values, stat.Mean(values, weights), weights)
		chiSquared := distuv.ChiSquared{K: float64(len(of) - 1)}
		all = append(all, Agreement{Program: program, P: chiSquared.Survival(squares),
			Least: of[floats.MinIdx(values)], Most: of[floats.MaxIdx(values)]})
	}
	return all
}
