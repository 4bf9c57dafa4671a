package studies

import (
	"fmt"
	"io"
	"maps"
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

// Protocol shows the protocol carried out: the fits, forward and in reverse; and the two representations, unless c is
// nil.
func Protocol(results []protocol.Result, c *protocol.Comparison) (all Study) {
	fit := table.Table{Columns: table.Keys("case model eta p_real p_simulated fitted log_p_real log_p_simulated seed")}
	forward := table.Table{Columns: table.Keys("case model kernel schedule T gap_real gap_simulated gap_low gap_high outside " +
		"J_real J_simulated J_low J_high B_real B_simulated B_low B_high")}
	reverse := table.Table{Columns: table.Keys("case T S tv kl_s_p reverse_gap B error_B")}
	for _, r := range results {
		forwards := table.Filled(table.Table{Title: "Forward: how far E[log w] is below log p(y), in nats",
			Columns: table.Columns("T", "gap_real=real data", "gap_simulated=simulated", "gap_low=least", "gap_high=largest"),
			Notes: []string{fmt.Sprintf("Simulated: the first of %d sets, and the least and largest of all. log p(y) is %s of "+
				"the real data and %s of the first set.", r.Sets, table.Short(r.Real.LogP), table.Short(r.Simulated.LogP)),
				verdict(r)}}, r.Points, pointRecord)
		both := table.Filled(table.Table{Title: "J and B, in nats", Columns: table.Columns("T", "J_real=J, real",
			"J_simulated=J, simulated", "B_real=B, real", "B_simulated=B, simulated", "B_low=least", "B_high=largest"),
			Notes: []string{"Least and largest: of B on all sets. The protocol is to estimate J and B on real data. Here they " +
				"are known, because the space is small."}}, r.Points, pointRecord)
		all.People = append(all.People, fitTable(r), forwards, both, startsTable(r))
		s := r.Setting.WithDefaults()
		for eta, p := range r.Real.Eta {
			var words []string // "noise=0.5 centres=2"
			for i, v := range r.Family.Eta(eta) {
				words = append(words, r.Family.Hypers[i].Name+"="+table.Full(v))
			}
			fit.Add(r.Name, r.Setting.Toy, strings.Join(words, " "), p, r.Simulated.Eta[eta], eta == r.Real.Mode, r.Real.LogP,
				r.Simulated.LogP, r.Seed)
		}
		forward = table.Filled(forward, r.Points, func(p protocol.Point) record {
			rec := record{"case": r.Name, "model": s.Toy, "kernel": s.Kernel, "schedule": s.Schedule}
			maps.Copy(rec, pointRecord(p))
			return rec
		})
		for _, p := range r.Points {
			for i, s := range r.Starts {
				reverse.Add(r.Name, p.T, s.S, s.TV, s.KL, p.Up, p.Sets[0].B, p.Errors[i])
			}
		}
	}
	all.data("fit", fit)
	all.data("forward", forward)
	all.data("reverse", reverse)
	all.figure("protocol", func(w io.Writer, m figure.Medium) error { return protocolFigure(w, m, results) })
	if c != nil {
		all.People = append(all.People, representationsTable(*c))
		both := table.Table{Columns: table.Keys("form kernel schedule cells T terms_a_density terms j_assignments J B log_p")}
		for _, f := range c.Forms {
			both = table.Filled(both, f.Runs, func(protocol.Formed) record {
				s := c.Setting.WithDefaults()
				return record{"form": f.Name, "kernel": s.Kernel, "schedule": s.Schedule, "cells": f.Model.Grid.Size(),
					"terms_a_density": f.Terms, "log_p": c.LogP}
			})
		}
		all.data("representations", both)
		all.figure("representations", func(w io.Writer, m figure.Medium) error { return representationsFigure(w, m, *c) })
	}
	all.Others = append(all.Others, table.Page("protocol.md", all.People...))
	return all
}

// fitTable has the posterior of the hyperparameters, on the real data and on the simulated.
func fitTable(r protocol.Result) table.Table {
	s := r.Setting.WithDefaults()
	t := table.Table{Title: fmt.Sprintf("%s: %s; %s; kernel %s; schedule %s", r.Name, r.About, s.Toy, s.Kernel, s.Schedule)}
	for _, h := range r.Family.Hypers {
		t.Columns = append(t.Columns, table.Column{Key: h.Name})
	}
	t.Columns = append(t.Columns, table.Columns("p_real=p, real data", "p_simulated=p, simulated", "fitted")...)
	for eta, p := range r.Real.Eta {
		mark := ""
		if eta == r.Real.Mode {
			mark = "fitted"
		}
		t.Add(append(cells(r.Family.Eta(eta)), p, r.Simulated.Eta[eta], mark)...)
	}
	t.Note("p is the exact posterior. The fitted hyperparameters are the most probable ones; the simulated data come "+
		"from them, seed %d.", r.Seed)
	return t
}

// judgedBy are the numbers of a set of data that tables show.
var judgedBy = map[string]func(protocol.Judged) float64{
	"gap": func(j protocol.Judged) float64 { return j.Gap },
	"J":   func(j protocol.Judged) float64 { return j.J },
	"B":   func(j protocol.Judged) float64 { return j.B },
}

// pointRecord has the numbers of a point on the real data and on the first simulated set, and the least and largest of
// all sets.
func pointRecord(p protocol.Point) record {
	rec := record{"T": p.T, "outside": p.Outside()}
	for name, of := range judgedBy {
		rec[name+"_real"], rec[name+"_simulated"] = of(p.Real), of(p.Sets[0])
		rec[name+"_low"], rec[name+"_high"] = p.Range(of)
	}
	return rec
}

// verdict says whether simulated data stand for the real ones.
func verdict(r protocol.Result) string {
	p := r.Furthest()
	way, off := "above", p.Off()
	if off < 0 {
		way, off = "below", -off
	}
	apart := fmt.Sprintf("The curves are furthest apart at T = %d: on the real data the gap is %s nats %s that on the "+
		"first set.", p.T, table.Short(off), way)
	if r.Fair() {
		return apart + " At every T it is within the range of the simulated sets: such sets are a fair proxy, and B on " +
			"them says what B on the real data is like."
	}
	var ts []string
	for _, p := range r.Points {
		if p.Outside() {
			ts = append(ts, strconv.Itoa(p.T))
		}
	}
	return fmt.Sprintf("%s At T = %s it is beyond all simulated sets, as data from the model are with probability %.2g: "+
		"such sets are no fair proxy, the model is misspecified, and B on them says nothing about the real data.", apart,
		strings.Join(ts, ", "), 2/float64(r.Sets+1))
}

// startsTable has the error of B after S steps from the fitted values.
func startsTable(r protocol.Result) table.Table {
	t := table.Table{Title: "Reverse, from S steps after the fitted values: the error of B, in nats",
		Columns: table.Columns("S", "tv=TV", "kl_s_p=KL(s‖p)")}
	for _, p := range r.Points {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("T = %d", p.T)})
	}
	for i, s := range r.Starts {
		row := []any{s.S, visible(s.TV), visible(s.KL)}
		for _, p := range r.Points {
			row = append(row, visible(p.Errors[i]))
		}
		t.Add(row...)
	}
	row := []any{"B", nil, nil}
	for _, p := range r.Points {
		row = append(row, table.ThreeDigits(p.Sets[0].B))
	}
	t.Add(row...)
	t.Note("On the first simulated set. s is the law after S steps, p the posterior, and the exact error is " +
		"<s, G> - <p, G>. Numbers below 1e-9 are shown as 0. The last line is B itself.")
	return t
}

