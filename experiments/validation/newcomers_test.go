package validation

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A board is what somebody has who writes a first sampler: rows, columns, and f by cell, which is 0 in a wall.
type board struct {
	R, C int
	f    []float64
}

// four are the neighbours up, down, left and right; -1 is off the board.
func (b board) four(x int) []int {
	to := []int{x - b.C, x + b.C, -1, -1}
	if x < b.C {
		to[0] = -1
	}
	if x >= b.C*(b.R-1) {
		to[1] = -1
	}
	if x%b.C > 0 {
		to[2] = x - 1
	}
	if x%b.C < b.C-1 {
		to[3] = x + 1
	}
	return to
}

// open are the neighbours on the board that are no walls.
func (b board) open(x int) (to []int) {
	for _, y := range b.four(x) {
		if y >= 0 && b.f[y] > 0 {
			to = append(to, y)
		}
	}
	return to
}

// picked is the row of a kernel that picks among cells by weight and accepts by the ratio of f.
func (b board) picked(x int, to []int, weight func(y int) float64, accept func(ratio float64) float64) []float64 {
	row, sum := make([]float64, len(b.f)), 0.0
	for _, y := range to {
		sum += weight(y)
	}
	stay := 1.0
	for _, y := range to {
		if y >= 0 && y != x && b.f[y] > 0 {
			p := weight(y) / sum * accept(b.f[y]/b.f[x])
			row[y] += p
			stay -= p
		}
	}
	row[x] += stay
	return row
}

// perMove has f over a number of moves: its ratios are Hastings' of proposals among so many alike.
func (b board) perMove(of func(x int) int) board {
	f := slices.Clone(b.f)
	for x := range f {
		f[x] /= float64(max(1, of(x)))
	}
	return board{b.R, b.C, f}
}

func one(int) float64                 { return 1 }
func cutAt1(ratio float64) float64    { return min(1, ratio) }
func whatever(_ float64) float64      { return 1 }
func (b board) f1(y int) float64      { return b.f[y] }
func (b board) root(y int) float64    { return math.Sqrt(b.f[y]) }
func (b board) plain(x int) []float64 { return b.picked(x, b.four(x), one, cutAt1) }

// A wrong is somebody's sampler, by the row of each cell, and its cause; "" if there is none.
type wrong struct {
	about, cause string
	row          func(b board, x int) []float64
	whole        func(m [][]float64)
}

// common are the samplers whose cause is named.
var common = []wrong{
	{"columns for rows", "transposed", board.plain, func(m [][]float64) {
		for x := range m {
			for y := range x {
				m[x][y], m[y][x] = m[y][x], m[x][y]
			}
		}
	}},
	{"the ratio upside down", "inverted", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return min(1, 1/r) })
	}, nil},
	{"every move accepted", "flat", func(b board, x int) []float64 {
		return b.picked(x,
			b.four(x), one, whatever)
	}, nil},
	{"the ratio squared", "squared", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return min(1, r*r) })
	}, nil},
	{"until accepted", "impatient", func(b board, x int) []float64 {
		row := b.plain(x)
		for y := range row {
			if y != x {
				row[y] /= 1 - row[x]
			}
		}
		row[x] = 0
		return row
	}, nil},
	{"neighbours on the board alone", "edges", func(b board, x int) []float64 {
		return b.picked(x, b.open(x), one, cutAt1)
	}, nil},
	{"not cut at 1", "uncut", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return r })
	}, nil},
	{"written with six decimals", "digits", board.plain, func(m [][]float64) {
		for _, row := range m {
			for y, v := range row {
				row[y] = math.Round(v*1e6) / 1e6
			}
		}
	}},
	{"rows alone", "axis", func(b board, x int) []float64 { return b.picked(x, b.four(x)[2:], one, cutAt1) }, nil},
}

