package accounts

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// An AverageLaw is the law of the log of an average of K runs, less log R: of the mean of w over forward runs, or of
// its harmonic mean over reverse ones. It lies between two laws.
type AverageLaw struct {
	of       between
	harmonic bool // of is that of the log of the mean of 1/w
}

// between are two laws on a lattice from + i step: a number with the first is in law no larger than one with the
// second, and the number that is meant lies between. A lattice begins at its second place; the first is -∞.
type between struct {
	from, step   float64
	lower, upper []float64
	lost         float64 // mass that was too light to be carried on
}

// errNoAverageLaws is the error of programs whose averages have no law that is known here.
var errNoAverageLaws = fmt.Errorf("%w: the law of averages is known of ais, of programs that draw one cell and of "+
	"forward runs of sir", ErrTooLarge)

const (
	// mostLattice is the number of places of the lattice. It has fewer if the pushes would be too many.
	mostLattice = 1 << 12
	// fewestLattice is the number of places below which the lattice says nothing.
	fewestLattice = 1 << 7
	// latticePushed bounds the cells that the pushes of annealing visit: a second's work.
	latticePushed = 1 << 30
)

// AverageLawOf returns the law of the log of an average of K runs. It knows AIS, programs that draw their cell at once,
// and forward runs of SIR, whose weight is a mean itself.
func AverageLawOf(ctx context.Context, e programs.Estimator, p programs.Problem, K int, harmonic bool) (AverageLaw,
	error) {
	none := AverageLaw{}
	if err := p.Check(); err != nil {
		return none, err
	}
	l, err := lawOf(e, p, harmonic, errNoAverageLaws)
	if err != nil {
		return none, err
	}
	var one between
	switch l := l.(type) {
	case atoms:
		one = l.between()
	case sirLaw:
		if harmonic {
			return none, errNoAverageLaws
		}
		one = l.one.between()
		K *= l.draws
	case annealedWeight:
		one, err = l.between(ctx, mostTrimmed/float64(K))
	default:
		err = errNoAverageLaws
	}
	if err != nil {
		return none, err
	}
	all, err := one.averaged(ctx, K)
	return AverageLaw{all, harmonic}, err
}

