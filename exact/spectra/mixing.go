package spectra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Never is the mixing time of a chain that does not come so close, or not in
// 2^62 steps.
const Never = math.MaxInt

// Mixing is how many steps it takes until a chain is close to π in total
// variation, max over A of |P^t(x,A) - π(A)|, the start x being a cell with mass.
type Mixing struct {
	Worst   int // until it is from every start
	Average int // until the distance is, averaged over starts from π
	From    int // the start from which it takes longest; the first of equals
	// Certain is whether round-off cannot have changed either time: no distance
	// that decided was within the round-off of its powers from eps.
	Certain bool
}

// MixingTime is the mixing times at the distance eps in (0, 1); 1/4 is customary.
// By repeated squaring, then bisection in powers of two: times are exact, as
// numbers of steps. Products add what is not negative, so that a slow escape keeps
// its digits, and rows are made to sum to 1 again, so that nothing is lost or made
// in any number of squarings.
func (m *Matrix) MixingTime(pi []float64, eps float64) (Mixing, error) {
	if !(eps > 0 && eps < 1) {
		return Mixing{}, fmt.Errorf("a distance of %g; one between 0 and 1 would do, 1/4 is customary", eps)
	}
	if err := m.checkAgainst(pi); err != nil {
		return Mixing{}, err
	}
	states := support(pi)
	sub, p := m.on(states), pick(pi, states)
	c := closeness{pi: p, eps: eps, slack: 4 * ulp}
	worst, average := sub.floor(p)
	c.powers = []*mat.Dense{tidy(mat.NewDense(sub.n, sub.n, append([]float64(nil), sub.p...)))}
	if worst <= eps {
		c.square(func(d distance) bool { return d.worst > eps })
	} else if average <= eps {
		c.square(func(d distance) bool { return d.average > eps })
	}
	out := Mixing{Worst: Never, Average: Never, From: -1}
	c.certain = true
	if average <= eps {
		out.Average, _ = c.first(func(d distance) float64 { return d.average })
	}
	if worst <= eps {
		out.Worst, out.From = c.first(func(d distance) float64 { return d.worst })
		out.From = states[out.From]
	}
	out.Certain = c.certain
	return out, nil
}

// floor is a bound below on the distances at all times, worst and average: a
// chain is in one cyclic class at a time, and knows which. 0 where the chain is
// aperiodic and of one class.
func (m *Matrix) floor(pi []float64) (worst, average float64) {
	rest := 1.0
	least := 1.0
	for _, c := range m.Classes() {
		period, place := m.period(c.States)
		if period == 0 {
			continue
		}
		mass := make([]float64, period)
		for i, x := range c.States {
			mass[place[i]] += pi[x]
		}
		for _, v := range mass {
			least = min(least, v)
			rest -= v * v
		}
	}
	round := float64(m.n) * ulp
	worst, average = 1-least, rest
	if worst <= round {
		worst = 0
	}
	if average <= round {
		average = 0
	}
	return worst, average
}

// A distance is how far the chain is from π at some time.
type distance struct {
	worst, average float64
	from           int
}

// closeness holds the powers P, P^2, P^4, .. that were needed so far.
type closeness struct {
	pi      []float64
	eps     float64
	slack   float64
	powers  []*mat.Dense
	certain bool
}

// distance is that of the chain from π, starting as the rows of k say.
func (c *closeness) distance(k *mat.Dense) distance {
	var d distance
	for x, p := range c.pi {
		row, sum := k.RawRowView(x), 0.0
		for y, v := range row {
			sum += math.Abs(v - c.pi[y])
		}
		sum /= 2
		d.average += p * sum
		if sum > d.worst+c.slack {
			d.worst, d.from = sum, x
		}
	}
	return d
}

// square squares the last power while the chain is far, up to 2^62 steps.
func (c *closeness) square(far func(distance) bool) {
	for len(c.powers) < 62 {
		last := c.powers[len(c.powers)-1]
		if !far(c.distance(last)) {
			return
		}
		c.powers = append(c.powers, times(last, last))
	}
}

// first is the first time at which a distance, which never grows, is eps or less,
// and the start that was the last to come so close.
func (c *closeness) first(of func(distance) float64) (t, from int) {
	n := len(c.pi)
	at := mat.NewDense(n, n, nil)
	for x := range n {
		at.Set(x, x, 1)
	}
	d := c.distance(at)
	if of(d) <= c.eps+c.slack {
		return 0, d.from
	}
	from = d.from
	for k := len(c.powers) - 1; k >= 0; k-- {
		next := c.powers[k]
		if t > 0 {
			next = times(at, next)
		}
		d = c.distance(next)
		round := float64((len(c.powers)+1)*n) * ulp
		if off := math.Abs(of(d) - c.eps); off > c.slack && off < round {
			c.certain = false
		}
		if of(d) > c.eps+c.slack {
			at, from = next, d.from
			t += 1 << k
		}
	}
	if t == 1<<len(c.powers)-1 {
		return Never, from
	}
	return t + 1, from
}

// times is the product of two stochastic matrices, made stochastic again.
func times(a, b *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return tidy(&out)
}

// tidy divides the rows of k by their sums, and returns it. What is off the
// diagonal keeps its digits, however little it is.
func tidy(k *mat.Dense) *mat.Dense {
	n, _ := k.Dims()
	for x := range n {
		row := k.RawRowView(x)
		floats.Scale(1/floats.Sum(row), row)
	}
	return k
}
