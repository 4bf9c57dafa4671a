package modes_test

import (
	"context"
	"fmt"

	"breadboard/experiments/aidepaper/modes"
	"breadboard/experiments/aidepaper/terms"
)

// Figure 3: SIR from a proposal that misses a mode is far off, and its estimate of log p(y) hardly tells.
func Example() {
	s, err := modes.Measure(context.Background(), terms.Size{Quick: true}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, proposal := range []string{modes.Offset, modes.Broad} {
		all := s.Of(proposal)
		last := all[len(all)-1]
		fmt.Printf("%s, %d draws: E[log estimate] %.2f, log p(y) %.2f, J = %.3g\n", proposal, last.P, last.LogML, s.LogP,
			last.Posterior.J)
	}
	// Output:
	// offset, 1000 draws: E[log estimate] -4.44, log p(y) -3.23, J = 9.15
	// broad, 1000 draws: E[log estimate] -3.23, log p(y) -3.23, J = 1.25e-05
}
