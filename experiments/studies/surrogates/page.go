package surrogates

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/display"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page. The words of the page and its drawing are made by hand.
var Names = []string{"fits.csv"}

// digits is how many digits a number of the file has.
const digits = 3

func (f *Fit) round() { display.Round(digits, &f.KL, &f.Quotient, &f.Least, &f.Most, &f.Order) }

// Quotients of all kernels and coordinates of a density within these are said to be near.
const nearFrom, nearTo = 0.8, 1.25

// Page shows the medians over densities, and has all fits for programs.
func Page(fits []Fit) (all study.Study) {
	medians := table.Table{Title: "Real ESS on surrogates, over those on their posteriors", Columns: table.Columns(
		"to=fitted to", "kl=KL, median", "quotient=quotient, median", "least=least of all", "most=most of all",
		"near=all within 0.8 to 1.25", "order=pairs of kernels alike", "above=posteriors above 1, by chain")}
	for _, to := range []string{fmt.Sprint(lengths[0]), fmt.Sprint(lengths[1]), toPosterior} {
		of := slices.DeleteFunc(slices.Clone(fits), func(f Fit) bool { return f.To != to })
		column := func(number func(Fit) float64) []float64 { return table.Each(of, number) }
		near := 0
		for _, f := range of {
			if f.Least >= nearFrom && f.Most <= nearTo {
				near++
			}
		}
		order := column(func(f Fit) float64 { return f.Order })
		medians.Add(to, fmt.Sprintf("%.2g", evidence.Median(column(func(f Fit) float64 { return f.KL }))),
			fmt.Sprintf("%.2f", medianQuotient(of)),
			fmt.Sprintf("%.2g", slices.Min(column(func(f Fit) float64 { return f.Least }))),
			fmt.Sprintf("%.2g", slices.Max(column(func(f Fit) float64 { return f.Most }))),
			fmt.Sprintf("%d of %d", near, len(of)), fmt.Sprintf("%.0f%%", 100*floats.Sum(order)/float64(len(of))),
			above(of))
	}
	all.People = []table.Table{medians}
	lines := [][]string{{"density", "fitted to", "chain", "components", "KL", "median", "least", "most", "order"}}
	for _, f := range fits {
		line := []string{f.Density, f.To, strconv.Itoa(f.Chain), strconv.Itoa(f.Components)}
		for _, v := range []float64{f.KL, f.Quotient, f.Least, f.Most, f.Order} {
			line = append(line, display.Digits(v, digits))
		}
		lines = append(lines, line)
	}
	all.Others = append(all.Others, display.Lines("fits.csv", lines))
	return all
}

// above says on how many posteriors the median quotient of one chain is above 1: for the chains, from the fewest to the
// most.
func above(of []Fit) string {
	counts := map[int]int{}
	posteriors := map[string]bool{}
	for _, f := range of {
		posteriors[f.Density] = true
		counts[f.Chain] += 0
		if f.Quotient > 1 {
			counts[f.Chain]++
		}
	}
	some := slices.Sorted(maps.Values(counts))
	least, most := some[0], some[len(some)-1]
	if len(some) == 1 {
		return fmt.Sprintf("%d of %d", least, len(posteriors))
	}
	return fmt.Sprintf("%d to %d of %d", least, most, len(posteriors))
}

func medianQuotient(of []Fit) float64 {
	return evidence.Median(table.Each(of, func(f Fit) float64 { return f.Quotient }))
}
