package programs_test

import (
	"fmt"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
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

// sameTogether fails t unless runs that are made together are to the last bit those that are made alone.
func sameTogether(t *testing.T, name string, p aide.Many[int]) {
	t.Helper()
	const runs = 20
	dice := func() (all []chains.Dice) {
		for i := range runs {
			all = append(all, sample.Seeded(uint64(i)))
		}
		return all
	}
	xs, logw := p.Forwards(dice())
	for i, d := range dice() {
		if x, v := p.Forward(d); x != xs[i] || v != logw[i] {
			t.Errorf("%s, run %d: alone it returns %d with log w = %v, and together %d with %v", name, i, x, v, xs[i],
				logw[i])
		}
	}
	back := p.Reverses(xs, dice())
	for i, d := range dice() {
		if v := p.Reverse(xs[i], d); v != back[i] {
			t.Errorf("%s, run %d: alone log w in reverse is %v, and together %v", name, i, v, back[i])
		}
	}
}

func TestAISTogether(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.GibbsSweep{}, 5) {
		sameTogether(t, fmt.Sprint("problem ", i), programs.AIS{Problem: p})
	}
}