// strange are faults of which most have no cause here. What rounds the acceptance cuts it to 0, and on BARRIER no more.
var strange = []wrong{
	{"proposed by f, accepted by the ratio", "", func(b board, x int) []float64 {
		return b.picked(x, b.open(x), b.f1, cutAt1)
	}, nil},
	{"proposed by the root of f, accepted by the ratio", "", func(b board, x int) []float64 {
		return b.picked(x, b.open(x), b.root, cutAt1)
	}, nil},
	{"Gibbs among the neighbours", "", func(b board, x int) []float64 {
		return b.picked(x, b.open(x), b.f1, whatever)
	}, nil},
	{"Gibbs among itself and the neighbours", "", func(b board, x int) []float64 {
		return b.picked(x, append(b.open(x), x), b.f1, whatever)
	}, nil},
	{"walls left out, the border not", "border", func(b board, x int) []float64 {
		return b.picked(x, slices.DeleteFunc(b.four(x), func(y int) bool { return y >= 0 && b.f[y] == 0 }), one, cutAt1)
	}, nil},
	{"acceptance of one digit", "dropped", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return math.Round(10*min(1, r)) / 10 })
	}, nil},
	{"acceptance in float32", "", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return float64(float32(min(1, r))) })
	}, nil},
	{"(x+1) % n, and x-1 refused below 0", "border", func(b board, x int) []float64 {
		to := b.four(x)
		if to[1] < 0 {
			to[1] = x % b.C
		}
		if to[3] < 0 {
			to[3] = x - b.C + 1
		}
		return b.picked(x, to, one, cutAt1)
	}, nil},
	{"only black cells move", "", func(b board, x int) []float64 {
		if (x/b.C+x%b.C)%2 == 1 {
			return b.picked(x, nil, one, cutAt1)
		}
		return b.plain(x)
	}, nil},
	{"u against log of the ratio", "", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return max(0, min(1, math.Log(r))) })
	}, nil},
	{"proposed by f^0.4", "", func(b board, x int) []float64 {
		return b.picked(x, b.open(x), func(y int) float64 { return math.Pow(b.f[y], 0.4) }, cutAt1)
	}, nil},
	{"proposed by f, accepted by the root of the ratio", "", func(b board, x int) []float64 {
		return b.picked(x, b.open(x), b.f1, func(r float64) float64 { return min(1, math.Sqrt(r)) })
	}, nil},
	{"accepted anyway one time in ten", "", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return 0.1 + 0.9*min(1, r) })
	}, nil},
	{"acceptance in twelfths", "dropped", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return math.Round(12*min(1, r)) / 12 })
	}, nil},
	{"acceptance of 0.05 at least", "", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return max(0.05, min(1, r)) })
	}, nil},
	{"a cell that stays too long", "", func(b board, x int) []float64 {
		row := b.plain(x)
		if x == b.C+1 {
			for y := range row {
				row[y] /= 2
			}
			row[x] += 0.5
		}
		return row
	}, nil},
	{"1 + log of the ratio for exp of it", "dropped", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 { return max(0, min(1, 1+math.Log(r))) })
	}, nil},
	{"Barker's with log f", "", func(b board, x int) []float64 {
		return b.picked(x, b.four(x), one, func(r float64) float64 {
			from := math.Log(b.f[x])
			if a := (from + math.Log(r)) / (2*from + math.Log(r)); a > 0 {
				return min(1, a)
			}
			return 0
		})
	}, nil},
	{"never up", "", func(b board, x int) []float64 {
		return b.picked(x, append([]int{-1}, b.four(x)[1:]...), one, cutAt1)
	}, nil},
	{"right, down or left", "", func(b board, x int) []float64 {
		return b.picked(x, b.four(x)[1:], one, cutAt1)
	}, nil},
	{"a neighbour too many in the last column", "border", func(b board, x int) []float64 {
		return b.perMove(func(x int) int {
			n := len(b.open(x))
			if x%b.C == b.C-1 {
				n++
			}
			return n
		}).picked(x, b.open(x), one, cutAt1)
	}, nil},
	{"two tries", "retried", func(b board, x int) []float64 {
		row := b.plain(x)
		stay := row[x]
		row[x] = 0
		for y := range row {
			row[y] *= 1 + stay
		}
		row[x] = stay * stay
		return row
	}, nil},
	{"lands anywhere one time in twenty", "", func(b board, x int) []float64 {
		row, n := b.plain(x), 0.0
		for _, f := range b.f {
			if f > 0 {
				n++
			}
		}
		for y := range row {
			if row[y] *= 0.95; b.f[y] > 0 {
				row[y] += 0.05 / n
			}
		}
		return row
	}, nil},
	{"the border accepts all", "border", func(b board, x int) []float64 {
		if len(b.open(x)) < 4 && slices.Contains(b.four(x), -1) {
			return b.picked(x, b.four(x), one, whatever)
		}
		return b.plain(x)
	}, nil},
	{"beside walls all is accepted", "border", func(b board, x int) []float64 {
		for _, y := range b.four(x) {
			if y >= 0 && b.f[y] == 0 {
				return b.picked(x, b.four(x), one, whatever)
			}
		}
		return b.plain(x)
	}, nil},
}

func exps(logf []float64) []float64 {
	f := make([]float64, len(logf))
	for x, v := range logf {
		f[x] = math.Exp(v)
	}
	return f
}

// three are the densities: without walls and with.
func three() []toys.Target {
	own := []float64{0.2, 1.1, -0.7, 0.5, math.Inf(-1), 0.9, 1.6, -0.4, 0.3, -1.2, math.Inf(-1), 0.8}
	small := boxWithWalls(own, 3, 4)
	small.Name = "3x4 with walls"
	return []toys.Target{toys.Barrier(), mistakenScene(), small}
}

func newcomersOn(t toys.Target, T int) (board, Candidate) {
	return board{t.Grid.Len(0), t.Grid.Len(1), exps(t.LogF)},
		annealing(t.Name, t.Grid, chains.Uniform(t.LogF), t.LogF, metropolis, T)
}

