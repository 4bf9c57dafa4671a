package following_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/following"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A written is a person's step as a test writes it: a function of the log density, the cell, and dice. It answers runs
// with dice that take told outcomes, and moves with dice of its own.
type written struct {
	step func(logf []float64, x int, d chains.Dice) int
	own  chains.Dice
	logf []float64
	many func(next, states []int) // moves of many states at once; nil if each is alone
	hold func(moves int)          // puts back what the step holds; nil if it cannot
}

func (w *written) Hold(moves int) {
	if w.hold != nil {
		w.hold(moves)
	}
}

func (w *written) Aim(_ context.Context, _ float64, logf []float64) error {
	w.logf = logf
	return nil
}

func (w *written) Move(_ context.Context, next, states []int) error {
	if w.many != nil {
		w.many(next, states)
		return nil
	}
	for i, x := range states {
		next[i] = w.step(w.logf, x, w.own)
	}
	return nil
}

func (w *written) Runs(_ context.Context, asked []enumerate.Run[int], how enumerate.Asking) (
	[]enumerate.Run[int], error) {
	run := func(x int, d chains.Dice) int { return w.step(w.logf, x, d) }
	return enumerate.Picking(run)(asked, how)
}

// ring is a path of cells whose ends meet, with a density on it.
var (
	ring = grid.New(7)
	logf = []float64{0, 1.5, -0.7, 2.1, 0.4, -1.8, 0.9}
)

// metropolis proposes a neighbour on the ring. u says whether a number falls below p.
func metropolis(logf []float64, x int, d chains.Dice, u func(p float64) bool) int {
	y := (x + 1 + 5*d.Pick([]float64{1, 1})) % 7
	if u(math.Exp(min(0, logf[y]-logf[x]))) {
		return y
	}
	return x
}

// right returns Metropolis with these numbers for its moves.
func right(seed uint64) *written {
	return &written{own: sample.Seeded(seed), step: func(logf []float64, x int, d chains.Dice) int {
		return metropolis(logf, x, d, func(p float64) bool { return d.Pick([]float64{p, 1 - p}) == 0 })
	}}
}

// follow follows a step at some levels, and compares it with its moves.
func follow(t *testing.T, w *written) (rows [][]float64, said string, err error) {
	t.Helper()
	s := following.NewStep(w, ring, enumerate.Limits{}, 1)
	cells := []int{0, 1, 2, 3, 4, 5, 6}
	for _, beta := range []float64{1, 0.5, 0.1} {
		level := slices.Clone(logf)
		for x := range level {
			level[x] *= beta
		}
		p, _, err := s.Rows(t.Context(), beta, level, cells)
		if err != nil {
			return nil, "", err
		}
		rows = append(rows, p)
	}
	said, err = s.Agree(t.Context())
	return rows, said, err
}

// TestRows: the rows of a step are those that all ways give, one after the other, and moves agree with them.
func TestRows(t *testing.T) {
	for seed := range uint64(100) {
		w := right(seed)
		rows, said, err := follow(t, w)
		must.Do(t, err)
		if seed > 0 {
			continue
		}
		for x := range 7 {
			want := enumerate.Distribution(func(d chains.Dice) int { return w.step(logf, x, d) })
			for y, p := range rows[0][x*7:][:7] {
				must.Near(t, p, want[y], 1e-15, "from %d to %d", x, y)
			}
		}
		must.Say(t, said, "followed: 63 ways, each twice; 2,0", " free runs agree, as a check that shows ",
			"differences of 0.")
	}
}

// holding is a step that proposes the neighbours in the order that it holds, and shuffles that in each run before. If
// its laziness depends on what the order was it is no step of its ways.
func holding(lazy func(first int) float64) *written {
	order := []int{1, 6}
	kept := slices.Clone(order)
	puts := false
	w := &written{own: sample.Seeded(1)}
	move := func(logf []float64, x int, d chains.Dice) int {
		stays := lazy(order[0])
		if d.Pick([]float64{1, 1}) == 1 {
			order[0], order[1] = order[1], order[0]
		}
		y := (x + order[d.Pick([]float64{1, 1})]) % 7
		if a := (1 - stays) * math.Exp(min(0, logf[y]-logf[x])); d.Pick([]float64{a, 1 - a}) == 0 {
			return y
		}
		return x
	}
	w.step = func(logf []float64, x int, d chains.Dice) int {
		if d != w.own && puts {
			copy(order, kept)
		}
		return move(logf, x, d)
	}
	w.hold = func(moves int) {
		puts = true
		for range moves {
			move(w.logf, 0, w.own)
		}
		copy(kept, order)
	}
	return w
}

