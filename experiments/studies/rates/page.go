package rates

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat([]string{"bounds.csv", "rows.csv"}, table.Names("png svg", "order", "time"))

// Page shows what was found, and has all numbers for programs.
func Page(found Found) (all study.Study) {
	all.People = []table.Table{ordersTable(found.Rows), waysTable(found.Rows), pairsTable(found.Rows),
		sharesTable(found.Rows), countsTable(found.Rows), exponentsTable(found.Rows), boundsTable(found.Bounds)}
	all.Others = append(all.Others, display.Rows("rows.csv", found.Rows),
		display.Rows("bounds.csv", found.Bounds))
	all.Figure("order", func(w io.Writer, m figure.Medium) error { return drawnOrder(w, m, found.Rows) })
	all.Figure("time", func(w io.Writer, m figure.Medium) error { return drawnTime(w, m, found.Rows) })
	return all
}

// short is a number with two digits.
func short(v float64) string { return fmt.Sprintf("%.2g", v) }

// withoutAnnealing leaves out the annealings, which are no diffusion.
func withoutAnnealing(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return strings.HasPrefix(r.Program, "ais") })
}

// choosers are the numbers that programs are chosen by: B, and what losses bound.
var choosers = []struct {
	name string
	of   func(Row) float64
}{{"B", byB}, {"path KL", byPath}}

// ordersTable says how well B and the path KL choose among plans, and among ways to take a step.
func ordersTable(rows []Row) table.Table {
	t := table.Table{Title: "Whether the least bound has the least J", Columns: table.Columns("choice", "set", "of",
		"by", "agree=it has", "tau=Kendall's tau: median; least", "price=its J over the least: median; worst")}
	for _, choice := range []struct{ name, question string }{{"plans of masked diffusion", plans},
		{"ways, at equal calls", samplers}} {
		all := contestsOf(withoutAnnealing(rows), choice.question)
		for _, set := range []string{run.FoundOn, run.TriedOn} {
			for _, by := range choosers {
				if o := ordered(all, set, by.of); o.contests > 0 {
					t.Add(choice.name, set, o.contests, by.name, o.agree, fmt.Sprintf("%.2f; %.2f", o.tau, o.leastTau),
						fmt.Sprintf("%.2f; %s", o.price, short(o.most)))
				}
			}
		}
	}
	return t
}

// ways are those to take a step, as specs of so many calls.
var ways = []string{"masked:K=%d", "masked:K=%d:clock=cosine", "masked:K=%d:by=euler", "masked:K=%d:by=tau",
	"masked:K=%d:by=tau:clock=cosine", "uniform:K=%d", "uniform:K=%d:clock=linear", "uniform:K=%d:by=tweedie",
	"uniform:K=%d:by=tweedie:clock=linear",
	annealed}

// annealed is an annealing with informed, of so many steps of the kernel.
const annealed = "ais with informed, %d steps"

// specOf is a way as a program, at so many calls.
func specOf(way string, calls int) string {
	if way == annealed {
		return fmt.Sprintf("ais:T=%d", calls+1)
	}
	return fmt.Sprintf(way, calls)
}

// median is that of a number of a way over the targets of both sets at so many calls; NaN if it is on none.
func median(rows []Row, way string, calls int, of func(c contest, r Row) float64) float64 {
	var all []float64
	for _, c := range contestsOf(rows, samplers) {
		for _, r := range c.rows {
			if c.calls == calls && r.Program == specOf(way, calls) {
				all = append(all, of(c, r))
			}
		}
	}
	if all == nil {
		return math.NaN()
	}
	return evidence.Median(all)
}

// waysTable has the median J of each way at equal calls, and its median B.
func waysTable(rows []Row) table.Table {
	t := table.Table{Title: "J and B at equal calls, medians over the targets of both sets", Columns: table.Columns(
		"way", "J2=J, 2 calls", "B2=B", "J4=J, 4 calls", "B4=B", "J8=J, 8 calls", "B8=B", "J16=J, 16 calls", "B16=B")}
	for _, way := range ways {
		cells := []any{strings.ReplaceAll(way, "%d", "N")}
		for _, calls := range callsOf {
			for _, of := range []func(Row) float64{byJ, byB} {
				v := median(rows, way, calls, func(_ contest, r Row) float64 { return of(r) })
				cells = append(cells, display.UnlessNaN("%.2g", v))
			}
		}
		t.Add(cells...)
	}
	return t
}

// opposed are pairs of ways of which the first often has less J and more B.
var opposed = [][2]string{{"masked:K=%d:by=tau", "masked:K=%d:by=euler"}, {"uniform:K=%d:clock=linear", "uniform:K=%d"},
	{"masked:K=%d:clock=cosine", "masked:K=%d"},
	{"uniform:K=%d:by=tweedie:clock=linear", "uniform:K=%d:by=tweedie"}}

