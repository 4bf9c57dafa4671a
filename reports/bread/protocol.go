package bread

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/protocol"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// ProtocolNames are the names that the files of Protocol may have.
var ProtocolNames = slices.Concat(table.Names("csv json", "fit", "forward", "reverse", "quartiles", "representations"),
	table.Names("md png svg", "protocol"), table.Names("png svg", "quartiles", "representations"))

// The numbers of a set of data by which real and simulated data are compared.
func ofGap(j protocol.Judged) float64  { return j.Gap }
func ofSeen(j protocol.Judged) float64 { return j.Seen }
func ofB(j protocol.Judged) float64    { return j.B }

// errorOf is the error of B from the k-th start, in % of B.
func errorOf(k int) func(protocol.Judged) float64 {
	return func(j protocol.Judged) float64 { return math.Round(1000*j.Errors[k]/j.B)/10 + 0 }
}

// Protocol shows the protocol carried out: the fits, forward and in reverse, exactly and as 100 runs draw it; and the
// two representations, if these were compared. In files the real data are set 0.
func Protocol(results []protocol.Result, compared []protocol.Comparison) (all study.Study) {
	for _, r := range results {
		all.People = append(all.People, fitTable(r), forwardTable(r), startsTable(r), quartilesTable(r))
	}
	all.Add("fit", fitData(results))
	all.Add("forward", forwardData(results))
	all.Add("reverse", reverseData(results))
	all.Add("quartiles", quartilesData(results))
	all.Figure("protocol", func(w io.Writer, m figure.Medium) error { return protocolFigure(w, m, results) })
	all.Figure("quartiles", func(w io.Writer, m figure.Medium) error { return quartilesFigure(w, m, results) })
	if compared != nil {
		groups := slices.Collect(slices.Chunk(compared, results[0].Sets)) // by model and kernel
		all.People = append(all.People, betterTable(groups))
		all.Add("representations", formsData(compared))
		all.Figure("representations", func(w io.Writer, m figure.Medium) error { return formsFigure(w, m, groups) })
	}
	all.Others = append(all.Others, table.Page("protocol.md", all.People...))
	return all
}

// fitData has the parameters that were fitted, and all others, in words such as "noise=0.5 centres=2".
func fitData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case model eta p_real p_sets fitted seed")}
	for _, r := range results {
		model := r.Setting.TargetName()
		for eta, p := range r.Real.Eta {
			var words []string
			for i, v := range r.Family.Eta(eta) {
				words = append(words, r.Family.Hyperparameters()[i].Name+"="+table.Full(v))
			}
			t.Add(r.Name, model, strings.Join(words, " "), p, onSets(r, eta), eta == r.Real.Mode, r.Seed)
		}
	}
	return t
}

// setsOf are the sets of data of a result, the real one first.
func setsOf(r protocol.Result) []protocol.Set { return append([]protocol.Set{r.Real}, r.Simulated...) }

// forwardData has the runs from the prior, a row for each set of data and T.
func forwardData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case model kernel schedule set log_p T gap seen J B spread")}
	for _, r := range results {
		s := r.Setting.WithDefaults()
		for i, set := range setsOf(r) {
			t = table.Filled(t, set.Runs, func(protocol.Judged) study.Record {
				return study.Record{"case": r.Name, "model": s.TargetName(), "kernel": s.Kernel, "schedule": s.Schedule,
					"set": i, "log_p": set.LogP}
			})
		}
	}
	return t
}

// reverseData has the runs from starts that are not quite exact, after so many sweeps.
func reverseData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case set T sweeps steps tv kl_s_p B error_B")}
	for _, r := range results {
		for i, set := range setsOf(r) {
			for k, start := range set.Starts {
				for _, run := range set.Runs {
					t.Add(r.Name, i, run.T, r.Sweeps[k], start.S, sure(start.TV), sure(start.KL), run.B,
						sure(run.Errors[k]))
				}
			}
		}
	}
	return t
}

// quartilesData has what 100 runs draw.
func quartilesData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case set direction sweeps T q1 median q3 mean shift")}
	for _, r := range results {
		for i, set := range setsOf(r) {
			for at, q := range set.Forward {
				t.Add(r.Name, i, "forward", nil, r.Ts[at], q.Q1, q.Median, q.Q3, q.Mean, set.Shift)
				for k, q := range set.Reverse[at] {
					t.Add(r.Name, i, "reverse", r.Sweeps[k], r.Ts[at], q.Q1, q.Median, q.Q3, q.Mean, nil)
				}
			}
		}
	}
	return t
}

