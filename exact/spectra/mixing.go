package spectra

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Never is the mixing time of a chain that does not come close in 2^62 steps.
const Never = math.MaxInt

// maxSquarings keeps numbers of steps below 2^62.
const maxSquarings = 62

// Mixing says how many steps a chain takes to come within 1/4 of π in total variation,
// d(t) = max over A of |P^t(x,A) - π(A)|, from every start x, a cell with mass. Beyond some 1e12 steps one step
// changes the distance by less than round-off, and the first twelve digits of a time are right.
type Mixing struct {
	Steps int // until d(t) is at most 1/4 from every start
	From  int // the start that takes longest, the first of equals
}

// tie bounds the excess over 1/4 of a distance that counts as 1/4, whatever its last digit.
const tie = 4 * ulp

// MixingTime returns the mixing time from the worst start.
//
// It squares P until the chain is close, then finds the time bit by bit. Products of numbers that are not negative keep
// the digits of a slow escape, and dividing each row by its sum keeps probability from leaking over any number of
// squarings.
func (m Matrix) MixingTime(pi []float64) (Mixing, error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Mixing{}, err
	}
	n := len(sub)
	now := mat.NewDense(n, n, nil) // the distributions after t steps
	for x := range n {
		now.Set(x, x, 1)
	}
	t := 0
	d, from := farthest(now, p)
	if d <= 0.25+tie {
		return Mixing{From: states[from]}, nil
	}
	powers := []*mat.Dense{Stochastic(mat.NewDense(n, n, slices.Concat(sub...)))} // P, P^2, P^4, ...
	for len(powers) < maxSquarings {
		last := powers[len(powers)-1]
		if d, _ := farthest(last, p); d <= 0.25+tie {
			break
		}
		powers = append(powers, times(last, last))
	}
	for k, power := range slices.Backward(powers) {
		next := power
		if t > 0 {
			next = times(now, power)
		}
		if d, x := farthest(next, p); d > 0.25+tie {
			now = next
			from = x
			t += 1 << k
		}
	}
	if t == 1<<len(powers)-1 {
		return Mixing{Never, states[from]}, nil
	}
	return Mixing{t + 1, states[from]}, nil
}

// farthest returns how far from π the farthest row of k is, and the first of the rows within 4 ulps of that. The rows
// are the distributions after some steps from every start.
func farthest(k *mat.Dense, pi []float64) (distance float64, from int) {
	each := make([]float64, len(pi))
	for x := range pi {
		each[x] = floats.Distance(k.RawRowView(x), pi, 1) / 2
	}
	distance = floats.Max(each)
	for each[from] < distance-tie {
		from++
	}
	return distance, from
}

// times returns the product of two stochastic matrices, made stochastic again.
func times(a, b *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return Stochastic(&out)
}

// Stochastic divides each row of k by its sum, and returns k. Entries off the diagonal keep their digits, however
// small.
func Stochastic(k *mat.Dense) *mat.Dense {
	n, _ := k.Dims()
	for x := range n {
		row := k.RawRowView(x)
		floats.Scale(1/floats.Sum(row), row)
	}
	return k
}
