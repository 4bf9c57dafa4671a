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
	if p.MostWork > 0 && work > p.MostWork || p.MostBytes > 0 && p.moveBytes(j) > p.MostBytes {
		return 1
	}
	if drawing := p.drawWork(j); p.MostWork == 0 || drawing <= p.MostWork {
		work += drawing
	}
	return 1 + int(min(work/operations, math.MaxInt32))
}

// work is about how many operations a job takes. It is known from names and sizes, without the chain.
func (p *Plan) work(j Job) float64 {
	here, k := p.find(j)
	g := here.target.Grid
	states, moves := float64(chains.States(k, g)), chains.FactsOf(k, chains.Box(k, g)).Moves
	functions, most := float64(len(here.averages())), float64(slices.Max(p.Budgets))
	stepwise := most * functions * states * (moves + 1) * 20
	doubled := math.Log2(1+most) * states * states * states * (4*functions + 2)
	return min(stepwise, doubled)
}

// hopeless reports whether a job takes far more than the limits, so that its chain need not be written out
// to know it. On the zoo the estimate of the work is 1.2 to 13 times what the chain itself predicts. Budgets in
// other units than steps may buy fewer of them.
func (p *Plan) hopeless(j Job) bool {
	return p.MostBytes > 0 && p.moveBytes(j) > p.MostBytes ||
		p.MostWork > 0 && p.Equal == Steps && p.work(j) > 16*p.MostWork
}

// Do does one job: a row for each function, start and budget, and the points of Figure 3. There are
// none if the job is left out, because it takes too much work or memory, or because the price of its steps
// is 0 or not known.
func (p *Plan) Do(ctx context.Context, j Job) (rows []Row, points []Point, err error) {
	if p.hopeless(j) {
		return nil, nil, nil
	}
	here, s := p.subject(j)
	price := p.price(j, s)
	if !(price > 0) || len(here.functions) == 0 || len(here.starts) == 0 {
		return nil, nil, nil
	}
	var ns []int
	for _, b := range p.Budgets {
		ns = append(ns, steps(b, price))
	}
	averages := here.averages()
	if p.MostWork > 0 && s.chain.Work(len(averages), ns) > p.MostWork {
		return nil, nil, nil
	}
	if len(averages) > 0 {
		rows, err = s.Measure(ctx, averages, here.starts, ns)
	}
	for i := range rows {
		rows[i].Budget = p.Budgets[i%len(p.Budgets)]
	}
	defer func() { p.seed(rows) }()
	if err != nil || p.MostWork > 0 && p.drawWork(j) > p.MostWork {
		return rows, nil, err
	}
	sampled, points, err := p.draw(ctx, here, s, ns)
	rows = append(rows, sampled...)
	slices.SortStableFunc(rows, func(a, b Row) int { return here.place(a) - here.place(b) })
	return rows, points, err
}

// averages are the functions whose scores are exact.
func (s scene) averages() []Function {
	return slices.DeleteFunc(slices.Clone(s.functions), Function.Distance)
}

// place is the place of a row's function.
func (s scene) place(r Row) int {
	return slices.IndexFunc(s.functions, func(f Function) bool { return f.Name == r.Function })
}

// drawWork is about the number of operations that drawing a job's chains takes. Its steps are looked up in
// a table, unless that is too large.
func (p *Plan) drawWork(j Job) float64 {
	const entry, most, lookup, ess = 60, 1 << 20, 30, 1000
	here, k := p.find(j)
	n, g := min(slices.Max(p.Budgets), MostDrawn), here.target.Grid
	looks := p.looks(here, []int{n})
	if len(looks) == 0 {
		return 0
	}
	moves := chains.FactsOf(k, chains.Box(k, g)).Moves
	table, step := float64(chains.States(k, g))*(moves+1), float64(lookup*(1+len(looks)))
	if table > most {
		step += lookup * (moves + 1) // that is plain
	}
	one := float64(n) * step
	if p.Calibrate {
		one += float64(len(Calibrated) * min(n, mostCalibrated) * ess)
	}
	return entry*table + float64(p.drawn()*len(here.drawn()))*one
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
		if p.MostBytes > 0 && p.moveBytes(j) > p.MostBytes {
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
