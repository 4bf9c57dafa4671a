package laws

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/grid"
)

// drawn is the matrix of a step that redraws an axis from 0: by the definition of the conditional, cell by cell.
func drawn(g grid.Grid, logf []float64, axis int) [][]float64 {
	rows := make([][]float64, g.Size())
	for x := range rows {
		rows[x] = make([]float64, g.Size())
		sum, to := 0., g.Coords(x)
		for v := range g.Len(axis) {
			to[axis] = v
			sum += math.Exp(logf[g.Index(to...)])
		}
		for v := range g.Len(axis) {
			to[axis] = v
			rows[x][g.Index(to...)] = math.Exp(logf[g.Index(to...)]) / sum
		}
	}
	return rows
}

// after is a step by a and one by b; between is one of both, picked with these shares.
func after(a, b [][]float64) [][]float64 {
	return combined(a, func(x, y int) (sum float64) {
		for z, p := range a[x] {
			sum += p * b[z][y]
		}
		return sum
	})
}

func between(a, b [][]float64, share float64) [][]float64 {
	return combined(a, func(x, y int) float64 { return share*a[x][y] + (1-share)*b[x][y] })
}

func combined(like [][]float64, entry func(x, y int) float64) [][]float64 {
	rows := make([][]float64, len(like))
	for x := range rows {
		for y := range like {
			rows[x] = append(rows[x], entry(x, y))
		}
	}
	return rows
}

// A redrawn axis, a sweep that ends with it and axes picked at random keep the law of theirs and break that of the
// others. A conditional that is wrong in one place names the cells and the axis.
func TestConditional(t *testing.T) {
	g := grid.New(3, 4)
	r := rand.New(rand.NewPCG(1, 2))
	logf := make([]float64, g.Size())
	uniform := make([]float64, g.Size())
	for x := range logf {
		logf[x] = 2 * r.NormFloat64()
	}
	first := drawn(g, logf, 0)
	second := drawn(g, logf, 1)
	wrong := drawn(g, logf, 1)
	// cell 5 is [1 1], on the line of 4 to 7
	wrong[5][4] += 1e-6
	wrong[5][7] -= 1e-6
	metropolis := combined(first, func(x, y int) float64 {
		if a, b := g.Coords(x), g.Coords(y); x == y || a[0] != b[0] {
			return 0
		}
		return min(1, math.Exp(logf[y]-logf[x])) / 3
	})
	for name, c := range map[string]struct {
		rows [][]float64
		kept []Redraws // of 1, 2 and AnyAxis
		says string    // of axis 2, or of any
	}{
		"one axis":                   {rows: first, kept: []Redraws{1, AnyAxis}},
		"the other":                  {rows: second, kept: []Redraws{2, AnyAxis}},
		"a sweep":                    {rows: after(first, second), kept: []Redraws{2}},
		"a sweep the other way":      {rows: after(second, first), kept: []Redraws{1}},
		"one of both":                {rows: between(first, second, 0.3), kept: []Redraws{AnyAxis}},
		"one entry is off":           {rows: wrong, says: "from cell (1, 1) to"},
		"metropolis":                 {rows: metropolis, says: "by the conditional of axis 2"},
		"a conditional of another f": {rows: drawn(g, uniform, 1), says: "by the conditional of axis 2"},
	} {
		w := &Written{Grid: g, LogF: logf, Rows: c.rows}
		for _, as := range []Redraws{1, 2, AnyAxis} {
			f := w.Conditional(as)
			want := false
			for _, k := range c.kept {
				want = want || k == as
			}
			if f.OK != want {
				t.Errorf("%s, as axis %d: kept is %v, want %v: %s", name, as, f.OK, want, f)
			}
			if as == 2 && !strings.Contains(f.Witness, c.says) {
				t.Errorf("%s says %q, want %q", name, f.Witness, c.says)
			}
		}
	}
	w := &Written{Grid: g, LogF: logf, Rows: wrong}
	if w.Slack = 1e-5; !w.Conditional(2).OK {
		t.Error("a tolerance of 1e-5 forgives no 1e-6")
	}
}

// A line without mass has no conditional, and a cell without mass is never drawn.
func TestConditionalOfWalls(t *testing.T) {
	inf := math.Inf(-1)
	g := grid.New(2, 2)
	logf := []float64{0, inf, inf, inf}
	into := [][]float64{{0.5, 0.5, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	if f := (&Written{Grid: g, LogF: logf, Rows: into}).Conditional(2); f.OK || !strings.Contains(f.Witness, "axis 2") {
		t.Errorf("it draws a wall: %+v", f)
	}
	into[0] = []float64{1, 0, 0, 0}
	if f := (&Written{Grid: g, LogF: logf, Rows: into}).Conditional(2); !f.OK {
		t.Error(f)
	}
}

// Along an axis of one cell no step leaves it, and nothing is redrawn.
func TestConditionalOfOneCell(t *testing.T) {
	g := grid.New(1, 2)
	logf := []float64{0, math.Log(3)}
	rows := [][]float64{{0.25, 0.75}, {0.25, 0.75}}
	if f := (&Written{Grid: g, LogF: logf, Rows: rows}).Conditional(AnyAxis); !f.OK {
		t.Error(f)
	}
}
