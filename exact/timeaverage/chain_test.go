package timeaverage

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid/must"
	"breadboard/grid/text"
)

// The oracle: E[e^{tS}] of the sum S over N steps is a power of a matrix, s (P e^{tG})^N 1, where G has g on its
// diagonal. Up to t² it is a power of the triangular block matrix
//
//	P  PG  PGG/2
//	   P   PG
//	       P
//
// in 400 bits. Its first row of blocks gives 1, E[S] and E[S²]/2: raw moments, of which digits cancel, but not all of
// 120.

// rows is an operator that is written out, with its diagonal.
type rows struct {
	chains.Operator
	p [][]float64
}

func (r rows) Row(x int, visit func(y int, p float64)) {
	for y, p := range r.p[x] {
		if y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay returns 1 less the rest of a row, as the oracle has it.
func (r rows) Stay(x int) float64 {
	left := 1.0
	r.Row(x, func(_ int, p float64) { left -= p })
	return left
}

// A problem is a chain and the distribution that it leaves invariant.
type problem struct {
	p  []float64
	at [][]float64
}

func (q problem) chain() *Chain { return New(rows{p: q.at}, q.p) }

const oracleBits = 400

func flt(v float64) *big.Float { return new(big.Float).SetPrec(oracleBits).SetFloat64(v) }

// oracle returns the bias and the mean squared error of the average of h over n steps, from s.
func (q problem) oracle(h, s []float64, n int) (bias, mse float64) {
	size := len(q.p)
	sum, mean := flt(0), flt(0)
	for x, p := range q.p {
		sum.Add(sum, flt(p))
		mean.Add(mean, flt(0).Mul(flt(p), flt(h[x])))
	}
	mean.Quo(mean, sum)
	var g []*big.Float
	for _, v := range h {
		g = append(g, flt(0).Sub(flt(v), mean))
	}
	row := make([]*big.Float, 3*size) // of the powers
	for x := range row {
		row[x] = flt(0)
	}
	for x, v := range s {
		row[x] = flt(v)
	}
	power := q.triangular(g)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			row = bigRow(row, power)
		}
		if n > 1 {
			square := make([][]*big.Float, len(power))
			for x, row := range power {
				square[x] = bigRow(row, power)
			}
			power = square
		}
	}
	first, second := flt(0), flt(0)
	for x := range size {
		first.Add(first, row[size+x])
		second.Add(second, row[2*size+x])
	}
	bias, _ = first.Float64()
	mse, _ = second.Float64()
	return bias, 2 * mse
}

// triangular is the block matrix. The diagonal of P is 1 less the rest of a row.
func (q problem) triangular(g []*big.Float) [][]*big.Float {
	size := len(q.p)
	m := make([][]*big.Float, 3*size)
	for x := range m {
		m[x] = make([]*big.Float, 3*size)
		for y := range m[x] {
			m[x][y] = flt(0)
		}
	}
	for x := range size {
		left := flt(1)
		for y, p := range q.at[x] {
			if y != x {
				left.Sub(left, flt(p))
			}
		}
		for y := range size {
			p := flt(q.at[x][y])
			if y == x {
				p = left
			}
			once := flt(0).Mul(p, g[y])
			half := flt(0).Mul(flt(0).Mul(once, g[y]), flt(0.5))
			for b := range 3 {
				m[b*size+x][b*size+y] = p
			}
			m[x][size+y] = once
			m[size+x][2*size+y] = once
			m[x][2*size+y] = half
		}
	}
	return m
}

func bigRow(v []*big.Float, m [][]*big.Float) []*big.Float {
	out := make([]*big.Float, len(v))
	term := flt(0)
	for y := range out {
		out[y] = flt(0)
		for x, a := range v {
			if a.Sign() != 0 && m[x][y].Sign() != 0 {
				out[y].Add(out[y], term.Mul(a, m[x][y]))
			}
		}
	}
	return out
}

// cycle returns the chain that goes round six states.
func cycle() problem {
	q := problem{at: make([][]float64, 6)}
	for x := range 6 {
		q.p = append(q.p, 1./6)
		q.at[x] = at((x+1)%6, 6)
	}
	return q
}

// drawRound draws a chain that goes round a cycle and takes other moves at will, with weights over this many decades.
// It is not reversible.
func drawRound(r *rand.Rand, decades float64) problem {
	n := 2 + r.IntN(4)
	q := problem{at: make([][]float64, n)}
	for x := range n {
		q.at[x] = make([]float64, n)
		for y := range n {
			if y == (x+1)%n || y == x || r.IntN(2) == 0 {
				q.at[x][y] = math.Pow(10, -decades*r.Float64())
			}
		}
		floats.Scale(1/floats.Sum(q.at[x]), q.at[x])
	}
	pi, err := spectra.Matrix(q.at).Stationary()
	if err != nil {
		panic(err)
	}
	q.p = pi
	return q
}

