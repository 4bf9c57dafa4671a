package toys_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/toys"
)

// logZ returns the log of the sum of exp(logf).
func logZ(logf []float64) float64 {
	sum := 0.0
	for _, v := range logf {
		sum += math.Exp(v)
	}
	return math.Log(sum)
}

// transfer returns the log partition function of a torus of rows x cols sites of some
// states by transfer matrix: the trace of a power of what one column does to the
// next, bond(a, b) being what a bond between states a and b adds to log f.
func transfer(rows, cols, states int, bond func(a, b int) float64) float64 {
	n := int(math.Pow(float64(states), float64(rows)))
	at := func(column, row int) int { return column / int(math.Pow(float64(states), float64(row))) % states }
	within := func(c int) (sum float64) {
		for r := 0; rows > 1 && r < rows; r++ {
			sum += bond(at(c, r), at(c, (r+1)%rows))
		}
		return sum
	}
	if cols == 1 {
		z := 0.0
		for c := range n {
			z += math.Exp(within(c))
		}
		return math.Log(z)
	}
	m := mat.NewDense(n, n, nil)
	for c := range n {
		for d := range n {
			sum := within(c)
			for r := range rows {
				sum += bond(at(c, r), at(d, r))
			}
			m.Set(c, d, math.Exp(sum))
		}
	}
	var power mat.Dense
	power.Pow(m, cols)
	return math.Log(mat.Trace(&power))
}

// kaufman returns the log partition function of the Ising model on a torus of n rows
// and m columns, n > 1, by B. Kaufman (Phys. Rev. 76, 1232, 1949), coupling k > 0.
func kaufman(n, m int, k float64) float64 {
	gamma := func(q int) float64 {
		if q == 0 {
			return 2*k + math.Log(math.Tanh(k))
		}
		return math.Acosh(math.Cosh(2*k)/math.Tanh(2*k) - math.Cos(math.Pi*float64(q)/float64(n)))
	}
	terms := [4]float64{1, 1, 1, 1}
	for r := range n {
		odd, even := float64(m)*gamma(2*r+1)/2, float64(m)*gamma(2*r)/2
		terms[0] *= 2 * math.Cosh(odd)
		terms[1] *= 2 * math.Sinh(odd)
		terms[2] *= 2 * math.Cosh(even)
		terms[3] *= 2 * math.Sinh(even)
	}
	// the even terms take the sign of γ_0 with them
	return math.Log((terms[0]+terms[1]+terms[2]+terms[3])/2) + float64(n*m)/2*math.Log(2*math.Sinh(2*k))
}

// TestIsingPartition holds Z to the transfer matrix, to Kaufman's closed form and,
// on a ring, to Ising's own. Sums of 2^16 terms and less lose no more than 1e-12.
func TestIsingPartition(t *testing.T) {
	near := func(what string, rows, cols int, k, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-11*max(1, math.Abs(want))) {
			t.Errorf("%dx%d, coupling %v: log Z = %.14g, by %s %.14g", rows, cols, k, got, what, want)
		}
	}
	spin := func(s int) float64 { return float64(2*s - 1) }
	for _, k := range []float64{0.1, 0.44, 1.3, -0.7} {
		for _, box := range [][2]int{{1, 2}, {2, 1}, {1, 5}, {6, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 4}} {
			rows, cols := box[0], box[1]
			z := logZ(toys.Ising(rows, cols, k).LogF)
			near("transfer matrix", rows, cols, k, z,
				transfer(rows, cols, 2, func(a, b int) float64 { return k * spin(a) * spin(b) }))
			if rows > 1 && cols > 1 && k > 0 {
				near("Kaufman", rows, cols, k, z, kaufman(rows, cols, k))
			}
			if rows == 1 {
				n := float64(cols)
				near("the ring", rows, cols, k, z, math.Log(math.Pow(2*math.Cosh(k), n)+math.Pow(2*math.Sinh(k), n)))
			}
		}
	}
}

// One flipped spin on 2x3: its bonds are two to the right and left, and two to the
// one below, which is also the one above.
func TestIsingBonds(t *testing.T) {
	target := toys.Ising(2, 3, 1)
	g := target.Grid
	if g.String() != "2x2x2x2x2x2" {
		t.Fatal(g)
	}
	up := g.Index(1, 1, 1, 1, 1, 1)
	for site := range 6 {
		coords := []int{1, 1, 1, 1, 1, 1}
		coords[site] = 0
		if got := target.LogF[up] - target.LogF[g.Index(coords...)]; got != 8 {
			t.Errorf("flipping spin %d costs %v", site, got)
		}
	}
	pair := g.Index(0, 1, 1, 0, 1, 1) // spins 0 and 3, one below the other
	if got := target.LogF[up] - target.LogF[pair]; got != 8 {
		t.Errorf("flipping a pair costs %v, when its two bonds stay", got)
	}
	if m := magnetisation(6, pair); math.Abs(m-1.0/3) > 1e-15 {
		t.Errorf("magnetisation %v", m)
	}
}
