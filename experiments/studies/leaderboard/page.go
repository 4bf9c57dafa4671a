package leaderboard

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat([]string{"estimates.csv", "rows.csv"}, table.Names("png svg", "draws", "places"))

// Page shows who is first, and has all numbers for programs.
func Page(found Found) (all study.Study) {
	all.People = []table.Table{leaders(found.Rows), apartTable(found.Rows), drawPricesTable(found),
		waysByFamily(found.Estimates, chargedDraw), waysByKernel(found.Estimates, chargedDraw)}
	all.Others = append(all.Others, display.Rows("rows.csv", found.Rows),
		display.Rows("estimates.csv", found.Estimates))
	all.Figure("places", func(w io.Writer, m figure.Medium) error { return drawnPlaces(w, m, found.Rows) })
	all.Figure("draws", func(w io.Writer, m figure.Medium) error { return drawnPrices(w, m, found) })
	return all
}

// small are the families in which a state is a cell.
var small = []string{spins, glasses, machines, labels, posteriors}

// blocks are the families whose targets are counted together, with kernels that move clusters or without.
var blocks = []struct {
	name     string
	families []string
	clusters bool
}{
	{"spins and glasses", []string{spins, glasses}, true},
	{"the same without clusters", []string{spins, glasses}, false},
	{"rbm", []string{machines}, true},
	{"labels", []string{labels}, true},
	{"posteriors", []string{posteriors}, true},
}

// leaders says who is first in each family and set, by each measure.
func leaders(rows []Row) table.Table {
	t := table.Table{Title: "Who is first at equal evaluations", Columns: table.Columns("targets", "set", "of",
		"gap=by gap", "ress=by RESS", "chain=by J of a chain", "charged=by J, 100 charged", "free=100 free",
		"charged1000=1000 charged", "free1000=1000 free")}
	for _, block := range blocks {
		for _, set := range []string{run.FoundOn, run.TriedOn} {
			some := ofFamilies(contests(rows, block.clusters), set, block.families...)
			if len(some) == 0 {
				continue
			}
			cells := []any{block.name, set, len(some)}
			for _, by := range slices.Concat([]measure{byGap, byRESS, byChain}, byAnnealing) {
				cells = append(cells, tally(some, by))
			}
			t.Add(cells...)
		}
	}
	return t
}

// apartTable says where the first by gap stands by J of an annealing, without cluster moves.
func apartTable(rows []Row) table.Table {
	t := table.Table{Title: "The first by gap, without cluster moves, by J of an annealing", Columns: table.Columns(
		"targets", "set", "of", "count", "place=its place: median; worst", "over=its J over the least: median; worst")}
	for _, family := range small {
		for _, set := range []string{run.FoundOn, run.TriedOn} {
			some := ofFamilies(contests(rows, false), set, family)
			if len(some) == 0 {
				continue
			}
			for _, by := range byAnnealing {
				place, over := placeOfFirst(some, byGap, by)
				t.Add(family, set, len(some), by.name, place, over)
			}
		}
	}
	return t
}

// A priced has the evaluations that are worth one exact draw of a function on a target, with metropolis.
type priced struct {
	set, target, function string
	relaxation            float64
	chain, charged, free  float64
	levels                int     // of the annealing that is best with free weights
	smc, smcCharged       float64 // of the best number of particles and levels, weights free and charged
	importance            float64 // a draw is an evaluation, by either count
}

// twins reports whether two targets of drawn patterns are one, by other names of its spins: all numbers are the same.
func (p priced) twins(o priced) bool {
	p.target = o.target
	return p == o
}

// pricesOf are those on the targets of a family. A target that is another's twin is left out.
func pricesOf(found Found, family string) (all []priced) {
	type place struct {
		set, target string
		seed        int
		function    string
	}
	ofKernel := slices.DeleteFunc(slices.Clone(found.Estimates), func(r Estimate) bool {
		return r.Family != family || r.Kernel != shown[0]
	})
	for at, some := range experiments.GroupBy(ofKernel, func(r Estimate) place {
		return place{r.Set, r.Target, r.Seed, r.Function}
	}) {
		p := priced{set: at.set, target: at.target, function: at.function, charged: math.Inf(1), free: math.Inf(1),
			smc: math.Inf(1), smcCharged: math.Inf(1)}
		for _, r := range some {
			switch r.Method {
			case oneChain:
				p.chain = r.DrawFree
			case importance:
				p.importance = r.DrawFree
			case annealing:
				p.charged = min(p.charged, r.DrawCharged)
				if r.DrawFree < p.free {
					p.free = r.DrawFree
					p.levels = r.T
				}
			}
			if strings.HasPrefix(r.Method, smc) {
				p.smc = min(p.smc, r.DrawFree)
				p.smcCharged = min(p.smcCharged, r.DrawCharged)
			}
		}
		i := slices.IndexFunc(found.Rows, func(r Row) bool {
			return r.Kernel == shown[0] && r.Set == at.set && r.Target == at.target && r.Seed == at.seed
		})
		p.relaxation = relaxation(found.Rows[i])
		if !slices.ContainsFunc(all, p.twins) {
			all = append(all, p)
		}
	}
	return all
}

// drawPricesTable has the prices of a draw on counted spins.
func drawPricesTable(found Found) table.Table {
	t := table.Table{Title: "Evaluations that are worth one exact draw, metropolis on counted spins",
		Columns: table.Columns("target", "set", "h", "relaxation", "chain", "charged=annealing, weights charged",
			"free=weights free", "T", "smc_charged=SMC, charged", "smc=free", "importance")}
	all := pricesOf(found, counted)
	for _, function := range []string{"logf", "side"} {
		for _, p := range all {
			if p.function == function {
				t.Add(p.target, p.set, function, digits2(p.relaxation), digits2(p.chain), digits2(p.charged),
					digits2(p.free), p.levels, digits2(p.smcCharged), digits2(p.smc), digits2(p.importance))
			}
		}
	}
	return t
}

// digits2 is a number with two digits.
func digits2(v float64) string { return fmt.Sprintf("%.2g", v) }
