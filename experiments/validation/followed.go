package validation

import (
	"breadboard/chains/cause"
	"breadboard/chains/laws"
	"breadboard/experiments/following"
)

// A step is followed, and its rows are those of its ways (package following). What is judged here is what ways do not
// show: that the step as it stands moves otherwise.

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
