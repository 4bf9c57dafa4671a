// Package backwards compares the paths of a chain with those of another backward kernel than the reversal at p_t, which
// is AIS's: the marginal's own, under which B is J, or one that is counted in pilot runs (package exact/backward).
package backwards

import (
	"context"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/chains/work"
	"breadboard/exact"
	"breadboard/exact/backward"
	"breadboard/experiments"
	"breadboard/experiments/columns"
)

// A Kernel names the backward kernel with which the paths of a chain are compared. nil is the reversal.
type Kernel struct {
	Spec   string  // as marginal or pilot:100
	Pilots int     // runs of each set, from which the marginal is estimated
	Weight float64 // in runs, of p_t in that estimate; 0 unless there are pilots
	Sets   int     // of pilots, over which B is a mean
	Seed   uint64  // of all pilots
}

// The backward kernel that is named without a number, and the stem of the other.
const (
	byMarginal = "marginal"
	byPilot    = "pilot"
)

// FieldBackward names a backward kernel, and FieldSets the number of sets of pilots.
const (
	FieldBackward experiments.Field = "backward"
	FieldSets     experiments.Field = "sets"
)

// MostPilots is the largest number of pilots of a set, and MostPilotSets of sets.
const MostPilots, MostPilotSets = 1_000_000_000, 100_000

// Parse reads reversal, which is nil, marginal, pilot:N or pilot:N:WEIGHT. The error is a Fault.
func Parse(spec string, sets int, seed uint64) (*Kernel, error) {
	name, numbers, _ := strings.Cut(spec, ":")
	switch {
	case spec == "" || spec == columns.Reversal:
		return nil, nil
	case spec == byMarginal:
		return &Kernel{Spec: spec}, nil
	case name != byPilot:
		return nil, experiments.Faultf("%v %s is none; %s, %s or %s:N, as in %s:1000, would do", FieldBackward, spec,
			columns.Reversal, byMarginal, byPilot, byPilot)
	case sets < 2 || sets > MostPilotSets:
		return nil, experiments.Faultf("%v %d; a number of sets of pilots from 2, which an error needs, to %d would do",
			FieldSets, sets, MostPilotSets)
	}
	k := &Kernel{Spec: spec, Weight: 1, Sets: sets, Seed: seed}
	runs, weight, weighted := strings.Cut(numbers, ":")
	var noRuns, noWeight error
	k.Pilots, noRuns = strconv.Atoi(runs)
	if weighted {
		k.Weight, noWeight = strconv.ParseFloat(weight, 64)
	}
	if noRuns != nil || k.Pilots < 0 || k.Pilots > MostPilots {
		return nil, experiments.Faultf("%v %s: a number of pilots from 0 to %d, as in %s:1000, would do", FieldBackward,
			spec, MostPilots, byPilot)
	}
	if noWeight != nil || !(k.Weight > 0 && k.Weight <= MostPilots) {
		return nil, experiments.Faultf("%v %s: the density's weight, in pilots, is no number above 0; one, as in "+
			"%s:1000:50, would do", FieldBackward, spec, byPilot)
	}
	return k, nil
}

// Bytes is the memory of one comparison. Sets of pilots are made one on each core.
func (k *Kernel) Bytes(f experiments.Found, T int) float64 {
	states := int(f.States)
	bytes := backward.Bytes(states, T)
	if k.Pilots > 0 {
		bytes = float64(experiments.Workers(0)) * (bytes + backward.PilotBytes(states, T))
	}
	return bytes
}

// What a level of a comparison counts, in nanoseconds, as it was measured, both ways together.
const (
	backwardCell = 300 // for a cell
	backwardMove = 100 // and for each of its moves
)

// compare compares the paths of a chain with those of the backward kernel, once for each set of pilots. The laws of the
// cells are the first one's alone.
func (k *Kernel) compare(ctx context.Context, a chains.Annealing, tell experiments.Progress) ([]backward.Result,
	error) {
	sets := max(1, k.Sets)
	facts := chains.FactsOf(a.Kernel, a.Grid)
	work.Add(ctx, float64(sets*a.T()), float64(a.Grid.Size())*(backwardCell+backwardMove*facts.Moves))
	all := make([]backward.Result, sets)
	err := experiments.Each(ctx, sets, tell, func(ctx context.Context, i int) (err error) {
		law := backward.Law(backward.Marginal)
		if k.Spec != byMarginal {
			pilots, err := backward.DrawPilots(ctx, a, k.Pilots, sample.Seeded(k.Seed, uint64(i)))
			if err != nil {
				return err
			}
			law = pilots.Law(k.Weight)
		}
		all[i], err = backward.Run(ctx, a, law)
		if i > 0 {
			all[i].Q = nil
			all[i].P = nil
		}
		return err
	})
	return all, err
}

