package papers

import (
	"math"
	"slices"

	"breadboard/experiments/papers/bdmc"
	"breadboard/reports/table"
)

// A bdmcNumber is a number of a data set.
type bdmcNumber func(bdmc.Set) float64

// bdmcClaims are statements of the paper: each that one number is below another. A figure is about one model, and a
// section about all.
var bdmcClaims = []struct {
	where, says, published string
	low, high              bdmcNumber
}{
	{"Sec. 6.4", "AIS and its reverse end within a nat of each other", "all three",
		func(s bdmc.Set) float64 { return bdmcBias("rev AIS", -1)(s) - bdmcBias("AIS", -1)(s) }, bdmcIs(1)},
	{"Sec. 4.1", "AIS, SMC, LW, CMS and VB lie below, in the mean", "below",
		bdmcNearest(-1, "AIS", "SMC", "LW", "CMS", "VB"), bdmcIs(0)},
	{"Sec. 4.1", "rev AIS, SHME and HME lie above", "above", bdmcIs(0), bdmcNearest(1, "rev AIS", "SHME", "HME")},
	{"Sec. 5.3", "NS tends to underestimate", "below", bdmcBias("NS", -1), bdmcIs(0)},
	{"Sec. 5.3", "NS is no lower bound", "too often above", bdmcIs(0),
		func(s bdmc.Set) float64 { return bdmcBias("NS", -1)(s) - 3*s.At("NS", -1).Single.Err }},
	{"Sec. 6.4", "25 runs of AIS or SMC err less than one run, where one is within a nat", "less",
		bdmcShare(true), bdmcIs(1)},
	{"Sec. 6.4", "25 runs of the others err more than half of one run", "about as much",
		bdmcIs(0.5), bdmcShare(false)},
	{"Sec. 6.4", "One long run of AIS errs less than 25 short ones of its cost", "less", bdmcLong,
		func(s bdmc.Set) float64 { return s["AIS"][1].Combined.RMSE }},
	{"Fig. 2", "The BIC errs more than LW", "by far", bdmcRMSE("LW", 0), bdmcRMSE("BIC", 0)},
	{"Fig. 2", "VB of one start is above LW of many draws", "above", bdmcBias("LW", -1), bdmcBias("VB", 0)},
	{"Fig. 2", "VB+sym stays below after many restarts", "-15 nats", bdmcBias("VB+sym", -1), bdmcIs(0)},
	{"Fig. 3", "SMC is accurate at less cost than AIS", "9.7 s < 37.8 s", bdmcReach("SMC"), bdmcReach("AIS")},
	{"Fig. 3", "CMS errs less than HME", "less", bdmcRMSE("CMS", -1), bdmcRMSE("HME", -1)},
	{"Fig. 3", "CMS errs less than LW", "less", bdmcRMSE("CMS", -1), bdmcRMSE("LW", -1)},
	{"Fig. 3", "LW gains little by 100 times the cost, not a half", "constant", bdmcIs(0.5), bdmcGain("LW", 2)},
	{"Fig. 3", "HME gains little by more states", "constant", bdmcIs(0.5), bdmcGain("HME", -1)},
	{"Fig. 3", "CMS gains little by more states", "constant", bdmcIs(0.5), bdmcGain("CMS", -1)},
	{"Fig. 4", "AIS errs less than all others: here than LW", "overwhelming", bdmcRMSE("AIS", -1), bdmcRMSE("LW", -1)},
	{"Fig. 4", "CMS lies below, with a symmetry that it does not see", "-1000 nats", bdmcBias("CMS", -1), bdmcIs(0)},
	{"Fig. 5", "AIS gains to the last by more levels", "less", bdmcRMSE("AIS", -1), bdmcRMSE("AIS", -2)},
	{"Fig. 5", "SMC gains by more than a half by more steps", "4.7 of 11.9", bdmcGain("SMC", -1), bdmcIs(0.5)},
}

