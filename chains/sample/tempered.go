package sample

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/tempering"
)

// A Tempered is what one run of parallel tempering tells of itself: n scans of all walkers of a ladder.
type Tempered struct {
	// Rejected is by pair the mean over the scans at which it was offered an exchange of the probability that it was
	// rejected; NaN if it was never offered one.
	Rejected []float64
	// Stones and Integral are the run's estimates of log R: stepping stones, and the trapezium of thermodynamic
	// integration, NaN off geometric bridges. Both are means over scans, as in exact/replicas.
	Stones, Integral float64
	// Ways is how often a walker came to the coldest place after it was last at the hottest: half of a round trip.
	Ways int
	// Places are the states of all walkers at the end, the cold one's last.
	Places []int
}

// A Temperer runs a ladder with any dice. One goroutine at a time may use it.
type Temperer struct {
	ladder  tempering.Ladder
	walkers []tempering.Walker
	first   []chains.Law // by walker where it may start
	slope   []float64    // log f_T/f_1, or nil
	betas   []float64
	rise    float64
	odds    []float64 // of two outcomes
}

// A TemperedStart says where walkers start, as in exact/replicas: with draws of p_1, or each with one of its own p_k if
// Own is set, or all in a state.
type TemperedStart struct {
	Own   bool
	State *int
}

// NewTemperer aims all walkers.
func NewTemperer(l tempering.Ladder) *Temperer {
	var rise float64
	l.Annealing, rise = l.Annealing.Lowered()
	t := &Temperer{ladder: l, walkers: l.Aimed(), betas: l.Annealing.Schedule.Betas(), rise: rise,
		odds: make([]float64, 2)}
	for _, w := range t.walkers {
		t.first = append(t.first, chains.NewLaw(chains.Normalized(w.LogF)))
	}
	if b, ok := l.Annealing.Bridge.(chains.Geometric); ok {
		t.slope = make([]float64, len(b.From))
		b.Slope(t.slope, 0)
	}
	return t
}

// Run makes so many scans.
func (t *Temperer) Run(d chains.Dice, scans int, start TemperedStart) Tempered {
	n := len(t.walkers)
	run := Tempered{Rejected: make([]float64, n-1), Places: make([]int, n)}
	for k := range run.Places {
		switch {
		case start.State != nil:
			run.Places[k] = *start.State
		case start.Own:
			run.Places[k] = t.first[k].Draw(d)
		default:
			run.Places[k] = t.first[0].Draw(d)
		}
	}
	offered := make([]int, n-1)
	ratios := make([]logMean, n-1)
	fromHot := make([]bool, n) // by place: whether the walker there was at the hot end since the cold one
	fromHot[0] = true
	for scan := 1; scan <= scans; scan++ {
		for k, w := range t.walkers {
			run.Places[k] = w.Operator.Step(run.Places[k], d)
		}
		for _, k := range t.ladder.Offered(t.parity(scan, d)) {
			offered[k]++
			run.Rejected[k] += t.exchange(run.Places, fromHot, k, d)
		}
		fromHot[0] = true
		if fromHot[n-1] {
			run.Ways++
			fromHot[n-1] = false
		}
		for k := range ratios {
			x := run.Places[k]
			ratios[k].add(t.walkers[k+1].LogF[x] - t.walkers[k].LogF[x])
		}
		run.Integral += t.quadrature(run.Places)
	}
	run.Stones = t.rise
	for k, of := range ratios {
		run.Stones += of.value()
		run.Rejected[k] /= float64(offered[k])
	}
	run.Integral = run.Integral/float64(scans) + t.rise
	return run
}

// parity is whose turn it is at a scan.
func (t *Temperer) parity(scan int, d chains.Dice) int {
	if t.ladder.Exchange == tempering.DEO {
		return tempering.Parity(scan)
	}
	t.odds[0] = 1
	t.odds[1] = 1
	return d.Pick(t.odds)
}

// exchange offers pair k to change places, and returns the probability of a rejection.
func (t *Temperer) exchange(places []int, fromHot []bool, k int, d chains.Dice) (rejects float64) {
	accept, reject := tempering.Accept(t.walkers[k].LogF, t.walkers[k+1].LogF, places[k], places[k+1])
	t.odds[0] = accept
	t.odds[1] = reject
	if d.Pick(t.odds) == 0 {
		places[k], places[k+1] = places[k+1], places[k]
		fromHot[k], fromHot[k+1] = fromHot[k+1], fromHot[k]
	}
	return reject
}

// quadrature is the trapezium of U at the places.
func (t *Temperer) quadrature(places []int) (sum float64) {
	if t.slope == nil {
		return math.NaN()
	}
	for k := range t.ladder.Pairs() {
		half := (t.betas[k+1] - t.betas[k]) / 2
		sum += half * (t.slope[places[k]] + t.slope[places[k+1]])
	}
	return sum
}

// A logMean is the log of a mean of exponentials, which may be as large as they like.
type logMean struct {
	top, sum float64
	n        int
}

func (m *logMean) add(v float64) {
	if m.n == 0 || v > m.top {
		m.sum *= math.Exp(m.top - v)
		m.top = v
	}
	m.sum += math.Exp(v - m.top)
	m.n++
}

func (m logMean) value() float64 { return m.top + math.Log(m.sum/float64(m.n)) }

// Temper makes runs of so many scans each. A run has dice of its own, by its number, so that the runs are the same on
// any number of workers.
func Temper(ctx context.Context, l tempering.Ladder, runs, scans int, start TemperedStart, seed uint64,
	tell func(done, total int)) ([]Tempered, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	if low, _ := l.Annealing.Ends(); start.State != nil && math.IsInf(low[*start.State], -1) {
		return nil, fmt.Errorf("walkers cannot start in state %d, which has no mass; one with mass would do",
			*start.State)
	}
	all := make([]Tempered, runs)
	numbers := make([]int, runs)
	for i := range numbers {
		numbers[i] = i
	}
	var mu sync.Mutex
	done := 0
	err := carryOut(ctx, runtime.GOMAXPROCS(0), numbers, func() func(context.Context, int) error {
		t := NewTemperer(l)
		return func(ctx context.Context, i int) error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			all[i] = t.Run(Seeded(seed, tempers, uint64(i)), scans, start)
			mu.Lock()
			defer mu.Unlock()
			done++
			if tell != nil {
				tell(done, runs)
			}
			return nil
		}
	})
	return all, err
}

// tempers tells the dice of tempering from those of annealing with the same seed.
const tempers = 0x7e3

// A Guess is a mean over runs with its standard error, and the standard deviation of one run.
type Guess struct{ Mean, StdErr, SD float64 }

// Guessed is what runs say of a number of each.
func Guessed(runs []Tempered, of func(r Tempered) float64) Guess {
	values := make([]float64, len(runs))
	for i, r := range runs {
		values[i] = of(r)
	}
	mean, sd := stat.MeanStdDev(values, nil)
	return Guess{mean, sd / math.Sqrt(float64(len(runs))), sd}
}
