package programs_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func TestPosteriorKeepsTheLaw(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return programs.NewPosterior(p) }
	chaintest.ProgramLaws(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
	chaintest.ProgramLaws(t, of, elsewhere())
}

// flattened draws from the initial density as if that were the target.
type flattened struct{ programs.Posterior }

func (p flattened) Forward(d chains.Dice) (x int, logw float64) {
	_, logw = p.Posterior.Forward(d)
	x, _ = programs.NewImportance(p.Problem).Forward(d)
	return x, logw
}

func TestBrokenPosteriorIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return flattened{programs.NewPosterior(p)} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
}
