package programs_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func TestSIRKeepsTheLaw(t *testing.T) {
	for _, draws := range []int{1, 2, 4} {
		of := func(p programs.Problem) programs.Program { return programs.NewSIR(p, draws) }
		chaintest.ProgramLaws(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
	}
}

// unkept draws all P cells anew in reverse: the conditional run forgets its cell.
type unkept struct{ programs.SIR }

func (p unkept) Reverse(_ int, d chains.Dice) float64 {
	_, logw := p.Forward(d)
	return logw
}

func TestBrokenSIRIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return unkept{programs.NewSIR(p, 2)} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
}
