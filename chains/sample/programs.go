package sample

import (
	"context"
	"math/rand/v2"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/crew"
	"breadboard/chains/programs"
)

// RunProgram runs a program o.Chains times forward. If the program has a reverse it runs as often in reverse, each time
// from a new exact draw from the target. The dice of a run depend on the seed, the direction and the number of the run.
// For programs.AIS it calls Run.
//
// If there is no reverse, every estimate that needs one is NaN. The log weights are the program's
// own. So aim the program at p.WithoutConstants if a constant is to cost no digits.
func RunProgram(ctx context.Context, e programs.Estimator, p programs.Problem, o Options) (Runs, error) {
	if e, ok := e.(programs.AIS); ok {
		return Run(ctx, e.Annealing, o)
	}
	_, last := p.Ends()
	target := chains.NewDistribution(chains.Normalized(last))
	program, reverse := e.(programs.Program)
	worker := func(done *progress) worker {
		return func(ctx context.Context, t task) (err error) {
			defer stoppedBy(ctx, &err)
			xs := make([]int, len(t.logw))
			dice := make([]chains.Dice, len(t.logw))
			for i := range dice {
				dice[i] = watching(ctx, t.generator(uint64(t.first+i)))
				if t.reverse {
					xs[i] = target.Draw(dice[i])
				}
			}
			var logw []float64
			if t.reverse {
				logw = aide.Reverses(program, xs, dice)
			} else {
				xs, logw = aide.Forwards(e, dice)
			}
			copy(t.logw, logw)
			for i, x := range xs {
				t.cells[i] = int32(x)
			}
			done.add(len(xs))
			return nil
		}
	}
	return runner{unit: 1, units: groupRuns, parts: 1, worker: worker}.run(ctx, p.Annealing, o, reverse)
}

// groupRuns is the largest number of runs of a program in a task, which makes them together.
const groupRuns = 64

// watched dice end a run when ctx is done: one run of a million particles takes minutes. They look every 256 draws, and
// panic with stopped.
type watched struct {
	chains.Generator
	ctx   context.Context
	draws int
}

// stopped is the panic of watched dice whose context has ended.
type stopped struct{}

// stoppedBy, deferred, turns the panic of watched dice into an error.
func stoppedBy(ctx context.Context, err *error) {
	switch p := recover(); p {
	case nil:
	case stopped{}:
		*err = context.Cause(ctx)
	default:
		panic(p)
	}
}

// watching returns dice that draw from gen until ctx ends.
func watching(ctx context.Context, gen *rand.PCG) *watched {
	return &watched{Generator: chains.Generator{PCG: gen}, ctx: ctx}
}

// Pick picks as seeded dice do.
func (d *watched) Pick(weights []float64) int {
	d.look()
	return d.Generator.Pick(weights)
}

// Uint64 returns the next word of the generator.
func (d *watched) Uint64() uint64 {
	d.look()
	return d.PCG.Uint64()
}

// look ends the run if ctx is done. To find out takes as long as a draw.
func (d *watched) look() {
	const each = 256
	if d.draws++; d.draws%each == 0 && d.ctx.Err() != nil {
		panic(stopped{})
	}
}

// AIDE runs Algorithm 2 of package aide with seeded dice: n looks at each program, with m runs of each. Every run has
// its own dice, which depend on the seed and on the run's place: the program that ran forward, the number of the look,
// the program of the run, and its number in the look. So more looks leave the first as they are, and so do more runs in
// each look. Looks are made in groups, because some programs make many runs together. The progress counts looks. AIDE
// does not use o.Chains.
func AIDE[X any](ctx context.Context, gold, target aide.Program[X], n, m aide.Counts, o Options) (e aide.Estimate,
	err error) {
	o.Chains = 2
	if o, err = o.ready(); err != nil {
		return e, err
	}
	e = aide.Estimate{Gold: make([]aide.Look, n.Gold), Target: make([]aide.Look, n.Target)}
	tasks := append(grouped(looking[X]{own: gold, other: target, owns: m.Gold, others: m.Target}, e.Gold),
		grouped(looking[X]{own: target, other: gold, owns: m.Target, others: m.Gold, side: 1}, e.Target)...)
	done := &progress{report: o.Progress, total: n.Gold + n.Target}
	err = crew.Each(ctx, o.Workers, len(tasks), func(ctx context.Context, i int) error {
		err := tasks[i].run(ctx, o.Seed)
		done.add(len(tasks[i].looks))
		return err
	})
	if err != nil {
		return aide.Estimate{}, err
	}
	return e, nil
}

// A looking is a task: neighbouring looks of the runs of one program.
type looking[X any] struct {
	own, other   aide.Program[X]
	owns, others int
	side         uint64      // 0 if the gold standard ran forward, 1 if the target did
	first        int         // the number of the first look
	looks        []aide.Look // takes the looks; a part of all
}

// The looks of a program are made in at least lookGroups groups if there are as many looks, so that all workers have
// some and the progress shows. A group has at most lookRuns runs of a program, unless it is one look.
const (
	lookGroups = 16
	lookRuns   = 1 << 14
)

// grouped returns the tasks that fill all looks.
func grouped[X any](l looking[X], all []aide.Look) (tasks []looking[X]) {
	size := max(1, min((len(all)+lookGroups-1)/lookGroups, lookRuns/max(l.owns, l.others)))
	for l.first = 0; l.first < len(all); l.first += size {
		l.looks = all[l.first:min(l.first+size, len(all))]
		tasks = append(tasks, l)
	}
	return tasks
}

// run makes the looks.
func (l looking[X]) run(ctx context.Context, seed uint64) (err error) {
	defer stoppedBy(ctx, &err)
	copy(l.looks, aide.Looks(l.own, l.other, l.owns, l.others, len(l.looks), func(look, of, run int) chains.Dice {
		return watching(ctx, generator(seed, l.side, uint64(l.first+look), uint64(of), uint64(run)))
	}))
	return nil
}
