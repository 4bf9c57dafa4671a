package ranking

import (
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// An Answer says which of some rivals to use. Each J and B is a median over the draws.
type Answer struct {
	Best  Outcome // has the least J, and of equal ones the least B; the first of those
	Beats bool    // Best beats all others; otherwise J does not choose
	// Other is the first that Best does not beat. If there is none, it is the first of the sweep, or the second best if
	// the first is Best.
	Other Outcome
	Less  float64 // 1 - J(Best)/J(Other); 0 if both are the same
	LessB bool    // Best has less B than Other
	// Wins counts the seeds on which Best has less J than Other, and Draws the seeds that have both.
	Wins, Draws int

	Method *Outcome // has the least J of those that anneal by what is known, if Best does not; nil if none does

	ByB  *Outcome // has the least B, and of equal ones the least J; nil if no two have a finite B
	More float64  // J(ByB)/J(Best) - 1
}

// Answers returns an answer for each target, at the largest T, or number of evaluations, at which outcomes compete.
func (s Summary) Answers() (all []Answer) {
	for _, of := range experiments.GroupBy(s.Outcomes, func(o Outcome) string { return Target.ValueOf(o.Job) }) {
		var last *Answer
		for _, rivals := range experiments.GroupBy(of, Outcome.Match) {
			a, ok := answer(rivals)
			if ok && (last == nil || a.Best.longer(last.Best)) {
				last = &a
			}
		}
		if last != nil {
			all = append(all, *last)
		}
	}
	return all
}

// longer reports whether an outcome has more evaluations, a larger T, or more steps a level.
func (o Outcome) longer(than Outcome) bool {
	a, b := o.Job, than.Job
	return slices.Compare([]int{a.Budget, a.T, a.Repeat}, []int{b.Budget, b.T, b.Repeat}) > 0
}

// answer compares outcomes of one Match. ok is false if fewer than two have a J, or no J is finite.
func answer(rivals []Outcome) (a Answer, ok bool) {
	rivals = slices.DeleteFunc(slices.Clone(rivals), func(o Outcome) bool { return math.IsNaN(o.J.Q2) })
	j := func(o Outcome) float64 { return o.J.Q2 }
	b := func(o Outcome) float64 { return o.B.Q2 }
	best := lowest(rivals, b, func(o Outcome) bool { return o.LeastJ })
	if best < 0 || math.IsInf(rivals[best].J.Q2, 1) {
		return a, false
	}
	a.Best = rivals[best]
	others := slices.Delete(slices.Clone(rivals), best, best+1)
	a.Other = others[0]
	if best == 0 {
		a.Other = others[lowest(others, j, func(Outcome) bool { return true })]
	}
	unbeaten := slices.IndexFunc(others, func(o Outcome) bool { return !a.Best.beats(o) })
	a.Beats = unbeaten < 0
	if !a.Beats {
		a.Other = others[unbeaten]
	}
	a.Less = -excess(a.Best.J.Q2, a.Other.J.Q2)
	a.LessB = below(a.Best.B.Q2, a.Other.B.Q2)
	a.Wins, a.Draws = wins(a.Best, a.Other)
	if i := lowest(rivals, j, func(o Outcome) bool { return o.LeastB && !math.IsInf(o.B.Q2, 1) }); i >= 0 {
		a.ByB = &rivals[i]
		a.More = excess(a.ByB.J.Q2, a.Best.J.Q2)
	}
	if i := lowest(rivals, j, Outcome.anneals); i >= 0 && !a.Best.anneals() {
		a.Method = &rivals[i]
	}
	return a, true
}

// anneals reports whether an outcome anneals, and needs nothing that annealing is to find.
func (o Outcome) anneals() bool {
	program, _, _ := strings.Cut(o.Job.ProgramName(), ":")
	annealing := []string{experiments.AnnealingProgram, "smc", "smc-data"}
	return o.Limit() == "" && !o.AtTarget && slices.Contains(annealing, program)
}

// Limit says in words what of the target itself an outcome needs, so that it is no method; "" if it needs nothing. A
// file of an initial density is the user's own, who may be able to draw from it; B is 0 only from the target itself.
func (o Outcome) Limit() string {
	program, options, _ := strings.Cut(o.Job.Program, ":")
	bridge, q, _ := strings.Cut(o.Job.Bridge, ":")
	start, beta, _ := strings.Cut(o.Job.Initial, ":")
	power, _ := text.Float(beta)
	switch {
	case program == "posterior", program == "chib", program == "shme" && options != "1":
		return "the program " + program + " draws from the target itself"
	case program == "rejection", program == "cms":
		return "the program " + program + " needs a maximum over all cells"
	case program == "ns" && !strings.Contains(options, ":"):
		return "the program ns draws exactly from the cells above a likelihood"
	case start == "tempered" && power != 0: // tempered:0 is uniform
		return "the start " + o.Job.Initial + " needs exact draws from f^" + beta
	case o.StartsAtFile() && o.B.Q2 < experiments.Negligible:
		return "the start " + o.Job.Initial + " is the target itself"
	case o.Job.Kernel == "perfect":
		return "the kernel perfect draws from the target itself"
	case bridge == "mixture", bridge == "power" && q != "1": // power:1 is geometric
		return "the bridge " + o.Job.Bridge + " needs log R"
	case bridge == "moments":
		return "the bridge moments needs the target's own moments"
	}
	return ""
}

// StartsAtFile reports whether the initial density is the user's own.
func (o Outcome) StartsAtFile() bool {
	start, _, _ := strings.Cut(o.Job.Initial, ":")
	return !slices.Contains([]string{"uniform", "tempered", experiments.Prior}, start)
}

// lowest returns the place of the first outcome with the lowest number among some; -1 if there is none.
func lowest(all []Outcome, number func(Outcome) float64, among func(Outcome) bool) int {
	at := -1
	for i, o := range all {
		if among(o) && (at < 0 || below(number(o), number(all[at]))) {
			at = i
		}
	}
	return at
}

// beats reports whether an outcome whose median is not above another's has less J on half of the draws or more. Of
// equal medians neither loses.
func (o Outcome) beats(other Outcome) bool {
	less, both := wins(o, other)
	return 2*less >= both || same(o.J.Q2, other.J.Q2)
}

// wins counts the seeds that both have, and the seeds on which a has less J than b.
func wins(a, b Outcome) (less, both int) {
	js := map[uint64]float64{}
	for _, d := range b.Draws {
		if d.Seed != nil && !math.IsNaN(d.J) {
			js[*d.Seed] = d.J
		}
	}
	for _, d := range a.Draws {
		if d.Seed == nil || math.IsNaN(d.J) {
			continue
		}
		if j, ok := js[*d.Seed]; ok {
			both++
			if below(d.J, j) {
				less++
			}
		}
	}
	return less, both
}

// excess returns a/b - 1, and 0 for numbers that are the same.
func excess(a, b float64) float64 {
	if same(a, b) {
		return 0
	}
	return a/b - 1
}
