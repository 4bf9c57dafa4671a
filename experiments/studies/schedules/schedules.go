// Package schedules asks whether one may choose a schedule by B: eight schedules on the paper's toys at few levels
// (short.toml), and six of them at many (long.toml). Both are specs of a sweep, which the workbench's own command reads
// too. reports/schedules has what was found.
package schedules

import (
	"bytes"
	"context"
	_ "embed"
	"math"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	_ "breadboard/experiments/schedules"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/sweep"
)

//go:embed short.toml
var short []byte

//go:embed long.toml
var long []byte

// planned are the jobs of a spec. A quick look has few draws, and few levels.
func planned(spec []byte, quick bool) ([]sweep.Job, error) {
	instead := sweep.Instead{}
	if quick {
		instead = sweep.Instead{Spec: sweep.Spec{Seed: sweep.List{"0..3"}, T: sweep.List{"3", "10"}},
			Keys: []string{"seed", "T"}}
	}
	plan, err := sweep.ReadPlan(bytes.NewReader(spec), "the spec of the study", instead, journal.Build{})
	if err != nil {
		return nil, err
	}
	return plan.Jobs(), nil
}

// A Cell is J and B of a job; NaN if it has none.
type Cell struct{ J, B float64 }

// Found are both sweeps: their jobs in the order of their specs, with J and B of each.
type Found struct{ Short, Long []sweep.Row }

// Measure measures both sweeps.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	if found.Short, err = rows(ctx, setting, "short", short); err != nil {
		return found, err
	}
	found.Long, err = rows(ctx, setting, "long", long)
	return found, err
}

// MeasureLong measures the sweep of many levels alone.
func MeasureLong(ctx context.Context, setting run.Setting) (Found, error) {
	all, err := rows(ctx, setting, "long", long)
	return Found{Long: all}, err
}

// rows measures the jobs of a spec. A piece of the work is all jobs on one draw of a target.
func rows(ctx context.Context, setting run.Setting, part string, spec []byte) ([]sweep.Row, error) {
	jobs, err := planned(spec, setting.Quick)
	if err != nil {
		return nil, err
	}
	var draws [][]int // the places of jobs on one draw
	at := map[string]int{}
	for i, j := range jobs {
		name := j.Family()
		if _, ok := at[name]; !ok {
			at[name] = len(draws)
			draws = append(draws, nil)
		}
		draws[at[name]] = append(draws[at[name]], i)
	}
	sizes := make([]int, len(draws))
	for i, places := range draws {
		for _, place := range places {
			sizes[i] += jobs[place].T
		}
	}
	cells, err := run.Each(ctx, setting.Shelf, part, sizes, setting.Tell, func(ctx context.Context, i int) ([]Cell,
		error) {
		all := make([]Cell, len(draws[i]))
		for k, place := range draws[i] {
			var err error
			if all[k], err = cell(ctx, jobs[place]); err != nil {
				return nil, err
			}
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	all := make([]sweep.Row, len(jobs))
	for i, places := range draws {
		for k, place := range places {
			all[place] = filled(jobs[place], cells[i][k])
		}
	}
	return all, nil
}

// cell measures a job. A schedule that cannot be made at so few levels has no cell.
func cell(ctx context.Context, j sweep.Job) (Cell, error) {
	g, err := measured(ctx, j.Setting, j.T)
	if ctx.Err() != nil {
		return Cell{}, ctx.Err()
	}
	if err != nil {
		return Cell{math.NaN(), math.NaN()}, nil
	}
	return Cell{g.J(), g.B()}, nil
}

// filled is a row of a sweep.
func filled(j sweep.Job, c Cell) sweep.Row {
	return sweep.Row{Job: j, Values: columns.NewValues(map[string]float64{"J": c.J, "B": c.B})}
}

// measured measures an annealing.
func measured(ctx context.Context, s experiments.Setting, T int) (exact.Measured, error) {
	chain, err := s.Chain()
	if err != nil {
		return exact.Measured{}, err
	}
	a, _, err := chain.At(ctx, T)
	if err != nil {
		return exact.Measured{}, err
	}
	return exact.Measure(ctx, a)
}
