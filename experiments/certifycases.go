package experiments

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/toys"
)

// A Case is a setting at one T, with extremes that names cannot express.
type Case struct {
	Setting
	Still  bool    // betas come twice, so that nothing changes at half of the levels
	Offset float64 // added to the target's log density, and so to a tempered initial one
}

// Chain looks up all names of the case.
func (c Case) Chain() (Chain, error) {
	chain, err := c.Setting.Chain()
	if err != nil {
		return chain, err
	}
	if c.Still {
		chain.Schedule += ", each twice"
		chain.schedule = schedule{formula: twice(chain.schedule.formula)}
	}
	if c.Offset != 0 {
		chain.Toy += fmt.Sprintf("%+g", c.Offset)
		f := slices.Clone(chain.Target.LogF)
		floats.AddConst(c.Offset, f)
		chain.Target.LogF = f
		var from []float64
		if from, err = initial(chain.Initial, chain.density(), chain.Target); err == nil {
			chain.bridge = chain.Space.bridge(from, f) // no case with an offset has another
		}
	}
	return chain, err
}

// twice stretches a schedule by a formula: T levels have about T/2 different betas, and
// each after the first comes twice.
func twice(of func(T int) chains.Schedule) func(T int) chains.Schedule {
	return func(T int) chains.Schedule {
		base, betas := of(T/2+1), make([]float64, T)
		for t := range betas {
			betas[t] = base.Beta((t+1)/2 + 1)
		}
		s, err := chains.NewSchedule(betas)
		if err != nil {
			panic(err) // unreachable: they rise as the base does
		}
		return s
	}
}

// CertifyCases lists annealings that together have every kernel, toy, bridge and schedule
// by a formula: every kernel on every toy, with every bridge and with every schedule, and
// extremes that are hard for float64. A kernel with long rows gets fewer levels, and no
// case if even two levels are too many.
func CertifyCases() []Case {
	var all []Case
	add := func(s Setting) { all = append(all, Case{Setting: s}) }
	for _, k := range kernels.Catalogue {
		for _, t := range toys.Catalogue {
			add(Setting{Toy: ExampleOf(t), Kernel: k.Name, T: 12})
		}
		for _, b := range []string{"mixture", "power:0.5", "power:-1", "power:1.5"} {
			add(Setting{Toy: "barrier", Kernel: k.Name, Bridge: b, T: 8})
		}
		for _, s := range []string{"sigmoid:4", "power:2", "power:0.5", "geometric:10", "geometric:0.1", "fisher"} {
			add(Setting{Toy: "easy", Kernel: k.Name, Schedule: s, T: 12})
		}
		add(Setting{Toy: "barrier", Kernel: k.Name, Initial: "tempered:0.2", SkipLast: true, T: 9})
	}
	return append(affordable(all), extremes()...)
}

// ExampleOf names a toy, with the parameters of its example.
func ExampleOf(t toys.Toy) string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Example
}

// mostNumbers bounds the big floats in a kernel's rows over all levels of a case: that
// many take some tenths of a second.
const mostNumbers = 100_000

// affordable shortens or drops the cases that need more than mostNumbers.
func affordable(all []Case) (some []Case) {
	for _, c := range all {
		chain, err := c.Chain()
		if err != nil { // the kernel runs on too many states
			continue
		}
		a := chain.annealing(chains.Linear(2))
		if c.T = min(c.T, int(mostNumbers/certain.Numbers(a.Kernel, a.Grid))); c.T >= 2 {
			some = append(some, c)
		}
	}
	return some
}

// extremes lists cases where digits are hard to keep: J next to 0, slow modes that keep
// every rounding error, log densities far apart, and both at once. It adds trivial cases:
// a flat density, betas that stand still, and a constant in log densities.
func extremes() []Case {
	var all []Case
	add := func(s Setting) { all = append(all, Case{Setting: s}) }
	for _, kernel := range []string{"metropolis", "barker", "heat-bath", "cycle", "lazy:0.01"} {
		for _, toy := range []string{"random:1e-6", "random:0.01", "random:30", "random:200", "random:2000",
			"two-basins:40"} {
			for _, T := range []int{2, 5, 100} {
				add(Setting{Toy: toy, Kernel: kernel, T: T})
			}
		}
		add(Setting{Toy: "barrier", Kernel: kernel, T: 1000})
		add(Setting{Toy: "easy", Kernel: kernel, Schedule: "sigmoid:4", T: 200})
	}
	for _, kernel := range []string{"metropolis", "cycle", "perfect"} {
		// the first is flat
		for _, toy := range []string{"random:0", "random:0.01", "random:30", "barrier", "staircase"} {
			for _, T := range []int{2, 20} {
				all = append(all, Case{Setting: Setting{Toy: toy, Kernel: kernel, T: T}, Still: T > 2},
					Case{Setting: Setting{Toy: toy, Kernel: kernel, Initial: "tempered:0.3", T: T}, Offset: 1000})
			}
		}
	}
	add(Setting{Toy: "easy", Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	add(Setting{Toy: "two-basins:8", Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	add(Setting{Toy: "barrier", Kernel: "metropolis", T: 100_000})
	return all
}

// CertifyAll proves every case, and returns them in their order. Progress counts levels.
func CertifyAll(ctx context.Context, cases []Case, progress Progress) ([]Certified, error) {
	rows, ts := make([]Certified, len(cases)), make([]int, len(cases))
	for i, c := range cases {
		ts[i] = c.T
	}
	err := each(ctx, 0, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		chain, err := cases[i].Chain()
		if err != nil {
			return err
		}
		if rows[i], err = chain.certify(ctx, ts[i], tell); err != nil {
			return fmt.Errorf("%s, kernel %s, schedule %s, bridge %s, T = %d: %w",
				chain.Toy, chain.Kernel, chain.Schedule, chain.Bridge, ts[i], err)
		}
		return nil
	})
	return rows, err
}
