package chaintest

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Ranked is a rank test of one density by one function, as package geweke draws it: a state x, drawn from P, is ranked
// among Others states of a chain. Equal values are put into a random order.
type Ranked struct {
	P          []float64
	Start      []float64   // where the chain starts, a step before its first state; nil is at x, at a random place
	Rows, Back [][]float64 // of a step, and of one of the reversal; Back is for chains from x alone
	Value      []float64   // the function, by cell
	Others     int
}

// Law is the law of the rank, on 0 to Others: the chain is pushed together with its counts of states that have less
// than x, and of those that have as much. The counts before and after x are independent given x.
func (r Ranked) Law() []float64 {
	law, even := make([]float64, r.Others+1), 1/float64(r.Others+1)
	for x, p := range r.P {
		switch {
		case p == 0:
		case r.Start != nil:
			r.place(law, p, r.counted(x, r.Start, r.Rows)[r.Others])
		default:
			at := make([]float64, len(r.P))
			at[x] = 1
			after, before := r.counted(x, at, r.Rows), r.counted(x, at, r.Back)
			for m := range after {
				r.place(law, p*even, together(before[m], after[r.Others-m]))
			}
		}
	}
	return law
}

// A count says how many states have less, and how many as much.
type count struct{ less, ties int }

// place adds mass to the ranks that counts allow.
func (r Ranked) place(law []float64, mass float64, counts map[count]float64) {
	for c, q := range counts {
		for rank := c.less; rank <= c.less+c.ties; rank++ {
			law[rank] += mass * q / float64(c.ties+1)
		}
	}
}

// together is the law of the sum of two independent counts.
func together(a, b map[count]float64) map[count]float64 {
	sum := map[count]float64{}
	for c, p := range a {
		for d, q := range b {
			sum[count{c.less + d.less, c.ties + d.ties}] += p * q
		}
	}
	return sum
}

// counted has the laws of the counts of 0 to Others states of a chain from start, ranked against x.
func (r Ranked) counted(x int, start []float64, rows [][]float64) (laws []map[count]float64) {
	states := map[count][]float64{{}: start}
	for n := range r.Others + 1 {
		law, next := map[count]float64{}, map[count][]float64{}
		for c, q := range states {
			if law[c] = floats.Sum(q); n == r.Others {
				continue
			}
			for y, mass := range pushed(q, rows) {
				to := c
				switch {
				case mass == 0:
					continue
				case r.Value[y] < r.Value[x]:
					to.less++
				case r.Value[y] == r.Value[x]:
					to.ties++
				}
				if next[to] == nil {
					next[to] = make([]float64, len(q))
				}
				next[to][y] += mass
			}
		}
		laws, states = append(laws, law), next
	}
	return laws
}

// pushed is q after a step.
func pushed(q []float64, rows [][]float64) []float64 {
	dst := make([]float64, len(q))
	for x, mass := range q {
		if mass != 0 {
			floats.AddScaled(dst, mass, rows[x])
		}
	}
	return dst
}

// Several are the rows of n steps, n at least 1.
func Several(rows [][]float64, n int) [][]float64 {
	all := slices.Clone(rows)
	for range n - 1 {
		for x := range all {
			all[x] = pushed(all[x], rows)
		}
	}
	return all
}
