package distance

import (
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// outsideStudy compares sir:4, from outside, with exact draws on BARRIER.
func outsideStudy(t *testing.T, runs int, change func(*chaintest.Piped)) (Study, float64) {
	t.Helper()
	annealer := must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)
	a, _, err := annealer.At(t.Context(), 2)
	must.Do(t, err)
	p := chaintest.Piped{Program: programs.NewSIR(experiments.Problem(annealer, a), 4), Dice: sample.Seeded(9)}
	change(&p)
	initial, target := annealer.Ends()
	by := experiments.Command{Program: outside.NewRuns(t.Context(), p, target, "it tells no ways"), Line: "sir 4"}
	annealer.Command = by
	s := Study{Common: annealer,
		Options: Options{Runs: Counts{Gold: runs, Target: runs}, Meta: Counts{Gold: 1, Target: 1}, Seed: 3}}
	s.Gold = sided(t, annealer.Setting, "posterior", 2)
	s.Programs = []PlacedProgram{sided(t, annealer.Setting, experiments.ExecProgram, 2),
		sided(t, annealer.Setting, "sir:4", 2)}
	return s, chains.LogSum(target) - chains.LogSum(initial)
}

// TestExternalIsTheProgram: a program from outside has the estimate of the same program inside, whose expectation is
// exact, to within five standard errors. A constant in its weights drops out, to rounding.
func TestExternalIsTheProgram(t *testing.T) {
	s, logR := outsideStudy(t, 1000, func(*chaintest.Piped) {})
	rows, err := s.Compare(t.Context(), []int{2}, nil)
	must.Do(t, err)
	inside := rows[1]
	e := rows[0].Estimate
	w := rows[0].Ways
	if math.Abs(e.Value-inside.Expected) > 5*e.StdErr {
		t.Errorf("the estimate is %v +- %v, want about %v", e.Value, e.StdErr, inside.Expected)
	}
	if inside.Ways != nil {
		t.Errorf("the program inside has the ways %v", inside.Ways)
	}
	if w.Broken() || w.Exact != logR || math.Abs(w.LogR-logR) > 5*w.StdErr {
		t.Errorf("P = %v; log R is %v, want %v; by its weights %v +- %v", w.P(), w.Exact, logR, w.LogR, w.StdErr)
	}
	s, _ = outsideStudy(t, 1000, func(p *chaintest.Piped) { p.Constant = 100 })
	if rows, err = s.Compare(t.Context(), []int{2}, nil); err != nil {
		t.Fatal(err)
	}
	if with := rows[0].Estimate.Value; math.Abs(with-e.Value) > 1e-10 || math.Abs(rows[0].Ways.LogR-w.LogR-100) > 1e-9 {
		t.Errorf("with a constant of 100 the estimate is %v, want %v, and log R %v", with, e.Value, rows[0].Ways.LogR)
	}
}

// TestToldIsTheProgram: a program from outside that is known by all its ways has the exact distance of the same program
// inside, and an estimate of it from our dice; a constant in its weights is taken out.
func TestToldIsTheProgram(t *testing.T) {
	s, _ := outsideStudy(t, 500, func(*chaintest.Piped) {})
	p := experiments.Problem(s.Common, s.Common.Base(chains.Linear(2)))
	s.Common.Command.Program = chaintest.ToldBy(programs.NewSIR(p, 2), p).Plus(100)
	s.Programs[1] = sided(t, s.Common.Setting, "sir:2", 2)
	s.Meta = Counts{Gold: 2, Target: 3}
	rows := must.Have(s.Compare(t.Context(), []int{2}, nil))(t)
	is, want := rows[0], rows[1]
	for name, pair := range map[string][2]float64{"distance": {is.Symmetrised(), want.Symmetrised()},
		"expected": {is.Expected, want.Expected}, "own": {is.Exact.Bias.TargetOwn, want.Exact.Bias.TargetOwn},
		"bias": {is.Bias.Value, want.Bias.Value}, "fall": {is.Falls.Target.Value, want.Falls.Target.Value}} {
		must.Near(t, pair[0], pair[1], 1e-10, "%s", name)
	}
	if !is.Exactly || is.M != want.M || is.HowTarget != "enumerated" || len(is.Warnings) > 0 {
		t.Errorf("M = %d, want %d, %s; %q", is.M, want.M, is.HowTarget, is.Warnings)
	}
	expected := is.Symmetrised() + is.Bias.Value
	if e := is.Estimate; math.Abs(e.Value-expected) > 5*e.StdErr || is.Ways.Broken() ||
		math.Abs(is.Ways.Fit.LogC-100) > 1e-9 {
		t.Errorf("the estimate is %v, want %v; %+v", e, expected, is.Ways.Fit)
	}
}

// TestExternalIsAccused: a constant in reverse alone is found, and moves the estimate by as much.
func TestExternalIsAccused(t *testing.T) {
	s, _ := outsideStudy(t, 2000, func(p *chaintest.Piped) { p.Shift = 0.5 })
	rows := must.Have(s.Compare(t.Context(), []int{2}, nil))(t)
	if w := rows[0].Ways; !w.Broken() {
		t.Errorf("P = %v", w.P())
	}
	if e, want := rows[0].Estimate, rows[1].Expected+0.5; math.Abs(e.Value-want) > 5*e.StdErr {
		t.Errorf("the estimate is %v +- %v, want about %v", e.Value, e.StdErr, want)
	}
}

// TestExternalFails: whichever question the program fails at, that is the study's error.
func TestExternalFails(t *testing.T) {
	for _, questions := range []int{0, 1, 2, 3, 20, 40} {
		left := questions
		s, _ := outsideStudy(t, 200, func(p *chaintest.Piped) { p.Left = &left })
		if _, err := s.Compare(t.Context(), []int{2}, nil); !errors.Is(err, chaintest.ErrPipe) {
			t.Errorf("after %d questions the error is %v, want %v", questions, err, chaintest.ErrPipe)
		}
	}
}
