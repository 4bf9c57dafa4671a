package bdmc

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// accurate is the RMSE, in nats, below which an estimator is of use here. The paper takes 10 nats
// for data of 1,250 numbers. The data here have 12 numbers, and models differ by about one nat
// (Table 1).
const accurate = 1.0

// A claim is decided on each case by its rows.
type claim struct {
	text   string
	decide func(s Study, c Case) (holds bool, numbers string)
}

var claims = []claim{
	{"LW vastly underestimates (at 10 proposals)", func(s Study, c Case) (bool, string) {
		r := s.at(c, "LW", 10)
		return r.Single.Bias < -accurate, fmt.Sprintf("bias %.1f, %.2f at %d; exp(KL) = %.0f proposals are needed",
			r.Single.Bias, s.last(c, "LW").Single.Bias, s.last(c, "LW").Budget, math.Exp(c.Gain))
	}},
	{"HME vastly overestimates, however long it runs", func(s Study, c Case) (bool, string) {
		return s.last(c, "HME").Single.Bias > accurate, s.trend(c, "HME", "bias", bias)
	}},
	{"LW is no better for running longer", flat("LW")},
	{"HME is no better for running longer", flat("HME")},
	{"CMS is no better for running longer", flat("CMS")},
	{"CMS is nearer than LW and HME, and still off (K = 1, LW at 10)", func(s Study, c Case) (bool, string) {
		cms, lw, hme := s.at(c, "CMS", 1).Single, s.at(c, "LW", 10).Single, s.at(c, "HME", 1).Single
		return cms.RMSE < min(lw.RMSE, hme.RMSE) && cms.RMSE > accurate/2,
			fmt.Sprintf("RMSE of CMS %.2f, LW %.2f, HME %.2f", cms.RMSE, lw.RMSE, hme.RMSE)
	}},
	{"BIC is the least accurate of all, worse than LW", func(s Study, c Case) (bool, string) {
		bic, lw := s.last(c, "BIC").Single, s.at(c, "LW", 1).Single
		return bic.RMSE > lw.RMSE, fmt.Sprintf("off by %.2f; RMSE of LW from one proposal %.1f", bic.Bias, lw.RMSE)
	}},
	{"VB stays away from log p(y), however many restarts", func(s Study, c Case) (bool, string) {
		most := s.last(c, "VB")
		return most.Combined.Bias < -accurate/2, fmt.Sprintf("bias %.2f with %d restarts", most.Combined.Bias,
			Trials*most.Budget)
	}},
	{"VB is below also with the symmetry correction", func(s Study, c Case) (bool, string) {
		b := s.last(c, "VB+sym").Combined.Bias
		return b < 0, fmt.Sprintf("bias %+.2f", b)
	}},
	{"VB's gap is the approximation's, not that of local optima", func(s Study, c Case) (bool, string) {
		one, most := s.at(c, "VB", 1).Single.Bias, s.last(c, "VB").Combined.Bias
		return one > 2*most, fmt.Sprintf("bias %.2f with one restart, %.2f with the best of many", one, most)
	}},
	{"NS underestimates on average (most steps)", func(s Study, c Case) (bool, string) {
		b := s.last(c, "NS").Single
		return b.Bias < -3*b.BiasErr, fmt.Sprintf("bias %+.2f ± %.2f", b.Bias, b.BiasErr)
	}},
	{"NS is too large more often than a stochastic lower bound", func(s Study, c Case) (bool, string) {
		var w Overshoot
		for _, o := range s.Worst() {
			if o.Case == c.Name && o.Estimator == "NS" && o.Budget > 0 && (w.Runs == 0 || o.Z() > w.Z()) {
				w = o
			}
		}
		return w.Breaks(), fmt.Sprintf("P(above by %.1f) = %.2f ± %.2f, allowed %.2f (%s)", w.B, w.Share, w.ShareErr,
			w.Allowed(), text.Count(w.Budget, "step"))
	}},
	{"AIS is accurate with enough levels", func(s Study, c Case) (bool, string) {
		return s.last(c, "AIS").Single.RMSE < accurate, s.trend(c, "AIS", "RMSE", rmse)
	}},
	{"SMC is accurate with enough steps", func(s Study, c Case) (bool, string) {
		return s.last(c, "SMC").Single.RMSE < accurate, s.trend(c, "SMC", "RMSE", rmse)
	}},
	{"AIS forward and reverse meet within a nat", func(s Study, c Case) (bool, string) {
		low, high := s.last(c, "AIS").Single.Bias, s.last(c, "rev AIS").Single.Bias
		return high-low < 1, fmt.Sprintf("%.2f below and %+.2f above", low, high)
	}},
	{"25 runs of LW are little better than one", together("LW")},
	{"25 runs of HME are little better than one", together("HME")},
	{"25 runs of CMS are little better than one", together("CMS")},
	{"25 runs of most bad estimators are little better than one", together(Legend...)},
	{"data are likeliest under their own model (Table 1)", func(s Study, c Case) (bool, string) {
		own, others := true, []string{}
		for _, f := range s.Fits {
			if f.From == c.Name && f.Model != c.Name {
				own = own && f.Less > 0
				others = append(others, fmt.Sprintf("%.2f less under %s", f.Less, f.Model))
			}
		}
		return own, strings.Join(others, ", ")
	}},
}

