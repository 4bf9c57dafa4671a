package tune

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// The targets of the oracle: two modes on a path, a slope on 3x3 cells, and one hill in a corner.
var small = []toys.Target{
	{Name: "two modes", Grid: grid.New(5), LogF: []float64{2, 0, -2, 0.5, 3}},
	{Name: "slope", Grid: grid.New(3, 3), LogF: []float64{0, 1, 2, 1.5, 0.3, 2.5, 3, 1, 4}},
	{Name: "hill", Grid: grid.New(2, 4), LogF: []float64{0, 0, 1, 0, 0, -1, 0.5, 2}},
}

// TestNoSettingIsBetter: at a price of nine evaluations no list of steps at any betas in tenths has a smaller J or B
// than what was found.
func TestNoSettingIsBetter(t *testing.T) {
	const price = 9
	for _, target := range small {
		for _, goal := range Goals {
			on := must.Have(experiments.Setting{}.On(target))(t)
			j := Job{Setting: experiments.Setting{Kernel: "metropolis", Bridge: "geometric"}, Goal: goal, Cost: price}
			row := must.Have(j.run(t.Context(), on, build))(t)
			if row.Cost > price {
				t.Errorf("%s: a setting of %v evaluations", target.Name, row.Cost)
			}
			at := must.Have(newPlace([]subject{{target: target}}, j.Kernel, j.Bridge, goal))(t)
			least := math.Inf(1)
			for _, steps := range allSteps(price) {
				tenths(len(steps), func(levels chains.Schedule) {
					v := at.value(t.Context(), levels, steps)
					if v < row.Value()*(1-1e-9) {
						t.Errorf("%s: %s is %v, and with %v steps at %v it is %v", target.Name, goal, row.Value(),
							steps, levels.Betas(), v)
					}
					least = min(least, v)
				})
			}
			if !(least < 1.2*row.Value()) { // betas in tenths are not far from the best
				t.Errorf("%s: the least %s of the lists is %v, and %v was found", target.Name, goal, least, row.Value())
			}
		}
	}
}

// TestNoEvenRunIsBetter: likewise no number of steps, the same at each level, at any betas in tenths.
func TestNoEvenRunIsBetter(t *testing.T) {
	const price = 12
	for _, target := range small {
		on := must.Have(experiments.Setting{}.On(target))(t)
		j := Job{Setting: experiments.Setting{Kernel: "metropolis", Bridge: "geometric"}, Goal: ByJ, Cost: price,
			Part: EvenSteps}
		row := must.Have(j.run(t.Context(), on, build))(t)
		at := must.Have(newPlace([]subject{{target: target}}, j.Kernel, j.Bridge, ByJ))(t)
		least := math.Inf(1)
		for n := 1; n < price; n++ {
			steps := slices.Repeat([]int{n}, price/(n+1))
			tenths(len(steps), func(levels chains.Schedule) {
				least = min(least, at.value(t.Context(), levels, steps))
			})
		}
		if v := row.Value(); !(v < least*(1+1e-9)) || !(least < 1.2*v) {
			t.Errorf("%s: the least J of the numbers is %v, and %v was found", target.Name, least, v)
		}
		if steps := row.Setting.StepsWord(); strings.Contains(steps, ":") {
			t.Errorf("%s: the steps are %s, and no number", target.Name, steps)
		}
	}
}

// allSteps are all lists of steps at levels that cost at most so much, with metropolis and charged weights.
func allSteps(price int) (all [][]int) {
	for n := 1; n+1 <= price; n++ {
		all = append(all, []int{n})
		for _, rest := range allSteps(price - n - 1) {
			all = append(all, append([]int{n}, rest...))
		}
	}
	return all
}

// tenths visits all betas in tenths of so many levels beyond the first.
func tenths(levels int, visit func(chains.Schedule)) {
	betas := make([]float64, levels+1)
	betas[levels] = 1
	var from func(k, low int)
	from = func(k, low int) {
		if k == levels {
			visit(scheduleOf(betas))
			return
		}
		for v := low; v <= 10; v++ {
			betas[k] = float64(v) / 10
			from(k+1, v)
		}
	}
	from(1, 0)
}
