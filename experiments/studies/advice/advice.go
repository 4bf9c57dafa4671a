// Package advice asks by how much the usual advice misses the best setting at a price: BREAD's, to choose by B;
// constant thermodynamic speed; equal effective sample sizes; several steps a level; a scale by its acceptance rate.
// The best is what package tune finds by exact J. reports/advice has what was found.
package advice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	_ "breadboard/experiments/schedules"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/tune"
)

// A Row is one advice on one target at one price.
type Row struct {
	Target string  `column:"target"`
	Price  int     `column:"price"`
	Kernel string  `column:"kernel"` // from which one chooses
	Advice string  `column:"advice"`
	J      float64 `column:"J"`
	B      float64 `column:"B"`
	Over   float64 `column:"over_least"` // J over that of the first advice, the least found; see run.Negligible
}

// The advice, in the order of the tables. All but the last two are for metropolis.
const (
	Best      = "least J"
	ByB       = "least B"
	BetasByJ  = "betas of least J"
	NumberByJ = "one number of steps, with its best betas"
	Linear    = "linear"
	FourSteps = "linear, 4 steps a level"
	Sigmoid   = "sigmoid:4"
	Fisher    = "constant speed"
	Friction  = "constant speed by friction"
	EqualESS  = "equal ESS of steps"
	AtTarget  = "no annealing"
	Accept23  = "scale that accepts 0.234"
	Accept44  = "scale that accepts 0.44"
)

// prices are evaluations of the density in a run; a level takes one for its weight.
var prices = []int{100, 1000}

// subjects are the targets.
func subjects(setting run.Setting) (all []experiments.Setting) {
	all = setting.EasyAndHard()
	if setting.Seed > 0 { // the others have no draws
		return all
	}
	for _, toy := range []string{"barrier", "two-basins:4", "funnel", "staircase", "regression:9:20", "ar1:9:20"} {
		all = append(all, experiments.Setting{Toy: toy})
	}
	return all
}

// mostDear is the number of cells of the largest target with a run of a thousand evaluations: a search takes minutes on
// more.
const mostDear = 64

// Measure follows every advice on every target.
func Measure(ctx context.Context, setting run.Setting) (rows []Row, err error) {
	all := subjects(setting)
	for i, s := range all {
		chain, err := s.Chain()
		if err != nil {
			return nil, err
		}
		for _, price := range prices {
			if price > prices[0] && (setting.Quick || chain.Target.Grid.Size() > mostDear) {
				continue
			}
			name := fmt.Sprintf("%s %d", s.TargetLabel(), price)
			of, err := run.Once(ctx, setting.Shelf, name, func(ctx context.Context) ([]Row, error) {
				return followed(ctx, s, price)
			})
			if err != nil {
				return nil, err
			}
			rows = append(rows, of...)
		}
		if setting.Tell != nil {
			setting.Tell(i+1, len(all))
		}
	}
	return rows, nil
}

// followed are the rows of a target at a price.
func followed(ctx context.Context, s experiments.Setting, price int) ([]Row, error) {
	rows, err := byMetropolis(ctx, s, price)
	if err != nil {
		return nil, err
	}
	byScale, err := byAcceptance(ctx, s, price)
	return append(rows, byScale...), err
}

// tuned are the best settings with one kernel: by J and by B, by J with betas alone free, and by J with as many steps
// at each level.
func tuned(ctx context.Context, s experiments.Setting, price int, kernel string) (of map[string]tune.Row, err error) {
	ask := tune.Ask{Targets: []experiments.Setting{s}, Kernels: []string{kernel}, Bridges: []string{"geometric"},
		Goals: tune.Goals, Costs: []int{price}}
	found, err := ask.Find()
	if err != nil {
		return nil, err
	}
	work := ask.Work(found)
	kept := map[string]tune.Row{}
	err = work.Run(ctx, kept, 0, func([]tune.Row) error { return nil }, func(journal.Pace) {})
	if err != nil {
		return nil, err
	}
	all, _ := work.Table(kept)
	of = map[string]tune.Row{}
	for _, r := range all {
		switch {
		case r.Job.Part == tune.Betas:
			of[BetasByJ] = r
		case r.Job.Part == tune.EvenSteps:
			of[NumberByJ] = r
		case r.Job.Part != tune.Everything:
		case r.Job.Goal == tune.ByJ:
			of[Best] = r
		default:
			of[ByB] = r
		}
	}
	return of, nil
}

// byMetropolis are the rows of all advice that takes the kernel as it is.
func byMetropolis(ctx context.Context, s experiments.Setting, price int) ([]Row, error) {
	const kernel = "metropolis"
	of, err := tuned(ctx, s, price, kernel)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, advice := range []string{Best, ByB, NumberByJ, BetasByJ} {
		rows = append(rows, Row{Advice: advice, J: float64(of[advice].J), B: float64(of[advice].B)})
	}
	s.Kernel = kernel
	for _, one := range []struct {
		advice, schedule string
		steps            int
	}{{Linear, "linear", 1}, {FourSteps, "linear", 4}, {Sigmoid, "sigmoid:4", 1}, {Fisher, "fisher", 1},
		{Friction, "friction", 1}, {AtTarget, "linear", price - 1}} {
		s.Schedule = one.schedule
		s.Repeat = one.steps
		r, err := measured(ctx, s, price)
		if err != nil {
			return nil, err
		}
		r.Advice = one.advice
		rows = append(rows, r)
	}
	s.Schedule = "linear"
	s.Repeat = 1
	r, err := withEqualESS(ctx, s, price)
	if err != nil {
		return nil, err
	}
	rows = append(rows, r)
	return named(rows, s.TargetLabel(), price, kernel), nil
}