// formsData has the runs of both representations.
func formsData(compared []protocol.Comparison) table.Table {
	t := table.Table{Columns: table.Keys("model kernel schedule seed form cells T terms_a_density terms " +
		"j_stay J B log_p")}
	for _, c := range compared {
		s := c.Setting.WithDefaults()
		for _, f := range c.Each {
			t = table.Filled(t, f.Runs, func(protocol.Formed) study.Record {
				return study.Record{"model": c.Name, "seed": c.Seed, "form": f.Name, "kernel": s.Kernel,
					"schedule": s.Schedule, "cells": f.Model.Grid.Size(), "terms_a_density": f.Terms, "log_p": c.LogP}
			})
		}
	}
	return t
}

// sure is a number without the digits that may be no more than rounding.
func sure(v float64) float64 { return math.Round(v*1e9)/1e9 + 0 } // and no -0

// onSets is p(eta | y), the mean of all simulated sets.
func onSets(r protocol.Result, eta int) (mean float64) {
	for _, s := range r.Simulated {
		mean += s.Eta[eta] / float64(r.Sets)
	}
	return mean
}

// middle is the middle one of some numbers, and spread writes it with the least and the largest.
func middle(all []float64) float64 { return slices.Sorted(slices.Values(all))[(len(all)-1)/2] }
func spread(all []float64) string {
	return fmt.Sprintf("%.3g (%.3g to %.3g)", middle(all), slices.Min(all), slices.Max(all))
}

// valuesOf are the values of the hyperparameters in a cell. Those that can only be whole are places along an axis.
func valuesOf(f protocol.Family, eta int) []any {
	values := study.Cells(f.Eta(eta))
	for i, h := range f.Hyperparameters() {
		broken := func(v float64) bool { return v != math.Trunc(v) }
		if !slices.ContainsFunc(h.Values, broken) {
			values[i] = int(values[i].(float64))
		}
	}
	return values
}

// fitTable has the posterior of the hyperparameters, on the real data and on the simulated.
func fitTable(r protocol.Result) table.Table {
	s := r.Setting.WithDefaults()
	title := fmt.Sprintf("%s: %s; %s; kernel %s; schedule %s", r.Name, r.About, s.TargetName(), s.Kernel, s.Schedule)
	t := table.Table{Title: title}
	for _, h := range r.Family.Hyperparameters() {
		t.Columns = append(t.Columns, table.Column{Key: h.Name})
	}
	t.Columns = append(t.Columns, table.Columns("p_real=p, real data", "p_sets=p, mean of the sets", "fitted")...)
	const few, least = 27, 0.001
	for eta, p := range r.Real.Eta {
		mark := map[bool]string{true: "fitted"}
		if len(r.Real.Eta) > few && max(p, onSets(r, eta)) < least {
			continue
		}
		t.Add(append(valuesOf(r.Family, eta), p, onSets(r, eta), mark[eta == r.Real.Mode])...)
	}
	if left := len(r.Real.Eta) - len(t.Rows); left > 0 {
		t.Note("Left out: %d of %d values, whose p is below %g on the real data and in the mean of the sets.", left,
			len(r.Real.Eta), least)
	}
	t.Note("p is the exact posterior. The fitted hyperparameters are the most probable ones on the real data. From "+
		"them come %s, seed %d.", text.Count(r.Sets, "simulated set"), r.Seed)
	return t
}

// forwardTable compares the real data with all simulated sets.
func forwardTable(r protocol.Result) table.Table {
	t := table.Table{Title: "Forward runs and B, on the real data and on the simulated sets, in nats",
		Columns: table.Columns("T", "seen_real=seen, real", "seen_sets=seen, sets", "gap_real=gap, real",
			"gap_sets=gap, sets", "B_real=B, real", "B_sets=B, sets")}
	for i, T := range r.Ts {
		row := []any{T}
		for _, of := range []func(protocol.Judged) float64{ofSeen, ofGap, ofB} {
			row = append(row, table.ThreeDigits(of(r.Real.Runs[i])), spread(r.Over(i, of)))
		}
		t.Add(row...)
	}
	t.Note("Of the sets: the middle one, and the least and largest. A gap is log p(y) - E[log w]. A user does not " +
		"know log p(y), and sees the largest E[log w] of all T less this one. B is exact on the real data too, " +
		"because the space is small.")
	t.Note("%s", verdict(r))
	return t
}

