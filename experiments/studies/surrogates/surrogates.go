// Package surrogates measures phase 2 of Turner and Neal (2017): how far real effective sample sizes on surrogates are
// from those on the posteriors that they stand for. reports/surrogates has what was found.
package surrogates

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
	"breadboard/toys/zoo"
	mixtures "breadboard/toys/zoo/surrogates"
)

// A Fit is a mixture fitted to a posterior, and how real ESS on it compare.
type Fit struct {
	Density    string
	To         string // what it was fitted to: so many steps of a chain, or the posterior itself
	Chain      int    // which of the chains of that length; 0 of the posterior
	Components int
	KL         float64 // KL(posterior || surrogate) on the lattice
	Quotient   float64 // the median over kernels and coordinates of RESS on the surrogate over RESS on the posterior
	Least      float64 // the least of these quotients
	Most       float64 // and the largest
	Order      float64 // the share of pairs of kernels that the two order alike, by the mean of log RESS
}

// toPosterior is what the last fit of a density is fitted to.
const toPosterior = "posterior"

// lengths are the steps of the chains that surrogates are fitted to.
var lengths = []int{300, 10_000}

// manyChains are the chains of each length on a posterior: what holds for one of them may be its own.
const manyChains = 10

// few are the densities of a quick look.
var few = []string{"challenger", "pelts", "nile"}

// densities are the posteriors of the zoo on lattices.
func densities(quick bool) (all []zoo.Density) {
	for _, z := range zoo.Catalogue() {
		if z.Group == "posteriors" && z.Make().Grid.Ordered() && (!quick || slices.Contains(few, z.Name)) {
			all = append(all, z)
		}
	}
	return all
}

// Measure makes the fits of all densities.
func Measure(ctx context.Context, setting run.Setting) ([]Fit, error) {
	all := densities(setting.Quick)
	alike := slices.Repeat([]int{1}, len(all))
	found, err := run.Each(ctx, setting.Shelf, "densities", alike, setting.Tell,
		func(ctx context.Context, i int) ([]Fit, error) { return fits(ctx, all[i], setting) })
	return slices.Concat(found...), err
}

// fits makes surrogates to chains of a posterior, and one to the posterior itself.
func fits(ctx context.Context, z zoo.Density, setting run.Setting) (all []Fit, err error) {
	target := z.Make()
	target.Name = z.Name
	p := chains.Normalized(target.LogF)
	points := make([][]float64, target.Grid.Size())
	for x := range points {
		for _, c := range target.Grid.Coords(x) {
			points[x] = append(points[x], float64(c))
		}
	}
	truth, err := resses(ctx, target)
	if err != nil {
		return nil, err
	}
	add := func(to string, chain int, m mixtures.Mixture) error {
		f := Fit{Density: z.Name, To: to, Chain: chain, Components: len(m.Components)}
		logs := m.LogDensity(points)
		norm := floats.LogSumExp(logs)
		for x, mass := range p {
			if mass > 0 {
				f.KL += mass * (math.Log(mass) - logs[x] + norm)
			}
		}
		fake, err := resses(ctx, toys.Target{Name: z.Name, Grid: target.Grid, LogF: logs})
		if err != nil {
			return err
		}
		f.compare(truth, fake)
		f.round()
		all = append(all, f)
		return nil
	}
	for _, n := range lengths {
		for k := range manyChains {
			if setting.Quick && k > 0 {
				break
			}
			cells, err := chain(target, n, setting.Seeded(uint64(1+k)))
			if err != nil {
				return nil, err
			}
			fitted := n * 4 / 5 // the others choose among the mixtures, as in Section 4.3
			m := mixtures.HeldOut(points, shares(cells[:fitted], p), shares(cells[fitted:], p))
			if err := add(fmt.Sprint(n), k+1, m); err != nil {
				return nil, err
			}
		}
	}
	return all, add(toPosterior, 0, mixtures.Fit(points, p))
}

// chain draws steps of Hamiltonian Monte Carlo from an exact start.
func chain(target toys.Target, steps int, seed uint64) ([]int32, error) {
	const kernel = "hamiltonian:3"
	maker, err := experiments.FindKernel(kernel)
	if err != nil {
		return nil, err
	}
	starts, err := score.Starts(target, []string{"exact"})
	if err != nil {
		return nil, err
	}
	cells := make([]int32, steps)
	score.NewSubject(target, kernel, maker).Drawer(seed).From(starts[0])(cells, 0)
	return cells, nil
}

// shares are those of cells among some steps.
func shares(cells []int32, p []float64) []float64 {
	all := make([]float64, len(p))
	for _, x := range cells {
		all[x] += 1 / float64(len(cells))
	}
	return all
}

// compared are the kernels whose scores are compared.
var compared = []string{"metropolis", "cauchy:1.5", "slice", "heat-bath", "langevin:1.5", "hamiltonian:3",
	"independence"}

// steps is how many steps a time average has.
const steps = 1000

// resses are the exact real ESS of the means of all coordinates, from an exact draw, by kernel.
func resses(ctx context.Context, target toys.Target) (all [][]float64, err error) {
	functions, _, err := score.Functions(target, []string{"mean"})
	if err != nil {
		return nil, err
	}
	starts, err := score.Starts(target, []string{"exact"})
	if err != nil {
		return nil, err
	}
	for _, name := range compared {
		maker, err := experiments.FindKernel(name)
		if err != nil {
			return nil, err
		}
		rows, err := score.NewSubject(target, name, maker).Measure(ctx, functions, starts, []int{steps})
		if err != nil {
			return nil, err
		}
		var own []float64
		for _, r := range rows {
			own = append(own, r.RESS())
		}
		all = append(all, own)
	}
	return all, nil
}

// compare compares real effective sample sizes on the surrogate with those on the posterior.
func (f *Fit) compare(truth, fake [][]float64) {
	var quotients []float64
	mean := func(own []float64) (sum float64) {
		for _, v := range own {
			sum += math.Log(v)
		}
		return sum
	}
	alike := 0.
	pairs := 0.
	for i, own := range truth {
		for j, v := range own {
			quotients = append(quotients, fake[i][j]/v)
		}
		for j := range i {
			pairs++
			if (mean(truth[i]) > mean(truth[j])) == (mean(fake[i]) > mean(fake[j])) {
				alike++
			}
		}
	}
	f.Quotient = evidence.Median(quotients)
	f.Least = slices.Min(quotients)
	f.Most = slices.Max(quotients)
	f.Order = alike / pairs
}
