package paths

import (
	"fmt"
	"slices"

	"breadboard/reports/table"
)

// What the tables go through.
var (
	budgets   = []int{100, 1000, 3000}
	decades   = []int{10, 100, 1000}
	errorsOfR = []float64{-10, -3, -1, -0.3, 0, 0.3, 1, 3} // of log R
	pilots    = []int{2, 10, 100, 1000}
)

// tables are those of the page. A quick run has some of their rows.
func tables(known []Row) []table.Table {
	all := []table.Table{stepsTable(known), dwellTable(known), choiceTable(known), kernelTable(known),
		arrivalTable(known), offTable(known), pilotTable(known), bridgeTable(known), bestTable(known),
		lengthTable(known)}
	return slices.DeleteFunc(all, func(t table.Table) bool { return t.Rows == nil })
}

// A contest is one step a level on the geometric path with equal steps of beta, against settings beside it.
type contest struct{ one, four, oneAndThree, early []Row }

func contestAt(known []Row, group, count string, budget int) (c contest) {
	p := Row{Part: "equal", Count: count, Budget: budget, Kernel: "metropolis", Repeat: 1, Bridge: "geometric",
		Schedule: "linear"}
	c.one = like(known, group, p)
	four := p
	four.Repeat = 4
	c.four = like(known, group, four)
	dwelling := p
	dwelling.Dwell = 3
	c.oneAndThree = like(known, group, dwelling)
	arriving := p
	arriving.Schedule = early
	c.early = like(known, group, arriving)
	return c
}

// stepsTable has J and B of one step a level over those of four.
func stepsTable(known []Row) table.Table {
	t := table.Table{Title: "One step a level over four, by both counts", Columns: table.Columns("target",
		"evaluations", "J_charged=J, charged", "four_charged=four less", "J_free=J, free", "four_free=four less",
		"B_charged=B, charged", "B_four=four less", "B_free=B, free", "B_one=one less", "of")}
	for _, g := range groups {
		for _, budget := range budgets {
			anew := contestAt(known, g, charged, budget)
			kept := contestAt(known, g, free, budget)
			JAnew := over(ofJ, anew.one, anew.four)
			JKept := over(ofJ, kept.one, kept.four)
			BAnew := over(ofB, anew.one, anew.four)
			BKept := over(ofB, kept.one, kept.four)
			if JAnew != nil {
				t.Add(g, budget, shown(JAnew), above(JAnew, 1+1e-9), shown(JKept), above(JKept, 1+1e-9), shown(BAnew),
					above(BAnew, 1+1e-9), shown(BKept), less(BKept), len(JKept))
			}
		}
	}
	return t
}

// dwellTable has what standing at the target gains, with free weights.
func dwellTable(known []Row) table.Table {
	t := table.Table{Title: "Levels that stand at the target, with free weights", Columns: table.Columns("target",
		"evaluations", "J_three=J, one step and three at the target over four", "three=less",
		"J_early=J, early arrival over linear", "early=less", "B_early=B, early arrival over linear",
		"early_B=less", "of")}
	for _, g := range groups {
		for _, budget := range budgets {
			c := contestAt(known, g, free, budget)
			three := over(ofJ, c.oneAndThree, c.four)
			J := over(ofJ, c.early, c.one)
			B := over(ofB, c.early, c.one)
			if three != nil {
				t.Add(g, budget, shown(three), less(three), shown(J), less(J), shown(B), less(B), len(three))
			}
		}
	}
	return t
}

