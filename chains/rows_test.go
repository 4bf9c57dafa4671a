package chains_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// words holds dice that have these words.
type words struct {
	chains.Dice
	next []uint64
}

func (w *words) Uint64() uint64 {
	word := w.next[0]
	w.next = w.next[1:]
	return word
}

// evenly returns n evenly spaced words.
func evenly(n int) *words {
	w := &words{}
	for i := range uint64(n) {
		w.next = append(w.next, i*(math.MaxUint64/uint64(n)+1))
	}
	return w
}

// TestWordsGoToTheirShares: of evenly spaced random words each outcome of a distribution gets its share, to within the
// one word that each of the 2k stretches of words may miss or have.
func TestWordsGoToTheirShares(t *testing.T) {
	const n = 1 << 16
	weights := []float64{0.5, 0, 3, 1e-3, 1, 0.25, 0}
	total := 4.751
	p := chains.NewDistribution(weights)
	if last := chains.Uniform01(&words{next: []uint64{math.MaxUint64}}); last != 1-0x1p-53 {
		t.Errorf("the last word is the number %v", last)
	}
	d := evenly(n)
	var counts [7]float64
	for range n {
		counts[p.Draw(d)]++
	}
	for x, c := range counts {
		if want := weights[x] / total * n; math.Abs(c-want) > 2*float64(len(weights)) {
			t.Errorf("outcome %d came %v times; %v is its share", x, c, want)
		}
		if (weights[x] == 0) != (c == 0) {
			t.Errorf("outcome %d of weight %v came %v times; only weight 0 never comes", x, weights[x], c)
		}
	}
}

// aimed returns the operators of the catalogue, between densities with mass of no size in some cells and with none in
// others, and their reversals.
func aimed(g grid.Grid) map[string]chains.Operator {
	from := make([]float64, g.Size())
	to := make([]float64, g.Size())
	for x := range to {
		from[x] = math.Sin(float64(x))
		to[x] = 6 * math.Cos(float64(x*x))
		if x%11 == 3 {
			to[x] = inf * -1
		}
		if x%13 == 5 {
			to[x] = -900
		}
	}
	all := map[string]chains.Operator{}
	for _, k := range kernels.All {
		a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: from, To: to}, Kernel: k.Make,
			Schedule: chains.Linear(3)}
		if chains.Fits(a.Kernel, g) != nil {
			continue
		}
		op, _ := a.Aimed(2, 0.5)
		all[k.Name] = op
		all[k.Name+" reversed"] = op.Reversal()
	}
	return all
}

// part is a source that is no sequence, so that its rows are kept as one.
type part struct{ chains.RowSource }

// TestRowsAreTheRows: kept rows are the operator's, of all kernels, both ways.
func TestRowsAreTheRows(t *testing.T) {
	const tolerance = 1e-14 // a few roundings of some fifty probabilities that are added and subtracted
	for _, g := range []grid.Grid{grid.New(4, 3), grid.New(2, 2, 2).Of(grid.Any)} {
		n := g.Size()
		for name, op := range aimed(g) {
			rows := chains.NewKeptRows(n, part{op})
			for x := range n {
				row := rowOf(op, x, n)
				for y, p := range rows.DistributionAt(x, n) {
					if math.Abs(p-row[y]) > tolerance || p > 0 && row[y] == 0 {
						t.Errorf("%s: %d to %d has %v, and %v in the row", name, x, y, p, row[y])
					}
				}
			}
		}
	}
}

// TestDrawsFitTheRows: steps drawn without a row fit the row. Of evenly spaced random words each outcome gets its
// share, to within one word for each of the stretches that lead to it.
func TestDrawsFitTheRows(t *testing.T) {
	const words = 1 << 14
	drawn := 0
	for _, g := range []grid.Grid{grid.New(4, 3), grid.New(2, 2, 2).Of(grid.Any), grid.New(3, 2).Of(grid.Ring),
		grid.New(3, 4).WithWalls(7)} {
		n := g.Size()
		for name, op := range aimed(g) {
			d, draws := op.(chains.Drawer)
			if !draws {
				continue
			}
			drawn++
			for x := range n {
				counts := make([]float64, n)
				for _, word := range evenly(words).next {
					counts[d.Draw(x, word)]++
				}
				for y, p := range rowOf(op, x, n) {
					if math.Abs(counts[y]-p*words) > float64(2*n) || p == 0 && counts[y] > 0 {
						t.Errorf("%s on %v: of %d words %v lead from %d to %d, and %v by the row", name, g, words,
							counts[y], x, y, p*words)
					}
				}
			}
		}
	}
	if drawn == 0 {
		t.Error("no kernel draws without its rows")
	}
}

// rowOf returns the row of x on n cells.
func rowOf(op chains.Operator, x, n int) []float64 {
	row := make([]float64, n)
	row[x] = op.Stay(x)
	op.Row(x, func(y int, p float64) { row[y] += p })
	return row
}

// TestRowsOfALevel: steps one by one lead to the same cells as a walk; rows of another level do not.
func TestRowsOfALevel(t *testing.T) {
	g := grid.New(7, 6)
	n := g.Size()
	gains := make([]float64, n)
	for x := range gains {
		gains[x] = float64(x)
	}
	op := aimed(g)["metropolis"]
	walk := func(rows *chains.KeptRows) (xs []int32) {
		gen := rand.NewPCG(1, 2)
		for i := range 500 {
			xs = append(xs, int32(i%n))
		}
		logw := make([]float64, len(xs))
		for range 5 {
			rows.Walk(xs, logw, gains, gen)
		}
		return xs
	}
	rows := chains.NewKeptRows(n, op)
	want := walk(rows)
	d := struct {
		chains.Dice
		*rand.PCG
	}{nil, rand.NewPCG(1, 2)}
	stepped := make([]int32, len(want))
	for i := range stepped {
		stepped[i] = int32(i % n)
	}
	for range 5 {
		for i, x := range stepped {
			stepped[i] = int32(rows.Step(int(x), d))
		}
	}
	if !slices.Equal(stepped, want) {
		t.Errorf("steps one by one lead elsewhere")
	}
	l := chains.NewLevel(chains.Geometric{From: make([]float64, n), To: make([]float64, n)}, n)
	l.Move(3, 1)
	op.Aim(l)
	rows.Forget()
	if slices.Equal(walk(rows), want) {
		t.Errorf("at another level walkers go to the same cells")
	}
}

// oneRow goes to the other of two cells with a probability.
type oneRow float64

func (r oneRow) Row(x int, visit func(y int, p float64)) { visit(1-x, float64(r)) }
func (r oneRow) Stay(int) float64                        { return 1 - float64(r) }

// TestRowsThatAreNoDistribution: a row that is no distribution is a programmer's error.
func TestRowsThatAreNoDistribution(t *testing.T) {
	for name, p := range map[string]float64{"more than 1": 1.1, "negative": -0.1, "NaN": math.NaN()} {
		must.Panic(t, func() { chains.NewKeptRows(2, oneRow(p)).Step(0, evenly(2)) }, "a row with %s", name)
	}
}
