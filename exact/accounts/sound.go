package accounts

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// unsound is the error of an account whose law has lost probabilities that lie below every float. It is an ErrTooLarge:
// the program can only be sampled.
type unsound string

func (u unsound) Error() string { return "no exact account: " + string(u) }

func (u unsound) Is(target error) bool { return target == ErrTooLarge }

// lost is why a law is unsound.
const lost = "it rests on probabilities below the smallest float; densities that span fewer nats would do"

// sound holds the account to its first law, that q sums to 1 within what its numbers can be off. The error is unsound.
func (a *making) sound() error {
	const rounding = 1e-9 // of laws that are inverted from transforms, and say less of their error
	if math.IsNaN(a.Off) {
		return unsound("how far its numbers can be off is not known: " + lost)
	}
	sum := floats.Sum(a.Q)
	if math.Abs(sum-1) <= max(rounding, a.Off) {
		return nil
	}
	return unsound(fmt.Sprintf("the probabilities of what the program returns sum to %.9g, and not to 1: %s", sum,
		lost))
}

// undrawn is more than the probability that a run meets an outcome whose weight has no digits left as a float.
const undrawn = 1e-300

// soundFromReverse compares the law that reverse runs gave with that of forward runs, which lack outcomes below every
// float alone. So q is no less than theirs, and more by undrawn at most. A q below undrawn is known by reverse runs
// alone, which lack moves back that lie below every float: where p has mass that counts, it is not known at all. The
// error is unsound.
func (a *making) soundFromReverse(forward []float64) error {
	const digits, counts = 1e-6, 1e-15
	for x, least := range forward {
		q := a.Q[x]
		cell := a.problem.Grid.Coords(x)
		if q < least*(1-digits)-undrawn || q > least*(1+digits)+undrawn {
			return unsound(fmt.Sprintf("forward runs return cell %v with probability %.3g, and reverse runs say "+
				"%.3g: %s", cell, least, q, lost))
		}
		if q < undrawn && a.P[x] > counts {
			return unsound(fmt.Sprintf("how seldom cell %v is returned, less than once in 1e300 runs, is not known: "+
				"%s", cell, lost))
		}
	}
	return nil
}
