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
	allData    = "metropolis"
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
			all = append(all, job{experiments.Setting{Toy: toy}, run.FoundOn, false})
		}
		all = append(all, job{experiments.Setting{Toy: ofData}, run.FoundOn, true})
	}
	if setting.Quick {
		return all[len(all)-2:]
	}
	for k := range run.FreshDraws / 2 {
		seed := setting.Fresh(k)
		all = append(all, job{experiments.Setting{Toy: "regression:9:20", Seed: &seed}, run.TriedOn, false},
			job{experiments.Setting{Toy: "logistic:12:1:15", Seed: &seed}, run.TriedOn, false},
			job{experiments.Setting{Toy: ofData, Seed: &seed}, run.TriedOn, true})
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
	dialled, err := j.dialled()
	if err != nil {
		return nil, err
	}
	for _, d := range dialled {
		some, err := j.rowsOf(ctx, d)
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, nil
}

// A dialled is a kernel at one value of its dial, with what a step of it costs and the prices at which it is run.
type dialled struct {
	kernel     string
	dial, cost float64
	prices     []int
}

// dialled are the kernels of a job, each at all values of its dial.
func (j job) dialled() (all []dialled, err error) {
	if j.data {
		for _, m := range someData {
			all = append(all, dialled{subsampled, m, m, termPrices})
		}
		return append(all, dialled{allData, dataPoints, dataPoints, termPrices}), nil
	}
	s := j.setting
	s.Kernel = adjusted + ":1"
	found, err := s.Find()
	if err != nil {
		return nil, err
	}
	neighbours := float64(2 * found.Grid.Axes()) // of a cell inside
	for _, size := range sizesOfSteps {
		all = append(all, dialled{unadjusted, size, neighbours, slopePrices},
			dialled{adjusted, size, 1 + 2*neighbours, slopePrices})
	}
	return all, nil
}

// rowsOf are the rows of one kernel at one value of its dial: one for each price that affords a step.
func (j job) rowsOf(ctx context.Context, d dialled) (rows []MissingRow, err error) {
	s := j.setting
	s.Missing = true
	s.Kernel = d.kernel
	if d.kernel != allData {
		s.Kernel = fmt.Sprintf("%s:%g", d.kernel, d.dial)
	}
	chain, err := s.Chain()
	if err != nil {
		return nil, err
	}
	for _, price := range d.prices {
		T := 1 + int(float64(price)/d.cost)
		if T < 2 {
			continue
		}
		a, _, err := chain.At(ctx, T)
		if err != nil {
			return nil, err
		}
		m, err := exact.Measure(ctx, a)
		if err != nil {
			return nil, err
		}
		rows = append(rows, MissingRow{Target: j.setting.TargetLabel(), Set: j.set, Kernel: d.kernel, Dial: d.dial,
			Budget: price, T: T, J: m.J(), TV: floats.Distance(m.Q, m.P, 1) / 2})
	}
	return rows, nil
}

// best is the row of least J of a kernel on a target at a price. It is not ok if there is none.
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
