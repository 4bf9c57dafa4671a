package rates

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains/evidence"
	"breadboard/experiments"
)

// A contest is the programs of a question on a target, at equal calls.
type contest struct {
	set, target string
	calls       int
	rows        []Row
}

// contestsOf groups the rows of a question.
func contestsOf(rows []Row, question string) (all []contest) {
	type place struct {
		set, target string
		calls       int
	}
	some := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Question != question })
	for at, of := range experiments.GroupBy(some, func(r Row) place { return place{r.Set, r.Target, r.Calls} }) {
		all = append(all, contest{at.set, at.target, at.calls, of})
	}
	return all
}

// least is the row with the least of a number, the first of several.
func (c contest) least(of func(Row) float64) Row {
	return slices.MinFunc(c.rows, func(a, b Row) int { return cmp.Compare(of(a), of(b)) })
}

// The numbers by which programs are chosen.
func byJ(r Row) float64    { return r.J }
func byB(r Row) float64    { return r.B }
func byPath(r Row) float64 { return r.PathRev }

// agrees reports whether the program of the least number has the least J too, but for rounding.
func (c contest) agrees(by func(Row) float64) bool { return c.price(by) < 1+1e-9 }

// price is J of the program with the least number, over the least J. It is 1 if both are 0.
func (c contest) price(by func(Row) float64) float64 {
	least := c.least(byJ).J
	chosen := c.least(by).J
	if chosen == least {
		return 1
	}
	return chosen / least
}

// tau is Kendall's tau of J and a number: how much more often two programs are in the same order by both than not.
func (c contest) tau(by func(Row) float64) float64 {
	var js, others []float64
	for _, r := range c.rows {
		js = append(js, r.J)
		others = append(others, min(by(r), math.MaxFloat64))
	}
	return stat.Kendall(js, others, nil)
}

// orders says how well a number orders the programs of some contests.
type orders struct {
	contests, agree int
	tau, leastTau   float64 // the median and the least
	price, most     float64 // the median and the largest
}

// ordered sums up contests of a set.
func ordered(all []contest, set string, by func(Row) float64) (o orders) {
	var taus, prices []float64
	for _, c := range all {
		if c.set != set {
			continue
		}
		o.contests++
		if c.agrees(by) {
			o.agree++
		}
		taus = append(taus, c.tau(by))
		prices = append(prices, c.price(by))
	}
	if o.contests == 0 {
		return o
	}
	o.tau = evidence.Median(taus)
	o.leastTau = slices.Min(taus)
	o.price = evidence.Median(prices)
	o.most = slices.Max(prices)
	return o
}
