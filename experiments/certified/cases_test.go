package certified

import (
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

// Cases lists annealings that together have every kernel, toy, bridge and schedule by a formula: every kernel on
// every toy, with every bridge and with every schedule, and extremes that are hard for float64. A kernel with long rows
// gets fewer levels, and no case if even two levels are too many.
func Cases() (all []experiments.Setting) {
	add := func(s experiments.Setting) { all = append(all, s) }
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
	var some []experiments.Setting
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
	// apart, and both at once. And a trivial one: a flat density.
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
	for _, toy := range []string{"random:0", "easy", "two-basins:8"} { // the first is flat
		add(experiments.Setting{Toy: toy, Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	}
	add(experiments.Setting{Toy: "easy", Kernel: "metropolis", Schedule: "binned", T: 30})
	add(experiments.Setting{Toy: "easy", Kernel: "metropolis", Schedule: "kl", T: 30})
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