// verdict says whether simulated data stand for the real ones.
func verdict(r protocol.Result) string {
	seen, gap := r.Outside(ofSeen), r.Outside(ofGap)
	words := "Seen and in truth, the forward curve of the real data is among those of the sets at every T: nothing " +
		"speaks against the sets."
	if len(seen)+len(gap) > 0 {
		words = fmt.Sprintf("The forward curve of the real data is beyond those of all sets, as seen at %s, and in "+
			"truth at %s. Data from the fitted model are so with probability %.2g at one T. The model is likely "+
			"misspecified.",
			inTs(seen), inTs(gap), 2/float64(r.Sets+1))
	}
	last := len(r.Ts) - 1
	real, all := r.Real.Runs[last].B, r.Over(last, ofB)
	return fmt.Sprintf("%s At T = %d, B on a set is %.2g to %.2g times B on the real data.", words, r.Ts[last],
		slices.Min(all)/real, slices.Max(all)/real)
}

func inTs(ts []int) string {
	if len(ts) == 0 {
		return "no T"
	}
	return "T = " + strings.Join(table.Each(ts, strconv.Itoa), ", ")
}

// startsTable has the error of B after S sweeps from the fitted values.
func startsTable(r protocol.Result) table.Table {
	t := table.Table{Title: "Reverse, from S sweeps after the fitted values: the error of B, in % of B",
		Columns: table.Columns("S", "steps", "tv=TV")}
	for k, S := range r.Sweeps {
		row := []any{S, r.Simulated[0].Starts[k].S,
			spread(table.Each(r.Simulated, func(s protocol.Set) float64 { return sure(s.Starts[k].TV) }))}
		for i := range r.Ts {
			row = append(row, spread(r.Over(i, errorOf(k))))
		}
		t.Add(row...)
	}
	row := []any{"one draw", nil, nil}
	for i, T := range r.Ts {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("T = %d", T)})
		row = append(row, spread(r.Over(i,
			func(j protocol.Judged) float64 { return math.Round(100 * j.Spread / j.B) })))
	}
	t.Add(row...)
	t.Note("On all simulated sets: the middle one, the least and the largest. A sweep has as many steps as there are " +
		"hyperparameters and latents. TV is between the law of the start and the posterior. The last line is the " +
		"standard deviation of B over exact draws, if all reverse runs share one.")
	return t
}

// quartilesTable has what 100 runs show on the real data and on the first simulated set, as the paper draws one.
func quartilesTable(r protocol.Result) table.Table {
	t := table.Table{Title: fmt.Sprintf("Quartiles of %d forward runs, shifted by their largest median, in nats",
		protocol.Chains), Columns: table.Columns("T", "real=real data", "first=first set", "apart=sets apart",
		"off_real=median less mean, real", "off_sets=median less mean, sets")}
	shown := func(s protocol.Set, i int) string {
		q, shift := s.Forward[i], s.Shift
		return fmt.Sprintf("%.3g (%.3g to %.3g)", q.Median-shift+0, q.Q1-shift, q.Q3-shift)
	}
	most := 0.
	for i, T := range r.Ts {
		off := func(s protocol.Set) float64 { return s.Forward[i].Median - s.Forward[i].Mean }
		real, sets := off(r.Real), table.Each(r.Simulated, off)
		t.Add(T, shown(r.Real, i), shown(r.Simulated[0], i), r.Apart(i), table.ThreeDigits(real), spread(sets))
		most = max(most, math.Abs(real), slices.Max(table.Each(sets, math.Abs)))
	}
	t.Note("The median, and the lower and the upper quartile. Sets apart: on so many of %d the band does not overlap "+
		"that of the real data. A median is up to %.2g nats from the exact mean. Exactly, the curve of the real data "+
		"is beyond those of all sets at %s.", r.Sets, most, inTs(r.Outside(ofSeen)))
	return t
}

