package sample

import (
	"context"

	"breadboard/chains/aide"
)

// AIDE is Algorithm 2 of package aide with seeded dice: n runs of each program, looked at by m runs
// of each. The dice of a look depend on the seed, on which program ran forward, and on the number
// of the look, so that more looks leave the first as they are. The progress counts looks. Chains of
// the options counts for nothing.
func AIDE[X any](ctx context.Context, gold, target aide.Program[X], n, m aide.Counts, o Options) (aide.Estimate, error) {
	o.Chains = 2
	o, err := o.ready()
	if err != nil {
		return aide.Estimate{}, err
	}
	e := aide.Estimate{Gold: make([]aide.Look, n.Gold), Target: make([]aide.Look, n.Target)}
	looks := make([]int, n.Gold+n.Target)
	for i := range looks {
		looks[i] = i
	}
	done := &progress{report: o.Progress, every: 1}
	done.total = len(looks)
	err = carryOut(ctx, o.Workers, looks, func() func(context.Context, int) error {
		return func(ctx context.Context, i int) (err error) {
			defer stoppedBy(ctx, &err)
			if i < n.Gold {
				d := watched{seeded{generator(o.Seed, 0, uint64(i))}, ctx}
				e.Gold[i] = aide.See(gold, target, m.Gold, m.Target, d)
			} else {
				d := watched{seeded{generator(o.Seed, 1, uint64(i-n.Gold))}, ctx}
				e.Target[i-n.Gold] = aide.See(target, gold, m.Target, m.Gold, d)
			}
			done.add(1)
			return nil
		}
	})
	if err != nil {
		return aide.Estimate{}, err
	}
	done.end()
	return e, nil
}
