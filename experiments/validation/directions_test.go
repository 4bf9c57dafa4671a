package validation

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// alike proposes a neighbour on the grid, each as often.
func alike(g grid.Grid) proposer {
	return func(_ []float64, x, y int) float64 { return within(g, x, y, 1) / 1.02 }
}

// TestDirections: of a wrong step whose proposals are told, the pair of cells is shown between which the flows differ
// most, at the level of the witness, and what balance asks is no more than is proposed. Of a right one, of one with
// moves that tell no proposals, and of one that breaks another law first, none is.
func TestDirections(t *testing.T) {
	g := grid.New(3, 4)
	logf := rugged()[:12]
	for _, c := range []struct {
		name  string
		shown bool
		step  func(l seen) (proposed, rows [][]float64)
	}{
		{"forgets the ratio", true, func(l seen) (_, _ [][]float64) { return l.by(l.here, 0) }},
		{"reads half of log f", true, func(l seen) (_, _ [][]float64) { return l.by(powerOf(0.5)(l.here), 1) }},
		{"never moves back", true, func(l seen) (_, _ [][]float64) {
			proposed := l.q.proposed(l.here, true)
			proposed[1][0] = 0
			return proposed, accepting(proposed, l.here, 0, l.accept)
		}},
		{"right", false, func(l seen) (_, _ [][]float64) { return l.by(l.here, 1) }},
		{"two steps", false, func(l seen) (_, _ [][]float64) {
			proposed, rows := l.by(l.here, 0)
			return entryByEntry(proposed, func(_, _ int) float64 { return math.NaN() }), product(rows, rows)
		}},
		{"rows are columns", false, func(l seen) (_, _ [][]float64) { return l.changed(0, transposed) }},
	} {
		s := telling(g, logf, 3, true, func(l seen) (_, _ [][]float64) {
			l.q, l.accept = alike(g), likeMetropolis
			return c.step(l)
		})
		v := must.Have(Run(t.Context(), s, nil))(t)
		d := v.Between
		if (d != nil) != c.shown {
			t.Errorf("%s: %v: %s", c.name, d, v.Verdict())
		}
		if d == nil {
			continue
		}
		l := v.Levels[slices.IndexFunc(v.Levels, func(l Level) bool { return l.Beta == d.Beta })]
		rows := s.Given(l.T)
		flow := func(x, y int) float64 { return l.P[x] * rows[x][y] }
		most := 0.0
		for x := range rows {
			for y := range x {
				most = max(most, math.Abs(flow(x, y)-flow(y, x)))
			}
		}
		must.Near(t, math.Abs(flow(d.From, d.To)-flow(d.To, d.From)), most, 1e-15, "%s: the flow", c.name)
		must.Near(t, l.P[d.To]*d.Asked, flow(d.From, d.To), 1e-15, "%s: what balance asks", c.name)
		if d.There.P != rows[d.From][d.To] || d.Back.P != rows[d.To][d.From] || d.Asked > d.Back.Q && d.Back.Q > 0 {
			t.Errorf("%s: %+v", c.name, d)
		}
		must.Say(t, v.Verdict(), fmt.Sprintf("at beta = %.6g cell", d.Beta))
	}
}

// TestEvenPick: moves from a cell are picks if all have the same unit fraction, told or accepted without asking.
func TestEvenPick(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		proposed []float64
		want     int
	}{
		{[]float64{nan, 0.25, 0.25, 0.25}, 4},
		{[]float64{nan, 0.25, 0, nan}, 4},
		{[]float64{nan, 0.2, 0.6, 0.1}, 0},
		{[]float64{nan, 0.5, 0.25, 0.25}, 0},
		{[]float64{nan, 0.3, 0.3, 0.3}, 0},
		{[]float64{nan, 0, 0, 0}, 0},
	} {
		w := &laws.LevelMatrices{Rows: [][]float64{{0.5, 0.1, 0.1, 0.25}}, Proposed: [][]float64{c.proposed}}
		if got := evenPick(w, 0); got != c.want {
			t.Errorf("%v: picks 1 of %d, want %d", c.proposed, got, c.want)
		}
	}
}

// TestDirectionsInWords: the lines are aligned, and a probability that is no pick is a number.
func TestDirectionsInWords(t *testing.T) {
	name := grid.New(2, 4).Name
	for _, c := range []struct {
		q, p  float64
		ratio string
		want  []string
	}{
		{1. / 3, 1. / 3, "is missing", []string{
			"From (1, 2) to (1, 3): picks 1 of 3, accepts with 1        0.3333",
			"back:                  picks 1 of 4, accepts with 0.6065   0.1516",
			"Balance asks for 0.2022 back, as f(1, 3) is 1.649 f(1, 2). The ratio of the picks, 4/3, is missing."}},
		{0.3, 0.15, "is missing", []string{
			"From (1, 2) to (1, 3): proposes with 0.3, accepts with 0.5   0.15",
			"back:                  picks 1 of 4, accepts with 0.6065     0.1516",
			"Balance asks for 0.2022 back, as f(1, 3) is 1.649 f(1, 2). The ratio of the proposals, 1.2, is missing."}},
		{0, 0, "is missing", []string{
			"From (1, 3) to (1, 2): picks 1 of 4, accepts with 0.6065   0.1516",
			"back:                  never                               0",
			"A move that is never proposed back must be refused."}},
		{0.3, 0.15, "", []string{
			"From (1, 2) to (1, 3): proposes with 0.3, accepts with 0.5   0.15",
			"back:                  picks 1 of 4, accepts with 0.6065     0.1516",
			"Balance asks for 0.2022 back, as f(1, 3) is 1.649 f(1, 2)."}},
	} {
		d := Directions{From: 6, To: 7, There: laws.Way{P: c.p, Q: c.q}, Back: laws.Way{P: math.Exp(-0.5) / 4, Q: 0.25},
			Asked: math.Exp(-0.5) / 3}
		if c.q == 0 {
			d.turn()
		}
		picks := [2]int{int(math.Round(1 / c.q)), 4}
		if c.q == 0.3 {
			picks[0] = 0
		}
		if c.q == 0 {
			picks = [2]int{4, 0}
		}
		if diff := cmp.Diff(c.want, d.inWords(name, picks, math.Exp(0.5), c.ratio)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
