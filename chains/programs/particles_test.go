package programs_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

// Crowds that take a path together are those that take it alone, also if they do not fit together:
// crowds of 60,000 go 17 at a time.
func TestCrowdsTogether(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.GibbsSweep{}, 5) {
		for _, share := range []float64{math.Inf(1), 0.7} {
			sameTogether(t, fmt.Sprintf("problem %d, share %g", i, share), programs.SMC{Problem: p, P: 5, Share: share})
		}
	}
	model := chaintest.WideModel(kernels.Metropolis{})
	for _, proposal := range []programs.Proposal{programs.Prior, programs.Optimal} {
		p, err := programs.NewSMCData(model, 3, programs.Sequence{Proposal: proposal, Steps: 1})
		if err != nil {
			t.Fatal(err)
		}
		sameTogether(t, string(proposal), p)
	}
	sameTogether(t, "many particles", programs.SMC{Problem: chaintest.Tilted(kernels.Metropolis{}, 2), P: 60_000,
		Share: math.Inf(1)})
}
