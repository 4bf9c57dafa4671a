package validation

import (
	"math"

	"breadboard/chains/cause"
	"breadboard/chains/laws"
	"breadboard/experiments/following"
)

// A step is followed, and its rows are those of its ways (package following). What is judged here is what ways do not
// show: that the same random numbers lead elsewhere, and that the step as it stands moves otherwise.

// memory is the likely cause of a step that remembers.
var memory = cause.Cause{Name: "memory",
	Says: "a cache that is not emptied, a counter, a size that adapts, or a density or a number of an earlier call; or a " +
		"generator with a seed of its own",
	Advice: "compute each step from its cell and its density alone, by random numbers that are followed"}

// Remembers returns the verdict on a step whose same random numbers led elsewhere, in the same way in two processes.
// Nothing else is known of it: what it does is not of one kernel.
func (s Candidate) Remembers(where string) Validation {
	T := s.T()
	w, _ := s.at(T, s.Schedule.Beta(T))
	return Validation{Candidate: s, J: math.NaN(), B: math.NaN(), Levels: []Level{{T: T, Beta: w.Beta, P: w.P}},
		Laws: []laws.Finding{{Law: laws.Again, Value: 1, Witness: where}}, Cause: &memory}
}

// MovesOtherwise adds the law that moves have the probabilities of the rows, which is broken: of all moves, or of those
// of many states at once alone.
func (v *Validation) MovesOtherwise(d following.Disagreement) {
	f := laws.Finding{Law: laws.MovesFollowRows, Value: 1, Witness: "it " + d.Witness}
	v.Cause = &cause.Cause{Name: "rows",
		Says:   "the step and the rows are two kernels, or the step remembers earlier calls",
		Advice: "correct the rows, or draw each step from its row"}
	if d.Together {
		f.Law = laws.BatchAgrees
		v.Cause = &cause.Cause{Name: "batch",
			Says:   "a random number or an acceptance of one state is used for others",
			Advice: "index the proposals, the densities and the random numbers of a step by state"}
	}
	v.Laws = append([]laws.Finding{f}, v.Laws...)
}
