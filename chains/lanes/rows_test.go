package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// rowsOf draws rows on n cells, some of them without a move.
func rowsOf(dice *rand.Rand, n int) *Rows {
	r := &Rows{From: []int{0}}
	for x := range n {
		for y := range n {
			if y != x && dice.IntN(3) == 0 {
				r.To = append(r.To, int32(y))
				r.P = append(r.P, dice.Float64()/float64(n))
			}
		}
		r.From = append(r.From, len(r.To))
	}
	return r
}

func blockOf(dice *rand.Rand, n int) Block {
	q := make(Block, n)
	for x := range q {
		for k := range q[x] {
			q[x][k] = dice.NormFloat64()
		}
	}
	return q
}

// TestPush: eight measures move together as each would alone, to the last bit in the plain loop, and as a matrix says.
// All mass is kept.
func TestPush(t *testing.T) {
	dice := rand.New(rand.NewPCG(15, 16))
	for n := range 20 {
		r := rowsOf(dice, n)
		q := blockOf(dice, n)
		got, want := blockOf(dice, n), blockOf(dice, n)
		r.Push(got, q)
		r.plainPush(want, q)
		for x := range want {
			same(t, "push", got[x][:], want[x][:])
		}
		for k := range 8 {
			matrix := make([]float64, n)
			before, after := 0.0, 0.0
			for x := range q {
				stay := 1.0
				to, p := r.Of(x)
				for i, y := range to {
					matrix[y] += q[x][k] * p[i]
					stay -= p[i]
				}
				matrix[x] += q[x][k] * stay
				before += q[x][k]
			}
			for x, v := range matrix {
				after += got[x][k]
				if !(math.Abs(v-got[x][k]) <= 1e-14) {
					t.Fatalf("%d cells: measure %d has %v in cell %d, and by the matrix %v", n, k, got[x][k], x, v)
				}
			}
			if !(math.Abs(before-after) <= 1e-14*float64(n)) {
				t.Fatalf("%d cells: %v became %v", n, before, after)
			}
		}
	}
}

// TestRedraw: a line is the plain loop's to the last bit, keeps its mass, and no other cell gets any.
func TestRedraw(t *testing.T) {
	dice := rand.New(rand.NewPCG(23, 24))
	for n := 1; n < 12; n++ {
		first, stride := dice.IntN(3), 1+dice.IntN(3)
		size := first + n*stride + 2
		q := blockOf(dice, size)
		got, want := make(Block, size), make(Block, size)
		conditional := make([]float64, n)
		sum := 0.0
		for c := range conditional {
			conditional[c] = dice.Float64()
			sum += conditional[c]
		}
		for c := range conditional {
			conditional[c] /= sum
		}
		Redraw(got, q, first, stride, conditional, 0.3)
		plainRedraw(want, q, first, stride, conditional, 0.3)
		before, after := 0.0, 0.0
		for x := range want {
			same(t, "redraw", got[x][:], want[x][:])
			after += got[x][3]
			if at := x - first; at >= 0 && at%stride == 0 && at/stride < n {
				before += 0.3 * q[x][3]
			} else if got[x] != [8]float64{} {
				t.Fatalf("cell %d is not on the line, and got %v", x, got[x])
			}
		}
		if !(math.Abs(before-after) <= 1e-14) {
			t.Fatalf("%v became %v", before, after)
		}
	}
}

// TestAccept: both rules are their formulas, to the last bit in the plain loop, and enter no cell without mass.
func TestAccept(t *testing.T) {
	dice := rand.New(rand.NewPCG(17, 18))
	for n := range 30 {
		f, _ := cells(dice, 9)
		x := make([]int32, n)
		y := make([]int32, n)
		each := make([]float64, n)
		for i := range each {
			x[i] = int32(dice.IntN(9))
			y[i] = int32(dice.IntN(9))
			each[i] = dice.Float64()
		}
		for _, c := range []Conductance{Lesser, Harmonic} {
			got := make([]float64, n)
			want := make([]float64, n)
			c.Accept(got, each, x, y, f)
			c.plainAccept(want, each, x, y, f)
			same(t, "accept", got, want)
			here := make([]float64, n)
			there := make([]float64, n)
			for i := range here {
				here[i] = f[x[i]]
				there[i] = f[y[i]]
			}
			along := make([]float64, n)
			c.AcceptAlong(along, each, here, there)
			same(t, "accept along", along, want)
			for i, p := range got {
				here := f[x[i]]
				there := f[y[i]]
				formula := 0.0
				switch {
				case there == 0:
				case c == Lesser:
					formula = each[i] * min(1, there/here)
				case here > 0:
					formula = each[i] * there / (here + there)
				default:
					formula = each[i]
				}
				if !(math.Abs(p-formula) <= 1e-15) {
					t.Fatalf("%v from %g to %g is %v, and by the formula %v", c, here, there, p, formula)
				}
			}
		}
	}
}

// TestExp: right to two units in the last place, to the last bit what it is plainly, and 0 where there is no mass.
func TestExp(t *testing.T) {
	dice := rand.New(rand.NewPCG(19, 20))
	none := math.Inf(-1)
	x := []float64{0, 1, -1, 700, -700, -700.1, -745, none, math.NaN(), -0.34657359027997264, 0.34657359027997264}
	for range 20_000 {
		x = append(x, 1400*dice.Float64()-700, 2*dice.Float64()-1, 1e-9*dice.NormFloat64())
	}
	got := make([]float64, len(x))
	want := make([]float64, len(x))
	Exp(got, x)
	plainExp(want, x)
	same(t, "exp", got, want)
	for i, v := range x {
		exact := math.Exp(v)
		switch {
		case v < -700:
			exact = 0
		case math.IsNaN(v):
			if !math.IsNaN(got[i]) {
				t.Fatalf("exp of NaN is %v", got[i])
			}
			continue
		}
		if !(math.Abs(got[i]-exact) <= 4e-16*exact) {
			t.Fatalf("exp(%v) is %v, and %v is right", v, got[i], exact)
		}
	}
	in := slices.Clone(x)
	Exp(in, in)
	same(t, "exp in place", in, want)
}

func BenchmarkRows(b *testing.B) {
	dice := rand.New(rand.NewPCG(21, 22))
	r := &Rows{From: []int{0}}
	var from []int32
	for x := range 49 { // the moves of a box of 7x7
		for _, y := range []int{x - 7, x - 1, x + 1, x + 7} {
			if y >= 0 && y < 49 && (y%7 == x%7 || y/7 == x/7) {
				r.To = append(r.To, int32(y))
				r.P = append(r.P, 0.1)
				from = append(from, int32(x))
			}
		}
		r.From = append(r.From, len(r.To))
	}
	q, next := blockOf(dice, 49), blockOf(dice, 49)
	b.Run("push", func(b *testing.B) {
		for b.Loop() {
			r.Push(next, q)
		}
	})
	f, _ := cells(dice, 49)
	each := slices.Clone(r.P)
	b.Run("accept", func(b *testing.B) {
		for b.Loop() {
			Lesser.Accept(r.P, each, from, r.To, f)
		}
	})
	x, _ := cells(dice, 49)
	b.Run("exp", func(b *testing.B) {
		for b.Loop() {
			Exp(f, x)
		}
	})
}