// measured is a setting with as many levels as are afforded.
func measured(ctx context.Context, s experiments.Setting, price int) (r Row, err error) {
	chain, err := s.Chain()
	if err != nil {
		return r, err
	}
	step := chain.StepCost() / float64(chain.Repeat) // of all steps of a level
	return atLevels(ctx, chain, s.Afforded(price, step))
}

// atLevels is what a chain of T levels comes to.
func atLevels(ctx context.Context, chain experiments.Chain, T int) (r Row, err error) {
	a, _, err := chain.At(ctx, T)
	if err != nil {
		return r, err
	}
	m, err := exact.Measure(ctx, a)
	return Row{J: m.J(), B: m.B()}, err
}

// withEqualESS has levels at which each weight alone would have the same effective sample size, from exact draws of the
// level before: what an adaptive sampler with endless particles and a kernel that mixes at once would choose.
func withEqualESS(ctx context.Context, s experiments.Setting, price int) (r Row, err error) {
	chain, err := s.Chain()
	if err != nil {
		return r, err
	}
	T := s.Afforded(price, chain.StepCost())
	initial, target := chain.Ends()
	levels := equalESS(initial, target, T)
	r, err = atLevels(ctx, chain.WithFormula(EqualESS, func(int) chains.Schedule { return levels }), T)
	r.Advice = EqualESS
	return r, err
}

// equalESS finds the share of the effective sample size at which T levels lead from one end to the other.
func equalESS(initial, target []float64, T int) chains.Schedule {
	low := 0.0 // of log ESS, below which T levels are more than enough
	high := 1.0
	var betas []float64
	reaches := func(loss float64) bool { // loss is -log of the share
		betas = []float64{0}
		for len(betas) < T {
			betas = append(betas, nextBeta(initial, target, betas[len(betas)-1], loss))
		}
		return betas[T-1] == 1
	}
	for !reaches(high) {
		high *= 2
	}
	_, high = bisected(low, high, func(loss float64) bool { return !reaches(loss) })
	reaches(high)
	levels, err := chains.NewSchedule(betas)
	if err != nil {
		panic("advice: " + err.Error())
	}
	return levels
}

// nextBeta is the beta up to which a weight from exact draws at another loses so much of its effective sample size; 1
// if it loses less up to there. ESS = E[w]²/E[w²] = Z(β')²/(Z(β) Z(2β'-β)).
func nextBeta(initial, target []float64, beta, loss float64) float64 {
	logZ := func(b float64) float64 {
		f := make([]float64, len(initial))
		for x := range f {
			f[x] = initial[x] + b*(target[x]-initial[x])
			if math.IsInf(target[x], -1) { // a wall has no mass beyond the start, and 0 times -Inf is no number
				f[x] = target[x]
			}
		}
		return chains.LogSum(f)
	}
	from := logZ(beta)
	loses := func(to float64) bool { return from+logZ(2*to-beta)-2*logZ(to) > loss }
	if !loses(1) {
		return 1
	}
	_, high := bisected(beta, 1, func(to float64) bool { return !loses(to) })
	return high
}

// bisected are two neighbouring numbers between two others, at the lower of which something still holds.
func bisected(low, high float64, holds func(float64) bool) (float64, float64) {
	const halvings = 60 // more than a float has bits
	for range halvings {
		middle := (low + high) / 2
		if holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high
}

// A random walk by the kernel gaussian has one of these scales, which is chosen by its acceptance rate at the target.
const randomWalk = "gaussian"

var scales = geometricSteps(0.25, 16, 25)

// geometricSteps are n numbers from low to high, each as many times the one before.
func geometricSteps(low, high float64, n int) (all []float64) {
	for k := range n {
		share := float64(k) / float64(n-1)
		all = append(all, math.Pow(low, 1-share)*math.Pow(high, share))
	}
	return all
}

// byAcceptance are the rows of a random walk with linear betas and one step a level: of the scale of least J, and of
// those that accept as many moves at the target as is said to be best.
func byAcceptance(ctx context.Context, s experiments.Setting, price int) ([]Row, error) {
	type tried struct {
		Row
		rate float64
	}
	var all []tried
	for _, scale := range scales {
		s.Kernel = fmt.Sprintf("%s:%.5g", randomWalk, scale)
		r, err := measured(ctx, s, price)
		if err != nil {
			return nil, err
		}
		chain, err := s.Chain()
		if err != nil {
			return nil, err
		}
		all = append(all, tried{r, tune.AcceptedAtTarget(chain.Base(chains.Linear(2)))})
	}
	nearest := func(rate float64, advice string) Row {
		r := slices.MinFunc(all, func(a, b tried) int {
			return cmp.Compare(math.Abs(a.rate-rate), math.Abs(b.rate-rate))
		}).Row
		r.Advice = advice
		return r
	}
	best := slices.MinFunc(all, func(a, b tried) int { return cmp.Compare(a.J, b.J) }).Row
	best.Advice = Best
	rows := []Row{best, nearest(0.234, Accept23), nearest(0.44, Accept44)}
	return named(rows, s.TargetLabel(), price, randomWalk), nil
}

// named fills in what rows have alike, and J over that of the first.
func named(rows []Row, target string, price int, kernel string) []Row {
	least := max(rows[0].J, run.Negligible)
	for i := range rows {
		rows[i].Target = target
		rows[i].Price = price
		rows[i].Kernel = kernel
		rows[i].Over = max(rows[i].J, run.Negligible) / least
	}
	return rows
}