// rows are those of a board; in a wall it stays.
func (w wrong) rows(b board) [][]float64 {
	m := make([][]float64, len(b.f))
	for x := range m {
		if m[x] = make([]float64, len(b.f)); b.f[x] > 0 {
			m[x] = w.row(b, x)
		} else {
			m[x][x] = 1
		}
	}
	if w.whole != nil {
		w.whole(m)
	}
	return m
}

// matrix is somebody's matrix at beta = 1.
func (w wrong) matrix(t toys.Target) Candidate {
	b, s := newcomersOn(t, 2)
	return s.with(w.rows(b))
}

// sampled asks a program that draws from the rows for moves at five levels.
func (w wrong) sampled(t *testing.T, on toys.Target, seed uint64) Validation {
	t.Helper()
	b, s := newcomersOn(on, 5)
	m := moving(sample.Seeded(seed, 2), func(_ float64, logf []float64) func(int, chains.Dice) int {
		return byRows(w.rows(board{b.R, b.C, exps(logf)}))
	})
	o := sampling(1e6, 0, 0.1)
	o.Seed = seed
	return must.Have(s.Sample(t.Context(), m, nil, o))(t)
}

// A tally counts the samplers that break a law, and what is said to be their cause.
type tally struct{ broken, right, none, other int }

func (n *tally) count(t *testing.T, on toys.Target, w wrong, v Validation) {
	switch {
	case v.OK():
		return
	case v.Cause == nil:
		n.none++
	case v.Cause.Name == w.cause:
		n.right++
	default:
		n.other++
		t.Errorf("%s on %s: the cause is %q, not %q: %s", w.about, on.Name, v.named(), w.cause, v.Cause.Says)
	}
	n.broken++
}

// Of the common samplers that break a law all have their cause named by their matrices, and by moves where moves show
// it. No sampler has another cause. The page says how many have one.
func TestNewcomers(t *testing.T) {
	var matrices, programs, odd, more tally
	long := os.Getenv("BREADBOARD_LONG") != ""
	for i, on := range three() {
		for _, w := range common {
			matrices.count(t, on, w, must.Have(At(t.Context(), w.matrix(on), 1))(t))
			if w.whole == nil && w.cause != "uncut" && (long || i == 2) {
				programs.count(t, on, w, w.sampled(t, on, 1))
			}
		}
		for _, w := range strange {
			odd.count(t, on, w, must.Have(At(t.Context(), w.matrix(on), 1))(t))
			if long || i == 2 {
				more.count(t, on, w, w.sampled(t, on, 2))
			}
		}
	}
	t.Logf("matrices %+v, programs %+v, strange matrices %+v, more programs %+v", matrices, programs, odd, more)
	if matrices.right != 3*len(common) || programs.right != programs.broken || programs.broken < 6 {
		t.Error("some of the common samplers have no cause")
	}
	page := must.Have(os.ReadFile(filepath.Join("..", "..", "cmd", "breadboard", "doc", "verdict.md")))(t)
	words := strings.Join(strings.Fields(string(page)), " ")
	must.Say(t, words, fmt.Sprintf("All %d matrices", matrices.right),
		fmt.Sprintf("Of %d strange matrices that break a law %d have their cause named", odd.broken, odd.right))
	if long {
		must.Say(t, words, fmt.Sprintf("all %d programs", programs.right),
			fmt.Sprintf("of %d strange programs %d", more.broken, more.right))
	}
}

// A right kernel has no cause, even where it is said to break a law.
func TestNoCauseOfRightKernels(t *testing.T) {
	on := three()[2]
	_, s := newcomersOn(on, 3)
	for _, k := range kernels.Catalogue {
		if chains.Fits(k.Make, on.Grid) != nil || k.Name == "identity" {
			continue
		}
		s.Kernel = k.Make
		exact := cause.Case{Annealing: s.Annealing, Keeps: func(context.Context, float64) bool { return false }}
		seen := exact
		for level := 2; level <= 3; level++ {
			w := s.write(level, s.Schedule.Beta(level), chains.On(k.Make, on.Grid))
			exact.Levels = append(exact.Levels, cause.Level{Written: w, Broken: map[laws.Law]bool{laws.Push: true}})
			moves := evidence.NewTally(len(w.P))
			d := sample.Seeded(7)
			for _, x := range chains.Support(w.P) {
				for range 1000 {
					moves.Add(x, d.Pick(w.Rows[x]))
				}
			}
			seen.Levels = append(seen.Levels, cause.Level{Written: w, Seen: moves})
		}
		if c := must.Have(cause.Of(t.Context(), exact))(t); c != nil {
			t.Errorf("%s on %s: %s", k.Name, on.Name, c.Says)
		}
		if c := must.Have(cause.Of(t.Context(), seen))(t); c != nil {
			t.Errorf("moves of %s on %s: %s", k.Name, on.Name, c.Says)
		}
	}
}
