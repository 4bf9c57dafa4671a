package validation

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
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

// TestWorstPair: of a wrong step the pair of cells is shown between which the flows differ most, at the level of the
// witness, and what balance asks is no more than is proposed. Of a right one, and of one that breaks another law first,
// none is.
func TestWorstPair(t *testing.T) {
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
		{"two steps", true, func(l seen) (_, _ [][]float64) {
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
		d := v.WorstPair
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
		must.Near(t, l.P[d.To]*d.Balanced, flow(d.From, d.To), 1e-15, "%s: what balance asks", c.name)
		more := d.Balanced > d.Back.Q && d.Back.Told && d.Back.Q > 0
		if d.There.P != rows[d.From][d.To] || d.Back.P != rows[d.To][d.From] || more {
			t.Errorf("%s: %+v", c.name, d)
		}
		must.Say(t, v.Verdict().String(), fmt.Sprintf("at beta = %.6g cell", d.Beta))
	}
}

// drawingAxes returns rows that draw a coordinate with these weights, given the others: along an axis, which is picked,
// or along both in turn.
func drawingAxes(g grid.Grid, inTurn bool, weight func(x int) float64) (rows [][]float64) {
	rows = make([][]float64, g.Size())
	for x := range rows {
		rows[x] = make([]float64, g.Size())
		along := func(from, axis int, p float64, visit func(y int, p float64)) {
			first := from - g.Coord(from, axis)*g.Stride(axis)
			sum := 0.0
			for i := range g.Len(axis) {
				sum += weight(first + i*g.Stride(axis))
			}
			for i := range g.Len(axis) {
				y := first + i*g.Stride(axis)
				visit(y, p*weight(y)/sum)
			}
		}
		add := func(y int, p float64) { rows[x][y] += p }
		if inTurn {
			along(x, 0, 1, func(y int, p float64) { along(y, 1, p, add) })
			continue
		}
		along(x, 0, 0.5, add)
		along(x, 1, 0.5, add)
	}
	return rows
}

// TestWorstPairOfGibbs: of a step that draws coordinates and accepts nothing, both probabilities are told, and what is
// drawn from f where the cells differ in one coordinate. Its right twin has no pair, in balance or not.
func TestWorstPairOfGibbs(t *testing.T) {
	g := grid.New(3, 4)
	logf := rugged()[:12]
	right := func(x int) float64 { return math.Exp(logf[x]) }
	for name, slip := range map[string]func(x int) float64{
		"the root of f":      func(x int) float64 { return math.Exp(logf[x] / 2) },
		"a cell too heavy":   func(x int) float64 { return right(x) * (1 + 0.1*float64(max(0, 1-x%5))) },
		"a cell left out":    func(x int) float64 { return right(x) * float64(min(1, x)) },
		"the next cell's f":  func(x int) float64 { return right((x + 1) % 12) },
		"every value alike":  func(int) float64 { return 1 },
		"a slightly wrong f": func(x int) float64 { return right(x) * (1 + 1e-4*float64(x%2)) },
	} {
		for _, inTurn := range []bool{false, true} {
			s := annealing("gibbs", g, make([]float64, 12), logf, nil, 2)
			if v := validated(t, s.with(drawingAxes(g, inTurn, right))); !v.OK() || v.WorstPair != nil {
				t.Errorf("right, in turn %v: %v: %s", inTurn, v.WorstPair, v.Verdict())
			}
			rows := drawingAxes(g, inTurn, slip)
			v := validated(t, s.with(rows))
			d := v.WorstPair
			if v.OK() || d == nil {
				t.Fatalf("%s, in turn %v: %v: %s", name, inTurn, d, v.Verdict())
			}
			p := v.Last().P
			flow := func(x, y int) float64 { return p[x] * rows[x][y] }
			most := 0.0
			for x := range rows {
				for y := range rows {
					most = max(most, math.Abs(flow(x, y)-flow(y, x)))
				}
			}
			must.Near(t, math.Abs(flow(d.From, d.To)-flow(d.To, d.From)), most, 1e-15, "%s: the flow", name)
			must.Near(t, p[d.To]*d.Balanced, flow(d.From, d.To), 1e-15, "%s: balance", name)
			must.Say(t, d.Lines[0],
				fmt.Sprintf("From %s to %s: %.4g", g.Name(d.From), g.Name(d.To), rows[d.From][d.To]))
			var balanced string
			must.Have(fmt.Sscanf(d.Lines[2], "In balance %s would go back, as f(", &balanced))(t)
			back := strings.TrimSpace(strings.TrimPrefix(d.Lines[1], "back:"))
			must.Near(t, must.Have(strconv.ParseFloat(back, 64))(t), rows[d.To][d.From], 1e-4, "%s: back", name)
			must.Near(t, must.Have(strconv.ParseFloat(balanced, 64))(t), d.Balanced, 1e-4, "%s: balance", name)
			if back == balanced {
				t.Errorf("%s: both are %s", name, back)
			}
			if strings.Contains(d.Lines[2], "a sweep need not be in balance") != inTurn {
				t.Errorf("%s, in turn %v: %q", name, inTurn, d.Lines)
			}
			sum := 0.0 // of the cells that agree with both in the other coordinate
			for z := range p {
				if g.Coord(z, 0) == g.Coord(d.From, 0) && g.Coord(z, 0) == g.Coord(d.To, 0) ||
					g.Coord(z, 1) == g.Coord(d.From, 1) && g.Coord(z, 1) == g.Coord(d.To, 1) {
					sum += p[z]
				}
			}
			if sum == 0 {
				if len(d.Lines) != 3 || !math.IsNaN(d.Conditional[0]) || !math.IsNaN(d.Conditional[1]) {
					t.Errorf("%s, of cells that differ in both coordinates: %q", name, d.Lines)
				}
				continue
			}
			must.Near(t, d.Conditional[0], p[d.From]/sum, 1e-15, "%s: the conditional", name)
			must.Near(t, d.Conditional[1], p[d.To]/sum, 1e-15, "%s: the conditional", name)
			must.Say(t, d.Lines[3], fmt.Sprintf("Given the other coordinates, p has %.4g at %s and %.4g at %s.",
				d.Conditional[1], g.Name(d.To), d.Conditional[0], g.Name(d.From)))
		}
	}
}

// TestEvenPick: moves from a cell are picks if all have the same unit fraction and are as many as it says, told or
// accepted without asking. A coin times one of two is no pick of four, nor are three cells of which one is not there.
func TestEvenPick(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		proposed []float64
		want     int
	}{
		{[]float64{nan, 1. / 3, 1. / 3, 1. / 3}, 3},
		{[]float64{nan, 0.5, 0, nan}, 2},
		{[]float64{nan, 0.25, 0.25, 0}, 0},
		{[]float64{nan, 0.25, 0.25, 0.25}, 0},
		{[]float64{nan, 0.2, 0.6, 0.1}, 0},
		{[]float64{nan, 0.5, 0.25, 0.25}, 0},
		{[]float64{nan, 0.3, 0.3, 0.3}, 0},
		{[]float64{nan, 0, 0, 0}, 0},
	} {
		w := &laws.LevelMatrices{Rows: [][]float64{{0.5, 0.1, 0.1, 0.5}}, Proposed: [][]float64{c.proposed}}
		if got := evenPick(w, 0); got != c.want {
			t.Errorf("%v: picks 1 of %d, want %d", c.proposed, got, c.want)
		}
	}
}

// TestWorstPairInWords: the lines are aligned, and a probability that is no pick is a number.
func TestWorstPairInWords(t *testing.T) {
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
		d := WorstPair{From: 6, To: 7, There: laws.Move{P: c.p, Q: c.q},
			Back: laws.Move{P: math.Exp(-0.5) / 4, Q: 0.25}, Balanced: math.Exp(-0.5) / 3}
		if c.q == 0 {
			d.swap()
		}
		picks := [2]int{int(math.Round(1 / c.q)), 4}
		if c.q == 0.3 {
			picks[0] = 0
		}
		if c.q == 0 {
			picks = [2]int{4, 0}
		}
		if diff := cmp.Diff(c.want, d.proposing(name, picks, math.Exp(0.5), c.ratio)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
