package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

func measuresOf(dice *rand.Rand, n int) *Measures {
	m := NewMeasures(n)
	for k := range OfAll {
		for x := range n {
			m.Of(k)[x] = dice.NormFloat64()
		}
	}
	return m
}

func (m *Measures) clone() *Measures { return &Measures{m.cells, m.stride, slices.Clone(m.all)} }

// TestMeasures: a block has the same numbers cell by cell, and gives them back, for every number of cells. Nothing is
// written beyond them.
func TestMeasures(t *testing.T) {
	dice := rand.New(rand.NewPCG(39, 40))
	for n := range 30 {
		m := measuresOf(dice, n)
		q := blockOf(dice, n+1)
		last := q[n]
		m.To(q)
		for x := range n {
			for k := range OfAll {
				if q[x][k] != m.Of(k)[x] {
					t.Fatalf("%d cells: measure %d of cell %d is %v, and in the block %v", n, k, x, m.Of(k)[x], q[x][k])
				}
			}
		}
		for x := range n {
			if q[x][OfAll] != 0 {
				t.Fatalf("%d cells: the eighth measure is %v", n, q[x][OfAll])
			}
		}
		if q[n] != last {
			t.Fatalf("%d cells: the cell behind them became %v", n, q[n])
		}
		again := NewMeasures(n)
		again.From(q)
		same(t, "back", again.all, m.all)
	}
}

// edgesOf draws edges on n cells along these bands, with a probability of proposing each.
func edgesOf(dice *rand.Rand, n int, by []int) (e *Edges, each []float64, begins []int32) {
	e = &Edges{From: []int{0}}
	for x := range n {
		for _, d := range by {
			if x+d < n && dice.IntN(4) > 0 {
				e.To = append(e.To, int32(x+d))
				each = append(each, dice.Float64()/float64(2*len(by)))
				begins = append(begins, int32(x))
			}
		}
		e.From = append(e.From, len(e.To))
	}
	e.There = make([]float64, len(each))
	e.Back = make([]float64, len(each))
	return e, each, begins
}

// TestBands: bands accept and push as the edges do that they are made of, up to roundings, also where cells have no
// mass or as much as others; and as the plain loops do, to the last bit.
func TestBands(t *testing.T) {
	dice := rand.New(rand.NewPCG(41, 42))
	made := 0
	for n := 2; n < 70; n++ {
		for range 8 {
			by := []int{}
			for d := 1; d <= farthest; d++ {
				if len(by) < mostBands && dice.IntN(3) == 0 {
					by = append(by, d)
				}
			}
			e, each, begins := edgesOf(dice, n, by)
			b := e.Bands(each)
			if b == nil {
				continue
			}
			made++
			f, _ := cells(dice, n)
			f[n/2] = f[n/2-1]
			for x := range f {
				f[x] = min(f[x], 1)
			}
			b.Accept(f)
			rates := slices.Clone(b.rates)
			b.plainAccept(f)
			same(t, "accept", rates, b.rates)
			e.Accept(each, begins, f)
			q := measuresOf(dice, n)
			got := measuresOf(dice, n)
			plain := measuresOf(dice, n)
			b.Push(got, q)
			b.plainPush(plain, q)
			same(t, "push", got.all, plain.all)
			block, pushed := make(Block, n), make(Block, n)
			q.To(block)
			e.Push(pushed, block)
			for x := range pushed {
				for k, want := range pushed[x][:OfAll] {
					must.Close(t, got.Of(k)[x], want, roundings, "push")
				}
			}
		}
	}
	if made < 300 {
		t.Errorf("only %d draws gave bands", made)
	}
	far, each, _ := edgesOf(dice, 30, []int{1, farthest + 1})
	many, all, _ := edgesOf(dice, 30, []int{1, 2, 3, 4, 5})
	if far.Bands(each) != nil || many.Bands(all) != nil {
		t.Error("edges that lead far, or many ways, became bands")
	}
}
