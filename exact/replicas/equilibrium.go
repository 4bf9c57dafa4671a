package replicas

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"breadboard/chains"
	"breadboard/chains/tempering"
	"breadboard/exact"
)

// An Equilibrium is what is known of a ladder in equilibrium from two walkers at a time, however many product states
// there are.
type Equilibrium struct {
	LogR       float64
	Betas      []float64
	Rejections []float64 // by pair: the probability r that an exchange is rejected
	// Barrier is the sum of the rejections. Limit is Λ, where it goes as betas lie ever closer (Syed and others 2022):
	// the integral of the local barrier λ(β) = E|U(x) - U(y)|/2, x and y independent draws of p_β and U = log f_T/f_1.
	// It is NaN on bridges that are not geometric, whose slope is another.
	Barrier, Limit float64
	// Ideal is the rate of round trips, of all walkers together and for each scan, if each exploration were a draw.
	Ideal float64
}

// Equilibrate returns what is known in equilibrium.
func Equilibrate(l tempering.Ladder) Equilibrium {
	walkers := l.Aimed()
	e := Equilibrium{LogR: exact.EndLawsOf(l.Annealing).LogR, Betas: l.Annealing.Schedule.Betas()}
	for k := range l.Pairs() {
		low, high := walkers[k].LogF, walkers[k+1].LogF
		e.Rejections = append(e.Rejections, rejected(low, high))
	}
	e.Barrier = floats.Sum(e.Rejections)
	e.Limit = Barrier(l.Annealing)
	e.Ideal = IdealRate(l.Exchange, e.Rejections)
	return e
}

// Local is the local barrier between the walkers of each pair, r over the distance of their betas.
func (e Equilibrium) Local() []float64 {
	local := make([]float64, len(e.Rejections))
	for k, r := range e.Rejections {
		local[k] = r / (e.Betas[k+1] - e.Betas[k])
	}
	return local
}

// rejected is the probability of a rejection between independent walkers x of p and y of q. With D = log high - log
// low, an exchange of D(x) < D(y) is rejected with probability 1 - e^(D(x)-D(y)), and p(x) q(y) e^(D(x)-D(y)) = p(y)
// q(x). So it is P(D(x) < D(y)) - P(D(x) > D(y)), a sum over cells in the order of D.
func rejected(low, high []float64) (r float64) {
	p := chains.Normalized(low)
	q := chains.Normalized(high)
	order := support(low)
	d := make([]float64, len(low))
	for _, x := range order {
		d[x] = high[x] - low[x]
	}
	sort.Slice(order, func(i, j int) bool { return d[order[i]] < d[order[j]] })
	pBelow, qBelow := 0., 0. // the masses of cells with less D
	for i := 0; i < len(order); {
		pHere, qHere := 0., 0. // and with the same
		first := d[order[i]]
		for ; i < len(order) && d[order[i]] == first; i++ {
			pHere += p[order[i]]
			qHere += q[order[i]]
		}
		r += pBelow*qHere - qBelow*pHere
		pBelow += pHere
		qBelow += qHere
	}
	return max(r, 0)
}

// IdealRate is the rate of round trips of all walkers together, in trips for each scan, if exploration forgets
// everything (Syed and others 2022, Section 3.4). With E = Σ r/(1-r) over the N-1 pairs of N walkers it is
//
//	DEO   1 / (2 + 2 E)
//	SEO   1 / (2 (N-1) + 2 E)
//
// Then the index is a Markov chain of its own. Under SEO it steps from k to k+1 and back with probability (1-r)/2, and
// its commute time, N times the sum of 2/(1-r), is the time of a trip. Under DEO it keeps its direction until a
// rejection.
func IdealRate(by tempering.Exchange, rejections []float64) float64 {
	waits := 0.
	for _, r := range rejections {
		waits += r / (1 - r)
	}
	if by == tempering.DEO {
		return 1 / (2 + 2*waits)
	}
	return 1 / (2*float64(len(rejections)) + 2*waits)
}

// Barrier is the communication barrier Λ of a geometric bridge, and NaN of another.
func Barrier(a chains.Annealing) float64 {
	local := localBarrier(a)
	if local == nil {
		return math.NaN()
	}
	const (
		pieces = 16 // λ may have a peak where a target turns from flat to steep
		points = 12 // of a piece, by Gauss and Legendre
	)
	sum := 0.
	for i := range pieces {
		sum += quad.Fixed(local, float64(i)/pieces, float64(i+1)/pieces, points, nil, 0)
	}
	return sum
}

// localBarrier is λ(β), or nil if the bridge is not geometric. E|U(x) - U(y)| is twice the integral of F (1-F), with
// F the distribution function of U.
func localBarrier(a chains.Annealing) func(beta float64) float64 {
	low, _ := a.Lowered()
	b, ok := low.Bridge.(chains.Geometric)
	if !ok {
		return nil
	}
	order := support(b.From)
	u := make([]float64, len(b.From))
	for _, x := range order {
		u[x] = b.To[x] - b.From[x]
	}
	sort.Slice(order, func(i, j int) bool { return u[order[i]] < u[order[j]] })
	logf := make([]float64, len(u))
	p := make([]float64, len(u))
	return func(beta float64) float64 {
		b.At(logf, beta)
		chains.Normalize(p, logf)
		upTo, sum := 0., 0.
		for i, x := range order[:len(order)-1] {
			upTo += p[x]
			sum += upTo * (1 - upTo) * (u[order[i+1]] - u[x])
		}
		return sum
	}
}

// EqualRejections is practice's choice of betas for so many walkers (Syed and others 2022, Section 5): each pair has
// the same share of the barrier, so that all reject about as often. The bridge must be geometric.
func EqualRejections(a chains.Annealing, walkers int) (s chains.Schedule, ok bool) {
	local := localBarrier(a)
	if local == nil {
		return s, false
	}
	const steps = 1024
	upTo := make([]float64, steps+1)
	before := local(0)
	for i := 1; i <= steps; i++ {
		here := local(float64(i) / steps)
		upTo[i] = upTo[i-1] + (before+here)/2
		before = here
	}
	betas := make([]float64, walkers)
	for k := 1; k < walkers-1; k++ {
		want := upTo[steps] * float64(k) / float64(walkers-1)
		i, _ := slices.BinarySearch(upTo, want)
		i = max(i, 1)
		betas[k] = (float64(i-1) + (want-upTo[i-1])/(upTo[i]-upTo[i-1])) / steps
	}
	betas[walkers-1] = 1
	s, err := chains.NewSchedule(betas)
	return s, err == nil
}

// UsualWalkers is practice's number of walkers: twice the barrier many pairs, so that each rejects about half of its
// exchanges, and at least two walkers.
func UsualWalkers(barrier float64) int {
	return max(2, int(math.Round(2*barrier))+1)
}
