package programs_test

import (
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
)

var ways = []string{"systematic", "stratified", "residual"}

// Every way to resample keeps the law, and so do chains: by reversible kernels and others, with the last move and without
// it, and if particles are resampled now and then. On two cells all paths of the dice are walked. From the second
// resampling on it matters where a kept particle stands.
func TestResamplingKeepsTheLaw(t *testing.T) {
	for _, way := range ways {
		tilted := chaintest.Tilted(kernels.Metropolis{}, 3)
		chaintest.ProgramLaws(t, of("smc:2:resample="+way), tilted)
		chaintest.ProgramLaws(t, of("smc:3:resample="+way), without(tilted)[0])
		chaintest.ProgramLaws(t, of("smc:3:ess=0.9:resample="+way), without(tilted)[0])
		chaintest.ProgramLaws(t, of("smc:2:resample="+way), without(chaintest.Problems(kernels.GibbsSweep{}, 3)[0])...)
		longer := without(chaintest.Tilted(kernels.Metropolis{}, 4))[0]
		chaintest.ProgramLaws(t, of("smc:3:resample="+way), longer)
		chaintest.ProgramLaws(t, of("smc:4:waste-free=2:resample="+way), longer)
	}
	for _, k := range []string{"2:waste-free=2", "3:waste-free=3", "4:waste-free=2"} {
		chaintest.ProgramLaws(t, of("smc:"+k), chaintest.Tilted(kernels.Metropolis{}, 3))
	}
	lifted := chaintest.Problems(kernels.Lifted{}, 3)[0]
	chaintest.ProgramLaws(t, of("smc:3:waste-free=3"), lifted)
}