// A formMeasure is a number by which the two forms are compared.
type formMeasure struct {
	name string
	of   func(protocol.Formed) float64
}

var formMeasures = []formMeasure{
	{"J of what stays", func(r protocol.Formed) float64 { return r.Stay }},
	{"J", func(r protocol.Formed) float64 { return r.J }},
	{"B", func(r protocol.Formed) float64 { return r.B }},
}

// formPrices are what a run may cost.
var formPrices = []formMeasure{{figure.AcrossT, func(r protocol.Formed) float64 { return float64(r.T) }},
	{"terms of the likelihood", func(r protocol.Formed) float64 { return r.Cost }}}

// betterTable says on how many sets which form is better, at equal steps and at equal cost.
func betterTable(groups [][]protocol.Comparison) table.Table {
	t := table.Table{Title: "Which form is better, and on how many sets", Lead: 3, Columns: table.Columns("model",
		"kernel", "by", "T_collapsed=steps: collapsed", "T_uncollapsed=uncollapsed", "T_crossing=crossing",
		"cost_collapsed=cost: collapsed", "cost_uncollapsed=uncollapsed", "cost_crossing=crossing")}
	for _, all := range groups {
		for _, m := range formMeasures {
			row := []any{all[0].Name, all[0].Setting.Kernel, m.name}
			for _, price := range formPrices {
				wins := map[string]int{}
				for _, c := range all {
					wins[c.Better(price.of, m.of)]++
				}
				row = append(row, wins[protocol.Collapsed], wins[protocol.Uncollapsed], wins[""])
			}
			t.Add(row...)
		}
	}
	t.Note("A form is better if it is so wherever both have runs, at equal T or at equal cost. Else the curves " +
		"cross. J of what stays is of the latents that both forms have, J and B of the whole state. The cost is the " +
		"number of terms in the densities of a run, each from scratch. A term is one normal density of one number.")
	return t
}

// protocolFigure draws, for each case, what a user sees of the forward runs, their gaps, and the error of B after S
// sweeps at the largest T.
func protocolFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	real, simulated := figure.NthLine(0), figure.NthLine(1).With(nil)
	last := results[0].Ts[len(results[0].Ts)-1]
	lowest := -10.
	highest := 10.
	var panels []study.Panel
	for _, r := range results {
		var row []*plot.Plot
		for _, of := range []func(protocol.Judged) float64{ofSeen, ofGap} {
			p := logPanel()
			line := func(s protocol.Set) plotter.XYs {
				return study.XYs(s.Runs, func(j protocol.Judged) (T, value float64) {
					return float64(j.T), study.ShownOnLog(of(j))
				})
			}
			for _, s := range r.Simulated {
				thin(p, simulated, line(s))
			}
			study.Curve(p, real, line(r.Real))
			figure.Widen(&p.X, 1.1)
			figure.Widen(&p.Y, 1.1)
			row = append(row, p)
		}
		low, high := min(row[0].Y.Min, row[1].Y.Min), max(row[0].Y.Max, row[1].Y.Max) // one scale for what is compared
		row[0].Y.Min = low
		row[1].Y.Min = low
		row[0].Y.Max = high
		row[1].Y.Max = high
		row[0].X.Max = row[1].X.Max
		errors := figure.NewPlot()
		errors.NominalX(table.Each(r.Sweeps, table.Thousands)...)
		for _, s := range r.Simulated {
			at := s.Runs[len(s.Runs)-1]
			var line plotter.XYs
			for k, e := range at.Errors {
				line = append(line, plotter.XY{X: float64(k), Y: 100 * e / at.B})
			}
			thin(errors, simulated, line)
		}
		lowest, highest = min(lowest, errors.Y.Min), max(highest, errors.Y.Max)
		panels = append(panels, study.NewPanel(row[0], r.Name+", as seen", figure.AcrossT,
			"largest E[log w] − E[log w] (nats)"),
			study.NewPanel(row[1], r.Name+", in truth", figure.AcrossT, "log p(y) − E[log w] (nats)"),
			study.NewPanel(errors, fmt.Sprintf("%s, T = %d", r.Name, last),
				"S, sweeps after the fitted values", "error of B (% of B)"))
	}
	for i := 2; i < len(panels); i += 3 {
		panels[i].Plane.Y.Min, panels[i].Plane.Y.Max = lowest, highest
	}
	return study.NewSheet(3, 190, 8).Draw(w, m, figure.Legend{Entries: []figure.LegendEntry{study.Entry("real data",
		real),
		{Name: "a simulated set", Style: simulated}}}, panels...)
}

