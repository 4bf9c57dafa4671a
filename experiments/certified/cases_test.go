package certified

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/toys"
)

// numbersOf estimates how many big floats the rows of the kernel take: a proof takes some tenths of a second for
// 100,000 of them at a level.
func numbersOf(a chains.Annealing) float64 {
	return float64(a.Grid.Size()) * max(float64(a.Grid.Moves()), kernels.Paths(a.Kernel, a.Grid))
}

// A Case is a setting at one T, with extremes that names cannot express.
type Case struct {
	experiments.Setting
	Still  bool    // betas come twice, so that nothing changes at half of the levels
	Offset float64 // added to the target's log density, and so to a tempered initial one
}

// Chain looks up all names of the case.
func (c Case) Chain() (experiments.Chain, error) {
	chain, err := c.Setting.Chain()
	if err != nil {
		return chain, err
	}
	if c.Still { // T levels have about T/2 different betas
		c.Schedule = twice(chain, c.T)
		return c.Setting.Chain()
	}
	if c.Offset != 0 {
		lifted := chain.Target
		lifted.LogF = slices.Clone(lifted.LogF)
		floats.AddConst(c.Offset, lifted.LogF)
		c.Toy = ""
		return c.On(lifted)
	}
	return chain, nil
}

// twice is the curve of T betas of a chain's schedule, each of them twice.
func twice(chain experiments.Chain, T int) string {
	base, _, err := chain.At(context.Background(), T/2+1)
	if err != nil {
		panic(err) // unreachable: no case that stands still has a schedule that is searched for
	}
	curve := "curve"
	for t := range T {
		curve += fmt.Sprintf(":%v", base.Schedule.Beta((t+1)/2+1))
	}
	return curve
}

// Cases lists annealings that together have every kernel, toy, bridge and schedule by a formula: every kernel on
// every toy, with every bridge and with every schedule, and extremes that are hard for float64. A kernel with long rows
// gets fewer levels, and no case if even two levels are too many.
func Cases() []Case {
	var all []Case
	add := func(s experiments.Setting) { all = append(all, Case{Setting: s}) }
	for _, k := range kernels.Catalogue {
		for _, t := range toys.Catalogue {
			add(experiments.Setting{Toy: experiments.ExampleOf(t), Kernel: k.Name, T: 12})
		}
		for _, b := range append(examples(chains.Bridges[1:]), "power:-1", "power:1.5", "moments:gaussian") {
			add(experiments.Setting{Toy: "barrier", Kernel: k.Name, Bridge: b, T: 8})
		}
		for _, s := range append(examples(chains.Schedules[1:]), "power:0.5", "geometric:0.1", "fisher") {
			add(experiments.Setting{Toy: "easy", Kernel: k.Name, Schedule: s, T: 12})
		}
		add(experiments.Setting{Toy: "barrier", Kernel: k.Name, Initial: "tempered:0.2", SkipLast: true, T: 9})
	}
	var some []Case
	for _, c := range all {
		chain, err := c.Chain()
		if err != nil { // the kernel runs on too many states
			continue
		}
		a := chain.Base(chains.Linear(2))
		if c.T = min(c.T, int(mostNumbers/numbersOf(a))); c.T >= 2 {
			some = append(some, c)
		}
	}
	// Cases where digits are hard to keep: J next to 0, slow modes that keep every rounding error, log densities far
	// apart, and both at once. And trivial ones: a flat density, betas that stand still, and a constant in log
	// densities.
	all = some
	for _, kernel := range []string{"metropolis", "barker", "heat-bath", "cycle", "lazy:0.01"} {
		for _, toy := range []string{"random:1e-6", "random:0.01", "random:30", "random:200", "random:2000",
			"two-basins:40"} {
			for _, T := range []int{2, 5, 100} {
				add(experiments.Setting{Toy: toy, Kernel: kernel, T: T})
			}
		}
		add(experiments.Setting{Toy: "barrier", Kernel: kernel, T: 1000})
		add(experiments.Setting{Toy: "easy", Kernel: kernel, Schedule: "sigmoid:4", T: 200})
	}
	for _, kernel := range []string{"metropolis", "cycle", "perfect"} {
		// the first is flat
		for _, toy := range []string{"random:0", "random:0.01", "random:30", "barrier", "staircase"} {
			for _, T := range []int{2, 20} {
				all = append(all, Case{Setting: experiments.Setting{Toy: toy, Kernel: kernel, T: T}, Still: T > 2},
					Case{Setting: experiments.Setting{Toy: toy, Kernel: kernel, Initial: "tempered:0.3", T: T},
						Offset: 1000})
			}
		}
	}
	add(experiments.Setting{Toy: "easy", Kernel: "metropolis", Schedule: "binned", T: 30})
	add(experiments.Setting{Toy: "easy", Kernel: "metropolis", Schedule: "kl", T: 30})
	add(experiments.Setting{Toy: "easy", Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	add(experiments.Setting{Toy: "two-basins:8", Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	add(experiments.Setting{Toy: "barrier", Kernel: "metropolis", T: 100_000})
	return all
}

// examples names bridges or schedules, with the parameters of their examples.
func examples[F any](all []chains.Entry[chains.Family[F]]) (names []string) {
	for _, e := range all {
		name := e.Name
		if e.Make.Param != "" {
			name += ":" + e.Make.Example
		}
		names = append(names, name)
	}
	return names
}

// mostNumbers bounds the big floats in a kernel's rows over all levels of a case: that
// many take some tenths of a second.
const mostNumbers = 100_000

// All proves every case, and returns them in their order. Progress counts levels.
func All(ctx context.Context, cases []Case, progress experiments.Progress) ([]Row, error) {
	rows := make([]Row, len(cases))
	ts := make([]int, len(cases))
	for i, c := range cases {
		ts[i] = c.T
	}
	err := experiments.EachTelling(ctx, 0, ts, progress, func(ctx context.Context, i int,
		tell experiments.Progress) error {
		chain, err := cases[i].Chain()
		if err != nil {
			return err
		}
		one, err := Of(ctx, chain, ts[i:i+1], tell)
		if err != nil {
			return fmt.Errorf("%s, kernel %s, schedule %s, bridge %s, T = %d: %w",
				chain.Toy, chain.Kernel, chain.Schedule, chain.Bridge, ts[i], err)
		}
		rows[i] = one[0]
		return nil
	})
	return rows, err
}
