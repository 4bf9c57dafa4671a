package programs_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func shme(draws int, proposal programs.Proposal, steps int) func(programs.Problem) programs.Program {
	return func(p programs.Problem) programs.Program {
		made, err := programs.NewSHME(p, draws, programs.Sequence{Proposal: proposal, Steps: steps})
		if err != nil {
			panic(err)
		}
		return made
	}
}

func TestSHMEKeepsTheLaw(t *testing.T) {
	for _, proposal := range []programs.Proposal{programs.Prior, programs.Optimal} {
		model := chaintest.Model(kernels.Metropolis{})
		chaintest.ProgramLaws(t, shme(1, proposal, 1), chaintest.WideModel(kernels.Metropolis{}))
		chaintest.ProgramLaws(t, shme(2, proposal, 0), model)
		model.SkipLast = true
		chaintest.ProgramLaws(t, shme(2, proposal, 1), model)
	}
}

// With one draw it is SMC through the observations with one particle, atom by atom.
func TestSHMEOfOneDrawIsSMCData(t *testing.T) {
	model := chaintest.Model(kernels.GibbsSweep{})
	one, other := shme(1, programs.Optimal, 1)(model), smcData(1, programs.Optimal, 1)(model)
	mixed := chaintest.Atoms{Forward: chaintest.AtomsOf(one, model).Forward,
		Reverse: chaintest.AtomsOf(other, model).Reverse}
	if f := mixed.Finding(); !f.OK {
		t.Error(f)
	}
}

// faultySHME deletes the observations with a fault.
type faultySHME struct {
	programs.SHME
	fault fault
}

const (
	resamplesByWeight fault = "draws are resampled by their weights and not by the reciprocals"
	copiesOne         fault = "all draws start at one exact sample"
)

// Reverse is right without a fault. With copies of one draw E[1/w] would still be 1/R.
func (p faultySHME) Reverse(x int, d chains.Dice) (logw float64) {
	path, rise := p.Path()
	cells := slices.Repeat([]int{x}, p.K)
	for j := 1; j < p.K && p.fault != copiesOne; j++ {
		cells[j] = d.Pick(path.Start())
	}
	for i := range path.Len() {
		step := path.At(i)
		w, mean := make([]float64, p.K), 0.0
		for j, x := range cells {
			if w[j] = 1; step.LogW != nil {
				w[j] = math.Exp(step.LogW[x])
			}
			if mean += w[j] / float64(p.K); p.fault == resamplesByWeight {
				w[j] = 1 / w[j]
			}
		}
		logw -= math.Log(mean)
		before := slices.Clone(cells)
		for j := range cells {
			if step.LogW != nil {
				cells[j] = before[d.Pick(w)]
			}
			for _, m := range step.Moves {
				cells[j] = m.Step(cells[j], d)
			}
		}
	}
	return logw + rise
}

func TestBrokenSHMEIsFound(t *testing.T) {
	of := func(f fault) func(programs.Problem) programs.Program {
		return func(p programs.Problem) programs.Program {
			return faultySHME{shme(2, programs.Prior, 0)(p).(programs.SHME), f}
		}
	}
	model := chaintest.Model(kernels.Metropolis{})
	chaintest.ProgramLaws(t, of(none), model)
	for _, f := range []fault{resamplesByWeight, copiesOne} {
		t.Run(string(f), func(t *testing.T) { chaintest.BrokenProgram(t, of(f), model) })
	}
}
