package aidepaper

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains/programs"
	"breadboard/experiments"
)

// surprising is the number of standard errors beyond which two estimates are taken to be apart. Among
// 40 estimates without a fault one is beyond it with probability 0.1.
const surprising = 3

// Findings are the claims of Figure 4 and of this study.
func (h Filters) Findings() []experiments.Finding {
	one, many := h.Row(ByPosterior, programs.Optimal, 1, 1), h.Row(ByPosterior, programs.Optimal, 1, 100)
	ones, manys := one.Explained(), many.Explained()
	beside := func(p programs.Proposal) []FilterRow {
		return where(h.Rows, func(r FilterRow) bool { return r.Proposal == p && r.Gold == ByPosterior })
	}
	return []experiments.Finding{
		agreement("The authors' estimates for the prior proposal are right, beside the posterior",
			beside(programs.Prior), FilterRow.Z),
		agreement("The authors' estimates for the optimal proposal are right, beside the posterior",
			beside(programs.Optimal), FilterRow.Z),
		agreement("Their mistake gives all of their estimates", h.Rows, FilterRow.MistakenZ),
		experiments.Find("Their estimate expects an upper bound (Theorem 1), where the divergence is known",
			ones.Value >= one.Exact && manys.Value >= one.Exact,
			"with one particle and the optimal proposal the divergence is %.3f, their code expects %.3f at M = 1 and "+
				"%.1f ± %.1f at M = 100, and they recorded %.2f ± %.2f and %.2f ± %.2f", one.Exact, ones.Value, manys.Value,
			manys.Err, one.Theirs.Value, one.Theirs.Err, many.Theirs.Value, many.Theirs.Err),
		experiments.Find("With one particle, more reverse runs lower the estimate for the optimal proposal", many.Exact < one.Exact,
			"meta-inference is exact, and the expectation is %.3f at every M; theirs fell from %.2f to %.2f", one.Exact,
			one.Theirs.Value, many.Theirs.Value),
		h.order(), h.gold(),
	}
}

// agreement says whether no row is too far off.
func agreement(claim string, rows []FilterRow, z func(FilterRow) float64) experiments.Finding {
	worst, squares := furthest(rows, z), 0.0
	for _, r := range rows {
		squares += z(r) * z(r)
	}
	return experiments.Find(claim, math.Abs(z(worst)) < surprising,
		"of %d estimates the worst is %.1f standard errors off (%s, P = %d, M = %d); the mean square of these errors is "+
			"%.2f", len(rows), math.Abs(z(worst)), worst.Proposal, worst.P, worst.M, squares/float64(len(rows)))
}

func furthest(rows []FilterRow, z func(FilterRow) float64) FilterRow {
	return slices.MaxFunc(rows, func(a, b FilterRow) int { return cmp.Compare(math.Abs(z(a)), math.Abs(z(b))) })
}

// WorstExplained says how many standard errors the authors' estimates are at most from what their mistake
// gives.
func (h Filters) WorstExplained() float64 {
	return math.Abs(furthest(h.Rows, FilterRow.MistakenZ).MistakenZ())
}

// Row returns the row of a gold standard and a filter; the study has it.
func (h Filters) Row(gold Standard, p programs.Proposal, particles, m int) FilterRow {
	return the(h.Rows, func(r FilterRow) bool {
		return r.Gold == gold && r.Proposal == p && r.P == particles && r.M == m
	})
}

// Best is AIDE of the largest filter with the optimal proposal, at the largest M.
func (h Filters) Best(gold Standard) (best Measured) {
	for _, r := range h.Rows { // the authors' file has the largest last
		if r.Gold == gold && r.Proposal == programs.Optimal {
			best = r.Ours
		}
	}
	return best
}

// order compares the two proposals at the same P, M and gold standard.
func (h Filters) order() experiments.Finding {
	least, all, nearer, theirs := math.Inf(1), 0, 0, 0
	for _, r := range h.Rows {
		if r.Proposal != programs.Optimal {
			continue
		}
		all++
		other := h.Row(r.Gold, programs.Prior, r.P, r.M)
		least = min(least, other.Ours.z(r.Ours.Sampled))
		if other.Truth().Value > r.Truth().Value {
			nearer++
		}
		if other.Theirs.Value > r.Theirs.Value {
			theirs++
		}
	}
	return experiments.Find("The optimal proposal is nearer than the prior proposal at every P, as in Figure 4",
		least > -surprising && nearer > all/2,
		"it is nearer in %d of %d comparisons, by at least %.1f standard errors; by the authors' estimates in %d", nearer,
		all, least, theirs)
}

// gold compares estimates beside the two gold standards.
func (h Filters) gold() experiments.Finding {
	beside := func(r FilterRow) FilterRow { return h.Row(ByPosterior, r.Proposal, r.P, r.M) }
	off := func(r FilterRow) float64 { return r.Ours.z(beside(r).Ours.Sampled) }
	worst := furthest(where(h.Rows, func(r FilterRow) bool { return r.Gold == ByFilter }), off)
	one, ten := h.Standards[0], h.Standards[1]
	return experiments.Find("Estimates beside a filter of 1000 particles are those beside the posterior",
		math.Abs(off(worst)) < surprising,
		"they differ by at most %.1f standard errors (%s, P = %d, M = %d: %.3f and %.3f); AIDE between the two gold "+
			"standards is %.3f ± %.3f at M = 1 and %.4f ± %.4f at M = 10", math.Abs(off(worst)), worst.Proposal, worst.P,
		worst.M, worst.Ours.Value, beside(worst).Ours.Value, one.Value, one.Err, ten.Value, ten.Err)
}