// at returns the distribution of a start in one state.
func at(x, n int) []float64 {
	s := make([]float64, n)
	s[x] = 1
	return s
}

// A way finds the sums of functions, as Each does.
type way func(c *Chain, ctx context.Context, functions [][]float64, ns []int, see visitor) error

// ways are the cheaper way, and both ways alone.
var ways = map[string]way{"the cheaper": (*Chain).Each, "steps": alone((*Chain).stepByStep),
	"doubling": alone((*Chain).byDoubling)}

func alone(part func(c *Chain, ctx context.Context, of []centred, ns []int, see visitor) error) way {
	return func(c *Chain, ctx context.Context, functions [][]float64, ns []int, see visitor) error {
		var of []centred
		for _, h := range functions {
			of = append(of, c.centred(h))
		}
		return part(c, ctx, of, ns, see)
	}
}

// measured returns the accuracy of the time averages of functions by a way, from starts, after each number of steps in
// ns: one value for each function, start and number, in this order. Functions may be anything where the chain has no
// mass.
func measured(t *testing.T, by way, c *Chain, functions, starts [][]float64, ns []int) [][][]Accuracy {
	t.Helper()
	all := make([][][]Accuracy, len(functions))
	for f := range all {
		for range starts {
			all[f] = append(all[f], make([]Accuracy, len(ns)))
		}
	}
	must.Do(t, by(c, t.Context(), functions, ns, func(f, k int, s Sums) {
		for i, start := range starts {
			all[f][i][k] = s.From(must.Have(c.Start(start))(t))
		}
	}))
	return all
}

// held draws chains of every kind.
var held = map[string]func(r *rand.Rand) problem{
	"round a cycle":              func(*rand.Rand) problem { return cycle() },
	"not reversible":             func(r *rand.Rand) problem { return drawRound(r, 2) },
	"not reversible and slow":    func(r *rand.Rand) problem { return drawRound(r, 8) },
	"reversible":                 func(r *rand.Rand) problem { return drawScales(r, 5, 2, 0) },
	"1e7 steps to cross":         func(r *rand.Rand) problem { return drawScales(r, 3, 1, 7) },
	"masses down to 1e-30":       func(r *rand.Rand) problem { return drawScales(r, 4, 30, 0) },
	"1e7 steps and small masses": func(r *rand.Rand) problem { return drawScales(r, 5, 20, 7) },
}

// TestMeasureOracle checks that the mean squared error is the oracle's to 1e-9, on chains of every kind and by every
// way. The bias is as close, relative to the error. The worst of these is off by 4e-13.
func TestMeasureOracle(t *testing.T) {
	for kind, drawn := range held {
		r := rand.New(rand.NewPCG(3, uint64(len(kind))))
		q := drawn(r)
		n := len(q.p)
		functions := [][]float64{around(r, n, 0), at(r.IntN(n), n)}
		starts := [][]float64{q.p, at(floats.MinIdx(q.p), n)}
		ns := []int{1 + r.IntN(9), 10 + r.IntN(1000), 1000 + r.IntN(3000), 1e6 + r.IntN(1000), 1e9 - 3}
		for name, by := range ways {
			some := ns
			if name == "steps" {
				some = ns[:3]
			}
			q.hold(t, kind+" by "+name, functions, starts, measured(t, by, q.chain(), functions, starts, some))
		}
	}
}

// hold compares all accuracies with the oracle's.
func (q problem) hold(t *testing.T, name string, functions, starts [][]float64, all [][][]Accuracy) {
	t.Helper()
	for f, h := range functions {
		for i, s := range starts {
			for _, a := range all[f][i] {
				if off := q.off(a, h, s); !(off <= 1e-9) {
					t.Errorf("%s: function %d from start %d after %d steps is off by %.2g", name, f, i, a.N, off)
				}
			}
		}
	}
}

// TestWorst checks that the worst cell is the one from whose states with mass, drawn by their masses, the mean squared
// error is the largest: of cells of a state each, and of one that has all.
func TestWorst(t *testing.T) {
	q := drawScales(rand.New(rand.NewPCG(5, 1)), 4, 1, 1)
	c := q.chain()
	must.Do(t, c.Each(t.Context(), [][]float64{{3, 1, -1, 0.5}, {0, 0, 1, -4}}, []int{9}, func(f, _ int, s Sums) {
		var want Accuracy
		for x := range 4 {
			if a := s.From(at(x, 4)); a.MSE() > want.MSE() {
				want = a
			}
		}
		got := []Accuracy{s.Worst(1, []float64{1, 1, 1, 1}), s.Worst(4, q.p)}
		if got[0] != want || got[1] != s.From(q.p) {
			t.Errorf("function %d: the worst cells have %v, want %v and %v", f, got, want, s.From(q.p))
		}
	}))
}

