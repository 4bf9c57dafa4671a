package score

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/columns"
)

// UsualChains is the number of chains of the paper.
const UsualChains = 8

// MostDrawn is the length of the longest chains that are drawn: beyond it KS distances have no rows. The
// points of Figure 3 are of mostCalibrated steps at most, because their estimates take the time of
// Fourier transforms.
const (
	MostDrawn      = 100_000
	mostCalibrated = 1000
)

// drawn is the number of chains of each sampled number.
func (p *Plan) drawn() int {
	if p.Chains == 0 {
		return UsualChains
	}
	return p.Chains
}

// draw samples what has no exact number: KS distances after so many steps, and the points of Figure 3.
func (p *Plan) draw(ctx context.Context, here scene, s Subject, ns []int) (rows []Row, points []Point, err error) {
	all, longest := p.looks(here, ns), 0
	if len(all) == 0 {
		return nil, nil, nil
	}
	for _, l := range all {
		longest = max(longest, slices.Max(l.ns))
	}
	cells, drawer := make([]int32, longest), s.Drawer(p.MCSeed)
	for _, start := range here.drawn() {
		next := drawer.From(start)
		for i := range all {
			all[i].begin(s.P)
		}
		for k := range p.drawn() {
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			next(cells, k)
			for i := range all {
				all[i].see(cells)
			}
		}
		for _, l := range all {
			if l.calibrates {
				points = append(points, l.point(s, start))
				continue
			}
			for i, n := range l.ns {
				r := SampledRow(l.of, l.spread, start.Name, n, l.errors[i])
				r.Density, r.Kernel, r.Budget = s.Density, s.Kernel, p.Budgets[i]
				rows = append(rows, r)
			}
		}
	}
	return rows, points, nil
}

// A look looks at sampled chains from one start, for one function, after so many steps.
type look struct {
	of         Function
	ns         []int
	calibrates bool // whether it is of a point of Figure 3, after one number of steps

	sum    Tally
	spread float64
	errors [][]float64 // after each number of steps, of every chain
	ess    []float64   // what the usual diagnostic says of each chain of which it says anything
}

// looks are those of a job: a KS distance has one after all numbers of steps, and each class of Figure 3
// has one for the first of its functions.
func (p *Plan) looks(here scene, ns []int) (all []look) {
	drawn := slices.DeleteFunc(slices.Clone(ns), func(n int) bool { return n > MostDrawn })
	for _, f := range here.functions {
		if f.Distance() && len(drawn) > 0 {
			all = append(all, look{of: f, ns: drawn})
		}
	}
	if !p.Calibrate {
		return all
	}
	for _, class := range Calibrated {
		i := slices.IndexFunc(here.functions, func(f Function) bool { return classOf(f.Name) == class })
		if i >= 0 {
			n := []int{min(slices.Max(ns), mostCalibrated)}
			all = append(all, look{of: here.functions[i], ns: n, calibrates: true})
		}
	}
	return all
}

// begin forgets all chains.
func (l *look) begin(p []float64) {
	mean, spread := l.of.Truth(p)
	l.sum, l.spread, l.ess, l.errors = NewTally(l.of, mean), spread, nil, make([][]float64, len(l.ns))
}

// see looks at one more chain.
func (l *look) see(cells []int32) {
	l.sum.Reset()
	at := 0
	for i, n := range l.ns {
		for ; at < n; at++ {
			l.sum.Add(cells[at])
		}
		l.errors[i] = append(l.errors[i], l.sum.Error())
	}
	if !l.calibrates {
		return
	}
	values := make([]float64, at)
	for i := range values {
		values[i] = l.of.Of[cells[i]]
	}
	if ess := usualESS.Of(diagnostics.NewChains([][]float64{values})); !math.IsNaN(ess) {
		l.ess = append(l.ess, ess)
	}
}

// point is that of the chains seen.
func (l *look) point(s Subject, start Start) Point {
	return Point{Density: s.Density, Kernel: s.Kernel, Function: l.of.Name, Start: start.Name, N: l.ns[0],
		Chains: len(l.errors[0]), ESS: columns.Real(stat.Mean(l.ess, nil)), Real: columns.Real(Real(l.spread, l.errors[0]))}
}
