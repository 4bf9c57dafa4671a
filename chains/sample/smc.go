package sample

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// Sequential Monte Carlo is run in one of two ways. Each has the law of the program's own code (programs.SMC), of the
// cell and the log weight together, and takes all resamplings in one pass over the particles, or over the cells.
//
//   - A swarm (swarm.go) draws all particles of a step from one law. It serves if they are resampled multinomially at
//     every step.
//   - A crowd (crowd.go) keeps a cell and a log weight for each particle. It serves all else. If particles are
//     resampled now and then, those in one cell weigh differently. Systematic resampling looks at the
//     order of the particles: offspring of neighbours stand side by side, and then move apart. To sort them by cells
//     before would be another sampler, with another variance. So nothing here sorts.
//
// Some runs go through the levels together. They share the levels and the rows of the moves, each of which is made when
// a particle first asks for it.

// filtering returns the way of sequential Monte Carlo, through levels or observations. It keeps at most limit outcomes
// of a move.
func filtering(p programs.SMC, target chains.Law, limit int) way {
	const together = 64
	path, _ := p.Path()
	steps := path.Len()
	units := min(together, keptSteps/steps)
	parts := p.P
	if p.Plain() {
		parts = min(p.P, p.Grid.Size())
	} else {
		units = min(units, arrayed/p.P)
	}
	worker := func() worker { return newFilter(p, target, limit).run }
	return way{unit: 1, units: max(1, units), parts: steps, every: reportMoves / parts, worker: worker}
}

func newFilter(p programs.SMC, target chains.Law, limit int) *filter {
	path, rise := p.Path()
	n := p.Grid.Size()
	f := &filter{SMC: p, path: path, lack: rise, target: target, few: 8, mix: chains.NewGather(n),
		dice: func(t task, run int) chains.Dice { return t.dice(run) }}
	if p.Plain() {
		f.newOne = newSwarm
	} else {
		f.newOne = f.newCrowd
	}
	moves := 1
	if p.Data != nil {
		moves += p.Data.Steps
	}
	for range moves {
		f.rows = append(f.rows, newRows(n, limit))
	}
	return f
}

// run makes the runs of a task, forward or conditional.
func (f *filter) run(ctx context.Context, t task, done *progress) (err error) {
	defer stoppedBy(ctx, &err)
	cells := make([]int32, len(t.logw))
	all := f.populations(ctx, t, cells)
	f.start()
	for _, one := range all {
		one.start(f)
	}
	for i := range f.path.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		step := f.path.At(i)
		for j, m := range step.Moves {
			f.rows[j].moveBy(m)
		}
		if !f.Plain() {
			f.gain(step.LogW)
		}
		for _, one := range all {
			one.step(f, i, step)
		}
		done.add(len(all))
	}
	for i, one := range all {
		x, logw := one.end(f)
		t.logw[i] = logw + f.lack
		if !t.reverse {
			cells[i] = x
		}
	}
	t.end(cells)
	return nil
}

// populations returns those of a task. In reverse each keeps the lineage of a draw from the target, and cells are set
// to these draws.
func (f *filter) populations(ctx context.Context, t task, cells []int32) []population {
	dice := make([]chains.Dice, len(cells))
	for i := range dice {
		dice[i] = f.dice(t, i)
	}
	kept := make([]*programs.Lineage, len(cells))
	if t.reverse {
		ends := make([]int, len(cells))
		stoppable := make([]chains.Dice, len(cells))
		for i, d := range dice {
			ends[i] = f.target.Draw(d)
			cells[i] = int32(ends[i])
			stoppable[i] = watching(ctx, d)
		}
		kept = programs.Lineages(f.path, ends, stoppable)
	}
	all := make([]population, len(cells))
	for i, d := range dice {
		all[i] = f.newOne(d, kept[i])
	}
	return all
}
