package sweeps

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
	"breadboard/reports/table"
	"breadboard/toys"
)

// mostRows bounds the rows of panels in a figure, mostNames the names along an axis, and mostLines the lines, whose
// styles an eye still tells from each other. A panel names up to mostEnds lines at their ends; more are in a legend.
const mostRows, mostNames, mostLines, mostEnds = 12, 40, 16, 8

// A layout says what the figure of a sweep shows: J and B on logarithmic axes. Each name has a line against T or the
// number of evaluations, or a mark if all outcomes have the same of these. Of the draws of a random target the figure
// shows the median, and bars between the quartiles.
type layout struct {
	size  func(ranking.Outcome) int    // T, or the number of evaluations; nil if all have the same
	name  func(ranking.Outcome) string // of the line or the mark; "" if there is one line
	names []string
	row   func(ranking.Outcome) string // the target, if each has a row of panels; "" if not

	styles map[string]figure.LineStyle // of the names
}

// layOut chooses the layout of outcomes.
func layOut(all []ranking.Outcome) (l layout) {
	size := func(o ranking.Outcome) int { return o.Job.T }
	if atBudgets(all) {
		size = func(o ranking.Outcome) int { return o.Job.Budget }
	}
	if slices.ContainsFunc(all, func(o ranking.Outcome) bool { return size(o) != size(all[0]) }) {
		l.size = size
	}
	l.name = choiceOf(choices(all))
	target := func(o ranking.Outcome) string { return toys.Title(o.Job.TargetName()) }
	l.row = target
	if !ranking.Target.Differs(all) {
		l.row = func(ranking.Outcome) string { return "" }
	} else if l.size == nil && len(choices(all)) == 0 { // targets are all that differs
		l.name, l.row = target, func(ranking.Outcome) string { return "" }
	}
	l.names = experiments.Distinct(all, l.name)
	return l
}

// figureOf draws J and B of a sweep. ok is false if there is nothing to compare.
func figureOf(all []ranking.Outcome) (f figure.Panels, ok bool) {
	if len(all) == 0 || len(all) == 1 && len(all[0].Draws) == 1 {
		return f, false
	}
	l := layOut(all)
	most := mostLines
	if l.size == nil {
		most = mostNames
	}
	if len(l.names) > most {
		f.Legend.Note = fmt.Sprintf("Of %d names %d: from each row of panels in turn those that the summary names, "+
			"then those with the least J. ", len(l.names), most)
		l.names = l.best(all, most)
	}
	l.styles = l.stylesOf(all)
	f.Height = 190
	f.NamesOnce = l.size == nil
	switch {
	case l.size == nil:
		f.Across = "nats"
		f.Height = vg.Length(60 + 15*len(l.names))
	case atBudgets(all):
		f.Across = "evaluations of the density in a run"
	default:
		f.Across = figure.AcrossT
	}
	for row, of := range experiments.GroupBy(all, l.row) {
		if len(f.Plots) == mostRows {
			f.Legend.Note += fmt.Sprintf("The first %d targets. ", mostRows)
			break
		}
		j := l.panel("J", row, of, func(o ranking.Outcome) ranking.Spread { return o.J })
		b := l.panel("B", row, of, func(o ranking.Outcome) ranking.Spread { return o.B })
		f.Plots = append(f.Plots, []*plot.Plot{j, b})
	}
	if l.size != nil && len(l.names) > mostEnds {
		for _, name := range l.names {
			f.Legend.Add(name, l.styles[name].Line(nil), l.styles[name].Dots(nil))
		}
	}
	if slices.ContainsFunc(all, func(o ranking.Outcome) bool { return isZero(o.J.Q1) || isZero(o.B.Q1) }) {
		f.Legend.Note += "What is 0 to rounding is on no logarithmic axis. "
	}
	if len(drawn(all)) > 0 {
		f.Legend.Note += "Of several draws: the median, and a bar between the quartiles."
		if l.size != nil && len(l.names) > 1 {
			f.Legend.Note += " Bars at one T stand side by side."
		}
	}
	return f, true
}

// stylesOf gives each name the style that it has in all panels. Where outcomes differ on several axes, the one with the
// most values has the colours and the marks, and the others together have the dashes, if there are as many of each.
func (l layout) stylesOf(all []ranking.Outcome) map[string]figure.LineStyle {
	shown := slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool {
		return !slices.Contains(l.names, l.name(o))
	})
	plain, crossed := map[string]figure.LineStyle{}, map[string]figure.LineStyle{}
	for i, name := range l.names {
		plain[name] = figure.NthLine(i)
	}
	axes := choices(shown)
	if len(axes) < 2 {
		return plain
	}
	values := func(a ranking.Axis) int { return len(experiments.Distinct(shown, choiceOf([]ranking.Axis{a}))) }
	most := slices.MaxFunc(axes, func(a, b ranking.Axis) int { return cmp.Compare(values(a), values(b)) })
	colour := choiceOf([]ranking.Axis{most})
	dashes := choiceOf(slices.DeleteFunc(axes, func(a ranking.Axis) bool { return a.Name == most.Name }))
	colours, dashed := experiments.Distinct(shown, colour), experiments.Distinct(shown, dashes)
	for _, o := range shown {
		style, ok := figure.CrossedLine(slices.Index(colours, colour(o)), slices.Index(dashed, dashes(o)))
		if !ok {
			return plain
		}
		crossed[l.name(o)] = style
	}
	return crossed
}

