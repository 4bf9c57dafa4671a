package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = table.Names("csv json", "advice")

// near is how far above the least J an advice may be to count as good.
const near = 1.1

// advised are the kinds of advice in their order, for either kernel.
var advised = map[string][]string{
	"metropolis": {ByB, NumberByJ, BetasByJ, Linear, FourSteps, Sigmoid, Fisher, Friction, EqualESS, AtTarget},
	"gaussian":   {Accept23, Accept44},
}

// Page has a table for each kernel: an advice a row, the kinds of targets across.
func Page(rows []Row) (all study.Study) {
	for _, kernel := range []string{"metropolis", "gaussian"} {
		for _, price := range prices {
			some := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
				return r.Kernel != kernel || r.Price != price
			})
			if len(some) > 0 {
				all.People = append(all.People, byAdvice(kernel, price, some))
			}
		}
	}
	study.Rows(&all, "advice", "target price kernel advice J B over_least", rows, nil)
	return all
}

// kinds are the targets that are shown together.
var kinds = []string{"easy", "hard", "others"}

// kindOf is the kind of a target.
func kindOf(target string) string {
	for _, kind := range kinds[:2] {
		if strings.HasPrefix(target, kind) {
			return kind
		}
	}
	return kinds[2]
}

// byAdvice is the table of one kernel at one price.
func byAdvice(kernel string, price int, rows []Row) table.Table {
	t := table.Table{Title: fmt.Sprintf("J over the least J, %s at %d evaluations", kernel, price),
		Columns: table.Columns("advice")}
	for _, kind := range kinds {
		t.Columns = append(t.Columns, table.Column{Key: kind}, table.Column{Key: "worst of " + kind})
	}
	t.Columns = append(t.Columns, table.Column{Key: "within 10%"})
	for _, advice := range advised[kernel] {
		cells := []any{advice}
		for _, kind := range kinds {
			over := overOf(rows, advice, kind)
			if over == nil {
				cells = append(cells, "", "")
				continue
			}
			cells = append(cells, three(evidence.Median(over)), three(slices.Max(over)))
		}
		good := 0
		targets := 0
		for _, r := range rows {
			if r.Advice == advice {
				targets++
				if r.Over <= near {
					good++
				}
			}
		}
		cells = append(cells, fmt.Sprintf("%d of %d", good, targets))
		t.Add(cells...)
	}
	return t
}

// overOf are the quotients of an advice on the targets of a kind.
func overOf(rows []Row, advice, kind string) (all []float64) {
	for _, r := range rows {
		if r.Advice == advice && kindOf(r.Target) == kind {
			all = append(all, r.Over)
		}
	}
	return all
}

// three is a quotient with three digits.
func three(v float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	return fmt.Sprintf("%.3g", v)
}