// TestRoom holds what Each and New take up, and from which number of steps on doubling is the cheaper way.
func TestRoom(t *testing.T) {
	must.Near(t, Bytes(49, 245, 3, 2), 60*245+8*49*(10+2*3*3), 0, "the bytes of a chain")
	most := math.Sqrt(text.MostBytes / 2 / 8 / (3*7 + 2))
	c := cycle().chain()
	got := []bool{CanDouble(most, 7), CanDouble(most+1, 7), c.doubles(2, []int{13, 1}), c.doubles(2, []int{12, 1})}
	if !slices.Equal(got, []bool{true, false, true, false}) {
		t.Errorf("room for the most states and for more, and doubling of 13 steps and 12: %v", got)
	}
}

// TestMeasureMass checks that a start without mass is refused, and functions may be infinite there.
func TestMeasureMass(t *testing.T) {
	q := problem{p: []float64{0.5, 0, 0.5}, at: [][]float64{{0.5, 0, 0.5}, {0.5, 0, 0.5}, {0.5, 0, 0.5}}}
	h := [][]float64{{1, math.Inf(-1), 3}}
	all := measured(t, (*Chain).Each, q.chain(), h, [][]float64{q.p}, []int{10})
	must.Within(t, all[0][0][0].RESS(), 10, 1e-14, "RESS of ten draws")
	_, err := q.chain().Start([]float64{0.5, 0.5, 0})
	must.Fail(t, err, "a start in state 1, whose mass is 0; use a state with mass", "a start without mass")
}

// off returns the distance of an accuracy from the oracle's, relative to the error. After whole rounds of a cycle the
// error is 0, which the oracle has within its bits.
func (q problem) off(a Accuracy, h, s []float64) float64 {
	n := float64(a.N)
	bias, square := q.oracle(h, s, a.N)
	if square < 1e-60 {
		return a.MSE()
	}
	return max(math.Abs(a.MSE()*n*n-square)/square, math.Abs(a.Bias*n-bias)/math.Sqrt(square))
}

// TestLimits checks that N times the error and RESS/N come to the limit, from whichever start, also of a function with
// a constant. After 1e13 steps of chains that forget within 1e3 they are within 1e-9 of it. States without mass do not
// count, and a chain that does not get everywhere has no limit.
func TestLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		q := drawRound(r, 1)
		n, h := len(q.p), around(r, len(q.p), 0)
		high := slices.Clone(h)
		floats.AddConst(1<<30, high)
		limits := must.Have(q.chain().Limits([][]float64{h, high}))(t)
		// 2^30 takes digits of h
		must.Within(t, limits[1].Efficiency, limits[0].Efficiency, 1e-6, "RESS/N with a constant")
		starts := [][]float64{q.p, at(0, n)}
		for _, a := range measured(t, (*Chain).Each, q.chain(), [][]float64{h}, starts, []int{1e13})[0] {
			must.Within(t, 1e13*a[0].MSE(), limits[0].MSE, 1e-9, "N times the error")
			must.Within(t, a[0].Efficiency(), limits[0].Efficiency, 1e-9, "RESS/N")
		}
	}
	q := problem{p: []float64{0.25, 0, 0.75}, at: [][]float64{{0.25, 0, 0.75}, {0, 1, 0}, {0.25, 0, 0.75}}}
	limits := must.Have(q.chain().Limits([][]float64{{1, 7, 3}}))(t)
	must.Within(t, limits[0].Efficiency, 1, 1e-14, "the efficiency of draws")
	must.Within(t, limits[0].MSE, 0.75, 1e-14, "their variance")
	still := problem{p: []float64{0.5, 0.5}, at: [][]float64{{1, 0}, {0, 1}}}
	must.Refuse(still.chain().Limits([][]float64{{1, 2}}))(t, "", "a chain that never moves has a limit")
}

// around returns a function on n states, near a value.
func around(r *rand.Rand, n int, value float64) []float64 {
	h := make([]float64, n)
	for x := range h {
		h[x] = value + 3*r.NormFloat64()
	}
	return h
}

// drawScales draws masses over some decades, and moves that are accepted like those of Metropolis. Every state has its
// own time scale, up to 10^slow steps.
func drawScales(r *rand.Rand, n int, decades, slow float64) problem {
	q := problem{at: make([][]float64, n), p: make([]float64, n)}
	scale := make([]float64, n)
	for x := range n {
		q.at[x] = make([]float64, n)
		q.p[x] = math.Pow(10, -decades*r.Float64())
		scale[x] = slow * r.Float64()
	}
	for x := range n {
		for y := range x {
			v := 0.9 / float64(n) * math.Pow(10, -max(scale[x], scale[y]))
			q.at[x][y] = v * min(1, q.p[y]/q.p[x])
			q.at[y][x] = v * min(1, q.p[x]/q.p[y])
		}
	}
	for x := range n {
		q.at[x][x] = 1 - floats.Sum(q.at[x])
	}
	floats.Scale(1/floats.Sum(q.p), q.p)
	return q
}