// choiceTable has what the choice by B costs.
func choiceTable(known []Row) table.Table {
	t := table.Table{Title: "What the choice by B costs in J", Columns: table.Columns("target", "evaluations",
		"charged=charged: other setting", "price_charged=price", "free=free: other setting", "price_free=price",
		"twice=above 2", "dwell=free, levels may stand: other setting", "price_dwell=price", "dwell_twice=above 2",
		"of")}
	for _, g := range groups {
		for _, budget := range budgets {
			anew := prices(atCost(known, g, charged, budget, false))
			kept := prices(atCost(known, g, free, budget, false))
			standing := prices(atCost(known, g, free, budget, true))
			if anew != nil {
				t.Add(g, budget, above(anew, 1+1e-9), shown(anew), above(kept, 1+1e-9), shown(kept), above(kept, 2),
					above(standing, 1+1e-9), shown(standing), above(standing, 2), len(kept))
			}
		}
	}
	return t
}

// kernelTable has on how many targets each kernel has the least J, of all settings whose levels do not stand.
func kernelTable(known []Row) table.Table {
	t := table.Table{Title: "The kernel of the least J: on how many targets", Columns: table.Columns("target",
		"evaluations", "one_charged=charged: one step", "four_charged=four", "heat_charged=heat-bath",
		"one_free=free: one step", "four_free=four", "heat_free=heat-bath", "of")}
	for _, g := range groups {
		for _, budget := range budgets {
			cells := []any{g, budget}
			n := 0
			for _, count := range []string{charged, free} {
				won := map[string]int{}
				all := contests(atCost(known, g, count, budget, false))
				for _, rivals := range all {
					best := winner(ofJ, rivals)
					won[fmt.Sprint(best.Kernel, best.Repeat)]++
				}
				n = len(all)
				cells = append(cells, won["metropolis1"], won["metropolis4"], won["heat-bath1"])
			}
			if n > 0 {
				t.Add(append(cells, n)...)
			}
		}
	}
	return t
}

// arrivals are the J or the B of a bridge and a schedule over those of the geometric path with equal steps.
func arrivals(known []Row, of func(Row) float64, group, bridge, schedule string, T int) []float64 {
	p := Row{Part: "arrival", Bridge: bridge, Schedule: schedule, T: T}
	base := p
	base.Bridge = "geometric"
	base.Schedule = "linear"
	return over(of, like(known, group, p), like(known, group, base))
}

// fifth stands at the target for a fifth of the levels.
const fifth = "curve:0:0.25:0.5:0.75:1:1"

// arrivalTable has schedules and paths beside one another.
func arrivalTable(known []Row) table.Table {
	t := table.Table{Title: "A schedule or a path: J over that of the geometric path with equal steps",
		Columns: table.Columns("target", "T", "fifth=a fifth at the target", "half=a half", "power:0.5", "mixture",
			"both=mixture, a half", "path=mixture less than a half", "of")}
	for _, g := range groups {
		for _, T := range decades {
			half := arrivals(known, ofJ, g, "geometric", early, T)
			mixture := arrivals(known, ofJ, g, "mixture", "linear", T)
			if half == nil {
				continue
			}
			won := 0
			for i, v := range mixture {
				if v < half[i]*(1-1e-9) {
					won++
				}
			}
			t.Add(g, T, shown(arrivals(known, ofJ, g, "geometric", fifth, T)), shown(half),
				shown(arrivals(known, ofJ, g, "power:0.5", "linear", T)), shown(mixture),
				shown(arrivals(known, ofJ, g, "mixture", early, T)), won, len(half))
		}
	}
	return t
}

// An estimate of log R is off by so many nats, or comes from so many pilot chains.
type estimate struct {
	off   float64
	pilot int
}

// wrongly are the values of the mixture with an estimate of log R over those of the geometric path by a schedule, at
// T = 1000.
func wrongly(known []Row, of func(Row) float64, group string, e estimate, schedule string) []float64 {
	return over(of, like(known, group, Row{Part: "pilots", T: 1000, Off: e.off, Pilot: e.pilot}),
		like(known, group, Row{Part: "arrival", Bridge: "geometric", Schedule: schedule, T: 1000}))
}

// offTable has the mixture with a wrong log R.
func offTable(known []Row) table.Table {
	t := estimated("The mixture with a wrong log R, at T = 1000", "error=log R off by")
	for _, g := range groups {
		for _, off := range errorsOfR {
			addEstimated(&t, known, g, fmt.Sprint(off), estimate{off: off})
		}
	}
	return t
}

