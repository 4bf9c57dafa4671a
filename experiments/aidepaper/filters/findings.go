package filters

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/programs"
	"breadboard/experiments"
)

// surprising is the number of standard errors beyond which two estimates are taken to be apart. Among
// 40 estimates without a fault one is beyond it with probability 0.1.
const surprising = 3

// Findings are the claims of Figure 4 and of this study.
func (h Study) Findings() []experiments.Finding {
	return []experiments.Finding{
		agreement("The authors' estimates for the prior proposal are right, beside the posterior",
			h.where(programs.Prior), Row.Z),
		agreement("The authors' estimates for the optimal proposal are right, beside the posterior",
			h.where(programs.Optimal), Row.Z),
		agreement("Their mistake gives all of their estimates", h.Rows, Row.MistakenZ),
		h.upperBound(), h.falls(), h.order(), h.gold(),
	}
}

// where are the rows of a proposal beside the posterior.
func (h Study) where(p programs.Proposal) (rows []Row) {
	for _, r := range h.Rows {
		if r.Proposal == p && r.Gold == ByPosterior {
			rows = append(rows, r)
		}
	}
	return rows
}

// agreement says whether no row is too far off.
func agreement(claim string, rows []Row, z func(Row) float64) experiments.Finding {
	worst, squares := furthest(rows, z), 0.0
	for _, r := range rows {
		squares += z(r) * z(r)
	}
	return experiments.Finding{Claim: claim, Holds: math.Abs(z(worst)) < surprising,
		Evidence: fmt.Sprintf(
			"of %d estimates the worst is %.1f standard errors off (%s, P = %d, M = %d); the mean square of "+
				"these errors is %.2f", len(rows), math.Abs(z(worst)), worst.Proposal, worst.P, worst.M,
			squares/float64(len(rows)))}
}

// furthest is the row that is most standard errors off.
func furthest(rows []Row, z func(Row) float64) Row {
	return slices.MaxFunc(rows, func(a, b Row) int { return cmp.Compare(math.Abs(z(a)), math.Abs(z(b))) })
}

// WorstExplained says how many standard errors the authors' estimates are at most from what their mistake
// gives.
func (h Study) WorstExplained() float64 {
	return math.Abs(furthest(h.Rows, Row.MistakenZ).MistakenZ())
}

// Row returns the row of a gold standard and a filter; the study has it.
func (h Study) Row(gold Standard, p programs.Proposal, particles, m int) Row {
	for _, r := range h.Rows {
		if r.Gold == gold && r.Proposal == p && r.P == particles && r.M == m {
			return r
		}
	}
	panic(fmt.Sprintf("filters: no row of %s with P = %d and M = %d", p, particles, m))
}

// Best is AIDE of the largest filter with the optimal proposal, at the largest M.
func (h Study) Best(gold Standard) (best Measured) {
	for _, r := range h.Rows { // the authors' file has the largest last
		if r.Gold == gold && r.Proposal == programs.Optimal {
			best = r.Ours
		}
	}
	return best
}

// upperBound compares the authors' estimates with the exact divergence of one particle.
func (h Study) upperBound() experiments.Finding {
	f := experiments.Finding{Claim: "Their estimate expects an upper bound (Theorem 1), where the divergence is known"}
	one := h.Row(ByPosterior, programs.Optimal, 1, 1)
	many := h.Row(ByPosterior, programs.Optimal, 1, 100)
	f.Holds = one.Explained().Value >= one.Exact && many.Explained().Value >= one.Exact
	f.Evidence = fmt.Sprintf("with one particle and the optimal proposal the divergence is %.3f, their code expects "+
		"%.3f at M = 1 and %.1f ± %.1f at M = 100, and they recorded %.2f ± %.2f and %.2f ± %.2f", one.Exact,
		one.Explained().Value, many.Explained().Value, many.Explained().StdErr, one.Theirs.Value, one.Theirs.StdErr,
		many.Theirs.Value, many.Theirs.StdErr)
	return f
}

// falls says what M does with one particle, where meta-inference is exact.
func (h Study) falls() experiments.Finding {
	f := experiments.Finding{Claim: "With one particle, more reverse runs lower the estimate for the optimal proposal"}
	one := h.Row(ByPosterior, programs.Optimal, 1, 1)
	many := h.Row(ByPosterior, programs.Optimal, 1, 100)
	f.Evidence = fmt.Sprintf("meta-inference is exact, and the expectation is %.3f at every M; theirs fell from %.2f "+
		"to %.2f", one.Exact, one.Theirs.Value, many.Theirs.Value)
	f.Holds = many.Exact < one.Exact
	return f
}

// order compares the two proposals at the same P, M and gold standard.
func (h Study) order() experiments.Finding {
	f := experiments.Finding{Claim: "The optimal proposal is nearer than the prior proposal at every P, as in Figure 4"}
	least, all, nearer, theirs := math.Inf(1), 0, 0, 0
	for _, r := range h.Rows {
		if r.Proposal != programs.Optimal {
			continue
		}
		all++
		other := h.Row(r.Gold, programs.Prior, r.P, r.M)
		least = min(least, z(other.Ours, r.Ours))
		if other.Truth().Value > r.Truth().Value {
			nearer++
		}
		if other.Theirs.Value > r.Theirs.Value {
			theirs++
		}
	}
	f.Holds = least > -surprising && nearer > all/2
	f.Evidence = fmt.Sprintf("it is nearer in %d of %d comparisons, by at least %.1f standard errors; by the authors' "+
		"estimates in %d", nearer, all, least, theirs)
	return f
}

// gold compares estimates beside the two gold standards.
func (h Study) gold() experiments.Finding {
	f := experiments.Finding{Claim: "Estimates beside a filter of 1000 particles are those beside the posterior"}
	var worst Row
	beside := func(r Row) Row { return h.Row(ByPosterior, r.Proposal, r.P, r.M) }
	most := -1.
	for _, r := range h.Rows {
		if v := math.Abs(z(r.Ours, beside(r).Ours)); r.Gold == ByFilter && v > most {
			most, worst = v, r
		}
	}
	other := beside(worst)
	f.Holds = most < surprising
	f.Evidence = fmt.Sprintf("they differ by at most %.1f standard errors (%s, P = %d, M = %d: %.3f and %.3f); AIDE "+
		"between the two gold standards is %.3f ± %.3f at M = 1 and %.4f ± %.4f at M = 10", most, worst.Proposal, worst.P,
		worst.M, worst.Ours.Value, other.Ours.Value, h.Standards[0].Value, h.Standards[0].StdErr, h.Standards[1].Value,
		h.Standards[1].StdErr)
	return f
}
