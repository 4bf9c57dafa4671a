package spectra

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Never is the mixing time of a chain that does not come within the distance in 2^62 steps.
const Never = math.MaxInt

// maxSquarings keeps numbers of steps below 2^62.
const maxSquarings = 62

// Mixing says how many steps a chain takes to come close to π in total variation,
// d(t) = max over A of |P^t(x,A) - π(A)|, from the start x, a cell with mass. Beyond some 1e12 steps one step changes
// the distance by less than round-off, and the first twelve digits of a time are right.
type Mixing struct {
	Worst   int // until d(t) is at most eps from every start
	Average int // until the average of d(t) over starts drawn from π is at most eps
	From    int // the start that takes longest, the first of equals
}

// tie bounds the excess over eps of a distance that counts as eps: the fraction 1/4 is 1/4 whatever its last digit.
const tie = 4 * ulp

// MixingTime returns the mixing times at the distance eps in (0, 1); 1/4 is customary.
//
// It squares P until the chain is close, then finds the time bit by bit. Products of numbers that are not negative keep
// the digits of a slow escape, and dividing each row by its sum keeps probability from leaking over any number of
// squarings.
func (m Matrix) MixingTime(pi []float64, eps float64) (Mixing, error) {
	if !(eps > 0 && eps < 1) {
		return Mixing{}, fmt.Errorf("a distance of %g; use one between 0 and 1, such as 1/4", eps)
	}
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Mixing{}, err
	}
	n := len(sub)
	once := stochastic(mat.NewDense(n, n, slices.Concat(sub...)))
	s := mixingSearch{pi: p, eps: eps + tie, powers: []*mat.Dense{once}}
	var out Mixing
	out.Worst, out.From = s.first(func(d distance) float64 { return d.worst })
	out.From = states[out.From]
	out.Average, _ = s.first(func(d distance) float64 { return d.average })
	return out, nil
}

// A distance says how far the chain is from π at one time. from is the farthest start, the first of those within 4
// ulps.
type distance struct {
	worst, average float64
	from           int
}

// A mixingSearch keeps those of the powers P, P^2, P^4, ... that were needed so far.
type mixingSearch struct {
	pi     []float64
	eps    float64
	powers []*mat.Dense
}

// distance returns the distance of k, whose rows are the distributions after some steps from every start.
func (s *mixingSearch) distance(k *mat.Dense) distance {
	var d distance
	each := make([]float64, len(s.pi))
	for x, p := range s.pi {
		each[x] = floats.Distance(k.RawRowView(x), s.pi, 1) / 2
		d.average += p * each[x]
	}
	d.worst = floats.Max(each)
	for d.from = 0; each[d.from] < d.worst-tie; d.from++ {
	}
	return d
}

// first returns the first time at which a distance, which never grows, is at most eps, and the start that was the last
// to come so close.
func (s *mixingSearch) first(of func(distance) float64) (t, from int) {
	n := len(s.pi)
	now := mat.NewDense(n, n, nil) // the distributions after t steps
	for x := range n {
		now.Set(x, x, 1)
	}
	before := s.distance(now)
	if of(before) <= s.eps {
		return 0, before.from
	}
	for last := s.powers[len(s.powers)-1]; len(s.powers) < maxSquarings && of(s.distance(last)) > s.eps; {
		last = times(last, last)
		s.powers = append(s.powers, last)
	}
	for k := len(s.powers) - 1; k >= 0; k-- {
		next := s.powers[k]
		if t > 0 {
			next = times(now, next)
		}
		if d := s.distance(next); of(d) > s.eps {
			now, before = next, d
			t += 1 << k
		}
	}
	if t == 1<<len(s.powers)-1 {
		return Never, before.from
	}
	return t + 1, before.from
}

// times returns the product of two stochastic matrices, made stochastic again.
func times(a, b *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return stochastic(&out)
}

// stochastic divides each row of k by its sum, and returns k. Entries off the diagonal keep their digits, however
// small.
func stochastic(k *mat.Dense) *mat.Dense {
	n, _ := k.Dims()
	for x := range n {
		row := k.RawRowView(x)
		floats.Scale(1/floats.Sum(row), row)
	}
	return k
}
