package studies

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/protocol"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// ProtocolNames are the names that the files of Protocol may have.
var ProtocolNames = slices.Concat(table.Names("csv json", "fit", "forward", "reverse", "representations"),
	table.Names("md png svg", "protocol"), table.Names("png svg", "representations"))

// The numbers of a set of data by which real and simulated data are compared.
func ofGap(j protocol.Judged) float64  { return j.Gap }
func ofSeen(j protocol.Judged) float64 { return j.Seen }
func ofB(j protocol.Judged) float64    { return j.B }

// errorOf is the error of B from the k-th start, in % of B.
func errorOf(k int) func(protocol.Judged) float64 {
	return func(j protocol.Judged) float64 { return math.Round(1000*j.Errors[k]/j.B)/10 + 0 }
}

// Protocol shows the protocol carried out: the fits, forward and in reverse; and the two representations, if these were
// compared. In files the real data are set 0.
func Protocol(results []protocol.Result, compared []protocol.Comparison) (all Study) {
	fit := table.Table{Columns: table.Keys("case model eta p_real p_sets fitted seed")}
	forward := table.Table{Columns: table.Keys("case model kernel schedule set log_p T gap seen J B spread")}
	reverse := table.Table{Columns: table.Keys("case set T sweeps steps tv kl_s_p B error_B")}
	for _, r := range results {
		all.People = append(all.People, fitTable(r), forwardTable(r), startsTable(r))
		s := r.Setting.WithDefaults()
		for eta, p := range r.Real.Eta {
			var words []string // "noise=0.5 centres=2"
			for i, v := range r.Family.Eta(eta) {
				words = append(words, r.Family.Hypers[i].Name+"="+table.Full(v))
			}
			fit.Add(r.Name, s.Toy, strings.Join(words, " "), p, onSets(r, eta), eta == r.Real.Mode, r.Seed)
		}
		for i, set := range append([]protocol.Set{r.Real}, r.Simulated...) {
			forward = table.Filled(forward, set.Runs, func(protocol.Judged) record {
				return record{"case": r.Name, "model": s.Toy, "kernel": s.Kernel, "schedule": s.Schedule, "set": i,
					"log_p": set.LogP}
			})
			for k, start := range set.Starts {
				for _, run := range set.Runs {
					reverse.Add(r.Name, i, run.T, r.Sweeps[k], start.S, sure(start.TV), sure(start.KL), run.B,
						sure(run.Errors[k]))
				}
			}
		}
	}
	all.data("fit", fit)
	all.data("forward", forward)
	all.data("reverse", reverse)
	all.figure("protocol", func(w io.Writer, m figure.Medium) error { return protocolFigure(w, m, results) })
	if compared != nil {
		all.People = append(all.People, representationsTable(compared))
		both := table.Table{Columns: table.Keys("seed form kernel schedule cells T terms_a_density terms j_assignments J B " +
			"log_p")}
		for _, c := range compared {
			s := c.Setting.WithDefaults()
			for _, f := range c.Forms {
				both = table.Filled(both, f.Runs, func(protocol.Formed) record {
					return record{"seed": c.Seed, "form": f.Name, "kernel": s.Kernel, "schedule": s.Schedule,
						"cells": f.Model.Grid.Size(), "terms_a_density": f.Terms, "log_p": c.LogP}
				})
			}
		}
		all.data("representations", both)
		all.figure("representations", func(w io.Writer, m figure.Medium) error { return formsFigure(w, m, compared) })
	}
	all.Others = append(all.Others, table.Page("protocol.md", all.People...))
	return all
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

// fitTable has the posterior of the hyperparameters, on the real data and on the simulated.
func fitTable(r protocol.Result) table.Table {
	s := r.Setting.WithDefaults()
	t := table.Table{Title: fmt.Sprintf("%s: %s; %s; kernel %s; schedule %s", r.Name, r.About, s.Toy, s.Kernel, s.Schedule)}
	for _, h := range r.Family.Hypers {
		t.Columns = append(t.Columns, table.Column{Key: h.Name})
	}
	t.Columns = append(t.Columns, table.Columns("p_real=p, real data", "p_sets=p, mean of the sets", "fitted")...)
	const few, least = 27, 0.001
	for eta, p := range r.Real.Eta {
		mark := map[bool]string{true: "fitted"}
		if len(r.Real.Eta) > few && max(p, onSets(r, eta)) < least {
			continue
		}
		t.Add(append(cells(r.Family.Eta(eta)), p, onSets(r, eta), mark[eta == r.Real.Mode])...)
	}
	if left := len(r.Real.Eta) - len(t.Rows); left > 0 {
		t.Note("Left out: %d of %d values, whose p is below %g on the real data and in the mean of the sets.", left,
			len(r.Real.Eta), least)
	}
	t.Note("p is the exact posterior. The fitted hyperparameters are the most probable ones on the real data. From them "+
		"come %s, seed %d.", text.Count(r.Sets, "simulated set"), r.Seed)
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
	t.Note("Of the sets: the middle one, and the least and largest. A gap is log p(y) - E[log w]. A user does not know " +
		"log p(y), and sees the largest E[log w] of all T less this one. B is exact on the real data too, because the " +
		"space is small.")
	t.Note("%s", verdict(r))
	return t
}

// verdict says whether simulated data stand for the real ones.
func verdict(r protocol.Result) string {
	seen, gap := r.Outside(ofSeen), r.Outside(ofGap)
	words := "Seen and in truth, the forward curve of the real data is among those of the sets at every T: nothing " +
		"speaks against the sets."
	if len(seen)+len(gap) > 0 {
		words = fmt.Sprintf("The forward curve of the real data is beyond those of all sets, as seen at %s, and in truth at "+
			"%s. Data from the fitted model are so with probability %.2g at one T. The model is likely misspecified.",
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
	return "T = " + strings.Join(each(ts, strconv.Itoa), ", ")
}

// startsTable has the error of B after S sweeps from the fitted values.
func startsTable(r protocol.Result) table.Table {
	t := table.Table{Title: "Reverse, from S sweeps after the fitted values: the error of B, in % of B",
		Columns: table.Columns("S", "steps", "tv=TV")}
	for k, S := range r.Sweeps {
		row := []any{S, r.Simulated[0].Starts[k].S,
			spread(each(r.Simulated, func(s protocol.Set) float64 { return sure(s.Starts[k].TV) }))}
		for i := range r.Ts {
			row = append(row, spread(r.Over(i, errorOf(k))))
		}
		t.Add(row...)
	}
	row := []any{"one draw", nil, nil}
	for i, T := range r.Ts {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("T = %d", T)})
		row = append(row, spread(r.Over(i, func(j protocol.Judged) float64 { return math.Round(100 * j.Spread / j.B) })))
	}
	t.Add(row...)
	t.Note("On all simulated sets: the middle one, the least and the largest. A sweep has as many steps as there are " +
		"hyperparameters and latents. TV is between the law of the start and the posterior. The last line is the standard " +
		"deviation of B over exact draws, if all reverse runs share one.")
	return t
}

// A formMeasure is a number by which the two forms are compared.
type formMeasure struct {
	name string
	of   func(protocol.Formed) float64
}

var formMeasures = []formMeasure{
	{"J(z)", func(r protocol.Formed) float64 { return r.Assignments }},
	{"J", func(r protocol.Formed) float64 { return r.J }},
	{"B", func(r protocol.Formed) float64 { return r.B }},
}

// onAll is a number of the i-th run of a form on every set.
func onAll(all []protocol.Comparison, form, i int, of func(protocol.Formed) float64) []float64 {
	return each(all, func(c protocol.Comparison) float64 { return of(c.Forms[form].Runs[i]) })
}

func representationsTable(all []protocol.Comparison) table.Table {
	c := all[0]
	s := c.Setting.WithDefaults()
	t := table.Table{Title: fmt.Sprintf("One clustering in two forms, on %s: %d points, %d clusters, %d values a centre; "+
		"kernel %s; schedule %s", text.Count(len(all), "simulated set"), c.N, c.K, c.Values, s.Kernel, s.Schedule), Lead: 2,
		Columns: table.Columns("form", "T", "terms", "j_assignments=J(z)", "J", "B")}
	for k, f := range c.Forms {
		for i, r := range f.Runs {
			row := []any{f.Name, r.T, int(math.Round(r.Cost))}
			for _, m := range formMeasures {
				row = append(row, spread(onAll(all, k, i, m.of)))
			}
			t.Add(row...)
		}
	}
	t.Note("Of the sets, seeds %d to %d: the middle one, and the least and largest. Uncollapsed: the centres are "+
		"latents. Collapsed: they are summed out, and log p(y) is the same. J(z) is of the assignments alone, J and B of "+
		"the whole state.", c.Seed, all[len(all)-1].Seed)
	t.Note("A term is one normal density of one number. A density from scratch has %d of them uncollapsed and %d "+
		"collapsed, each number at each of %d values. Terms: those of the densities that a run computes.",
		c.Forms[0].Terms, c.Forms[1].Terms, c.Values)
	for _, m := range formMeasures { // which form is better
		t.Note("By %s the better form is, at equal steps, %s; at equal cost, %s.", m.name,
			contests(all, func(r protocol.Formed) float64 { return float64(r.T) }, m),
			contests(all, func(r protocol.Formed) float64 { return r.Cost }, m))
	}
	return t
}

// contests says on how many sets which form is better.
func contests(all []protocol.Comparison, price func(protocol.Formed) float64, m formMeasure) string {
	wins := map[string]int{}
	for _, c := range all {
		wins[c.Better(price, m.of)]++
	}
	return fmt.Sprintf("collapsed on %d, uncollapsed on %d and neither on %d", wins[protocol.Collapsed],
		wins[protocol.Uncollapsed], wins[""])
}

// protocolFigure draws, for each case, what a user sees of the forward runs, their gaps, and the error of B after S
// sweeps at the largest T.
func protocolFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	const name, head, foot, side, high = 20, 26, 22, 270, 180
	real, simulated := figure.NthLine(0), figure.NthLine(1).With(nil)
	last, lowest, highest := results[0].Ts[len(results[0].Ts)-1], -10., 10.
	all := figure.Panels{Tiles: draw.Tiles{PadX: 22, PadY: 10},
		Names: each(results, func(r protocol.Result) string { return r.Name }),
		Heads: []string{"forward, as seen: largest E[log w] − E[log w] (nats)",
			"forward, in truth: log p(y) − E[log w] (nats)", fmt.Sprintf("error of B at T = %d (%% of B)", last)},
		Feet: []string{figure.AcrossT, figure.AcrossT, "S, sweeps after the fitted values"}}
	for _, r := range results {
		var row []*plot.Plot
		for _, of := range []func(protocol.Judged) float64{ofSeen, ofGap} {
			p := logPanel()
			line := func(s protocol.Set) plotter.XYs {
				return xys(s.Runs, func(j protocol.Judged) (float64, float64) { return float64(j.T), shownOnLog(of(j)) })
			}
			for _, s := range r.Simulated {
				thin(p, simulated, line(s))
			}
			curve(p, real, line(r.Real))
			figure.Widen(&p.X, 1.1)
			figure.Widen(&p.Y, 1.1)
			row = append(row, p)
		}
		low, high := min(row[0].Y.Min, row[1].Y.Min), max(row[0].Y.Max, row[1].Y.Max) // one scale for what is compared
		row[0].Y.Min, row[1].Y.Min, row[0].Y.Max, row[1].Y.Max = low, low, high, high
		row[0].X.Max = row[1].X.Max
		errors := figure.NewPlot()
		var sweeps plot.ConstantTicks
		var percent []int
		for k, S := range r.Sweeps {
			sweeps = append(sweeps, plot.Tick{Value: float64(k), Label: table.Thousands(S)})
		}
		for v := -400; v <= 400; v += 20 {
			percent = append(percent, v)
		}
		errors.X.Tick.Marker, errors.Y.Tick.Marker = sweeps, ticksAt(percent...)
		for _, s := range r.Simulated {
			at := s.Runs[len(s.Runs)-1]
			var line plotter.XYs
			for k, e := range at.Errors {
				line = append(line, plotter.XY{X: float64(k), Y: 100 * e / at.B})
			}
			thin(errors, simulated, line)
		}
		lowest, highest = min(lowest, errors.Y.Min), max(highest, errors.Y.Max)
		all.Plots = append(all.Plots, append(row, errors))
	}
	for _, row := range all.Plots {
		row[2].Y.Min, row[2].Y.Max = lowest, highest
	}
	legend := figure.Legend{Entries: []figure.LegendEntry{entry("real data", real),
		{Name: "a simulated set", Style: simulated}}}
	height := head + vg.Length(len(results)*high) + foot + legend.Height()
	return figure.Render(w, m, name+3*side, height, func(c draw.Canvas) {
		all.Draw(draw.Crop(c, name, -8, foot+legend.Height(), -head))
		legend.Draw(draw.Crop(c, name+10, -8, 0, 0))
	})
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

// formsFigure draws J of the assignments and B against T and against cost, on every set and in the middle.
func formsFigure(w io.Writer, m figure.Medium, compared []protocol.Comparison) error {
	const name, head, foot, side, high = 20, 10, 24, 330, 190
	prices := []formMeasure{{figure.AcrossT, func(r protocol.Formed) float64 { return float64(r.T) }},
		{"cost: terms of the likelihood", func(r protocol.Formed) float64 { return r.Cost }}}
	all := figure.Panels{Tiles: draw.Tiles{PadX: 20, PadY: 10}, Names: []string{"J of the assignments (nats)", "B (nats)"},
		Feet: each(prices, func(m formMeasure) string { return m.name })}
	for _, measure := range []formMeasure{formMeasures[0], formMeasures[2]} {
		var row []*plot.Plot
		for i, price := range prices {
			p, ends := logPanel(), figure.EndLabels{}
			for k, f := range compared[0].Forms {
				style := figure.NthLine(2 - k).With(nil)
				for _, c := range compared {
					thin(p, style, xys(c.Forms[k].Runs, func(r protocol.Formed) (x, y float64) {
						return price.of(r), measure.of(r)
					}))
				}
				var bold plotter.XYs
				for i, r := range f.Runs {
					bold = append(bold, plotter.XY{X: price.of(r), Y: middle(onAll(compared, k, i, measure.of))})
				}
				curve(p, style, bold)
				ends.Add(f.Name, style, bold)
			}
			figure.Widen(&p.X, 1.1)
			figure.Widen(&p.Y, 1.1)
			if i == len(prices)-1 {
				p.Add(ends)
			}
			row = append(row, p)
		}
		all.Plots = append(all.Plots, row)
	}
	return figure.Render(w, m, name+2*side, head+2*high+foot, func(canvas draw.Canvas) {
		all.Draw(draw.Crop(canvas, name, -8, foot, -head))
	})
}
