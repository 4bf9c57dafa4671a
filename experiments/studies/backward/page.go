package backward

import (
	"fmt"
	"io"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat(table.Names("csv json", "missing", "pilots"), table.Names("png svg", "missing", "pilots"))

// Page has a table for each question and set, all rows for programs, and two figures.
func Page(found Found) (all study.Study) {
	all.People = []table.Table{bought(found.Pilots), foretold(found.Pilots), beside(found.Missing, run.FoundOn),
		beside(found.Missing, run.TriedOn), besideData(found.Missing)}
	all.People = slices.DeleteFunc(all.People, func(t table.Table) bool { return len(t.Rows) == 0 })
	study.Rows(&all, "pilots", "target set J B_reversal excess enough pilots weight B B_stderr", found.Pilots, nil)
	study.Rows(&all, "missing", "target set kernel dial budget T J tv", found.Missing, nil)
	all.Figure("pilots", func(w io.Writer, m figure.Medium) error { return drawPilots(w, m, found.Pilots) })
	all.Figure("missing", func(w io.Writer, m figure.Medium) error { return drawMissing(w, m, found.Missing) })
	return all
}

// three is a number with three digits.
func three(v float64) string { return fmt.Sprintf("%.3g", v) }

// The numbers of pilots in the table of the first set.
var shown = []int{100, 10_000, 1_000_000}

// bought says what pilots buy on the first set: B with so many, the density weighed as one pilot and as many as are
// enough.
func bought(rows []PilotRow) table.Table {
	t := table.Table{Title: "What pilots buy", Columns: table.Columns("chain", "J", "reversal=B, reversal",
		"enough=pilots that are enough")}
	for _, n := range shown {
		t.Columns = append(t.Columns, table.Column{Key: "B, " + table.Thousands(n)})
	}
	for _, n := range shown {
		t.Columns = append(t.Columns, table.Column{Key: "weighed, " + table.Thousands(n)})
	}
	for _, name := range chainsOf(rows, run.FoundOn) {
		own := pilotRow(rows, name, shown[0], true)
		cells := []any{name, three(own.J), three(own.Reversal), three(own.Enough)}
		for _, plain := range []bool{true, false} {
			for _, n := range shown {
				cells = append(cells, three(pilotRow(rows, name, n, plain).B))
			}
		}
		t.Add(cells...)
	}
	return t
}

// chainsOf are the chains of a set, in their order.
func chainsOf(rows []PilotRow, set string) (names []string) {
	for _, r := range rows {
		if r.Set == set && !slices.Contains(names, r.Target) {
			names = append(names, r.Target)
		}
	}
	return names
}

// pilotRow is the row of a chain with so many pilots, the density weighed as one (plain) or not.
func pilotRow(rows []PilotRow, name string, n int, plain bool) PilotRow {
	for _, r := range rows {
		if r.Target == name && r.Pilots == n && (r.Weight == 1) == plain {
			return r
		}
	}
	return PilotRow{J: math.NaN(), B: math.NaN(), Reversal: math.NaN()}
}

// foretold says how far B - J is from what is foretold, on the tried set.
func foretold(rows []PilotRow) table.Table {
	t := table.Table{Title: "B - J over what is foretold, on fresh draws", Columns: table.Columns("toy", "pilots",
		"plain=by C/N: median", "worst=least and most", "shrunk=by 1/(1 + N/enough): median",
		"worst_shrunk=least and most ", "better=B below the reversal's, of all")}
	for _, toy := range []string{"easy", "hard"} {
		for k, share := range []string{"a tenth of enough", "enough", "ten times enough"} {
			var plain, shrunk []float64
			better := [2]int{}
			for _, name := range chainsOf(rows, run.TriedOn) {
				if len(name) < len(toy) || name[:len(toy)] != toy {
					continue
				}
				some := slices.DeleteFunc(slices.Clone(rows), func(r PilotRow) bool { return r.Target != name })
				one, other := some[2*k], some[2*k+1]
				plain = append(plain, (one.B-one.J)/(one.First()-one.J))
				shrunk = append(shrunk, (other.B-other.J)/(other.Shrunk()-other.J))
				for i, r := range []PilotRow{one, other} {
					if r.B < r.Reversal {
						better[i]++
					}
				}
			}
			if len(plain) == 0 {
				continue
			}
			t.Add(toy, share, three(evidence.Median(plain)), ends(plain), three(evidence.Median(shrunk)), ends(shrunk),
				fmt.Sprintf("%d; weighed %d, of %d", better[0], better[1], len(plain)))
		}
	}
	return t
}

// ends are the least and the most of some numbers.
func ends(values []float64) string {
	return three(slices.Min(values)) + " to " + three(slices.Max(values))
}

// targetsOf are the targets of a set on which a kernel ran, in their order.
func targetsOf(rows []MissingRow, set, kernel string) (names []string) {
	for _, r := range rows {
		if r.Set == set && r.Kernel == kernel && !slices.Contains(names, r.Target) {
			names = append(names, r.Target)
		}
	}
	return names
}

// beside is the least J of the unadjusted step over that of the adjusted one, each at its best size, at each price.
func beside(rows []MissingRow, set string) table.Table {
	t := table.Table{Title: "The least J of unadjusted over that of langevin, " + set, Columns: table.Columns("target")}
	for _, price := range slopePrices {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("at %s", table.Thousands(price))})
	}
	t.Columns = append(t.Columns, table.Column{Key: "least J of unadjusted"}, table.Column{Key: "its size"},
		table.Column{Key: "its TV"})
	for _, name := range targetsOf(rows, set, unadjusted) {
		cells := []any{name}
		least := MissingRow{J: math.Inf(1)}
		for _, price := range slopePrices {
			one, _ := best(rows, name, unadjusted, price)
			other, _ := best(rows, name, adjusted, price)
			cells = append(cells, three(one.J/other.J))
			if one.J < least.J {
				least = one
			}
		}
		t.Add(append(cells, three(least.J), three(least.Dial), three(least.TV))...)
	}
	return t
}

// besideData is the least J of subsamples over that of metropolis, at each price in terms.
func besideData(rows []MissingRow) table.Table {
	t := table.Table{Title: "The least J of subsampled over that of metropolis",
		Columns: table.Columns("target", "set")}
	for _, price := range termPrices {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("at %s", table.Thousands(price))})
	}
	t.Columns = append(t.Columns, table.Column{Key: "data of the best, by price"})
	for _, set := range []string{run.FoundOn, run.TriedOn} {
		for _, name := range targetsOf(rows, set, subsampled) {
			cells := []any{name, set}
			data := ""
			for i, price := range termPrices {
				one, _ := best(rows, name, subsampled, price)
				other, _ := best(rows, name, allData, price)
				cells = append(cells, three(one.J/other.J))
				if i > 0 {
					data += ", "
				}
				data += three(one.Dial)
			}
			t.Add(append(cells, data)...)
		}
	}
	return t
}
