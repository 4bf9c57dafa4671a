package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// A layout says what the figure of a sweep shows: what is along x, what its lines are, and what
// tells one row of panels from the next.
type layout struct {
	x      ranking.Axis
	before string             // what the names along x have before their numbers
	number map[string]float64 // these; nil if they are none
	lines  *ranking.Axis      // nil for one line
	rows   []ranking.Axis
}

// likelyLines are the axes in the order in which they become lines.
var likelyLines = []ranking.Axis{ranking.Schedule, ranking.Kernel, ranking.Program, ranking.Bridge, ranking.Initial,
	ranking.Target}

// layOut chooses a layout from the axes that have several values. T is along x if it is one
// of them, or else an axis of numbers, such as lazy:0.1 and lazy:0.5, or else the names of the
// axis with the most of them. ok is false if there is one number to show, or none.
func layOut(all []ranking.Outcome) (l layout, ok bool) {
	varying := ranking.Varying(all)
	if len(varying) == 0 {
		l.x = ranking.Target
		return l, len(all) > 0 && len(all[0].Draws) > 1
	}
	broad := slices.Clone(varying)
	slices.SortStableFunc(broad, func(a, b ranking.Axis) int { return breadth(b, all) - breadth(a, all) })
	l.x = broad[0]
	for _, a := range broad {
		if before, numbers, ok := ranking.Numbers(a.Values(all)); ok {
			l.x, l.before, l.number = a, before, map[string]float64{}
			for i, name := range a.Values(all) {
				l.number[name] = numbers[i]
			}
			break
		}
	}
	for _, a := range likelyLines {
		if l.lines == nil && a.Name != l.x.Name && slices.ContainsFunc(varying, func(b ranking.Axis) bool { return a.Name == b.Name }) {
			l.lines = &a
		}
	}
	l.rows = slices.DeleteFunc(varying, func(a ranking.Axis) bool { return l.isLine(a) || a.Name == l.x.Name })
	return l, true
}

// isLine reports whether the lines are those of an axis.
func (l layout) isLine(a ranking.Axis) bool { return l.lines != nil && l.lines.Name == a.Name }

// breadth is the number of names on an axis. T comes first; targets come last: their numbers differ in size.
func breadth(a ranking.Axis, all []ranking.Outcome) int {
	switch a.Name {
	case ranking.Target.Name:
		return 0
	case ranking.Levels.Name:
		return math.MaxInt
	}
	return len(a.Values(all))
}

// line returns the name of the outcome's line.
func (l layout) line(o ranking.Outcome) string {
	if l.lines == nil {
		return ""
	}
	return l.lines.Of(o.Job)
}

// A strip is a row of panels.
type strip struct {
	name  string
	lines []series
}

// A series is a line of a strip, in the order of the sweep.
type series struct {
	name   string
	points []ranking.Outcome
}

// strips sorts outcomes into rows of panels, and these into lines.
func (l layout) strips(all []ranking.Outcome) (strips []strip) {
	for _, of := range ranking.GroupBy(all, l.stripName) {
		s := strip{name: l.stripName(of[0])}
		if n := mostDraws(of); n > 1 {
			s.name = strings.TrimPrefix(fmt.Sprintf("%s, %s draws", s.name, table.Thousands(n)), ", ")
		}
		for name, points := range ranking.GroupBy(of, l.line) {
			s.lines = append(s.lines, series{name, points})
		}
		strips = append(strips, s)
	}
	return strips
}

// stripName names the target, unless that is a line or along x, and what else tells rows of
// panels apart.
func (l layout) stripName(o ranking.Outcome) string {
	var words []string
	if l.x.Name != ranking.Target.Name && !l.isLine(ranking.Target) {
		words = append(words, ranking.Target.Of(o.Job))
	}
	for _, a := range l.rows {
		if a.Name != ranking.Target.Name {
			words = append(words, a.Of(o.Job))
		}
	}
	return strings.Join(words, ", ")
}

func mostDraws(all []ranking.Outcome) int {
	most := 0
	for _, o := range all {
		most = max(most, len(o.Draws))
	}
	return most
}