// between are the atoms, each at the places of the lattice beneath and above it.
func (a atoms) between() between {
	low, high := math.Inf(1), math.Inf(-1)
	for x, v := range a.logv {
		if a.mass[x] > 0 && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	b := newBetween(low, high, mostLattice)
	for x, v := range a.logv {
		switch {
		case a.mass[x] == 0:
		case math.IsInf(v, -1):
			b.lower[0] += a.mass[x]
			b.upper[0] += a.mass[x]
		default:
			at := (v - low) / b.step
			b.lower[1+beneath(at)] += a.mass[x]
			b.upper[1+above(at)] += a.mass[x]
		}
	}
	return b
}

// newBetween has a lattice of so many places from low to high, and one more for roundings.
func newBetween(low, high float64, places int) between {
	step := max((high-low)/float64(places-1), 1e-9)
	return between{from: low, step: step, lower: make([]float64, places+2), upper: make([]float64, places+2)}
}

// window is where log V lies but for a mass of at most trim, by Markov's inequality for powers of V:
//
//	P(log V > b) <= E[V^s] e^-sb  and  P(log V < -b) <= E[V^-s] e^-sb.
func (v annealedWeight) window(ctx context.Context, trim float64) (low, high float64, err error) {
	low, high = v.low, v.high
	if v.inverse {
		low, high = -high, -low
	}
	for _, s := range [...]float64{1, 2, 4, 8} {
		above, err := v.moments(ctx, -s, 0, 1)
		if err != nil {
			return low, high, err
		}
		below, err := v.moments(ctx, s, 0, 1)
		if err != nil {
			return low, high, err
		}
		if most := (math.Log(real(above[0])) - math.Log(trim/2)) / s; most < high { // an infinite moment says nothing
			high = most
		}
		if least := (math.Log(trim/2) - math.Log(real(below[0]))) / s; least > low {
			low = least
		}
	}
	return low, max(high, low), nil
}

// between is the law of log V, by its characteristic function (see circle), but for a mass of at most trim. Between two
// places of the lattice there is at most what the bounds of the tails allow.
func (v annealedWeight) between(ctx context.Context, trim float64) (between, error) {
	if first, _ := v.a.Ends(); chains.LogSpan(first) >= chains.MaxLogSpan {
		return between{}, errTooDeep
	}
	places := int(min(mostLattice, latticePushed/visited(v.a)))
	if places < fewestLattice {
		return between{}, ErrTooLarge
	}
	low, high, err := v.window(ctx, trim)
	if err != nil {
		return between{}, err
	}
	middle := (low + high) / 2
	c := newCircle((high - low) / 2)
	moments, err := v.moments(ctx, 0, c.step(), places)
	if err != nil {
		return between{}, err
	}
	for k, m := range moments { // E[V^-iu], and about the middle E[e^iu(log V - middle)]
		c.add(cmplx.Conj(m) * cmplx.Exp(complex(0, -c.step()*float64(k)*middle)))
	}
	law := c.tails()
	b := newBetween(low, high, places)
	// bounds of P(log V < a place)
	most := make([]float64, places+1)
	least := make([]float64, places+1)
	mass := law.mass
	for i := range most {
		if ctx.Err() != nil {
			return between{}, context.Cause(ctx)
		}
		below := law.below(low + float64(i)*b.step - middle)
		most[i] = min(below.Value+below.Off, mass)
		least[i] = max(below.Value-below.Off, 0)
	}
	most[places] = mass
	for i := range places { // a tail never falls
		most[places-1-i] = min(most[places-1-i], most[places-i])
		least[i+1] = max(least[i+1], least[i])
	}
	b.lower[1] = most[0]
	for i := range places {
		b.lower[1+i] += most[i+1] - most[i]
		b.upper[2+i] += least[i+1] - least[i]
	}
	b.upper[places+1] += mass - least[places]
	b.lost = trim
	b.lower[0] = max(0, 1-mass)
	b.upper[0] = b.lower[0]
	return b, nil
}

// averaged is the law of the log of the mean of K values: by halves, as a power is found by squares.
func (b between) averaged(ctx context.Context, K int) (between, error) {
	b = b.finer(mostTrimmed / float64(K))
	var all between
	many := 0 // of how many values all is the mean
	for power, of := 1, b; ; power *= 2 {
		if K&power != 0 {
			all = all.with(of, many, power)
			many += power
		}
		if 2*power > K {
			return all, nil
		}
		if ctx.Err() != nil {
			return all, context.Cause(ctx)
		}
		of = of.with(of, power, power)
	}
}

// mostTrimmed is the mass of all values that a finer lattice leaves out.
const mostTrimmed = 1e-4

// finer is the law on a lattice that has as many places between the tails of this mass. What is in them is lost.
func (b between) finer(trim float64) between {
	places := len(b.lower) - 1
	from, to := 1, places
	sum := 0.
	for ; from < to && sum+b.lower[from]+b.upper[from] < trim/2; from++ {
		sum += b.lower[from] + b.upper[from]
	}
	for ; from < to && sum+b.lower[to]+b.upper[to] < trim; to-- {
		sum += b.lower[to] + b.upper[to]
	}
	each := mostLattice / (to - from + 1)
	if each < 2 {
		return b
	}
	c := newBetween(b.from+float64(from-1)*b.step, b.from+float64(to-1)*b.step, 1+each*(to-from))
	c.step = b.step / float64(each)
	c.lost = b.lost + sum
	c.lower[0] = b.lower[0]
	c.upper[0] = b.upper[0]
	for i := from; i <= to; i++ {
		at := 1 + each*(i-from)
		c.lower[at] = b.lower[i]
		c.upper[at] = b.upper[i]
	}
	return c
}

// with is the law of log (m e^X + n e^Y)/(m + n), for independent X and Y on one lattice. A sum is put on the place
// beneath it in the lower law, and on that above it in the upper one, so that the two stay around the truth.
func (b between) with(other between, m, n int) between {
	if m == 0 {
		return other
	}
	c := between{from: b.from, step: b.step, lost: b.lost + other.lost}
	var lost [2]float64
	c.lower, lost[0] = mixed(b.lower, other.lower, b.step, m, n, beneath)
	c.upper, lost[1] = mixed(b.upper, other.upper, b.step, m, n, above)
	c.lost += lost[0] + lost[1]
	return c
}

// beneath and above are the places next to one between them. Rounding puts none aside.
func beneath(at float64) int { return int(math.Floor(at + narrow)) }
func above(at float64) int   { return int(math.Ceil(at - narrow)) }

// light is a mass that is not carried on: all that are lost of a lattice are far below what people read.
const light = 1e-13

// mixed is with for one of the two laws.
func mixed(xs, ys []float64, step float64, m, n int, round func(float64) int) (law []float64, lost float64) {
	law = make([]float64, len(xs))
	places := len(xs) - 1
	share := float64(n) / float64(m+n)
	rise := make([]int, 2*places) // of a place above X's, by how far Y's is above X's
	for d := range rise {
		apart := float64(d-places) * step
		mean := apart + math.Log(share+(1-share)*math.Exp(-apart))
		if apart < 0 {
			mean = math.Log1p(share * math.Expm1(apart))
		}
		rise[d] = round(mean / step)
	}
	onlyX := round(math.Log1p(-share) / step)
	onlyY := round(math.Log(share) / step)
	law[0] = xs[0] * ys[0]
	for i := 1; i <= places; i++ {
		law[max(1, i+onlyX)] += xs[i] * ys[0]
		law[max(1, i+onlyY)] += ys[i] * xs[0]
		if xs[i] < light {
			lost += xs[i]
			continue
		}
		for j := 1; j <= places; j++ {
			law[i+rise[j-i+places]] += xs[i] * ys[j]
		}
	}
	return law, lost
}

// Less is P(A - B < c) for the logs of two independent averages of a kind, each less its own log R.
func (a AverageLaw) Less(b AverageLaw, c float64) Chance {
	if a.harmonic { // both are minus what of tells
		a, b = b, a
	}
	low := chanceOf(a.of.upper, a.of, b.of.lower, b.of, c, func(at float64) int { return beneath(at) + 1 })
	high := chanceOf(a.of.lower, a.of, b.of.upper, b.of, c, above)
	return Chance{(low + high) / 2, math.Abs(high-low)/2 + a.of.lost + b.of.lost + 1e-9}
}

// chanceOf is P(X - Y < c) for X and Y with these masses on their lattices. first rounds to the place of Y's lattice
// from which on Y is large enough.
func chanceOf(xs []float64, x between, ys []float64, y between, c float64, first func(at float64) int) (sum float64) {
	from := make([]float64, len(ys)+1) // the mass of Y from a place on
	for j := len(ys) - 1; j >= 0; j-- {
		from[j] = from[j+1] + ys[j]
	}
	sum = xs[0] * from[1]
	for i, mass := range xs[1:] {
		at := (x.from + float64(i)*x.step - c - y.from) / y.step
		j := 1 + first(min(max(at, -1), float64(len(ys))))
		sum += mass * from[min(max(j, 1), len(ys))]
	}
	return sum
}
