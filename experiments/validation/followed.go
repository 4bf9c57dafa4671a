package validation

import (
	"breadboard/chains/laws"
	"breadboard/experiments/following"
)

// A step is followed, and its rows are those of its ways (package following). What is judged here is what ways do not
// show: that the step as it stands moves otherwise.

// MovesOtherwise adds the law that moves have the probabilities of the rows, which is broken: of all moves, or of those
// of many states at once alone.
func (v *Validation) MovesOtherwise(d following.Disagreement) {
	f := laws.Finding{Law: laws.MovesFollowRows, Value: 1, Witness: "it " + d.Witness}
	if d.Together {
		f.Law = laws.BatchAgrees
	}
	v.Laws = append([]laws.Finding{f}, v.Laws...)
}
