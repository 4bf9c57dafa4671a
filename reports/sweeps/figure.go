package sweeps

import (
	"cmp"
	"fmt"
	"maps"
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

// A figure shows mostRows rows of panels, and mostNames names along an axis. A panel names mostEnds lines at their
// ends; more are in a legend.
const mostRows, mostNames, mostEnds = 12, 40, 8

// A layout says what the figure of a sweep shows: J and B on logarithmic axes, in a row of panels for each combination
// of the names that are neither along x nor lines. Of the draws of a random target it shows the median, and bars
// between the quartiles.
type layout struct {
	x      ranking.Axis
	number map[string]float64 // of the names along x; nil if they are no numbers, and then they stand upwards
	lines  ranking.Axis       // without a name for one line
	rows   []ranking.Axis
}

// likelyLines are the axes in the order in which they become lines.
var likelyLines = []ranking.Axis{ranking.Schedule, ranking.Kernel, ranking.Program, ranking.Bridge, ranking.Initial,
	ranking.Target}

// layOut chooses a layout from the axes that have several values. T, or the budget, is along x if it is one
// of them, or else an axis of numbers, such as lazy:0.1 and lazy:0.5, or else the names of the
// axis with the most of them. ok is false if there is one number to show, or none.
func layOut(all []ranking.Outcome) (l layout, ok bool) {
	varying := ranking.Varying(all)
	if atBudgets(all) { // T follows
		varying = slices.DeleteFunc(varying, func(a ranking.Axis) bool { return a.Name == ranking.Levels.Name })
	}
	if len(varying) == 0 {
		l.x = ranking.Target
		return l, len(all) > 0 && len(all[0].Draws) > 1
	}
	broad := slices.Clone(varying)
	slices.SortStableFunc(broad, func(a, b ranking.Axis) int { return breadth(b, all) - breadth(a, all) })
	l.x = broad[0]
	for _, a := range broad {
		if numbers, ok := ranking.Numbers(a.Values(all)); ok {
			l.x = a
			l.number = map[string]float64{}
			for i, name := range a.Values(all) {
				l.number[name] = numbers[i]
			}
			break
		}
	}
	among := func(a ranking.Axis) bool {
		return a.Name != l.x.Name && slices.ContainsFunc(varying, func(b ranking.Axis) bool { return a.Name == b.Name })
	}
	if i := slices.IndexFunc(likelyLines, among); i >= 0 {
		l.lines = likelyLines[i]
	}
	l.rows = slices.DeleteFunc(varying, func(a ranking.Axis) bool {
		return a.Name == l.lines.Name || a.Name == l.x.Name
	})
	return l, true
}

// breadth is the number of names on an axis. T comes first; targets come last: their numbers differ in size.
func breadth(a ranking.Axis, all []ranking.Outcome) int {
	switch a.Name {
	case ranking.Target.Name:
		return 0
	case ranking.Levels.Name, ranking.Budget.Name:
		return math.MaxInt
	}
	return len(a.Values(all))
}

// line names the line of an outcome.
func (l layout) line(o ranking.Outcome) string {
	if l.lines.Name == "" {
		return ""
	}
	return l.lines.Of(o.Job)
}

// row names what tells the row of panels of an outcome from others.
func (l layout) row(o ranking.Outcome) string {
	words := table.Each(l.rows, func(a ranking.Axis) string {
		switch a.Name {
		case ranking.Target.Name:
			return toys.Title(o.Job.TargetName())
		case ranking.Repeat.Name:
			return o.Job.Steps()
		}
		return a.Of(o.Job)
	})
	return strings.Join(words, ", ")
}

// across names the axis of x.
func (l layout) across() string {
	switch {
	case l.number == nil:
		return "nats"
	case l.x.Name == ranking.Levels.Name:
		return figure.AcrossT
	case l.x.Name == ranking.Budget.Name:
		return "evaluations of the density in a run"
	}
	return l.x.Name
}

// figureOf draws J and B of a sweep. ok is false if there is nothing to compare.
func figureOf(all []ranking.Outcome) (f figure.Panels, ok bool) {
	l, ok := layOut(all)
	if !ok {
		return f, false
	}
	names := l.x.Values(all)
	if l.number == nil && len(names) > mostNames {
		f.Legend.Note = fmt.Sprintf("The first %d of %d names. ", mostNames, len(names))
		names = names[:mostNames]
	}
	styles := map[string]figure.LineStyle{} // the same in every panel
	for name := range experiments.GroupBy(all, l.line) {
		styles[name] = figure.NthLine(len(styles))
	}
	for name, of := range experiments.GroupBy(all, l.row) {
		if len(f.Plots) == mostRows {
			f.Legend.Note += fmt.Sprintf("The first %d groups. ", mostRows)
			break
		}
		row := []*plot.Plot{l.panel(of, names, styles, func(o ranking.Outcome) ranking.Spread { return o.J }),
			l.panel(of, names, styles, func(o ranking.Outcome) ranking.Spread { return o.B })}
		for i, what := range []string{"J", "B"} {
			row[i].Title.Text = strings.TrimSuffix(what+" (nats), "+name, ", ")
		}
		f.Plots = append(f.Plots, row)
	}
	f.Across = l.across()
	f.Height = 190
	if l.number == nil {
		f.Height = vg.Length(60 + len(names)*max(15, 9*len(styles)))
	}
	if l.lines.Name != "" && !l.namedAtEnds(len(styles)) {
		for name := range experiments.GroupBy(all, l.line) {
			f.Legend.Add(name, styles[name].Line(nil), styles[name].Dots(nil))
		}
	}
	if len(drawn(all)) > 0 {
		f.Legend.Note += "Of several draws: the median, and a bar between the quartiles."
	}
	return f, true
}

// namedAtEnds reports whether so many lines have their names at their ends.
func (l layout) namedAtEnds(lines int) bool { return l.number != nil && lines <= mostEnds }

// panel draws a number of outcomes, a line for each name.
func (l layout) panel(of []ranking.Outcome, names []string, styles map[string]figure.LineStyle,
	number func(ranking.Outcome) ranking.Spread) *plot.Plot {
	p := figure.NewPlot()
	if l.number == nil {
		upwards := slices.Clone(names)
		slices.Reverse(upwards)
		p.Y.Tick.Marker = figure.NameTicks(table.Each(upwards, figure.ShortName))
		figure.SetLog(&p.X)
		p.Y.Min, p.Y.Max = -0.5, float64(len(names))-0.5
	} else {
		figure.SetLog(&p.Y)
		if l.logarithmic() {
			figure.SetLog(&p.X)
		}
	}
	var ends figure.EndLabels
	beside := 0
	for name, points := range experiments.GroupBy(of, l.line) {
		style := styles[name]
		slices.SortStableFunc(points, func(a, b ranking.Outcome) int { return cmp.Compare(l.at(a), l.at(b)) })
		var middle plotter.XYs
		for _, o := range points {
			s := number(o)
			if !figure.OnLogAxis(s.Q1) || !figure.OnLogAxis(s.Q3) {
				continue
			}
			if l.number != nil {
				middle = append(middle, plotter.XY{X: l.at(o), Y: s.Q2})
				p.Add(style.Bar(l.at(o), s.Q1, s.Q3))
				continue
			}
			if place := slices.Index(names, l.x.Of(o.Job)); place >= 0 {
				y := float64(len(names)-1-place) + 0.35 - 0.7*(float64(beside)+0.5)/float64(len(styles))
				middle = append(middle, plotter.XY{X: s.Q2, Y: y})
				p.Add(style.Line(plotter.XYs{{X: s.Q1, Y: y}, {X: s.Q3, Y: y}}))
			}
		}
		p.Add(style.Dots(middle))
		if l.number != nil {
			p.Add(style.Line(middle))
			ends.Add(name, style, middle)
		}
		beside++
	}
	if l.lines.Name != "" && l.namedAtEnds(len(styles)) {
		p.Add(ends)
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		if _, log := axis.Scale.(plot.LogScale); log {
			figure.Widen(axis, 1.1)
		}
	}
	return p
}

// at is the number of an outcome along x, 0 if it has none.
func (l layout) at(o ranking.Outcome) float64 { return l.number[l.x.Of(o.Job)] }

// logarithmic reports whether the numbers along x are positive and of different sizes.
func (l layout) logarithmic() bool {
	numbers := slices.Sorted(maps.Values(l.number))
	return numbers[0] > 0 && numbers[len(numbers)-1] >= 8*numbers[0]
}
