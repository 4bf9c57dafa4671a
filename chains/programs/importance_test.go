package programs_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func TestImportanceKeepsTheLaw(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return programs.NewImportance(p) }
	chaintest.ProgramLaws(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
}

// inverted weighs by f_1/f_T.
type inverted struct{ programs.Importance }

func (p inverted) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = p.Importance.Forward(d)
	return x, -logw
}

func TestBrokenImportanceIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return inverted{programs.NewImportance(p)} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
}