// pilotTable has the mixture with log R from pilot chains.
func pilotTable(known []Row) table.Table {
	t := estimated("The mixture with log R from a pilot, at T = 1000", "chains")
	for _, g := range groups {
		for _, n := range pilots {
			addEstimated(&t, known, g, fmt.Sprint(n), estimate{pilot: n})
		}
	}
	return t
}

// estimated is a table of the mixture with estimates of log R, which a column names.
func estimated(title, column string) table.Table {
	return table.Table{Title: title, Columns: table.Columns("target", column, "J=J over geometric", "less",
		"J_early=J over early arrival", "less_early=less", "B=B over geometric", "B_less=less", "of")}
}

func addEstimated(t *table.Table, known []Row, group, name string, e estimate) {
	J := wrongly(known, ofJ, group, e, "linear")
	B := wrongly(known, ofB, group, e, "linear")
	arriving := wrongly(known, ofJ, group, e, early)
	if J != nil {
		t.Add(group, name, shown(J), less(J), shown(arriving), less(arriving), shown(B), less(B), len(J))
	}
}

// powered are the J of a q-path over that of the geometric path.
func powered(known []Row, group, bridge string, T int) []float64 {
	return over(ofJ, like(known, group, Row{Part: "bridges", Bridge: bridge, T: T}),
		like(known, group, Row{Part: "bridges", Bridge: "power:1", T: T}))
}

func bridgeTable(known []Row) table.Table {
	shownAs := []string{"power:0.9", "power:0.75", "power:0.5", "power:0"}
	t := table.Table{Title: "J over that of the geometric path",
		Columns: table.Columns(append([]string{"target", "T"}, shownAs...)...)}
	for _, g := range groups {
		for _, T := range decades {
			cells := []any{g, T}
			for _, bridge := range shownAs {
				cells = append(cells, shown(powered(known, g, bridge, T)))
			}
			if cells[2] != "" {
				t.Add(cells...)
			}
		}
	}
	return t
}

func bestTable(known []Row) table.Table {
	t := table.Table{Title: "The best schedules, at T = 40", Columns: table.Columns("target", "bridge",
		"J_linear=J, linear over best-j", "J_best_b=J, best-b over best-j", "J_b=J, best-b over linear",
		"B_linear=B, linear over best-b")}
	for _, g := range groups[:3] {
		for _, bridge := range []string{"geometric", "power:0.5", "mixture"} {
			by := func(schedule string) []Row {
				return like(known, g, Row{Part: "best", Bridge: bridge, T: 40, Schedule: schedule})
			}
			if by("best-b") != nil {
				t.Add(g, bridge, shown(over(ofJ, by("linear"), by("best-j"))),
					shown(over(ofJ, by("best-b"), by("best-j"))), shown(over(ofJ, by("best-b"), by("linear"))),
					shown(over(ofB, by("linear"), by("best-b"))))
			}
		}
	}
	return t
}

func lengthTable(known []Row) table.Table {
	t := table.Table{Title: "B over what it is near equilibrium", Columns: table.Columns("target", "T = 10",
		"T = 100", "T = 1000", "T = 10000", "T = 100000", "kl=largest path KL over the action")}
	for _, g := range groups {
		cells := []any{g}
		most := 0.
		for _, T := range []int{10, 100, 1000, 10_000, 100_000} {
			var all []float64
			for _, r := range like(known, g, Row{Part: "lengths", T: T}) {
				all = append(all, r.B/r.Near)
				most = max(most, r.KL/r.Action)
			}
			cells = append(cells, fmt.Sprintf("%.3g", quantile(all, 0.5)))
		}
		if most > 0 {
			t.Add(append(cells, fmt.Sprintf("%.3g", most))...)
		}
	}
	return t
}