// meanOver is the mean of a number over sets of pilots, and its standard error: NaN of one set.
func meanOver(all []backward.Result, of func(backward.Result) float64) (mean, stderr float64) {
	values := make([]float64, len(all))
	for i, one := range all {
		values[i] = of(one)
	}
	if len(all) == 1 {
		return values[0], math.NaN()
	}
	mean, sd := stat.MeanStdDev(values, nil)
	return mean, sd / math.Sqrt(float64(len(all)))
}

// Exactly is the chain's, under the backward kernel.
func (k *Kernel) Exactly(ctx context.Context, c experiments.Chain, ts []int, progress experiments.Progress) (
	[]experiments.Exact, error) {
	if k == nil {
		return c.Exactly(ctx, ts, progress)
	}
	return c.ExactlyBy(ctx, ts, progress, func(ctx context.Context, at experiments.Aimed,
		tell experiments.Progress) (row experiments.Exact, err error) {
		r, err := exact.Options{Progress: tell.Share(0, 1, 2), Unchecked: true}.Run(ctx, at.Annealing) // for J alone
		if err != nil {
			return row, err
		}
		all, err := k.compare(ctx, at.Annealing, tell.Share(1, 2, 2))
		if err != nil {
			return row, err
		}
		r, stderr := k.under(all, at.Annealing, r)
		row = c.Measured(at.Annealing, r)
		row.Backward = k.Spec
		row.Pilots = k.Pilots
		row.Sets = k.Sets
		row.BStdErr = stderr
		return row, nil
	})
}

// under puts the numbers of the paths under the backward kernel in the place of the reversal's. stderr is the standard
// error of B over sets of pilots, and NaN where there are none.
func (k *Kernel) under(all []backward.Result, a chains.Annealing, r exact.Result) (_ exact.Result, stderr float64) {
	nan := math.NaN()
	first := all[0]
	r.Warnings = nil
	logq := chains.LogMasses(first.Q)
	if why := r.Final.WhyInfinite(logq, first.P, chains.LogMasses(first.P), a.Grid.Coords); why != "" {
		r.Warnings = append(r.Warnings, why)
	}
	r.Pairwise = exact.Divergence{Forward: nan, Reverse: nan}
	r.Steps = nil
	r.Checks = nil
	r.Paths = exact.Divergence{}
	r.Paths.Forward, _ = meanOver(all, func(o backward.Result) float64 { return o.Paths.Forward })
	r.Paths.Reverse, _ = meanOver(all, func(o backward.Result) float64 { return o.Paths.Reverse })
	_, stderr = meanOver(all, backward.Result.B)
	r.MeanW, _ = meanOver(all, func(o backward.Result) float64 { return o.MeanW })
	r.MeanInvW, _ = meanOver(all, func(o backward.Result) float64 { return o.MeanInvW })
	r.FwdLaw = exact.Moments{Mean: r.FwdLogW(), Variance: nan, Skewness: nan}
	r.RevLaw = exact.Moments{Mean: r.RevLogW(), Variance: nan, Skewness: nan}
	r.ESS = nan
	if k.Sets == 0 {
		r.FwdLaw.Variance = first.Fwd.Variance
		r.FwdLaw.Skewness = first.Fwd.Skewness
		r.RevLaw.Variance = first.Rev.Variance
		r.RevLaw.Skewness = first.Rev.Skewness
		r.ESS = first.ESS
	}
	r.Defect = k.defect(first, r)
	return r, stderr
}

// defect is the largest disagreement of numbers that are equal in exact arithmetic: the means of w and 1/w are 1, the
// mean of log w is pushed along and is made of divergences, and under the marginal B is J.
func (k *Kernel) defect(first backward.Result, r exact.Result) (most float64) {
	compare := func(one, other float64) {
		if one != other && !math.IsInf(one+other, 0) {
			most = max(most, math.Abs(one-other)/max(1, math.Abs(other)))
		}
	}
	if !math.IsInf(r.B(), 0) {
		compare(r.MeanW, 1)
		compare(r.MeanInvW, 1)
	}
	compare(first.Rev.Mean, first.Paths.Reverse)
	compare(-first.Fwd.Mean, first.Paths.Forward)
	if k.Spec == byMarginal {
		compare(r.B(), r.Final.Jeffreys())
	}
	return most
}
