package sample

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// lawAt returns the distribution that the slots of state x stand for.
func (t *table) lawAt(x, n int) []float64 {
	law := make([]float64, n)
	for _, s := range t.slots[x*int(t.k):][:t.k] {
		below := float64(s.threshold) / 0x1p64
		law[s.a] += below / float64(t.k)
		law[s.b] += (1 - below) / float64(t.k)
	}
	return law
}

// tableTolerance is a few roundings of probabilities that are added and
// subtracted as often as there are slots, at most some fifty.
const tableTolerance = 1e-14

func TestTablesAreStepsOutcomeByOutcome(t *testing.T) {
	for _, s := range settings() {
		op, l, n := s.a.Kernel.On(s.a.Grid), s.a.NewLevel(), s.a.Grid.Size()
		for at := 1; at <= s.a.T(); at++ {
			s.a.LevelAt(l, at)
			op.Aim(l)
			sameLaw(t, s.name, op, n)
			sameLaw(t, s.name+" reversed", op.Reversal(), n)
		}
	}
}

func TestTablesOfLargerSpaces(t *testing.T) {
	hard := toys.Hard(7)
	for _, k := range kernels.Catalogue {
		g, b := chains.Extend(k.Make, hard.Grid, chains.Geometric{From: hard.LogF, To: hard.LogF})
		op, l := k.Make.On(g), chains.NewLevel(b, g.Size())
		l.Move(2, 1)
		op.Aim(l)
		sameLaw(t, k.Name, op, g.Size())
	}
}

// sameLaw compares the table of op with its steps, walked outcome by outcome,
// and with its rows.
func sameLaw(t *testing.T, name string, op chains.Operator, n int) {
	t.Helper()
	var tab table
	if !tab.compile(op, n, tableLimit) {
		t.Fatalf("%s: not compiled", name)
	}
	rows := matrix(op, n)
	for x := range n {
		steps := enumerate.Law(func(d chains.Dice) int { return op.Step(x, d) })
		for y, p := range tab.lawAt(x, n) {
			if math.Abs(p-steps[y]) > tableTolerance {
				t.Errorf("%s: %d to %d has %v in the table, %v in steps", name, x, y, p, steps[y])
			}
			if math.Abs(p-rows[x][y]) > tableTolerance {
				t.Errorf("%s: %d to %d has %v in the table, %v in the row", name, x, y, p, rows[x][y])
			}
			if p > 0 && steps[y] == 0 && y != x { // staying is what rounding leaves of 1
				t.Errorf("%s: %d to %d has %v in the table and is no step", name, x, y, p)
			}
		}
	}
}

// Of random words as far apart as words can be, each outcome gets its share, to
// within the one word that each of the 2k stretches of words may miss or have.
func TestWordsGoToTheirShares(t *testing.T) {
	const words = 1 << 16
	var tab table
	w := []float64{0.5, 0, 3, 1e-3, 1, 0.25, 0}
	tab.weigh(w)
	var counts [7]float64
	for i := range uint64(words) {
		counts[tab.slots.at(tab.k, 0, i<<48)]++
	}
	total := 4.751
	for x, c := range counts {
		if want := w[x] / total * words; math.Abs(c-want) > float64(2*tab.k) {
			t.Errorf("outcome %d came %v times; %v is its share", x, c, want)
		}
		if (w[x] == 0) != (c == 0) {
			t.Errorf("outcome %d of weight %v came %v times; only weight 0 never comes", x, w[x], c)
		}
	}
}

// A table is used again for rows of other lengths.
func TestTablesForgetTheLastOnes(t *testing.T) {
	var used, fresh table
	for _, logf := range [][]float64{{0, 1, 2}, {0, math.Inf(-1), 2}, {3, 1, 0}} {
		for _, k := range kernels.Catalogue {
			g, b := chains.Extend(k.Make, grid.New(3), chains.Geometric{From: logf, To: logf})
			op, l, n := k.Make.On(g), chains.NewLevel(b, g.Size()), g.Size()
			l.Move(1, 0)
			op.Aim(l)
			fresh = table{}
			used.compile(op, n, tableLimit)
			fresh.compile(op, n, tableLimit)
			for x := range n {
				for y, p := range used.lawAt(x, n) {
					if q := fresh.lawAt(x, n)[y]; p != q {
						t.Errorf("%s: %d to %d has %v in a used table and %v in a fresh one", k.Name, x, y, p, q)
					}
				}
			}
		}
	}
}

func TestTablesTooLarge(t *testing.T) {
	logf := make([]float64, 10)
	l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, 10)
	l.Move(1, 0)
	op := kernels.Perfect{}.On(grid.New(10)) // ten rows of ten
	op.Aim(l)
	var tab table
	if tab.compile(op, 10, 99) {
		t.Error("a table of 100 slots fits a limit of 99")
	}
	if !tab.compile(op, 10, 100) {
		t.Error("a table of 100 slots does not fit a limit of 100")
	}
}

func TestRowsThatAreNoDistributionPanic(t *testing.T) {
	for name, p := range map[string]float64{"more than 1": 1.1, "negative": -0.1, "NaN": math.NaN()} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			row := func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) { visit(1-x, p) }
			op := kernels.Rows{To: row}.On(grid.New(2))
			new(table).compile(op, 2, tableLimit)
		})
	}
}
