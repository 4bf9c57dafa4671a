package programs_test

import (
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func smcData(particles int, proposal programs.Proposal, steps int) func(programs.Problem) programs.Program {
	return func(p programs.Problem) programs.Program {
		made, err := programs.NewSMCData(p, particles, programs.Sequence{Proposal: proposal, Steps: steps})
		if err != nil {
			panic(err)
		}
		return made
	}
}

func TestSMCDataKeepsTheLaw(t *testing.T) {
	for _, proposal := range []programs.Proposal{programs.Prior, programs.Optimal} {
		model := chaintest.Model(kernels.Metropolis{})
		chaintest.ProgramLaws(t, smcData(1, proposal, 1), chaintest.WideModel(kernels.Metropolis{}))
		chaintest.ProgramLaws(t, smcData(1, proposal, 2), chaintest.Model(kernels.GibbsSweep{}))
		chaintest.ProgramLaws(t, smcData(2, proposal, 0), model)
		model.SkipLast = true
		chaintest.ProgramLaws(t, smcData(2, proposal, 1), model)
	}
}

// unseen takes the observation's own latents from the law before it was seen, and weighs as if
// they had been drawn given it.
type unseen struct{ programs.SMCData }

func (p unseen) Forward(d chains.Dice) (x int, logw float64) {
	path, rise := p.Path()
	x = d.Pick(path.Start())
	for i := range path.Len() {
		step := path.At(i)
		logw += step.LogW[x]
		x = step.Backs[len(step.Backs)-1].Step(x, d)
	}
	return x, logw + rise
}

func TestBrokenSMCDataIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program {
		return unseen{smcData(1, programs.Optimal, 0)(p).(programs.SMCData)}
	}
	chaintest.BrokenProgram(t, of, chaintest.Model(kernels.Metropolis{}))
}

func TestSMCDataNeedsAModel(t *testing.T) {
	for _, c := range []struct {
		problem programs.Problem
		says    string
	}{
		{chaintest.Tilted(kernels.Metropolis{}, 3), "a model from its prior would do"},
		{chaintest.Model(kernels.Lifted{}), "a kernel without states of its own would do"},
	} {
		if _, err := programs.NewSMCData(c.problem, 2, programs.Sequence{}); !strings.Contains(err.Error(), c.says) {
			t.Errorf("the error is %q, and %q is missing", err, c.says)
		}
	}
}
