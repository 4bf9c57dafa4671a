package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

// A Case is a setting at one T.
type Case struct {
	Setting
	T int
}

// CertifyCases are annealings that between them have every kernel, toy, bridge and
// schedule by a formula of the catalogues, and whatever is hard for float64: every
// kernel on every toy, every bridge and schedule by every kernel, and the extremes.
// Where the rows of a kernel are long the levels are fewer, and where two levels are
// too many there is no case.
func CertifyCases() []Case {
	var all []Case
	for _, k := range chains.Kernels {
		for _, t := range toys.Catalogue {
			toy := t.Name
			if t.Params != "" {
				toy += ":" + t.Example
			}
			all = append(all, Case{Setting{Toy: toy, Kernel: k.Name}, 12})
		}
		for _, b := range []string{"mixture", "power:0.5", "power:-1", "power:1.5"} {
			all = append(all, Case{Setting{Toy: "barrier", Kernel: k.Name, Bridge: b}, 8})
		}
		for _, s := range []string{"sigmoid:4", "power:2", "power:0.5", "geometric:10", "geometric:0.1", "fisher"} {
			all = append(all, Case{Setting{Toy: "easy", Kernel: k.Name, Schedule: s}, 12})
		}
		all = append(all, Case{Setting{Toy: "barrier", Kernel: k.Name, Initial: "tempered:0.2", SkipLast: true}, 9})
	}
	return append(affordable(all), extremes()...)
}

// mostEntries is how many entries of a kernel's rows, over all levels, a case has at
// the most: what big floats take some tenths of a second for.
const mostEntries = 100_000

// affordable shortens the cases that have more entries than that.
func affordable(all []Case) (some []Case) {
	for _, c := range all {
		chain, err := c.Chain()
		if err != nil { // it runs on too many states
			continue
		}
		a := chain.on(chains.Linear(2))
		if c.T = min(c.T, int(mostEntries/entries(a.Kernel, a.Grid))); c.T >= 2 {
			some = append(some, c)
		}
	}
	return some
}

// entries is about how many numbers the rows of a kernel are made from.
func entries(k chains.Kernel, g grid.Grid) float64 {
	n := float64(g.Size())
	switch k := k.(type) {
	case chains.Independence, chains.DelayedRejection:
		return n * n
	case chains.Lifted:
		return n * float64(g.Axes()*g.Axes())
	case chains.MultipleTry: // every pair of draws
		return n * math.Pow(float64(g.Moves()), float64(2*k.Tries-1)) / 4
	}
	return n * float64(g.Moves())
}

// extremes are where digits are hard to keep: J next to 0, slow modes that keep
// every rounding error, log densities far apart, and both at once.
func extremes() []Case {
	var all []Case
	for _, kernel := range []string{"metropolis", "barker", "heat-bath", "cycle", "lazy:0.01"} {
		for _, toy := range []string{"random:1e-6", "random:0.01", "random:30", "random:200", "random:2000", "two-basins:40"} {
			for _, T := range []int{2, 5, 100} {
				all = append(all, Case{Setting{Toy: toy, Kernel: kernel}, T})
			}
		}
		all = append(all, Case{Setting{Toy: "barrier", Kernel: kernel}, 1000}, Case{Setting{Toy: "easy", Kernel: kernel, Schedule: "sigmoid:4"}, 300})
	}
	return append(all, Case{Setting{Toy: "barrier", Kernel: "metropolis"}, 100_000})
}

// CertifyAll proves every case, the longest first, and returns them in their order.
// Progress counts levels.
func CertifyAll(ctx context.Context, cases []Case, progress Progress) ([]Certified, error) {
	rows, order := make([]Certified, len(cases)), make([]int, len(cases))
	levels := tally{progress: progress, done: make([]int, len(cases))}
	for i, c := range cases {
		order[i] = i
		levels.total += c.T
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(cases[j].T, cases[i].T) })
	err := each(ctx, len(cases), nil, func(ctx context.Context, n int) error {
		i := order[n]
		chain, err := cases[i].Chain()
		if err != nil {
			return err
		}
		row, err := chain.Certify(ctx, []int{cases[i].T}, func(done, _ int) { levels.set(i, done) })
		if err != nil {
			return fmt.Errorf("%s, kernel %s, schedule %s, bridge %s, T = %d: %w", chain.Toy, chain.Kernel, chain.Schedule, chain.Bridge, cases[i].T, err)
		}
		rows[i] = row[0]
		return nil
	})
	return rows, err
}
