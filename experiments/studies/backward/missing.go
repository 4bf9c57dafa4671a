package backward

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
)

// A MissingRow is a kernel that misses its target, or the one beside it that does not, at one price.
type MissingRow struct {
	Target string  `column:"target"`
	Set    string  `column:"set"`
	Kernel string  `column:"kernel"`
	Dial   float64 `column:"dial"`   // the size of a step, or the data of a step
	Budget int     `column:"budget"` // evaluations of the density, or of a datum's term
	T      int     `column:"T"`
	J      float64 `column:"J"`
	TV     float64 `column:"tv"`
}

// The kernels, by the name before their dial.
const (
	unadjusted = "unadjusted"
	adjusted   = "langevin"
	subsampled = "subsampled"
	whole      = "metropolis"
)

// The dials and the prices. A step of unadjusted takes the slope in one cell, and one of langevin in two and the
// density of the proposal, without memory: 4 and 9 evaluations with two axes. A step of subsampled takes as many terms
// as it draws data, and one of metropolis all. No weight is computed, because J needs none.
var (
	sizesOfSteps = []float64{0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4}
	slopePrices  = []int{20, 60, 200, 600, 2000}
	someData     = []float64{1, 2, 3, 5, 7, 9}
	termPrices   = []int{100, 300, 1000, 3000}
)

// ofData is the model of subsamples: a line through ten points, from the prior.
const ofData, dataPoints = "linear:10:1:13", 10

// A job is one target with one pair of kernels.
type job struct {
	setting experiments.Setting
	set     string
	data    bool // subsampled beside metropolis
}

// jobs are the targets of the second question.
func jobs(setting run.Setting) (all []job) {
	if setting.Seed == 0 {
		for _, toy := range []string{"regression:9:20", "ar1:9:20", "funnel", "two-basins:4", "staircase", "barrier"} {
			all = append(all, job{experiments.Setting{Toy: toy}, foundOn, false})
		}
		all = append(all, job{experiments.Setting{Toy: ofData}, foundOn, true})
	}
	if setting.Quick {
		return all[len(all)-2:]
	}
	for k := range draws / 2 {
		seed := firstSeed + uint64(k) + draws*setting.Seed
		all = append(all, job{experiments.Setting{Toy: "regression:9:20", Seed: &seed}, triedOn, false},
			job{experiments.Setting{Toy: "logistic:12:1:15", Seed: &seed}, triedOn, false},
			job{experiments.Setting{Toy: ofData, Seed: &seed}, triedOn, true})
	}
	return all
}

// measureMissing has the rows of each target.
func measureMissing(ctx context.Context, setting run.Setting, tell experiments.Progress) (rows []MissingRow,
	err error) {
	all := jobs(setting)
	sizes := make([]int, len(all))
	for i := range sizes {
		sizes[i] = 1
	}
	parts, err := run.Each(ctx, setting.Shelf, "missing", sizes, tell,
		func(ctx context.Context, i int) ([]MissingRow, error) { return missingRows(ctx, all[i]) })
	for _, part := range parts {
		rows = append(rows, part...)
	}
	return rows, err
}

// missingRows are the rows of one target.
func missingRows(ctx context.Context, j job) (rows []MissingRow, err error) {
	add := func(kernel string, dial float64, prices []int, cost float64) error {
		s := j.setting
		s.Missing = true
		s.Kernel = kernel
		if kernel != whole {
			s.Kernel = fmt.Sprintf("%s:%g", kernel, dial)
		}
		chain, err := s.Chain()
		if err != nil {
			return err
		}
		for _, price := range prices {
			r := MissingRow{Target: j.setting.TargetLabel(), Set: j.set, Kernel: kernel, Dial: dial, Budget: price,
				T: 1 + int(float64(price)/cost)}
			if r.T < 2 {
				continue
			}
			a, _, err := chain.At(ctx, r.T)
			if err != nil {
				return err
			}
			g, err := exact.Measure(ctx, a)
			if err != nil {
				return err
			}
			r.J = g.J()
			r.TV = floats.Distance(g.Q, g.P, 1) / 2
			rows = append(rows, r)
		}
		return nil
	}
	if j.data {
		for _, m := range someData {
			if err := add(subsampled, m, termPrices, m); err != nil {
				return nil, err
			}
		}
		err := add(whole, dataPoints, termPrices, dataPoints)
		return rows, err
	}
	for _, size := range sizesOfSteps {
		for _, kernel := range []string{unadjusted, adjusted} {
			s := j.setting
			s.Kernel = adjusted + ":1"
			found, err := s.Find()
			if err != nil {
				return nil, err
			}
			neighbours := float64(2 * found.Grid.Axes()) // of a cell inside
			cost := neighbours
			if kernel == adjusted {
				cost = 1 + 2*neighbours
			}
			if err := add(kernel, size, slopePrices, cost); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// best are the rows of least J of a kernel on a target, by price.
func best(rows []MissingRow, target, kernel string, price int) (least MissingRow, ok bool) {
	least.J = math.Inf(1)
	for _, r := range rows {
		if r.Target == target && r.Kernel == kernel && r.Budget == price && r.J < least.J {
			least = r
			ok = true
		}
	}
	return least, ok
}
