package score

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
)

// Cost is about the time of a job, in milliseconds: one for what is left out.
func (p *Plan) Cost(j Job) int {
	const operations = 3e6 // in a millisecond
	work := p.work(j)
	if p.MostWork > 0 && work > p.MostWork || p.MostBytes > 0 && p.Bytes(j) > p.MostBytes {
		return 1
	}
	return 1 + int(min(work/operations, math.MaxInt32))
}

// work is about how many operations a job takes. It is known from names and sizes, without the chain.
func (p *Plan) work(j Job) float64 {
	here, k := p.find(j)
	g := here.target.Grid
	states, moves := float64(chains.States(k, g)), chains.FactsOf(k, chains.Box(k, g)).Moves
	functions, most := float64(len(here.functions)), float64(slices.Max(p.Budgets))
	stepwise := most * functions * states * (moves + 1) * 20
	doubled := math.Log2(1+most) * states * states * states * (4*functions + 2)
	return min(stepwise, doubled)
}

// hopeless reports whether a job takes far more than the limits, so that its chain need not be written out
// to know it. On the zoo the estimate of the work is 1.2 to 13 times what the chain itself predicts. Budgets in
// other units than steps may buy fewer of them.
func (p *Plan) hopeless(j Job) bool {
	return p.MostBytes > 0 && p.Bytes(j) > p.MostBytes ||
		p.MostWork > 0 && p.Equal == Steps && p.work(j) > 16*p.MostWork
}

// Rows does one job: a row for each function, start and budget. There are none if the job is left
// out, because it takes too much work or memory, or because the price of its steps is 0 or not known.
func (p *Plan) Rows(ctx context.Context, j Job) ([]Row, error) {
	if p.hopeless(j) {
		return nil, nil
	}
	here, s := p.subject(j)
	price := p.price(j, s)
	if !(price > 0) || len(here.functions) == 0 || len(here.starts) == 0 {
		return nil, nil
	}
	var ns []int
	for _, b := range p.Budgets {
		ns = append(ns, steps(b, price))
	}
	if p.MostWork > 0 && s.chain.Work(len(here.functions), len(here.starts), ns) > p.MostWork {
		return nil, nil
	}
	rows, err := s.Measure(ctx, here.functions, here.starts, ns)
	for i := range rows {
		rows[i].Budget = p.Budgets[i%len(p.Budgets)]
	}
	return rows, err
}

// Normalize sets NESS: RESS over the median of N over the kernels that have the same density,
// function, start and budget (Eq. 7).
func Normalize(rows []Row) {
	type group struct {
		density, function, start string
		budget                   int
	}
	ns := map[group][]float64{}
	of := func(r Row) group { return group{r.Density, r.Function, r.Start, r.Budget} }
	for _, r := range rows {
		ns[of(r)] = append(ns[of(r)], float64(r.N))
	}
	medians := map[group]float64{}
	for g, n := range ns {
		medians[g] = Median(n)
	}
	for i, r := range rows {
		rows[i].NESS = r.RESS() / medians[of(r)]
	}
}

// Median is the middle of the values, or the mean of the two in the middle.
func Median(values []float64) float64 {
	v := slices.SortedFunc(slices.Values(values), cmp.Compare[float64])
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

// A step is timed over tries of this many steps, and the fastest try counts.
const (
	tries     = 3
	triedStep = 2000
)

// takeTimes measures the price of a step of every task in microseconds, one task after the other: with
// the plain steps of the kernel, from an exact draw.
func (p *Plan) takeTimes(ctx context.Context, tasks []Task) error {
	p.prices = map[Job]float64{}
	for _, t := range tasks {
		j := t.Job
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.MostBytes > 0 && p.Bytes(j) > p.MostBytes {
			continue
		}
		_, s := p.subject(j)
		a, dice := s.Annealing, sample.Seeded(1)
		op, level := a.Kernel.On(a.Grid), a.NewLevel()
		level.Move(2, 1)
		op.Aim(level)
		x := floats.MaxIdx(chains.Normalized(level.LogF()))
		least := time.Duration(1<<63 - 1)
		for range tries {
			start := p.Now()
			for range triedStep {
				x = op.Step(x, dice)
			}
			least = min(least, p.Now().Sub(start))
		}
		p.prices[j] = max(least, 1).Seconds() / triedStep * 1e6
	}
	return nil
}