// visible is a number with three digits, and 0 if it may be no more than rounding.
func visible(v float64) table.ThreeDigits {
	if math.Abs(v) < 1e-9 {
		return 0
	}
	return table.ThreeDigits(v)
}

func representationsTable(c protocol.Comparison) table.Table {
	s := c.Setting.WithDefaults()
	t := table.Table{Title: fmt.Sprintf("One clustering in two forms: %d points, %d clusters, %d values a centre; "+
		"kernel %s; schedule %s", c.N, c.K, c.Values, s.Kernel, s.Schedule), Lead: 2,
		Columns: table.Columns("form", "T", "terms", "j_assignments=J(z)", "J", "B")}
	for _, f := range c.Forms {
		t = table.Filled(t, f.Runs, func(r protocol.Formed) record {
			return record{"form": f.Name, "terms": int(math.Round(r.Cost))}
		})
	}
	t.Note("Uncollapsed: the centres are latents. Collapsed: they are summed out, and log p(y) is the same, %s. J(z) is "+
		"of the assignments alone, J and B of the whole state.", table.Short(c.LogP))
	t.Note("A term is one normal density of one number. A density from scratch has %d of them uncollapsed and %d "+
		"collapsed, each number at each of %d values. Terms: those of the densities that a run computes.",
		c.Forms[0].Terms, c.Forms[1].Terms, c.Values)
	for _, m := range representationMeasures { // which form is better
		steps := c.Better(func(r protocol.Formed) float64 { return float64(r.T) }, m.of)
		cost := c.Better(func(r protocol.Formed) float64 { return r.Cost }, m.of)
		t.Note("By %s the better form is, at equal steps, %s; at equal cost, %s.", m.name, inWords(steps, "T = %s"),
			inWords(cost, "%s terms"))
	}
	return t
}

