package backward

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
	"breadboard/reports/study"
)

// The panels of the figure of pilots: three annealings, and the chain without annealing. Of other draws the first
// chains are drawn.
var drawnChains = []string{"easy, T = 100", "easy, T = 1000", "barrier, T = 100", "regression, MH, 8 steps"}

// drawPilots draws B against the number of pilots: with the density weighed as one pilot, and as many as are enough;
// and as level lines J and the reversal's B.
func drawPilots(w io.Writer, m figure.Medium, rows []PilotRow) error {
	plain := figure.NthLine(0)
	weighed := figure.NthLine(1)
	reversal := figure.NthLine(2)
	floor := figure.NthLine(3)
	legend := figure.Legend{Entries: []figure.LegendEntry{{Name: "weight 1", Style: plain, Dots: true},
		{Name: "weight of enough", Style: weighed, Dots: true}, {Name: "the reversal", Style: reversal},
		{Name: "J", Style: floor}}, Note: "B is the mean over 8 sets of pilots; errors are smaller than the marks."}
	var panels []display.Panel
	for _, name := range drawn(rows) {
		plane := study.AgainstLog(true)
		own := slices.DeleteFunc(slices.Clone(rows), func(r PilotRow) bool { return r.Target != name })
		for i, style := range []figure.LineStyle{plain, weighed} {
			study.Curve(plane, style, display.XYs(own, func(r PilotRow) (n, b float64) {
				if (r.Weight == 1) != (i == 0) {
					return 0, math.NaN()
				}
				return float64(r.Pilots), r.B
			}))
		}
		least := float64(own[0].Pilots)
		most := float64(own[len(own)-1].Pilots)
		plane.Add(reversal.Line(display.Level(least, most, own[0].Reversal)))
		plane.Add(floor.Line(display.Level(least, most, own[0].J)))
		panels = append(panels, display.NewPanel(plane, name, "pilots N", "B (nats)"))
	}
	return display.NewSheet(2, 240, 16).Draw(w, m, legend, panels...)
}

// drawn are the chains of the figure.
func drawn(rows []PilotRow) []string {
	all := slices.Concat(chainsOf(rows, run.FoundOn), chainsOf(rows, run.TriedOn))
	some := slices.DeleteFunc(slices.Clone(drawnChains), func(name string) bool { return !slices.Contains(all, name) })
	if len(some) == 0 {
		some = all[:min(len(all), len(drawnChains))]
	}
	return some
}

// drawMissing draws J against the size of a step at two prices, and the least J of any size against the price, on two
// targets; and J of subsamples against the price.
func drawMissing(w io.Writer, m figure.Medium, rows []MissingRow) error {
	styles := map[string]figure.LineStyle{unadjusted: figure.NthLine(0), adjusted: figure.NthLine(1)}
	legend := figure.Legend{Entries: []figure.LegendEntry{{Name: "unadjusted", Style: styles[unadjusted], Dots: true},
		{Name: "langevin", Style: styles[adjusted], Dots: true}}}
	target := firstOf(rows, unadjusted)
	model := firstOf(rows, subsampled)
	const price = 600
	bySize := study.AgainstLog(true)
	byPrice := study.AgainstLog(true)
	for _, kernel := range []string{unadjusted, adjusted} {
		var sized, priced plotter.XYs
		for _, r := range rows {
			if r.Target == target && r.Kernel == kernel && r.Budget == price {
				sized = append(sized, plotter.XY{X: r.Dial, Y: r.J})
			}
		}
		for _, at := range slopePrices {
			if r, ok := best(rows, target, kernel, at); ok {
				priced = append(priced, plotter.XY{X: float64(at), Y: r.J})
			}
		}
		study.Curve(bySize, styles[kernel], sized)
		study.Curve(byPrice, styles[kernel], priced)
	}
	byTerms := study.AgainstLog(true)
	dials := map[string][]float64{subsampled: {1, 2, 5, 9}, allData: {dataPoints}}
	name := 2
	for _, kernel := range []string{subsampled, allData} {
		for _, dial := range dials[kernel] {
			var at plotter.XYs
			for _, r := range rows {
				if r.Target == model && r.Kernel == kernel && r.Dial == dial {
					at = append(at, plotter.XY{X: float64(r.Budget), Y: r.J})
				}
			}
			style := figure.NthLine(name)
			name++
			says := allData
			if kernel == subsampled {
				says = fmt.Sprintf("%g of %d data", dial, dataPoints)
			}
			study.Curve(byTerms, style, at)
			legend.Entries = append(legend.Entries, figure.LegendEntry{Name: says, Style: style, Dots: true})
		}
	}
	return display.NewSheet(3, 250, 16).Draw(w, m, legend,
		display.NewPanel(bySize, target+", 600 evaluations", "size of a step", "J (nats)"),
		display.NewPanel(byPrice, target+", the best size", "evaluations", "J (nats)"),
		display.NewPanel(byTerms, "a line through ten data", "terms of the likelihood", "J (nats)"))
}

// firstOf is the first target on which a kernel ran.
func firstOf(rows []MissingRow, kernel string) string {
	i := slices.IndexFunc(rows, func(r MissingRow) bool { return r.Kernel == kernel })
	return rows[i].Target
}