// pairsTable counts on how many targets one way has less J than another, and more B all the same.
func pairsTable(rows []Row) table.Table {
	t := table.Table{Title: "Less J, and more B", Columns: table.Columns("way", "other=than", "calls", "set", "of",
		"less=less J", "more=of these, more B")}
	for _, pair := range opposed {
		for _, calls := range callsOf {
			for _, set := range []string{run.FoundOn, run.TriedOn} {
				if n, less, more := pairOf(rows, set, pair[0], pair[1], calls); n > 0 {
					t.Add(fmt.Sprintf(pair[0], calls), fmt.Sprintf(pair[1], calls), calls, set, n, less, more)
				}
			}
		}
	}
	return t
}

// sharesTable says which share of an error reaches the output, by the step in which it is.
func sharesTable(rows []Row) table.Table {
	t := table.Table{Title: "What an error in one step adds to J, over what it adds to B: medians",
		Columns: table.Columns("program", "error", "set", "first=first step", "second", "half", "before=last but one",
			"last")}
	for _, program := range faulted {
		for _, direction := range directions {
			all := sharesOf(rows, program, direction)
			if len(all) == 0 {
				continue
			}
			steps := all[0].steps
			for _, set := range []string{run.FoundOn, run.TriedOn} {
				cells := []any{program, direction, set}
				for _, at := range []int{1, 2, steps / 2, steps - 1, steps} {
					cells = append(cells, thousandths(medianShare(all, set, at)))
				}
				t.Add(cells...)
			}
		}
	}
	return t
}

// countedAt are the steps of uniform diffusion at which countsTable says what an error adds.
var countedAt = []int{8, 11, 14, 15, faultUniform}

// countsTable says what an error in one step of uniform diffusion adds to B and to the path KL, over what it adds in
// the first step.
func countsTable(rows []Row) table.Table {
	t := table.Table{Title: "Uniform: what an error in one step adds, over what it adds in the first: medians",
		Columns: table.Columns("to", "error", "set", "a=step 8", "b=11", "c=14", "d=15", "e=16", "least=16: least",
			"most")}
	for _, to := range []struct {
		name string
		of   func(share) float64
	}{{"B", shareB}, {"path KL", sharePath}} {
		for _, direction := range directions {
			all := sharesOf(rows, "uniform", direction)
			for _, set := range []string{run.FoundOn, run.TriedOn} {
				cells := []any{to.name, direction, set}
				var values []float64
				for _, at := range countedAt {
					values = overFirst(all, set, at, to.of)
					if len(values) == 0 {
						break
					}
					cells = append(cells, fmt.Sprintf("%.2f", evidence.Median(values)))
				}
				if len(values) > 0 {
					t.Add(append(cells, short(slices.Min(values)), short(slices.Max(values)))...)
				}
			}
		}
	}
	return t
}

// thousandths is a number with three digits behind the point, without a sign if it is 0; nothing if it does not exist.
func thousandths(v float64) string {
	const half = 0.0005
	if math.Abs(v) < half {
		v = 0
	}
	return display.UnlessNaN("%.3f", v)
}

// exponentsTable has the exponents of uniform diffusion in tokens and steps.
func exponentsTable(rows []Row) table.Table {
	t := table.Table{Title: "Uniform diffusion: J and B as powers of tokens d and steps K, from K = 16 to 64",
		Columns: table.Columns("targets", "set", "way", "J", "B", "miss=worst miss of a logarithm")}
	for _, family := range []string{"curie-weiss", "ising"} {
		for _, set := range []string{run.FoundOn, run.TriedOn} {
			for _, way := range []string{"uniform:K=%d", "uniform:K=%d:by=tweedie"} {
				dj, kj, missJ := exponents(rows, set, family, way, byJ)
				db, kb, missB := exponents(rows, set, family, way, byB)
				if !math.IsNaN(missJ) {
					t.Add(family, set, strings.ReplaceAll(way, "%d", "N"), fmt.Sprintf("d^%.2f K^-%.2f", dj, kj),
						fmt.Sprintf("d^%.2f K^-%.2f", db, kb), fmt.Sprintf("%.2f", max(missJ, missB)))
				}
			}
		}
	}
	return t
}

// boundsTable sets plans beside what bounds their path KL.
func boundsTable(all []Bound) table.Table {
	t := table.Table{Title: "Plans of masked diffusion, and what bounds their path KL", Columns: table.Columns("target",
		"plan", "J", "kl=KL(p‖q)", "path=path KL", "steep=slope", "li=Li and Cai", "total=total correlation")}
	for _, b := range all {
		t.Add(b.Target, strings.TrimPrefix(b.Plan, "masked:K="), short(b.J), short(b.KLpq), short(b.PathRev),
			short(b.Steep), short(b.LiCai), short(b.Total))
	}
	return t
}
