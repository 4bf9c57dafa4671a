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
