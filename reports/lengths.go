package reports

import (
	"math"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Lengths is the table of what fine annealing would be on the paths of some runs, and of what it is.
func Lengths(rows []experiments.Lengths, f table.Format) table.Table {
	t := table.Table{Title: "The path", Lead: 3, Columns: table.Columns("target", "seed", "T", "fisher_length=Fisher",
		"friction_length=friction", "B", "near_b=near-eq. B", "b_over_near_b=quotient", "path_kl_fwd=KL(fwd‖rev)",
		"path_kl_rev=KL(rev‖fwd)", "action")}
	for _, r := range rows {
		quotient := math.NaN()
		if r.Near > 0 {
			quotient = r.B() / r.Near
		}
		t.Add(r.Chain.TargetName(), table.Pointed(r.Chain.Seed), r.T, r.Fisher, r.Friction, r.B(), r.Near, quotient,
			r.Paths.Forward, r.Paths.Reverse, table.Known(r.Action))
	}
	dropAlike(&t, "target", each(rows, func(r experiments.Lengths) string { return r.Chain.TargetName() }))
	if f.ForPrograms() {
		return t
	}
	t.Note("Fisher and friction are lengths of the path: under a perfect kernel, and under this one. near-eq. B: " +
		"what B approaches as T grows; with the friction schedule it is friction²/(T-1), the least. Where the " +
		"quotient is far from 1, steps are too long for the lengths to say anything. The action, a discrete analogue " +
		"of Guo, Tao and Chen's, " +
		"bounds both KLs near " +
		"equilibrium.")
	oneSeed(&t, each(rows, func(r experiments.Lengths) *uint64 { return r.Chain.Seed }))
	return t
}