// A formMeasure is a number by which the two forms are compared.
type formMeasure struct {
	name string
	of   func(protocol.Formed) float64
}

var representationMeasures = []formMeasure{
	{"J(z)", func(r protocol.Formed) float64 { return r.Assignments }},
	{"B", func(r protocol.Formed) float64 { return r.B }},
}

// inWords is a contest in words: "uncollapsed, and collapsed from about T = 120 on".
func inWords(c protocol.Contest, price string) string {
	if len(c.Crossings) == 0 {
		return c.First + " throughout"
	}
	other := map[string]string{protocol.Collapsed: protocol.Uncollapsed, protocol.Uncollapsed: protocol.Collapsed}
	words, now := c.First, c.First
	for _, at := range c.Crossings {
		now = other[now]
		unit := math.Pow(10, max(math.Floor(math.Log10(at))-1, 0)) // two digits
		words += fmt.Sprintf(", and %s from about "+price+" on", now, table.Thousands(int(math.Round(at/unit)*unit)))
	}
	return words
}

// leastError is the smallest error of B that is drawn. Smaller errors do not matter.
const leastError = 1e-5

// protocolFigure draws, for each case, the forward gaps on real and simulated data against T,
// and the error of B after S steps, with B for comparison. All axes are logarithmic.
func protocolFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	const name, head, foot, side, high = 20, 26, 22, 330, 190
	all := figure.Panels{Tiles: draw.Tiles{Rows: len(results), Cols: 2, PadX: 26, PadY: 10},
		Names: each(results, func(r protocol.Result) string { return r.Name }),
		Heads: []string{"log p(y) - E[log w], forward (nats)", "size of the error of B, and B (nats)"}}
	for _, r := range results {
		right, ends := errorPanel(r)
		all.Plots, all.Ends = append(all.Plots, []*plot.Plot{forwardPanel(r), right}), append(all.Ends, ends)
	}
	left := figure.Legend{Entries: []figure.LegendEntry{entry("real data", figure.NthLine(0)),
		entry("simulated data", figure.NthLine(1))},
		Note: "Left: the band is the range of " + text.Count(results[0].Sets, "simulated set") + "."}
	right := figure.Legend{Note: "Right: the error of B if the reverse run starts S steps after the fitted values. " +
		"Errors below 1e-5 are not drawn."}
	below := left.Height() + right.Height()
	height := head + vg.Length(len(results)*high) + foot + below
	return figure.Render(w, m, name+2*side+all.EndWidth(), height, func(c draw.Canvas) {
		all.Draw(draw.Crop(c, name, -8-all.EndWidth(), foot+below, -head))
		c.FillText(figure.Label(11), vg.Point{X: c.Center().X, Y: below + 6}, figure.AcrossT)
		left.Draw(draw.Crop(c, name+10, -8, right.Height(), 0))
		right.Draw(draw.Crop(c, name+10, -8, 0, 0))
	})
}

