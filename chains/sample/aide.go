package sample

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/aide"
)

// AIDE is Algorithm 2 of package aide with seeded dice: n runs of each program, looked at by m runs
// of each. Every run has dice of its own, which depend on the seed and on the run's place: which
// program ran forward, the number of the look, which program the run is of, and its number in the
// look. So more looks leave the first as they are, and more runs in each look do too. Looks are made
// in groups, because some programs make many runs together. The progress counts looks. Chains of the
// options counts for nothing.
func AIDE[X any](ctx context.Context, gold, target aide.Program[X], n, m aide.Counts, o Options) (aide.Estimate, error) {
	o.Chains = 2
	o, err := o.ready()
	if err != nil {
		return aide.Estimate{}, err
	}
	e := aide.Estimate{Gold: make([]aide.Look, n.Gold), Target: make([]aide.Look, n.Target)}
	tasks := append(grouped(looking[X]{own: gold, other: target, owns: m.Gold, others: m.Target}, e.Gold),
		grouped(looking[X]{own: target, other: gold, owns: m.Target, others: m.Gold, side: 1}, e.Target)...)
	done := &progress{report: o.Progress, every: 1, total: n.Gold + n.Target}
	err = carryOut(ctx, o.Workers, tasks, func() func(context.Context, looking[X]) error {
		return func(ctx context.Context, l looking[X]) error {
			err := l.run(ctx, o.Seed)
			done.add(len(l.looks))
			return err
		}
	})
	if err != nil {
		return aide.Estimate{}, err
	}
	done.end()
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

// The looks of a program are made in at least groups groups, so that all workers have some and the
// progress shows. A group has at most groupRuns runs of a program, unless it is one look.
const (
	lookGroups = 16
	groupRuns  = 1 << 14
)

// grouped returns the tasks that fill all looks.
func grouped[X any](l looking[X], all []aide.Look) (tasks []looking[X]) {
	size := max(1, min((len(all)+lookGroups-1)/lookGroups, groupRuns/max(l.owns, l.others)))
	for l.first = 0; l.first < len(all); l.first += size {
		l.looks = all[l.first:min(l.first+size, len(all))]
		tasks = append(tasks, l)
	}
	return tasks
}

// run makes the looks.
func (l looking[X]) run(ctx context.Context, seed uint64) (err error) {
	defer stoppedBy(ctx, &err)
	dice := func(of uint64, from, to int) (all []chains.Dice) {
		for i := range l.looks {
			for k := from; k < to; k++ {
				all = append(all, watched{seeded{generator(seed, l.side, uint64(l.first+i), of, uint64(k))}, ctx})
			}
		}
		return all
	}
	xs, logw := aide.Forwards(l.own, dice(0, 0, 1))
	owns := aide.Reverses(l.own, repeated(xs, l.owns-1), dice(0, 1, l.owns))
	others := aide.Reverses(l.other, repeated(xs, l.others), dice(1, 0, l.others))
	for i := range l.looks {
		more := owns[i*(l.owns-1) : (i+1)*(l.owns-1)]
		l.looks[i] = aide.Look{Own: append([]float64{logw[i]}, more...), Other: others[i*l.others : (i+1)*l.others]}
	}
	return nil
}

// repeated returns every x so many times.
func repeated[X any](xs []X, times int) (all []X) {
	for _, x := range xs {
		for range times {
			all = append(all, x)
		}
	}
	return all
}
