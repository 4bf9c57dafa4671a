package averages

import (
	"fmt"

	"breadboard/exact/accounts/laplace"
)

// How says how a number was got.
type How string

// The ways to a number.
const (
	Closed   How = "closed form" // sums over cells
	Integral How = "integral"    // over a Laplace transform; that of ais is one over complex powers
	Inverted How = "inversion"   // of a characteristic function, with a noise as wide as the bounds are apart
)

// The errors of programs that no case here knows.
var (
	errNoTails = fmt.Errorf("%w: tails are known of sir, ais and programs that draw one cell", laplace.ErrTooLarge)
	errTooDeep = fmt.Errorf("%w: the weights of ais span so many nats that no digit is left of their powers",
		laplace.ErrTooLarge)
	errNoAverages = fmt.Errorf("%w: averages are known of sir, ais, cms, hme-chain and programs that draw one cell",
		laplace.ErrTooLarge)
)