// best returns as many names as most, in their order: from each row of panels in turn those that its answers name, and
// then those with the least J, and of equal ones the least B.
func (l layout) best(all []ranking.Outcome, most int) []string {
	var rows [][]string
	for _, of := range experiments.GroupBy(all, l.row) {
		var first []ranking.Outcome
		for _, a := range (ranking.Summary{Outcomes: of}).Answers() {
			first = append(first, a.Best)
			for _, other := range []*ranking.Outcome{a.Method, a.ByB, &a.Other} {
				if other != nil {
					first = append(first, *other)
				}
			}
		}
		known := slices.DeleteFunc(slices.Clone(of), func(o ranking.Outcome) bool { return math.IsNaN(o.J.Q2) })
		slices.SortStableFunc(known, func(a, b ranking.Outcome) int {
			return cmp.Or(cmp.Compare(max(a.J.Q2, experiments.Negligible), max(b.J.Q2, experiments.Negligible)),
				cmp.Compare(a.B.Q2, b.B.Q2))
		})
		rows = append(rows, experiments.Distinct(slices.Concat(first, known, of), l.name))
	}
	rows = rows[:min(len(rows), mostRows)]
	var kept []string
	for i := range l.names {
		for _, names := range rows {
			if i < len(names) && len(kept) < most && !slices.Contains(kept, names[i]) {
				kept = append(kept, names[i])
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(l.names), func(name string) bool { return !slices.Contains(kept, name) })
}

// panel returns a plot of one number of a row's outcomes. Where a logarithmic axis can show none of them the title says
// so, in place of the axis.
func (l layout) panel(symbol, row string, of []ranking.Outcome,
	number func(ranking.Outcome) ranking.Spread) *plot.Plot {
	of = slices.DeleteFunc(slices.Clone(of), func(o ranking.Outcome) bool {
		return !slices.Contains(l.names, l.name(o))
	})
	zero := !slices.ContainsFunc(of, func(o ranking.Outcome) bool { return !isZero(number(o).Q3) })
	of = slices.DeleteFunc(of, func(o ranking.Outcome) bool {
		return isZero(number(o).Q1) || !figure.OnLogAxis(number(o).Q1) || !figure.OnLogAxis(number(o).Q3)
	})
	draw := l.lines
	if l.size == nil {
		draw = l.marks
	}
	p := draw(of, number)
	p.Title.Text = strings.TrimSuffix(symbol+" (nats), "+row, ", ")
	switch {
	case len(of) > 0:
		return p
	case zero:
		p.Title.Text += ": all 0"
	default:
		p.Title.Text += ": none on a logarithmic axis"
	}
	p.HideX()
	if l.size != nil {
		p.HideY()
	}
	return p
}

// lines returns a plot with a line for each name.
func (l layout) lines(of []ranking.Outcome, number func(ranking.Outcome) ranking.Spread) *plot.Plot {
	p := figure.LogPlot(true)
	var ends figure.EndLabels
	gap := l.gap(of)
	for name, points := range experiments.GroupBy(of, l.name) {
		beside := math.Exp(gap * (float64(slices.Index(l.names, name)) - float64(len(l.names)-1)/2))
		style := l.styles[name]
		slices.SortStableFunc(points, func(a, b ranking.Outcome) int { return cmp.Compare(l.size(a), l.size(b)) })
		var line plotter.XYs
		for _, o := range points {
			at := plotter.XY{X: beside * float64(l.size(o)), Y: number(o).Q2}
			p.Add(style.Bar(at.X, number(o).Q1, number(o).Q3))
			line = append(line, at)
		}
		p.Add(style.Line(line), style.Dots(line))
		ends.Add(name, style, line)
	}
	if len(l.names) > 1 && len(l.names) <= mostEnds {
		p.Add(ends)
	}
	figure.Widen(&p.X, 1.1)
	figure.Widen(&p.Y, 1.1)
	return p
}

// gap returns the logarithm of the factor from one name to the next at the same T. Bars are side by side, where they
// would hide each other, and nearer to their own T than to the next. It is 0 where there are no bars.
func (l layout) gap(of []ranking.Outcome) float64 {
	if len(drawn(of)) == 0 || len(l.names) < 2 {
		return 0
	}
	sizes := experiments.Distinct(of, l.size)
	slices.Sort(sizes)
	least := math.Inf(1)
	for i, size := range sizes[1:] {
		least = min(least, math.Log(float64(size)/float64(sizes[i])))
	}
	across := math.Log(float64(sizes[len(sizes)-1]) / float64(sizes[0]))
	return min(0.025*across, 0.6*least/float64(len(l.names)))
}

// marks returns a plot with a mark for each name, the first above.
func (l layout) marks(of []ranking.Outcome, number func(ranking.Outcome) ranking.Spread) *plot.Plot {
	p := figure.LogPlot(false)
	upwards := slices.Clone(l.names)
	slices.Reverse(upwards)
	short := table.Each(upwards, figure.ShortName)
	if distinct := experiments.Distinct(short, func(name string) string { return name }); len(distinct) == len(short) {
		p.Y.Tick.Marker = figure.NameTicks(short)
	} else {
		p.Y.Tick.Marker = figure.NameTicks(upwards)
	}
	style := figure.NthLine(0)
	for _, o := range of {
		at := slices.Index(upwards, l.name(o))
		s := number(o)
		p.Add(style.Line(figure.Horizontal(s.Q1, s.Q3, float64(at))),
			style.Dots(plotter.XYs{{X: s.Q2, Y: float64(at)}}))
	}
	p.Y.Min, p.Y.Max = -0.5, float64(len(l.names))-0.5
	figure.Widen(&p.X, 1.1)
	return p
}
