// Package paths asks which bridge, which schedule and which kernel make the most of so many evaluations of the
// density, what the literature says of it, and when a choice by B is dear. reports/paths has what was found.
// settings.txt has what is measured.
package paths

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/schedules"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/toys/zoo"
)

// A Row is an annealing, with its exact numbers.
type Row struct {
	Part, Target, Kernel, Bridge, Schedule string
	Seed, Repeat, T                        int
	Dwell                                  int     // levels that stand at the target, after the schedule's
	Count                                  string  // how evaluations are counted (cost.go); "" if T is given
	Budget                                 int     // evaluations of the density, which T follows from; 0 if T is given
	Pilot                                  int     // chains of T = 100 whose mean weight is the bridge's R; 0 for none
	Off                                    float64 // of the bridge's log R from the truth
	J, B                                   float64
	Near, Action, KL                       float64 // of lengths: B near equilibrium, the action, the larger path KL
}

const header = "part target seed kernel repeat bridge schedule dwell count evaluations T pilot off J B near action kl"

func (r *Row) fields() []any {
	return []any{&r.Part, &r.Target, &r.Seed, &r.Kernel, &r.Repeat, &r.Bridge, &r.Schedule, &r.Dwell, &r.Count,
		&r.Budget, &r.T, &r.Pilot, &r.Off, &r.J, &r.B, &r.Near, &r.Action, &r.KL}
}

// digits is how many digits a number of the file has.
const digits = 5

// cells are the row as the file has it: 0 is empty.
func (r Row) cells() (cells []string) {
	for _, at := range r.fields() {
		cell := ""
		switch v := at.(type) {
		case *float64:
			cell = display.Digits(*v, digits)
		case *int:
			cell = strconv.Itoa(*v)
		case *string:
			cell = *v
		}
		cells = append(cells, strings.TrimPrefix(cell, strings.Repeat("0", len(cell))))
	}
	return cells
}

// chain makes the chain of a row, with this bridge.
func (r Row) chain(bridge string) (experiments.Chain, error) {
	s := experiments.Setting{Toy: r.Target, Kernel: r.Kernel, Repeat: r.Repeat, Bridge: bridge}
	name := r.Target
	if name == surrogate {
		name = fmt.Sprintf("%s-%03d", surrogate, r.Seed)
	}
	switch found, err := zoo.Select(name); {
	case r.Target == "easy", r.Target == "hard":
		seed := uint64(r.Seed)
		s.Seed = &seed
	case strings.HasPrefix(r.Target, "ising"):
		s.Orbits = experiments.OwnOrbits
	case err == nil && (found[0].Group == "posteriors" || found[0].Group == "surrogates"):
		s.Toy = ""
		return s.On(found[0].Make())
	}
	return s.Chain()
}

// answered fills in the numbers of rows that share a chain.
func answered(ctx context.Context, rows []Row) error {
	bridge := rows[0].Bridge
	if rows[0].Part == "pilots" && bridge == "mixture" {
		var err error
		if bridge, err = wrong(ctx, rows); err != nil {
			return fmt.Errorf("%v: %w", rows[0], err)
		}
	}
	base, err := rows[0].chain(bridge)
	if err != nil {
		return fmt.Errorf("%v: %w", rows[0], err)
	}
	for i := range rows {
		chain, err := base.WithSchedule(rows[i].Schedule)
		if err == nil {
			err = rows[i].answer(ctx, chain)
		}
		if err != nil {
			return fmt.Errorf("%v: %w", rows[i], err)
		}
	}
	return nil
}

// wrong is the mixture with the log R of the rows: off by Off, or from a pilot of the geometric path at T = 100.
func wrong(ctx context.Context, rows []Row) (bridge string, err error) {
	geometric, err := rows[0].chain("geometric")
	if err != nil {
		return "", err
	}
	a, _, _ := geometric.At(ctx, 100)
	truth, err := exact.Measure(ctx, a)
	if n := rows[0].Pilot; n > 0 && err == nil {
		var runs sample.Runs
		runs, err = sample.Run(ctx, a, sample.Options{Chains: n, Seed: uint64(1 + rows[0].Seed), Workers: 1})
		for i := range rows {
			rows[i].Off = floats.LogSumExp(runs.Forward.LogW) - math.Log(float64(n)) + runs.Rise - truth.LogR
		}
	}
	return "mixture:" + strconv.FormatFloat(truth.LogR+rows[0].Off, 'g', -1, 64), err
}

// annealing is the row's, of T levels in all.
func (r Row) annealing(ctx context.Context, chain experiments.Chain, T int) (chains.Annealing, error) {
	a, _, err := chain.At(ctx, T-r.Dwell)
	if err == nil {
		a.Schedule = stood(a.Schedule, r.Dwell)
	}
	return a, err
}

// levels are how many the row's evaluations afford.
func (r Row) levels(ctx context.Context, chain experiments.Chain) (int, error) {
	base := chain.Base(chains.Linear(2))
	steps := chains.FactsOf(base.Kernel, base.Grid).Cost
	return affordable(r.Budget, 2+r.Dwell, func(T int) (float64, error) {
		a, err := r.annealing(ctx, chain, T)
		if err != nil {
			return 0, err
		}
		return evaluations(r.Count, a.Schedule, steps), nil
	})
}

func (r *Row) answer(ctx context.Context, chain experiments.Chain) error {
	if r.Budget > 0 {
		T, err := r.levels(ctx, chain)
		if err != nil {
			return err
		}
		r.T = T
		if T == 0 { // the setting cannot be afforded, and has no numbers
			return nil
		}
	}
	a, err := r.annealing(ctx, chain, r.T)
	if err != nil {
		return err
	}
	gap, err := exact.Measure(ctx, a)
	r.J, r.B = gap.Final.Jeffreys(), gap.B()
	if r.Part != "lengths" || err != nil {
		return err
	}
	l, err := schedules.LengthsOf(experiments.Exact{Chain: chain, Schedule: a.Schedule})
	r.Near = l.Near
	r.Action = l.Action
	r.KL = max(gap.Paths.Forward, gap.Paths.Reverse)
	return err
}

// Measure makes all rows, in their order. Those of a chain follow one another, and are one piece of the work.
func Measure(ctx context.Context, setting run.Setting) ([]Row, error) {
	var families [][]Row
	for _, of := range experiments.GroupBy(planned(setting), func(r Row) Row {
		r.Schedule = ""
		r.Dwell = 0
		r.Count = ""
		r.Budget = 0
		if r.Part != "pilots" {
			r.T = 0
		}
		return r
	}) {
		families = append(families, of)
	}
	alike := slices.Repeat([]int{1}, len(families))
	found, err := run.Each(ctx, setting.Shelf, "chains", alike, setting.Tell,
		func(ctx context.Context, i int) ([]Row, error) {
			err := answered(ctx, families[i])
			return families[i], err
		})
	rows := slices.Concat(found...)
	for i := range rows {
		rows[i].round()
	}
	return rows, err
}

func (r *Row) round() {
	for _, at := range r.fields() {
		if v, ok := at.(*float64); ok {
			display.Round(digits, v)
		}
	}
}
