package exact_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// anyScene draws a small annealing: any kernel and bridge, log densities from 1e-13 to hundreds of nats apart, and
// schedules that stand still, so that J may be anything from 100 down to 1e-150.
func anyScene(dice *rand.Rand) scene {
	pick := func(n int) int { return dice.IntN(n) }
	lens := oneOf(dice, []int{2}, []int{3}, []int{4}, []int{2, 2}, []int{2, 3}, []int{1, 3})
	g := grid.New(lens...)
	family := kernels.Catalogue[pick(len(kernels.Catalogue))]
	k := family.Make
	switch k.(type) {
	case kernels.King, kernels.Hamiltonian: // seconds in big floats
		k = kernels.Perfect{}
	}
	name := fmt.Sprintf("%T on %v", k, lens)
	if by := oneOf(dice, 0, 0, 0, 1e-4, 1e-9, 1e-12); by > 0 {
		k = kernels.Lazy{A: by, Kernel: k}
		name = fmt.Sprintf("%s, lazy %g", name, by)
	}
	density := func(scale float64) []float64 {
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = scale * dice.NormFloat64()
		}
		return logf
	}
	scale := oneOf(dice, 1e-13, 1e-9, 1e-5, 1e-2, 1, 3, 10, 30, 200)
	to := density(scale)
	from := make([]float64, len(to))
	switch pick(4) {
	case 0:
		from = density(scale)
	case 1:
		from = scaled(to, 0.7)
	case 2:
		to = scaled(to, 3)
		from = slices.Clone(to)
		for x, v := range density(1e-13) {
			from[x] += v
		}
	}
	if pick(6) == 0 {
		from[0] = -inf
	}
	if pick(6) == 0 {
		to[len(to)-1] = -inf
	}
	var bridge chains.Bridge = chains.Geometric{From: from, To: to}
	if pick(4) == 0 {
		q := oneOf(dice, 0, 0.5, 2)
		bridge = chains.NewQPath(from, to, q)
		name = fmt.Sprintf("%s, power:%g", name, q)
	}
	T := oneOf(dice, 2, 3, 4, 7, 20, 40)
	if T > 7 && slow(k) {
		T = 7
	}
	betas := chains.Linear(T).Betas()
	if T > 3 && pick(2) == 0 {
		for t := range betas {
			betas[t] = min(1, betas[t]*float64(2+pick(3)))
		}
		name += ", held"
	}
	for t := 1; t < T; t++ {
		betas[t] = max(betas[t], betas[t-1])
	}
	a := chains.Annealing{Grid: g, Kernel: k, Schedule: scheduleOf(betas...), Bridge: bridge, SkipLast: pick(5) == 0}
	return scene{fmt.Sprintf("%s, T = %d, %g nats, %v", name, T, scale, a.SkipLast), a}
}

func oneOf[V any](dice *rand.Rand, values ...V) V { return values[dice.IntN(len(values))] }
