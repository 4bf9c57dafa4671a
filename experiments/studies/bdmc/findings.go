package bdmc

import (
	"math"
	"slices"
)

// accurate is the RMSE, in nats, below which an estimator is of use here. The paper takes 10 nats
// for data of 1,250 numbers. The data here have 12 numbers, and models differ by about one nat
// (Table 1).
const accurate = 1.0

// A Finding says in how many data sets of a model a claim of the paper holds, with the quartiles of the number that
// decides. A claim about what a data set does not have, such as a bad row, leaves it out.
type Finding struct {
	Claim  string  `column:"finding"`
	Number string  `column:"number"`
	Model  string  `column:"model"`
	Holds  int     `column:"holds"`
	Of     int     `column:"of"` // data sets
	Q1     float64 `column:"q1,known"`
	Median float64 `column:"median,known"`
	Q3     float64 `column:"q3,known"`
}

// Quartiles of numbers, as far from the least as from the largest; NaN if there are none.
func Quartiles(of []float64) (q1, median, q3 float64) {
	if len(of) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(of))
	at := func(p float64) float64 {
		low, part := math.Modf(p * float64(len(sorted)-1))
		return sorted[int(low)] + part*(sorted[min(int(low)+1, len(sorted)-1)]-sorted[int(low)])
	}
	return at(0.25), at(0.5), at(0.75)
}

// A claim is decided on a data set by a number from its rows; NaN if it says nothing of it.
type claim struct {
	text, number string
	of           func(s Study, c Case) float64
	holds        func(v float64) bool
}

func below(limit float64) func(float64) bool { return func(v float64) bool { return v < limit } }
func above(limit float64) func(float64) bool { return func(v float64) bool { return v > limit } }

var claims = []claim{
	{"LW vastly underestimates", "bias from 10 proposals", func(s Study, c Case) float64 {
		return s.at(c, "LW", 10).Single.Bias
	}, below(-accurate)},
	{"LW is no better for running longer", "RMSE from 10,000 proposals over that from 1", longer("LW"), above(0.5)},
	{"HME vastly overestimates, however long it runs", "bias from 64 states", ofLast("HME", Row.Bias), above(accurate)},
	{"HME is no better for running longer", "RMSE from 64 states over that from 1", longer("HME"), above(0.5)},
	{"CMS is no better for running longer", "RMSE from 16 states over that from 1", longer("CMS"), above(0.5)},
	{"CMS is nearer than LW and HME", "RMSE from 1 state over the lesser of HME's, from 1, and LW's, from 10",
		func(s Study, c Case) float64 {
			return s.at(c, "CMS", 1).Single.RMSE / min(s.at(c, "LW", 10).Single.RMSE, s.at(c, "HME", 1).Single.RMSE)
		}, below(1)},
	{"CMS is still off", "RMSE from 16 states", ofLast("CMS", Row.RMSE), above(accurate / 2)},
	{"BIC is the least accurate of all, worse than LW", "error over the RMSE of LW from 1 proposal",
		func(s Study, c Case) float64 { return s.last(c, "BIC").Single.RMSE / s.at(c, "LW", 1).Single.RMSE }, above(1)},
	{"VB stays away from log p(y), however many restarts", "bias of the best of 2,500", ofLast("VB", ofTogether),
		below(-accurate / 2)},
	{"VB is below also with the symmetry correction", "bias of the best of 2,500",
		ofLast("VB+sym", ofTogether), below(0)},
	{"VB's gap is the approximation's, not that of local optima", "bias of one start over that of the best of 2,500",
		func(s Study, c Case) float64 {
			return math.Abs(s.at(c, "VB", 1).Single.Bias / s.last(c, "VB").Combined.Bias)
		}, below(2)},
	{"NS underestimates on average", "bias with 16 steps a draw", ofLast("NS", Row.Bias), below(0)},
	{"NS is too large more often than a stochastic lower bound",
		"share a nat too large with 16 steps a draw, less 1/e, in standard errors", func(s Study, c Case) float64 {
			return s.Ways(c)[len(ways)-1].Z()
		}, above(3)},
	{"AIS is accurate with enough levels", "RMSE with 300 levels", ofLast("AIS", Row.RMSE), below(accurate)},
	{"SMC is accurate with enough steps", "RMSE with 10 steps", ofLast("SMC", Row.RMSE), below(accurate)},
	{"AIS forward and reverse meet within a nat", "distance of means with 300 levels", func(s Study, c Case) float64 {
		return s.last(c, "rev AIS").Single.Bias - s.last(c, "AIS").Single.Bias
	}, below(1)},
	{"25 runs of LW are little better than one", together, combining("LW"), above(0.5)},
	{"25 runs of HME are little better than one", together, combining("HME"), above(0.5)},
	{"25 runs of CMS are little better than one", together, combining("CMS"), above(0.5)},
	{"25 runs of most bad estimators are little better than one", together, combining(Legend...), above(0.5)},
	{"data are likeliest under their own model (Table 1)", "log p(y) less that of the next model",
		func(s Study, c Case) float64 {
			least := math.Inf(1)
			for _, f := range s.Fits {
				if f.From == c.Name && f.Seed == c.Seed && f.Model != c.Name {
					least = min(least, f.Less)
				}
			}
			return least
		}, above(0)},
}

// Decide decides the claims of the paper's Section 6.4 by the rows, model by model.
func Decide(s Study) (all []Finding) {
	for _, cl := range claims {
		for _, sets := range s.ModelsOf() {
			f := Finding{Claim: cl.text, Number: cl.number, Model: sets[0].Name}
			numbers := []float64(nil)
			for _, c := range sets {
				if v := cl.of(s, c); !math.IsNaN(v) {
					numbers = append(numbers, v)
					if cl.holds(v) {
						f.Holds++
					}
				}
			}
			f.Of = len(numbers)
			f.Q1, f.Median, f.Q3 = Quartiles(numbers)
			all = append(all, f)
		}
	}
	return all
}

// ofLast is a number of an estimator at its largest budget.
func ofLast(estimator string, number func(Row) float64) func(s Study, c Case) float64 {
	return func(s Study, c Case) float64 { return number(s.last(c, estimator)) }
}

func ofTogether(r Row) float64 { return r.Combined.Bias }

// longer is the RMSE at the largest budget over that at the smallest.
func longer(estimator string) func(s Study, c Case) float64 {
	return func(s Study, c Case) float64 {
		return s.last(c, estimator).Single.RMSE / s.Of(c, estimator)[0].Single.RMSE
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

const together = "RMSE of 25 over that of one, in the middle one of the rows with more than a nat"

// combining is the median of the RMSE of 25 runs over that of one, in the rows of these estimators that are not
// accurate.
func combining(estimators ...string) func(s Study, c Case) float64 {
	return func(s Study, c Case) float64 {
		var ratios []float64
		for _, name := range estimators {
			for _, r := range s.Of(c, name) {
				if r.Single.RMSE > accurate && r.Combine != Same {
					ratios = append(ratios, r.Combined.RMSE/r.Single.RMSE)
				}
			}
		}
		_, median, _ := Quartiles(ratios)
		return median
	}
}
