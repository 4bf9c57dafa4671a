package sandwich

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Whole is what several sets say together: those of one sampler at several numbers of levels, or of several samplers.
// One that fails at any T is a wrong sampler at every T.
type Whole struct {
	Results []Result
	Same    []Same  // of each program whose sets give log R at two T or more
	Level   float64 // a test that is below this accuses: the level of all tests together, over their number
	Tests   int
	Verdict string
}

// Same compares what the sets of one program estimate. They differ in T, and have one log R.
type Same struct {
	Program       string
	P             float64
	Lowest, Above Result // with the least and the largest estimate
	Sets          int
}

// Reach is the least c for which a factor of e^c in the forward weights of the set alone would be found in 9 of 10 such
// sets. It is NaN if the set does not hold, or is of data sets, or if no such c is below 5.
func (w Whole) Reach(i int) float64 {
	r := w.Results[i]
	if r.Verdict != Holds || r.DataSets {
		return math.NaN()
	}
	return r.reach(r.Bar.Value, w.Level)
}

// Fails reports whether the estimates are too far apart for one log R.
func (s Same) Fails(level float64) bool { return s.P <= level }

// JudgeAll judges each set, and all of them together, so that a sound sampler is accused with the probability Level,
// however many T it has.
func JudgeAll(sets []Set) Whole {
	w := Whole{Verdict: OneSide}
	for _, s := range sets {
		if len(s.Sides[0].LogW) > 0 && len(s.Sides[1].LogW) > 0 {
			w.Tests++
		}
	}
	w.Tests += severalT(sets)
	w.Level = Level / float64(max(1, w.Tests))
	for _, s := range sets {
		w.Results = append(w.Results, judge(s, w.Level))
	}
	w.Same = compared(w.Results)
	w.Verdict = w.verdict()
	return w
}

// severalT counts the programs that have sets of two T or more.
func severalT(sets []Set) (programs int) {
	first := map[string]int{}
	counted := map[string]bool{}
	for _, s := range sets {
		T, known := first[s.Program]
		if !known {
			first[s.Program] = s.T
		} else if T != s.T && !counted[s.Program] {
			counted[s.Program] = true
			programs++
		}
	}
	return programs
}

// verdict is that of the worst test; if none fails it is that of most worth.
func (w Whole) verdict() string {
	seen := map[string]bool{}
	for _, r := range w.Results {
		seen[r.Verdict] = true
	}
	for _, s := range w.Same {
		if s.Fails(w.Level) {
			seen[Fails] = true
		}
	}
	for _, v := range []string{Fails, Holds, CannotTell} {
		if seen[v] {
			return v
		}
	}
	return OneSide
}

// compared compares the estimates of log R of each program, in the order in which they come. Where all are of one R,
// the squares of their distances from their mean, in standard errors, sum to a chi-square with one degree of freedom
// less than there are.
func compared(results []Result) (all []Same) {
	of := map[string][]Result{}
	var programs []string
	for _, r := range results {
		if r.Verdict != Holds || r.DataSets || !(r.Bar.StdErr > 0) || math.IsInf(r.Bar.StdErr, 0) {
			continue
		}
		if of[r.Program] == nil {
			programs = append(programs, r.Program)
		}
		of[r.Program] = append(of[r.Program], r)
	}
	for _, program := range programs {
		some := of[program]
		if len(some) < 2 {
			continue
		}
		s := Same{Program: program, Lowest: some[0], Above: some[0], Sets: len(some)}
		sum, weights := 0.0, 0.0
		for _, r := range some {
			weight := 1 / (r.Bar.StdErr * r.Bar.StdErr)
			sum += weight * r.Bar.Value
			weights += weight
			if r.Bar.Value < s.Lowest.Bar.Value {
				s.Lowest = r
			}
			if r.Bar.Value > s.Above.Bar.Value {
				s.Above = r
			}
		}
		squares := 0.0
		for _, r := range some {
			off := (r.Bar.Value - sum/weights) / r.Bar.StdErr
			squares += off * off
		}
		s.P = distuv.ChiSquared{K: float64(len(some) - 1)}.Survival(squares)
		all = append(all, s)
	}
	return all
}
