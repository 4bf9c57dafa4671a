package certain

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// others lists kernels that are not in the catalogue by themselves.
var others = []chains.Entry[chains.Kernel]{
	{Name: "repeat", Make: kernels.Repeat{Times: 3, Kernel: kernels.Barker{}}},
	{Name: "cycle of two", Make: kernels.Cycle{Kernels: []chains.Kernel{kernels.King{}, kernels.Line{Axis: 1}}}},
	{Name: "five tries", Make: kernels.MultipleTry{Tries: 5}},
	{Name: "one try", Make: kernels.MultipleTry{Tries: 1}},
	{Name: "short moves uphill", Make: kernels.Langevin{Size: 0.4}},
	{Name: "two short steps", Make: kernels.Hamiltonian{Steps: 2, Size: 0.7}},
	{Name: "turning seldom", Make: kernels.Lifted{Turn: 0.01}},
	{Name: "thirds", Make: kernels.Mixture{
		Weights: []float64{1, 2},
		Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}},
	}},
}

// small returns an annealing on a box with a wall, to a density with ties and depths.
func small(k chains.Kernel) chains.Annealing {
	inf := math.Inf(1)
	to := []float64{0.3, -1.2, 0.3, -30, -inf, 2.5}
	return chains.Annealing{Grid: grid.New(2, 3).WithWalls(4), Kernel: k, Schedule: chains.Sigmoid(3, 5),
		Bridge: chains.Geometric{From: chains.Uniform(to), To: to}}.Extended()
}

// touch reports whether two intervals may be the same number.
func touch(x, y *numbers.Interval) bool { return x.Lo.Cmp(&y.Hi) <= 0 && y.Lo.Cmp(&x.Hi) <= 0 }

