package experiments

import (
	"context"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// At returns the annealing of T levels; Levels says which T would do. A schedule made from
// the truth may take long, and choice then says how it was chosen; otherwise choice is
// nil. The error is ctx's, or a Fault if the annealing has no such schedule.
func (c Chain) At(ctx context.Context, T int) (a chains.Annealing, choice *chains.Chosen, err error) {
	a, choice, _, err = c.atWith(ctx, T, nil)
	return a, choice, err
}

// atWith is At for a study that runs the annealing afterwards. It reports the progress of the
// choice and of the questions to a program, and returns the progress for the rest.
func (c Chain) atWith(ctx context.Context, T int, tell Progress) (a chains.Annealing, choice *chains.Chosen,
	rest Progress, err error) {
	a, choice, rest, err = c.scheduled(ctx, T, tell)
	if err != nil || c.Exec == "" {
		return a, choice, rest, err
	}
	a, err = c.byAnswers(ctx, a, rest.Share(0, 1, 2))
	return a, choice, rest.Share(1, 2, 2), err
}

// scheduled is atWith before a program is asked for the rows of the kernel.
func (c Chain) scheduled(ctx context.Context, T int, tell Progress) (a chains.Annealing, choice *chains.Chosen,
	rest Progress, err error) {
	a = c.Fewest() // extending the chain takes long, so it is done once
	t := c.schedule.truth
	if err := c.schedule.affords(T); err != nil {
		return a, nil, nil, err
	}
	if t.name == "" {
		return c.over(a, c.schedule.curve(T)), nil, tell, nil
	}
	var chosen chains.Chosen
	if !t.best() {
		var length *tuning.Length
		if length, err = c.lengths[t.name](ctx); err == nil {
			chosen = chains.Chosen{Schedule: length.Schedule(T), Value: length.Total(), Converged: true}
		}
	} else {
		levels, choosing := 0, tell.Share(0, t.passes, t.passes+1)
		chosen, err = t.search(c.Fewest()).Best(ctx, T, func(more int) {
			levels += more
			choosing.Tell(levels, t.gradients*T)
		})
	}
	if err != nil && ctx.Err() == nil {
		err = Faultf("%v %s: %v", FieldSchedule, t.name, err)
	}
	if err != nil {
		return a, nil, nil, err
	}
	return c.over(a, chosen.Schedule), &chosen, tell.Share(t.passes, t.passes+1, t.passes+1), nil
}

// An Aimed is an annealing of a chain at one T, for the kth of some rows.
type Aimed struct {
	chains.Annealing
	Choice *chains.Chosen // how its schedule was chosen; nil for a curve or a file
	Kth    int
}

// AtEach makes so many rows at every T of ts, in the order of ts, on so many workers (below 1: one a core). Progress
// counts levels.
func AtEach[Row any](ctx context.Context, c Chain, workers int, ts []int, many int, progress Progress,
	row func(ctx context.Context, at Aimed, tell Progress) (Row, error)) ([]Row, error) {
	rows := make([]Row, len(ts)*many)
	err := EachTelling(ctx, workers, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, choice, tell, err := c.atWith(ctx, ts[i], tell)
		for k := 0; err == nil && k < many; k++ {
			rows[i*many+k], err = row(ctx, Aimed{a, choice, k}, tell.Share(k, k+1, many))
		}
		return err
	})
	return rows, err
}
