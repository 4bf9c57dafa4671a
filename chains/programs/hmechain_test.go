package programs_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func TestHMEChainKeepsTheLaw(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for _, states := range []int{1, 2, 4} {
			of := func(p programs.Problem) programs.Program { return programs.NewHMEChain(p, states) }
			chaintest.ProgramLaws(t, of, chaintest.Problems(k, 2)...)
		}
	}
}

// priorFirst always starts forward at the first place.
type priorFirst struct{ programs.HMEChain }

func (p priorFirst) Forward(d chains.Dice) (x int, logw float64) {
	first, _ := p.Ends()
	x = d.Pick(chains.Normalized(first))
	return x, p.Reverse(x, d)
}

func TestBrokenHMEChainIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return priorFirst{programs.NewHMEChain(p, 2)} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.Metropolis{}, 2)...)
}