// thin draws one of many lines.
func thin(p *plot.Plot, style figure.LineStyle, points plotter.XYs) {
	line := style.Line(points)
	line.Width = 0.5
	p.Add(line)
}

func logPanel() *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 7, Evenly: 6})
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	return p
}

// quartilesFigure draws for each case what a user draws (Figures 5 and 6 of BREAD): forward runs on the real data and
// on the first simulated set, both shifted; and reverse runs on that set, by S.
func quartilesFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	band := func(p *plot.Plot, style figure.LineStyle, ts []int, shift float64, all []protocol.Quartiles) {
		var low, high, median, mean plotter.XYs
		for i, q := range all {
			at := func(v float64) plotter.XY { return plotter.XY{X: float64(ts[i]), Y: v - shift} }
			low = append(low, at(q.Q1))
			high = append(high, at(q.Q3))
			median = append(median, at(q.Median))
			mean = append(mean, at(q.Mean))
		}
		slices.Reverse(high)
		p.Add(style.Band(append(low, high...)), style.Line(median), style.Dots(mean))
	}
	var panels []study.Panel
	legend := figure.Legend{Entries: []figure.LegendEntry{study.Entry("real data", figure.NthLine(0)),
		study.Entry("first simulated set", figure.NthLine(1))}}
	for i, r := range results {
		forward, reverse := study.AgainstLog(false), study.AgainstLog(false)
		for k, s := range []protocol.Set{r.Real, r.Simulated[0]} {
			band(forward, figure.NthLine(k), r.Ts, s.Shift, s.Forward)
		}
		for k, S := range r.Sweeps {
			style := figure.NthLine(2 + k)
			band(reverse, style, r.Ts, 0, table.Each(r.Simulated[0].Reverse,
				func(q []protocol.Quartiles) protocol.Quartiles {
					return q[k]
				}))
			if i == 0 {
				legend.Entries = append(legend.Entries, study.Entry(fmt.Sprintf("in reverse, S = %d", S), style))
			}
		}
		panels = append(panels, study.NewPanel(forward, r.Name+", forward", figure.AcrossT, "log w, shifted (nats)"),
			study.NewPanel(reverse, r.Name+", in reverse", figure.AcrossT, "log w − log p(y) (nats)"))
	}
	return study.NewSheet(4, 200, 8).Draw(w, m, legend, panels...)
}

// formsFigure draws J of what stays and B against T and against cost, on every set and in the middle: a row of panels a
// model and kernel.
func formsFigure(w io.Writer, m figure.Medium, groups [][]protocol.Comparison) error {
	styles, panels := []figure.LineStyle{figure.NthLine(2).With(nil), figure.NthLine(1).With(nil)}, []study.Panel(nil)
	for _, all := range groups {
		for _, measure := range []formMeasure{formMeasures[0], formMeasures[2]} {
			for _, price := range formPrices {
				p := logPanel()
				for k, f := range all[0].Each {
					for _, c := range all {
						thin(p, styles[k], study.XYs(c.Each[k].Runs, func(r protocol.Formed) (x, y float64) {
							return price.of(r), study.ShownOnLog(measure.of(r))
						}))
					}
					var thick plotter.XYs
					for i, r := range f.Runs {
						every := table.Each(all,
							func(c protocol.Comparison) float64 { return measure.of(c.Each[k].Runs[i]) })
						thick = append(thick, plotter.XY{X: price.of(r), Y: middle(every)})
					}
					study.Curve(p, styles[k], thick)
				}
				figure.Widen(&p.X, 1.1)
				figure.Widen(&p.Y, 1.1)
				panels = append(panels, study.NewPanel(p, all[0].Name+", "+all[0].Setting.Kernel, price.name,
					measure.name+" (nats)"))
			}
		}
	}
	return study.NewSheet(4, 190, 8).Draw(w, m, figure.Legend{Entries: []figure.LegendEntry{
		study.Entry(protocol.Uncollapsed, styles[0]),
		study.Entry(protocol.Collapsed, styles[1])}}, panels...)
}
