package timeaverage

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// uniform is a chain with this matrix, which leaves the uniform law invariant.
func uniform(at [][]float64) problem {
	q := problem{at: at}
	for range at {
		q.p = append(q.p, 1/float64(len(at)))
	}
	return q
}

// zeros is a matrix of zeros.
func zeros(n int) [][]float64 {
	m := make([][]float64, n)
	for x := range m {
		m[x] = make([]float64, n)
	}
	return m
}

// lazyCycle goes round n states, and stays with this probability.
func lazyCycle(n int, stay float64) problem {
	m := zeros(n)
	for x := range m {
		m[x][(x+1)%n] = 1 - stay
		m[x][x] = stay
	}
	return uniform(m)
}

// around is a function on n states, near a value.
func around(r *rand.Rand, n int, value float64) []float64 {
	h := make([]float64, n)
	for x := range h {
		h[x] = value + 3*r.NormFloat64()
	}
	return h
}

// residues are some thousands of steps, and some 1e6, 1e9 and 1e12, by every remainder of a period.
func residues(period int) (ns []int) {
	for _, n := range []int{1e3, 1e6, 1e9, 1e12 - 10} {
		for k := range period {
			ns = append(ns, n+k)
		}
	}
	return ns
}

// round is the sum of h less its mean over n steps round a cycle from x, in fractions.
func round(h []float64, x, n int) *big.Rat {
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	mean, sum := new(big.Rat), new(big.Rat)
	for _, v := range h {
		mean.Add(mean, rat(v))
	}
	mean.Quo(mean, rat(float64(len(h))))
	for k := 1; k <= n%len(h); k++ {
		sum.Add(sum, new(big.Rat).Sub(rat(h[(x+k)%len(h)]), mean))
	}
	return sum
}

// TestCycles: a chain that goes round 2 to 7 states has the errors of a part of the last round, after any
// number of steps up to 1e12, whatever the size of the values. After whole rounds there is none.
func TestCycles(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for n := 2; n <= 7; n++ {
		q, ns := lazyCycle(n, 0), residues(n)
		starts := [][]float64{q.p}
		for x := range n {
			starts = append(starts, at(x, n))
		}
		functions := [][]float64{[]float64{1, 0, 1, 3, -2, 4, 5}[:n], around(r, n, 0), around(r, n, 1e6), around(r, n, 1e9)}
		all := ways["the plan"](t, q.chain(), functions, starts, ns)
		stepped := ways["steps"](t, q.chain(), functions, starts, ns[:n])
		for f, of := range all {
			for k, steps := range ns {
				squares := new(big.Rat)
				for x := range n {
					sum := round(functions[f], x, steps)
					squares.Add(squares, new(big.Rat).Mul(sum, sum))
					want, _ := sum.Float64()
					name := fmt.Sprintf("the error of function %d round %d from %d after %d steps", f, n, x, steps)
					within(t, name, of[1+x][k].Bias*float64(steps), want, 1e-14)
					if k < n {
						within(t, name+" by steps", stepped[f][1+x][k].Bias*float64(steps), want, 1e-14)
					}
					if v := of[1+x][k].Variance; v != 0 {
						t.Errorf("%s has the variance %g", name, v)
					}
				}
				want, _ := squares.Quo(squares, big.NewRat(int64(n), 1)).Float64()
				within(t, fmt.Sprintf("the error of function %d round %d from anywhere after %d steps", f, n, steps),
					of[0][k].MSE()*float64(steps)*float64(steps), want, 1e-14)
			}
		}
	}
}

// mixed is the mean of permutations with these weights, which are sums of powers of 2.
func mixed(weights []float64, permutations ...[]int) problem {
	m := zeros(len(permutations[0]))
	for i, to := range permutations {
		for x, y := range to {
			m[x][y] += weights[i]
		}
	}
	return uniform(m)
}

// TestNearlyPeriodic: chains that go round, but for a step in 2 to 1e12, or that go round by classes of
// states in which they move at random, keep nine digits over 1e12 steps.
func TestNearlyPeriodic(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	classes := [][]int{{2, 3, 4, 5, 0, 1}, {3, 2, 5, 4, 1, 0}}
	problems := map[string]problem{
		"three classes of two": mixed([]float64{0.5, 0.5}, classes...),
		"classes, unevenly":    mixed([]float64{1 - 0x1p-30, 0x1p-30}, classes...),
		"a cycle of 3 and one of 2, that rarely meet": mixed([]float64{1 - 0x1p-25, 0x1p-25},
			[]int{1, 2, 0, 4, 3}, []int{0, 1, 3, 2, 4}),
		"a cycle beside a slow pair": mixed([]float64{1 - 0x1p-20, 0x1p-20}, []int{1, 2, 0, 3, 4}, []int{1, 2, 0, 4, 3}),
	}
	for _, stay := range []float64{0.5, 1e-3, 1e-8, 1e-12} {
		problems[fmt.Sprintf("two states that stay by %g", stay)] = lazyCycle(2, stay)
		problems[fmt.Sprintf("six states that stay by %g", stay)] = lazyCycle(6, stay)
		problems[fmt.Sprintf("a walk round four that stays by %g", stay)] = ring(4, stay)
	}
	for name, q := range problems {
		n := len(q.p)
		functions := [][]float64{[]float64{1, 0, 1, 0, 1, 0}[:n], []float64{4, 1, 1, -3, -3, 0}[:n], around(r, n, 1e6),
			around(r, n, 1e9)}
		starts := [][]float64{q.p, at(0, n)}
		ns := []int{1e6 + r.IntN(6), 1e12 - r.IntN(6)}
		all := ways["the plan"](t, q.chain(), functions, starts, ns)
		q.hold(t, name, functions, starts, all, 1e-9)
	}
}

// TestTwice: sums, products and quotients in two parts have 30 digits, and differences of near numbers all
// that a float has.
func TestTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	wide := func(v twice) *big.Float { return flt(0).Add(flt(v.hi), flt(v.lo)) }
	for range 1000 {
		a, b := exactly(r.NormFloat64(), 1e-17*r.NormFloat64()), exactly(1e3*r.NormFloat64(), 1e-14*r.NormFloat64())
		v, most := r.NormFloat64(), math.Abs(a.hi)+math.Abs(b.hi)
		for name, c := range map[string]struct {
			got   twice
			want  *big.Float
			scale float64
		}{
			"a sum":      {a.plus(b), flt(0).Add(wide(a), wide(b)), most},
			"a product":  {a.times(v), flt(0).Mul(wide(a), flt(v)), math.Abs(a.hi * v)},
			"a quotient": {a.over(b), flt(0).Quo(wide(a), wide(b)), math.Abs(a.hi / b.hi)},
		} {
			near := exactly(a.hi, 1e-17*r.NormFloat64())
			apart, _ := flt(0).Sub(wide(near), wide(a)).Float64()
			within(t, "a small difference", near.less(a), apart, 1e-15)
			off, _ := flt(0).Sub(wide(c.got), c.want).Float64()
			if !(math.Abs(off) <= 1e-31*c.scale) || math.Abs(c.got.lo) > 0x1p-53*math.Abs(c.got.hi) {
				t.Errorf("%s is %v, off by %.2g", name, c.got, off/c.scale)
			}
		}
	}
}
