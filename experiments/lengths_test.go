package experiments

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
	"breadboard/grid/must"
)

// squaredSpeeds computes the squared speeds of the path at beta by their definitions, with matrices. They are the
// variance of the slope s; the sum of its autocovariances over all lags; and, in the metric of Maas, the kinetic
// energy Σ p(x) T(x,y) (ψ(x) - ψ(y))² / 2 of the potential ψ whose flow moves p as the path does: Σ_y p(x) T(x,y)
// (ψ(x) - ψ(y)) = p(x) s(x).
func squaredSpeeds(t *testing.T, c Chain, beta float64) (fisher, friction, maas float64) {
	t.Helper()
	a := c.Base(chains.Linear(2))
	op, level := a.Aimed(2, beta)
	n := a.Grid.Size()
	p := chains.Normalized(level.LogF())
	s := make([]float64, n)
	a.Bridge.Slope(s, beta)
	mean := 0.0
	for x := range s {
		mean += p[x] * s[x]
	}
	moves := mat.NewDense(n, n, nil)
	for x := range n {
		s[x] -= mean
		stay := 1.0
		op.Row(x, func(y int, q float64) {
			if y != x {
				moves.Set(x, y, moves.At(x, y)+q)
				stay -= q
			}
		})
		moves.Set(x, x, stay)
	}
	later := mat.NewVecDense(n, s)
	for lag := range 3_000 {
		if lag > 0 {
			next := mat.NewVecDense(n, nil)
			next.MulVec(moves, later)
			later = next
		}
		sum := 0.0
		for x := range n {
			sum += p[x] * s[x] * later.AtVec(x)
		}
		friction += 2 * sum
		if lag == 0 {
			fisher, friction = sum, sum
		}
	}
	flow := mat.NewDense(n, n, nil)
	psi := mat.NewVecDense(n, nil)
	right := mat.NewVecDense(n, nil)
	for x := 1; x < n; x++ { // ψ is 0 in the first cell
		right.SetVec(x, p[x]*s[x])
		for y := range n {
			flow.Set(x, x, flow.At(x, x)+p[x]*moves.At(x, y))
			flow.Set(x, y, flow.At(x, y)-p[x]*moves.At(x, y))
		}
	}
	flow.Set(0, 0, 1)
	must.Do(t, psi.SolveVec(flow, right))
	for x := range n {
		for y := range n {
			d := psi.AtVec(x) - psi.AtVec(y)
			maas += p[x] * moves.At(x, y) * d * d / 2
		}
	}
	return fisher, friction, maas
}

// TestLengths: on many equal steps the lengths, B near equilibrium and the action are integrals of the squared speeds,
// and B is near the first.
func TestLengths(t *testing.T) {
	c := must.Have(Setting{Toy: "ising:2x2:0.7", Kernel: "metropolis"}.Chain())(t)
	const T, nodes = 20_000, 100
	l := must.Have(LengthsOf(must.Have(c.Exactly(t.Context(), []int{T}, nil))(t)[0]))(t)
	var fisher, friction, near, action float64
	for i := range nodes { // the midpoint rule
		f, z, m := squaredSpeeds(t, c, (float64(i)+0.5)/nodes)
		fisher += math.Sqrt(f) / nodes
		friction += math.Sqrt(z) / nodes
		near += z / nodes / (T - 1)
		action += m / nodes / (T - 1)
	}
	for _, v := range []struct {
		name      string
		got, want float64
	}{{"Fisher", l.Fisher, fisher}, {"friction", l.Friction, friction}, {"near", l.Near,
		near}, {"action", l.Action, action}} {
		if math.Abs(v.got-v.want) > 1e-4*v.want {
			t.Errorf("%s: %v, and %v by its definition", v.name, v.got, v.want)
		}
	}
	if q := l.B() / l.Near; math.Abs(q-1) > 0.01 {
		t.Errorf("B is %v times what it should approach", q)
	}
	if l.Paths.Forward > l.Action || l.Paths.Reverse > l.Action || l.Action > l.Near {
		t.Errorf("the action %v is no bound of %v and %v, or worse than B near equilibrium, %v",
			l.Action, l.Paths.Forward,
			l.Paths.Reverse, l.Near)
	}
	turning := must.Have(Setting{Toy: "ising:2x2:0.7", Kernel: "cycle"}.Chain())(t)
	l = must.Have(LengthsOf(must.Have(turning.Exactly(t.Context(), []int{10}, nil))(t)[0]))(t)
	if !math.IsNaN(l.Action) || !(l.Friction > 0) {
		t.Errorf("a sweep is not its own reversal: action %v, friction %v", l.Action, l.Friction)
	}
}