func logPanel() *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 7, Evenly: 6})
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	return p
}

func forwardPanel(r protocol.Result) *plot.Plot {
	p := logPanel()
	var band, low, real, simulated plotter.XYs
	for _, point := range r.Points {
		T := float64(point.T)
		least, largest := point.Range(judgedBy["gap"])
		band, low = append(band, plotter.XY{X: T, Y: largest}), append(low, plotter.XY{X: T, Y: least})
		real = append(real, plotter.XY{X: T, Y: point.Real.Gap})
		simulated = append(simulated, plotter.XY{X: T, Y: point.Sets[0].Gap})
	}
	slices.Reverse(low)
	p.Add(figure.NthLine(1).Band(append(band, low...)))
	curve(p, figure.NthLine(1), simulated)
	curve(p, figure.NthLine(0), real)
	figure.Widen(&p.X, 1.1)
	figure.Widen(&p.Y, 1.1)
	return p
}

// errorPanel also names its lines at their ends.
func errorPanel(r protocol.Result) (p *plot.Plot, ends figure.EndLabels) {
	p = logPanel()
	add := func(name string, style figure.LineStyle, of func(protocol.Point) float64) {
		line := xys(r.Points, func(q protocol.Point) (x, y float64) {
			if y = of(q); y < leastError || math.IsInf(y, 1) {
				y = math.NaN()
			}
			return float64(q.T), y
		})
		if len(line) > 0 {
			curve(p, style, line)
			ends.Add(name, style, line)
		}
	}
	add("B", figure.LineStyle{Colour: figure.Ink}, func(q protocol.Point) float64 { return q.Sets[0].B })
	for i, start := range r.Starts {
		add("S = "+table.Thousands(start.S), figure.NthLine(i+1).With(figure.Dashes),
			func(q protocol.Point) float64 { return math.Abs(q.Errors[i]) })
	}
	figure.Widen(&p.X, 1.1)
	figure.Widen(&p.Y, 1.3)
	return p, ends
}

// representationsFigure draws J of the assignments and B against T and against cost.
func representationsFigure(w io.Writer, m figure.Medium, c protocol.Comparison) error {
	const name, head, foot, side, high = 20, 10, 24, 290, 190
	prices := []formMeasure{{figure.AcrossT, func(r protocol.Formed) float64 { return float64(r.T) }},
		{"cost: terms of the likelihood", func(r protocol.Formed) float64 { return r.Cost }}}
	all := figure.Panels{Tiles: draw.Tiles{Rows: 2, Cols: 2, PadX: 20, PadY: 10},
		Names: []string{"J of the assignments (nats)", "B (nats)"},
		Feet:  each(prices, func(m formMeasure) string { return m.name })}
	lines := []figure.LineStyle{figure.NthLine(2), figure.NthLine(1)} // of the two forms
	for _, measure := range representationMeasures {
		all.Plots = append(all.Plots, each(prices, func(price formMeasure) *plot.Plot {
			p := logPanel()
			for i, f := range c.Forms {
				curve(p, lines[i], xys(f.Runs, func(r protocol.Formed) (float64, float64) {
					return price.of(r), shownOnLog(measure.of(r))
				}))
			}
			figure.Widen(&p.X, 1.1)
			figure.Widen(&p.Y, 1.1)
			return p
		}))
	}
	var legend figure.Legend
	for i, f := range c.Forms {
		legend.Entries = append(legend.Entries, entry(f.Name, lines[i]))
	}
	return figure.Render(w, m, name+2*side, head+2*high+foot+legend.Height(), func(canvas draw.Canvas) {
		all.Draw(draw.Crop(canvas, name, -8, foot+legend.Height(), -head))
		legend.Draw(draw.Crop(canvas, name+10, -8, 0, 0))
	})
}