// TestPutBack: a step that holds an order and shuffles it in its place is followed, as no row depends on the order. One
// whose rows do remembers.
func TestPutBack(t *testing.T) {
	rows, said, err := follow(t, holding(func(int) float64 { return 0 }))
	must.Do(t, err)
	want, _, err := follow(t, right(1))
	must.Do(t, err)
	for i, level := range want {
		for k, p := range level {
			must.Near(t, rows[i][k], p, 1e-15, "level %d, place %d", i, k)
		}
	}
	must.Say(t, said, "was put back after each run, and its rows do not depend on it")
	_, _, err = follow(t, holding(func(first int) float64 { return float64(first) / 20 }))
	if err == nil {
		t.Fatal("its rows depend on what it holds, and it is followed")
	}
	must.Say(t, err.Error(), "remembers earlier calls")
}

// TestHiddenNumbers: a step that draws what it does not tell, or remembers, is no step of its ways, and says what led
// elsewhere. A hidden number that hardly matters is found by moves.
func TestHiddenNumbers(t *testing.T) {
	hidden := rand.New(rand.NewPCG(1, 2))
	below := func(p float64) bool { return hidden.Float64() < p }
	last := 0
	for name, c := range map[string]struct {
		step func(logf []float64, x int, d chains.Dice) int
		says string
	}{
		"acceptance": {func(logf []float64, x int, d chains.Dice) int { return metropolis(logf, x, d, below) },
			"of 2 led to cell"},
		"memory": {func(logf []float64, x int, d chains.Dice) int {
			last++
			return metropolis(logf, x, d, func(p float64) bool {
				return d.Pick([]float64{p, 1 - p}) == 0 || last%17 == 0
			})
		}, "and then to cell"},
		"odds": {func(logf []float64, x int, d chains.Dice) int {
			last++
			return metropolis(logf, x, d, func(p float64) bool {
				return d.Pick([]float64{p, 1 - p + 1e-9*float64(last)}) == 0
			})
		}, "met a choice by the odds"},
	} {
		_, _, err := follow(t, &written{own: sample.Seeded(3), step: c.step})
		if none := (outside.NotTold{}); !errors.As(err, &none) || !none.Unsure ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, moved := range map[string]func(w *written, x int) int{
		"elsewhere": func(w *written, x int) int {
			if hidden.Float64() < 0.01 {
				return (x + 3) % 7
			}
			return w.step(w.logf, x, w.own)
		},
		"too often": func(w *written, x int) int {
			if hidden.Float64() < 0.3 {
				return x
			}
			return w.step(w.logf, x, w.own)
		},
	} {
		w := right(4)
		w.many = func(next, states []int) {
			for i, x := range states {
				next[i] = moved(w, x)
			}
		}
		_, _, err := follow(t, w)
		if d := (following.Disagreement{}); !errors.As(err, &d) || d.Together {
			t.Errorf("%s: %v", name, err)
		}
	}
	batch := right(5)
	batch.many = func(next, states []int) {
		for i := range states {
			next[i] = batch.step(batch.logf, states[0], batch.own) // of the first state
		}
	}
	_, _, err := follow(t, batch)
	if d := (following.Disagreement{}); !errors.As(err, &d) || !d.Together {
		t.Errorf("many states by one: %v", err)
	}
}

// TestRefusals: a step with too many ways, one that does not end, and one whose way fails are not followed, and are
// said from which cell.
func TestRefusals(t *testing.T) {
	for says, step := range map[string]func(logf []float64, x int, d chains.Dice) int{
		"beta = 1 there are some 10^10 ways, and 100,000 can be followed": func(_ []float64, x int, d chains.Dice) int {
			h := uint64(x)
			for range 10 {
				h = (h + uint64(d.Pick(slices.Repeat([]float64{1}, 10))) + 1) * 0x9e3779b97f4a7c15
			}
			return int(h >> 40 % 7)
		},
		"random numbers are asked for again and again": func(_ []float64, x int, d chains.Dice) int {
			for d.Pick([]float64{0.99999, 0.00001}) == 0 {
			}
			return x
		},
	} {
		_, _, err := follow(t, &written{own: sample.Seeded(3), step: step})
		must.Fail(t, err, says, "a step that cannot be followed")
		if !errors.As(err, new(outside.NotTold)) {
			t.Errorf("%v is no NotTold", err)
		}
	}
}

// A writtenProgram is a program that a test follows.
type writtenProgram struct {
	programs.Program
	own  chains.Dice
	adds float64 // to log w of its own runs
}

func (w writtenProgram) Forward(_ context.Context, cells []int, logw []float64) error {
	for i := range cells {
		cells[i], logw[i] = w.Program.Forward(w.own)
		logw[i] += w.adds
	}
	return nil
}

func (w writtenProgram) Reverse(_ context.Context, logw []float64, cells []int) error {
	for i, x := range cells {
		logw[i] = w.Program.Reverse(x, w.own) + w.adds
	}
	return nil
}

func (w writtenProgram) Runs(_ context.Context, asked []enumerate.Run[outside.End], how enumerate.Asking) (
	[]enumerate.Run[outside.End], error) {
	return enumerate.Picking(func(x int, d chains.Dice) (e outside.End) {
		if x != outside.Forward {
			return outside.End{Cell: x, LogW: w.Program.Reverse(x, d)}
		}
		e.Cell, e.LogW = w.Program.Forward(d)
		return e
	})(asked, how)
}

// TestProgram: the ways of a program are those that every path of its dice gives, and runs agree with them. One whose
// own runs have other weights is not followed.
func TestProgram(t *testing.T) {
	a := chains.Annealing{Grid: ring, Bridge: chains.Geometric{From: make([]float64, 7), To: logf},
		Schedule: chains.Linear(2)}
	make := must.Have(programs.Read("sir:3"))(t)
	e := must.Have(make(programs.Problem{Annealing: a}))(t)
	p := writtenProgram{Program: e.(programs.Program), own: sample.Seeded(1)}
	f := following.NewProgram(p, ring, logf, enumerate.Limits{}, 1)
	told, said, err := f.Ways(t.Context())
	must.Do(t, err)
	must.Say(t, said, "followed: ", " ways, each twice; 2,000 free runs agree")
	want := map[outside.End]float64{}
	for end, v := range enumerate.Distribution(func(d chains.Dice) (e outside.End) {
		e.Cell, e.LogW = p.Program.Forward(d)
		return e
	}) {
		want[end] += v
	}
	sum := 0.0
	for _, w := range told.Ahead {
		near := 0.0
		for end, v := range want {
			if end.Cell == w.Cell && programs.SameWeight(end.LogW, w.LogW) {
				near += v
			}
		}
		must.Near(t, w.P, near, 1e-14, "a way to %d with log w = %v", w.Cell, w.LogW)
		sum += w.P
	}
	must.Near(t, sum, 1, 1e-12, "the sum of the ways")
	p.adds = 0.01
	_, _, err = following.NewProgram(p, ring, logf, enumerate.Limits{}, 1).Ways(t.Context())
	must.Fail(t, err, "as none of its ways has", "weights that are others in its own runs")
}

// TestNoTimeForMoves: rows that are known when the time is over are not compared with moves, and the account says so.
func TestNoTimeForMoves(t *testing.T) {
	s := following.NewStep(right(1), ring, enumerate.Limits{}, 1)
	if _, _, err := s.Rows(t.Context(), 1, logf, []int{0, 1, 2, 3, 4, 5, 6}); err != nil {
		t.Fatal(err)
	}
	s.Over = func() bool { return true }
	said, err := s.Agree(t.Context())
	if err != nil || strings.Contains(said, "agree") || !strings.Contains(said, "each twice") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestUnseen: a step that tells even odds alone, where f is not flat, may draw what nobody sees, and no step else.
func TestUnseen(t *testing.T) {
	even := func(_ []float64, x int, d chains.Dice) int { return (x + 1 + d.Pick([]float64{1, 1})) % 7 }
	told := func(logf []float64, x int, d chains.Dice) int {
		return metropolis(logf, x, d, func(p float64) bool { return d.Pick([]float64{p, 1 - p}) == 0 })
	}
	for name, c := range map[string]struct {
		step   func(logf []float64, x int, d chains.Dice) int
		logf   []float64
		unseen bool
	}{
		"even": {even, logf, true}, "even, flat": {even, make([]float64, 7), false}, "told": {told, logf, false},
	} {
		s := following.NewStep(&written{own: sample.Seeded(3), step: c.step}, ring, enumerate.Limits{}, 1)
		_, _, err := s.Rows(t.Context(), 1, c.logf, []int{0, 1, 2, 3, 4, 5, 6})
		must.Do(t, err)
		none := outside.NotTold{}
		if unseen := errors.As(s.Unseen(), &none) && none.Unsure; unseen != c.unseen {
			t.Errorf("%s: unseen is %v", name, unseen)
		}
	}
}
