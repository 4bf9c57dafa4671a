// Package backward asks two questions of AIDE (Cusumano-Towner and Mansinghka 2017). What would better meta-inference
// buy: a backward kernel from pilot runs in place of the reversal (pilots.go)? And how good are samplers that miss
// their target, which have no reversal there (missing.go)? reports/backward has what was found.
package backward

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// Found is what the study found.
type Found struct {
	Pilots  []PilotRow
	Missing []MissingRow
}

// A subject is a chain, with the set that it belongs to.
type subject struct {
	name, set string
	of        chains.Annealing
}

// Measure runs all of it.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	found.Pilots, err = measurePilots(ctx, setting, setting.Tell.Share(0, 1, 2))
	if err != nil {
		return found, err
	}
	found.Missing, err = measureMissing(ctx, setting, setting.Tell.Share(1, 2, 2))
	return found, err
}

// pilotSubjects are the chains of the first question: annealings of BREAD's toys, AIDE's regression without annealing,
// and fresh draws.
func pilotSubjects(ctx context.Context, setting run.Setting) (all []subject, err error) {
	add := func(s experiments.Setting, T int, set string) error {
		chain, err := s.Chain()
		if err != nil {
			return err
		}
		a, _, err := chain.At(ctx, T)
		all = append(all, subject{fmt.Sprintf("%s, T = %d", s.TargetLabel(), T), set, a})
		return err
	}
	if setting.Seed == 0 {
		for _, T := range []int{100, 1000} {
			if setting.Quick && T > 100 {
				break
			}
			for _, toy := range []string{"easy", "hard", "barrier"} {
				if err := add(experiments.Setting{Toy: toy}, T, run.FoundOn); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, unannealed(1), unannealed(8), unannealed(32))
	}
	for _, s := range setting.EasyAndHard() {
		if err := add(s, 100, run.TriedOn); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// regressionPoints are the values of each coefficient of AIDE's regression.
const regressionPoints = 21

// unannealed is AIDE's regression by so many steps of the authors' Metropolis-Hastings, with proposals from the prior:
// an annealing whose levels all stand at the posterior.
func unannealed(steps int) subject {
	data := aidepaper.RegressionData
	t := toys.NewRegression(len(data), regressionPoints).Model().Given(data)
	a := chains.Annealing{Grid: t.Grid, Schedule: chains.Linear(2).Standing([]int{steps}),
		Bridge: chains.Geometric{From: t.Model.Steps[0], To: t.LogF}, Kernel: kernels.IndependenceFrom{}}
	return subject{fmt.Sprintf("regression, MH, %d steps", steps), run.FoundOn, a}
}
