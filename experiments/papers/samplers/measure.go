package samplers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// A density has a posterior, and the estimates that chains make of it: the mean, the variance and the distribution of
// each axis.
type density struct {
	target    toys.Target
	start     score.Start      // an exact draw
	functions []score.Function // the means of all axes, then the variances
	averages  []estimate       // of the functions
	distances []estimate       // of the distribution of each axis
}

// An estimate describes a number that a chain estimates.
type estimate struct {
	scale float64                     // R of Eq. (4): N times the expected square of off, of N independent draws
	off   func(cells []int32) float64 // returns the error of the estimate from these cells
}

// newDensity returns a density of the zoo. A variance is the mean squared deviation from the exact mean, so that its
// estimate has no bias.
func newDensity(z zoo.Density) density {
	d := density{target: z.Make()}
	d.target.Name = z.Name
	p := chains.Normalized(d.target.LogF)
	d.start = score.Start{Name: "exact", Distribution: p}
	functions, constant, err := score.Functions(d.target, []string{"mean", "var"})
	if err != nil || len(constant) > 0 {
		panic("samplers: a posterior has an axis without a mean or a variance") // unreachable
	}
	d.functions = functions
	for _, f := range functions {
		d.averages = append(d.averages, newAverage(f, p))
	}
	for axis := range d.target.Grid.Axes() {
		d.distances = append(d.distances, newDistance(d.target.Grid, p, axis))
	}
	return d
}

// newAverage returns the estimate of the mean of a function under p.
func newAverage(f score.Function, p []float64) estimate {
	mean, spread := f.Truth(p)
	return estimate{spread, func(cells []int32) float64 {
		sum := 0.0
		for _, x := range cells {
			sum += f.Values[x] - mean
		}
		return sum / float64(len(cells))
	}}
}

// real returns the real ESS of the first n steps of chains by Eq. (4), with its standard error.
func (e estimate) real(cells [][]int32, n int) (ress, stdErr float64) {
	var squares []float64
	for _, chain := range cells {
		off := e.off(chain[:n])
		squares = append(squares, off*off)
	}
	mean, sd := stat.MeanStdDev(squares, nil)
	ress = e.scale / mean
	return ress, ress * stat.StdErr(sd, float64(len(cells))) / mean
}

// A Run has diagnostics of a few chains of a kernel on a density, along one axis, and the truth. As in the paper, the
// ESS of the coordinate is the ESS of all three estimates.
type Run struct {
	Density string `column:"density"`
	Kernel  string `column:"kernel"`
	Axis    int    `column:"axis"`
	Axes    int    // of the density, D in the paper
	// ESS is the mean ESS of the chains, each alone; NaN if no chain has one. Geweke is the mean of |z|, and RHat is of
	// all chains together.
	ESS    float64 `column:"ess"`
	RHat   float64
	Geweke float64
	// Mean, Var and KS are the real ESS of the chains by Eq. (4), from their squared errors.
	Mean float64 `column:"mean"`
	Var  float64 `column:"var"`
	KS   float64 `column:"ks"`
	// ExactMean and ExactVar are the real ESS by the exact squared errors. They are NaN for stretch, which runs on
	// pairs of cells: there as many exact steps take too long.
	ExactMean float64 `column:"exact_mean"`
	ExactVar  float64 `column:"exact_var"`
}

// Measured has all numbers of a kernel on a density.
type Measured struct {
	Scores []score.Row
	Runs   []Run
}

// mostStates bounds the cells on which Figure 3 has exact values: on more cells as many exact steps take too long.
const mostStates = 1024

// measurePair measures a kernel on a density: exactly, and on chains. A chain depends only on the seed, the names of
// density and kernel, and its own index.
func (d design) measurePair(ctx context.Context, of pair) (m Measured, err error) {
	here := of.density
	subject := score.NewKernelOnDensity(here.target, of.kernel.Name, of.kernel.Make)
	exactly := func(n int) ([]score.Row, error) {
		return subject.Measure(ctx, here.functions, []score.Start{here.start}, []int{n})
	}
	price := subject.Annealing.Kernel.Cost(subject.Annealing.Grid)
	bought := 0 // steps within the budget; none of a kernel that evaluates nothing
	if price > 0 {
		bought = max(1, int(float64(d.budget)/price))
		if m.Scores, err = exactly(bought); err != nil {
			return m, err
		}
	}
	exact := make([]score.Row, len(here.functions))
	if subject.Annealing.Grid.Size() <= mostStates {
		if exact, err = exactly(d.steps); err != nil {
			return m, err
		}
	}
	cells := d.draw(subject, here.start, max(d.steps, bought))
	for axis, far := range here.distances {
		r := d.run(of, axis, cells)
		r.ExactMean = exact[axis].RESS()
		r.ExactVar = exact[len(here.distances)+axis].RESS()
		m.Runs = append(m.Runs, r)
		if bought > 0 {
			ress, stdErr := far.real(cells, bought)
			m.Scores = append(m.Scores, score.Row{Density: r.Density, Kernel: r.Kernel, Start: here.start.Name,
				Function: fmt.Sprintf("ks:%d", axis+1), StdErr: stdErr,
				Accuracy: timeaverage.Accuracy{N: bought, Spread: far.scale, Variance: far.scale / ress}})
		}
	}
	for i := range m.Scores {
		m.Scores[i].Budget = d.budget
	}
	return m, nil
}

// draw returns the cells of all chains in n steps.
func (d design) draw(subject score.KernelOnDensity, from score.Start, n int) (cells [][]int32) {
	draw := subject.Draws(from, d.seed)
	for k := range d.chains {
		cells = append(cells, make([]int32, n))
		draw(cells[k], k)
	}
	return cells
}

// run returns the diagnostics of the chains along an axis, from 0, and the real ESS.
func (d design) run(of pair, axis int, cells [][]int32) Run {
	here := of.density
	axes := len(here.distances)
	r := Run{Density: here.target.Name, Kernel: of.kernel.Name, Axis: axis + 1, Axes: axes}
	r.Mean, _ = here.averages[axis].real(cells, d.steps)
	r.Var, _ = here.averages[axes+axis].real(cells, d.steps)
	r.KS, _ = here.distances[axis].real(cells, d.steps)
	values := make([][]float64, len(cells))
	var ess, z []float64
	for k, chain := range cells {
		for _, x := range chain[:d.steps] {
			values[k] = append(values[k], here.functions[axis].Values[x])
		}
		ess = append(ess, diagnostics.ESS(values[k]))
		z = append(z, math.Abs(diagnostics.Geweke(values[k])))
	}
	r.ESS = meanOfKnown(ess)
	r.Geweke = meanOfKnown(z)
	r.RHat = diagnostics.RHat(values)
	return r
}

// meanOfKnown returns the mean of the numbers that are not NaN; NaN if there are none.
func meanOfKnown(all []float64) float64 {
	known := slices.DeleteFunc(all, math.IsNaN)
	return stat.Mean(known, nil)
}