// aimed returns a kernel's walk at a level, its operator aimed.
func aimed(t *testing.T, a chains.Annealing, level int) *walk {
	t.Helper()
	w, err := newWalk(a, 128, level, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	w.op.aim()
	return w
}

// TestInvariant: every kernel leaves its density where it is, makes no mass and
// loses none, and pulls what it pushes: <qT, h> = <q, Th>.
func TestInvariant(t *testing.T) {
	for _, k := range append(others, kernels.Catalogue...) {
		for _, level := range []int{1, 3, 5} {
			w := aimed(t, small(k.Make), level)
			w.op.push(w.next, w.law)
			for x := range w.law {
				if !touch(&w.law[x], &w.next[x]) {
					t.Errorf("%s, level %d: cell %d goes from %v to %v", k.Name, level, x, &w.law[x], &w.next[x])
				}
				if !narrow(&w.next[x]) {
					t.Errorf("%s, level %d: cell %d has %v, which is wide", k.Name, level, x, &w.next[x])
				}
			}
			pullsWhatItPushes(t, fmt.Sprintf("%s, level %d", k.Name, level), w)
		}
	}
}

// pullsWhatItPushes: <qT, h> = <q, Th>, and no mass is made or lost.
func pullsWhatItPushes(t *testing.T, name string, w *walk) {
	t.Helper()
	n := len(w.law)
	q, h := numbers.Intervals(128, n), numbers.Intervals(128, n)
	qT, Th := numbers.Intervals(128, n), numbers.Intervals(128, n)
	for x := range q {
		if !w.none[w.of[x]] {
			q[x].SetFloat(float64(1 + x*x%7))
		}
		h[x].SetFloat(math.Sqrt(float64(x + 1)))
	}
	w.op.push(qT, q)
	w.op.pull(Th, h)
	left, right := inner(qT, h), inner(q, Th)
	if !touch(left, right) {
		t.Errorf("%s: <qT,h> = %v, <q,Th> = %v", name, left, right)
	}
	if !narrow(left) {
		t.Errorf("%s: <qT,h> = %v is wide", name, left)
	}
	if !narrow(right) {
		t.Errorf("%s: <q,Th> = %v is wide", name, right)
	}
	ones := numbers.Intervals(128, n)
	for x := range ones {
		ones[x].SetInt(1)
	}
	if before, after := inner(q, ones), inner(qT, ones); !touch(before, after) {
		t.Errorf("%s: mass %v became %v", name, before, after)
	}
}

// narrow reports whether x is known to 30 digits, or is as good as 0.
func narrow(x *numbers.Interval) bool { return enclosed(x).Sure(30) || enclosed(x).Vanishes() }

func inner(x, y []numbers.Interval) *numbers.Interval {
	s, part := numbers.NewSum(128), numbers.Zero(128)
	for i := range x {
		s.Add(part.Mul(&x[i], &y[i]))
	}
	return s.Total()
}

// TestNotInvariant: the same comparison finds a kernel at another temperature.
func TestNotInvariant(t *testing.T) {
	w := aimed(t, small(kernels.Barker{}), 3)
	lazy := func(share, uphill float64) operator {
		of := kernels.Barker{}.Definition(w.a.Grid).(chains.Outcomes)
		row := of.Interval
		of.Rest, of.Interval = true, func(v chains.View[*numbers.Interval]) chains.Row[*numbers.Interval] {
			return func(x int, visit func(y int, weight *numbers.Interval)) {
				row(v)(x, func(y int, weight *numbers.Interval) {
					if weight = weight.Times(v.Num(share)); y > x {
						weight = weight.Times(v.Num(uphill))
					}
					if y != x {
						visit(y, weight)
					}
				})
			}
		}
		return newOutcomes(w.level, w.a.Grid, of)
	}
	for name, c := range map[string]struct {
		op   operator
		same bool
	}{"lazier": {lazy(0.75, 1), true}, "skew by 1e-12": {lazy(0.75, 1-1e-12), false}} {
		c.op.aim()
		c.op.push(w.next, w.law)
		same := true
		for x := range w.law {
			same = same && touch(&w.law[x], &w.next[x])
		}
		if same != c.same {
			t.Errorf("%s: the density stays is %v", name, same)
		}
	}
}

// TestRowsInReals: every kernel's operator pushes and pulls as its rows in float64 do,
// from cells without mass too, which are a line.
func TestRowsInReals(t *testing.T) {
	to := []float64{0.3, -1.2, math.Inf(-1), 0.3, -3, math.Inf(-1), -0.7, 2.5, math.Inf(-1)}
	for _, k := range append(others, kernels.Catalogue...) {
		a := chains.Annealing{Grid: grid.New(3, 3), Kernel: k.Make, Schedule: chains.Linear(3),
			Bridge: chains.Geometric{From: make([]float64, 9), To: to}}.Extended()
		for level := 1; level <= 3; level++ {
			w, op, l := aimed(t, a, level), a.Kernel.On(a.Grid), a.NewLevel()
			a.LevelAt(l, level)
			op.Aim(l)
			n := len(w.law)
			rows := written(op, n)
			unit, ahead, back := numbers.Intervals(128, n), numbers.Intervals(128, n), numbers.Intervals(128, n)
			for x := range n {
				unit[x].SetInt(1)
				w.op.push(ahead, unit)
				w.op.pull(back, unit)
				unit[x].SetInt(0)
				for y := range n {
					if off := enclosed(&ahead[y]).Off(rows[x][y]); !(off < 1e-14) {
						t.Errorf("%s, level %d: from cell %d to %d %v, in float64 %v",
							k.Name, level, x, y, &ahead[y], rows[x][y])
					}
					if off := enclosed(&back[y]).Off(rows[y][x]); !(off < 1e-14) {
						t.Errorf("%s, level %d: back from cell %d to %d %v, in float64 %v",
							k.Name, level, x, y, &back[y], rows[y][x])
					}
				}
			}
		}
	}
}

// written returns an operator as a matrix.
func written(op chains.Operator, n int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = make([]float64, n)
		rows[x][x] = 1
		op.Row(x, func(y int, p float64) {
			rows[x][y] += p
			rows[x][x] -= p
		})
	}
	return rows
}

// TestMatrices: a kernel's matrices are that kernel, if their entries are floats: at every
// level the one of its beta, also where another has an entry and this has none.
func TestMatrices(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(3), Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, 1000, 0}}, Kernel: kernels.Matrices{N: 3,
			Betas: []float64{0, 1}, P: [][]float64{{0, 0, 1, 0, 1, 0, 1, 0, 0}, {0.5, 0.5, 0, 0, 1, 0, 0, 0.5, 0.5}}}}
	w := aimed(t, a, 1)
	q, next := numbers.Intervals(128, 3), numbers.Intervals(128, 3)
	for x := range q {
		q[x].SetInt(int64(x))
	}
	for beta, want := range [][]int64{{2, 1, 0}, {0, 2, 1}} {
		w.moveTo(beta+1, float64(beta))
		w.op.aim()
		w.op.push(next, q)
		for x, v := range want {
			if next[x].Lo.Cmp(&numbers.Zero(64).SetInt(v).Lo) != 0 {
				t.Errorf("beta = %d: cell %d has %v, want %d", beta, x, &next[x], v)
			}
			if !narrow(&next[x]) {
				t.Errorf("beta = %d: cell %d has %v, which is wide", beta, x, &next[x])
			}
		}
	}
}
