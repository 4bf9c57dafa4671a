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

// undrawn bounds the probability of all outcomes that forward runs lack.
const undrawn = 1e-300

// soundFromReverse holds q, as reverse runs gave it, to the law of the forward runs. Forward runs lack only outcomes
// with probabilities below every float, so q is at least theirs, and at most undrawn more. Reverse runs alone know a q
// below undrawn, and may lack moves back that lie below every float: if p has mass there that counts, q is taken to be
// unknown, unless all reverse runs come from nowhere, whose probabilities are missed. The error is unsound.
func (a *making) soundFromReverse(forward, missed []float64) error {
	const digits, counts = 1e-6, 1e-15
	for x, least := range forward {
		q := a.Q[x]
		if q < least*(1-digits)-undrawn || q > least*(1+digits)+undrawn {
			return unsound(fmt.Sprintf("forward runs return cell %v with probability %.3g, and reverse runs say "+
				"%.3g: %s", a.problem.Grid.Coords(x), least, q, lost))
		}
		if q < undrawn && a.P[x] > counts && missed[x] < 1-digits {
			return unsound(fmt.Sprintf("how seldom cell %v is returned, less than once in 1e300 runs, is not known: "+
				"%s", a.problem.Grid.Coords(x), lost))
		}
	}
	return nil
}