// bdmcStated has what the paper states, and whether it is so here. Data sets that do not tell are not counted.
func bdmcStated(f bdmc.Found) table.Table {
	t := table.Table{Title: "What the paper states, which is so here if the first number is the lower", Lead: 2,
		Columns: table.Columns("where", "statement", "published", "here", "verdict")}
	models := map[string][]string{"Fig. 2": bdmc.Models[:1], "Fig. 3": bdmc.Models[:1], "Fig. 4": bdmc.Models[1:2],
		"Fig. 5": bdmc.Models[2:]}
	for _, c := range bdmcClaims {
		of := models[c.where]
		if of == nil {
			of = bdmc.Models
		}
		var sets []bdmc.Set
		for _, model := range of {
			sets = append(sets, f.Of(model)...)
		}
		sets = slices.DeleteFunc(sets, func(s bdmc.Set) bool { return math.IsNaN(c.low(s) + c.high(s)) })
		t.Add(c.where, c.says, c.published, bdmcBeside("%.4g", bdmcMedian(sets, c.low), bdmcMedian(sets, c.high)),
			bdmcVerdict(sets, func(s bdmc.Set) bool { return c.low(s) < c.high(s) }))
	}
	return t
}

func bdmcIs(v float64) bdmcNumber { return func(bdmc.Set) float64 { return v } }

func bdmcBias(name string, place int) bdmcNumber {
	return func(s bdmc.Set) float64 { return s.At(name, place).Single.Bias }
}

func bdmcRMSE(name string, place int) bdmcNumber {
	return func(s bdmc.Set) float64 { return s.At(name, place).Single.RMSE }
}

// bdmcGain is the share of the error at the first budget that is left at the budget in another place.
func bdmcGain(name string, place int) bdmcNumber {
	return func(s bdmc.Set) float64 { return bdmcRMSE(name, place)(s) / bdmcRMSE(name, 0)(s) }
}

// bdmcReach is the least cost at which one run is within a nat; infinite if it never is.
func bdmcReach(name string) bdmcNumber {
	return func(s bdmc.Set) float64 {
		for _, r := range s[name] {
			if r.Single.RMSE < 1 {
				return r.Cost
			}
		}
		return math.Inf(1)
	}
}

// bdmcNearest is the bias, of all budgets of estimators, that is nearest to the other side of the truth or furthest
// there, three standard errors allowed. The side is 1 above and -1 below.
func bdmcNearest(side float64, estimators ...string) bdmcNumber {
	return func(s bdmc.Set) float64 {
		least := math.Inf(1)
		for _, name := range estimators {
			for _, r := range s[name] {
				least = min(least, side*r.Single.Bias+3*r.Single.Err)
			}
		}
		return side * least
	}
}

// bdmcShare is the median share of the error of one run that 25 combined have: of AIS and SMC where one run is within
// a nat, or else of all other estimators and budgets.
func bdmcShare(accurate bool) bdmcNumber {
	return func(s bdmc.Set) float64 {
		var shares []float64
		for _, name := range bdmc.Legend {
			for _, r := range s[name] {
				if ((name == "AIS" || name == "SMC") && r.Single.RMSE < 1) == accurate {
					shares = append(shares, r.Combined.RMSE/r.Single.RMSE)
				}
			}
		}
		return bdmcMedian(shares, func(v float64) float64 { return v })
	}
}

// bdmcLong is the error of one run of AIS at the cost of 25 runs of 10 levels: read off the line between its budgets,
// on axes of logarithms.
func bdmcLong(s bdmc.Set) float64 {
	cost := bdmc.Trials * s["AIS"][1].Cost
	k := slices.IndexFunc(s["AIS"], func(r bdmc.Row) bool { return r.Cost > cost })
	a := s["AIS"][k-1]
	b := s["AIS"][k]
	share := math.Log(cost/a.Cost) / math.Log(b.Cost/a.Cost)
	return a.Single.RMSE * math.Pow(b.Single.RMSE/a.Single.RMSE, share)
}
