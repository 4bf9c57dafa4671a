package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments/columns"
)

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states. B is the divergence of the paths, and bounds J. Both are in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)

// An Exact has the exact numbers of an annealing.
type Exact struct {
	Annealer    Annealer
	Choice      *chains.Chosen // how the schedule was chosen; nil for a curve or a file
	Schedule    chains.Schedule
	columns.Run // the numbers, without Monte Carlo
}

// ExactOf returns the exact result of an annealing that At made, with its annealer.
//
// With the friction schedule (optimal.go) it adds NearB, the limit of B if p_t changes little while the kernel forgets
// where it was, and NearFloor, its least value over all schedules with as many levels. With any other schedule both are
// NaN: on BREAD's own toys they are far above B and mean nothing, and friction takes minutes on large spaces.
func (an Annealer) ExactOf(a chains.Annealing, r exact.Result) Exact {
	e := Exact{Annealer: an, Schedule: a.Schedule, Run: columns.Run{Result: r, NearB: math.NaN(),
		NearFloor: math.NaN()}}
	if o := an.schedule.optimal; o != nil && o.name == friction {
		l, err := an.length(context.Background(), friction)
		if err == nil { // without it At would have failed
			e.NearB = l.Action(a.Schedule)
			e.NearFloor = l.Total() * l.Total() / float64(a.T()-1)
		}
	}
	e.Annealer.commandRows = nil // the rows would stay in memory as long as the result
	e.TV = floats.Distance(r.Q, r.P, 1) / 2
	if e.J() == 0 && e.Rounding() > 0 {
		e.Warnings = append(slices.Clip(e.Warnings), RoundedJ(e.Rounding()))
	}
	return e
}

// RoundedJ says of a J of 0 that it may have been as large as rounding.
func RoundedJ(rounding float64) string {
	return fmt.Sprintf("J is rounding alone: it is 0, or at most %.1e", rounding)
}

// A Task is an annealing at one T for one row. Kth numbers the rows that ForEachT makes at each T, from 0.
type Task struct {
	chains.Annealing
	Choice *chains.Chosen // how its schedule was chosen; nil for a curve or a file
	Kth    int
}

// ForEachT makes perT rows at every T of ts, in the order of ts, on all cores. A row takes each bytes for a cell,
// and others beside, with the run's. Progress counts levels.
func ForEachT[Row any](ctx context.Context, an Annealer, ts []int, perT int, each, others float64, progress Progress,
	row func(ctx context.Context, at Task, progress Progress) (Row, error)) ([]Row, error) {
	rows := make([]Row, len(ts)*perT)
	cells := float64(an.Grid.Size())
	bytes := cells*max(each, an.cellBytes()) + float64(slices.Max(ts))*an.perLevel() + others
	err := eachReporting(ctx, ts, bytes, progress, func(ctx context.Context, i int, progress Progress) error {
		a, choice, err := an.At(ctx, ts[i])
		for k := 0; err == nil && k < perT; k++ {
			rows[i*perT+k], err = row(ctx, Task{a, choice, k}, progress.Share(k, k+1, perT))
		}
		return err
	})
	return rows, err
}

// Exactly runs the annealings of every T of ts, and returns rows in the order of ts. Progress counts levels. On more
// than MostKept states it does not keep the distributions.
func (an Annealer) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	an = an.TakingMisses()
	return ForEachT(ctx, an, ts, 1, 0, 0, progress, func(ctx context.Context, at Task,
		progress Progress) (Exact, error) {
		r, err := exact.Options{ByLevel: an.ByLevel, Progress: progress}.Run(ctx, at.Annealing)
		if err != nil {
			return Exact{}, err
		}
		e := an.ExactOf(at.Annealing, r)
		e.Choice = at.Choice
		if an.Target.Grid.Size() > MostKept {
			e.Measured = e.WithoutCells()
		}
		return e, nil
	})
}
