package programs_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func annealer(p programs.Problem) programs.Program { return programs.AIS{Problem: p} }

func TestAISKeepsTheLaw(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		chaintest.ProgramLaws(t, annealer, chaintest.Problems(k, 3)...)
	}
	skipping := chaintest.Problems(kernels.HeatBath{}, 4)
	for i := range skipping {
		skipping[i].SkipLast = true
	}
	chaintest.ProgramLaws(t, annealer, skipping...)
}

// lateAIS takes its weight after the move.
type lateAIS struct{ programs.AIS }

func (p lateAIS) Forward(d chains.Dice) (x int, logw float64) {
	l, op := p.NewLevel(), p.Kernel.On(p.Grid)
	p.LevelAt(l, 1)
	x = d.Pick(chains.Normalized(l.LogF()))
	before := append([]float64(nil), l.LogF()...)
	for t := 2; t <= p.T(); t++ {
		p.LevelAt(l, t)
		op.Aim(l)
		x = op.Step(x, d)
		logw += chains.LogRatio(l.LogF()[x], before[x])
		copy(before, l.LogF())
	}
	return x, logw
}

func TestBrokenAISIsFound(t *testing.T) {
	late := func(p programs.Problem) programs.Program { return lateAIS{programs.AIS{Problem: p}} }
	chaintest.BrokenProgram(t, late, chaintest.Problems(kernels.Metropolis{}, 3)...)
}