// Decide decides the claims of the paper's Section 6.4 by the rows, model by model.
func Decide(s Study) (all []experiments.Finding) {
	for _, cl := range claims {
		f := experiments.Finding{Claim: cl.text}
		var numbers []string
		for _, c := range s.Cases {
			holds, n := cl.decide(s, c)
			if holds {
				f.For = append(f.For, c.Name)
			}
			numbers = append(numbers, c.Name+": "+n)
		}
		if f.Holds = len(f.For) == len(s.Cases); f.Holds {
			f.For = nil
		}
		f.Evidence = strings.Join(numbers, "; ")
		all = append(all, f)
	}
	return all
}

// flat claims that the RMSE at the largest budget is more than half of that at the smallest.
func flat(estimator string) func(s Study, c Case) (bool, string) {
	return func(s Study, c Case) (bool, string) {
		first, last := s.Of(c, estimator)[0], s.last(c, estimator)
		return last.Single.RMSE > first.Single.RMSE/2, s.trend(c, estimator, "RMSE", rmse)
	}
}

// at is the row of an estimator at a budget; the study has it.
func (s Study) at(c Case, estimator string, budget int) Row {
	rows := s.Of(c, estimator)
	return rows[slices.IndexFunc(rows, func(r Row) bool { return r.Budget == budget })]
}

// last is the row of an estimator at its largest budget.
func (s Study) last(c Case, estimator string) Row {
	rows := s.Of(c, estimator)
	return rows[len(rows)-1]
}

func bias(s Score) float64 { return s.Bias }
func rmse(s Score) float64 { return s.RMSE }

func (s Study) trend(c Case, estimator, name string, of func(Score) float64) string {
	first, last := s.Of(c, estimator)[0], s.last(c, estimator)
	return fmt.Sprintf("%s %.2f with %s, %.2f with %d", name, of(first.Single), text.Count(first.Budget, first.Knob),
		of(last.Single), last.Budget)
}

// together claims that 25 runs have more than half of the RMSE of one, in most rows of these
// estimators that are not accurate.
func together(estimators ...string) func(s Study, c Case) (bool, string) {
	return func(s Study, c Case) (bool, string) {
		bad, better, lists := 0, 0, []string{}
		for _, name := range estimators {
			n, halved := 0, 0
			for _, r := range s.Of(c, name) {
				if r.Single.RMSE > accurate && r.Combine != Same {
					n++
					if r.Combined.RMSE <= r.Single.RMSE/2 {
						halved++
					}
				}
			}
			if n > 0 {
				lists = append(lists, fmt.Sprintf("%s %d of %d", name, halved, n))
			}
			bad, better = bad+n, better+halved
		}
		if bad == 0 {
			return false, "none has an RMSE above a nat"
		}
		return 2*better < bad, "rows with the RMSE halved: " + strings.Join(lists, ", ")
	}
}
