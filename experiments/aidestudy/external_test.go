package aidestudy

import (
	"errors"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestExternalFails: whichever question a program from outside fails at, that is the study's error.
func TestExternalFails(t *testing.T) {
	common := must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)
	a, _, err := common.At(t.Context(), 2)
	must.Do(t, err)
	_, target := common.Ends()
	for _, questions := range []int{0, 1, 2, 3, 20, 40} {
		p := chaintest.Piped{Program: programs.NewSIR(experiments.Problem(common, a), 4), Dice: sample.Seeded(9),
			Left: &questions}
		common.Command.Program = outside.NewRuns(t.Context(), p, target, outside.NotTold{Why: "it tells no ways"})
		s := Study{Common: common, Gold: sided(t, common.Setting, "posterior", 2),
			Programs: []PlacedProgram{sided(t, common.Setting, experiments.ExecProgram, 2)},
			Options:  Options{Runs: Counts{Gold: 200, Target: 200}, Meta: oneEach, Seed: 3}}
		if _, err := s.Compare(t.Context(), []int{2}, nil); !errors.Is(err, chaintest.ErrPipe) {
			t.Errorf("after %d questions the error is %v, want %v", questions, err, chaintest.ErrPipe)
		}
	}
}
