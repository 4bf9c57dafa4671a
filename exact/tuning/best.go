package tuning

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/optimize"

	"breadboard/chains"
	"breadboard/chains/work"
)

// A Choice is a schedule chosen for its exact B or J, and how the search for it went.
type Choice struct {
	Schedule    chains.Schedule
	Value       float64 // B or J, as the Search is by
	Start       string  // the name of the schedule from which the descent started
	Converged   bool    // the gradient is small beside the value, and lengthening a step of length 0 gains nothing
	Gradient    float64 // the norm of the gradient in the roots of the steps; NaN if Value is infinite
	Evaluations int     // of the gradient, at this T and at the smaller ones on the way
}

// MaxLevels is the largest T for which a Search looks for a schedule.
const MaxLevels = 20_000

// A Search finds the schedules of an annealing with the least exact B or J, at any T. A long one is grown from coarse
// ones of 24, 48, 96 and so on levels, up to half as many. A Search remembers these: those on the way to 300 levels
// are on the way to 1000 too. What it finds does not depend on what it was asked before. Safe for concurrent use.
type Search struct {
	a     chains.Annealing
	goal  goal
	steps func(T int) []int // of the kernel at each level but the first; nil is one each
	from  atomic.Pointer[[]start]
	grown sync.Map // a Choice by what was looked for
}

// ByB returns the search for the least B. It ignores a.Schedule.
func ByB(a chains.Annealing) *Search { return newSearch(a, (*passes).B) }

// ByJ returns the search for the least J, which is of the target's cells.
func ByJ(a chains.Annealing) *Search { return newSearch(a, (*passes).J) }

// A sought schedule has so many levels, and is coarse if others are to grow from it.
type sought struct {
	T      int
	coarse bool
}

// Standing is the search among schedules that stand at their levels for so many steps of the kernel, steps(T)[t-2] at
// level t; nil is one step each. It is a search of its own, for another best.
func (s *Search) Standing(steps func(T int) []int) *Search {
	return &Search{a: s.a, goal: s.goal, steps: steps}
}

func newSearch(a chains.Annealing, f goal) *Search {
	a, _ = a.Lowered()
	return &Search{a: a, goal: f}
}

// A goal returns B or J at some betas, and sets its gradient.
type goal func(p *passes, betas, grad []float64) float64

// A start is a named schedule, for any T.
type start struct {
	name string
	of   func(T int) chains.Schedule
}

// starts returns the schedules from which to descend, as far as they exist. One of them is
// held at 1, a good start for J, because the last kernels undo earlier errors. There may be fewer if ctx has ended.
func (s *Search) starts(ctx context.Context) []start {
	if known := s.from.Load(); known != nil {
		return *known
	}
	all := []start{
		{"linear", chains.Linear},
		{"sigmoid:4", func(T int) chains.Schedule { return chains.Sigmoid(4, T) }},
		{"a run to 1 that is held there", held},
	}
	along := func(name string, m metric) {
		if l, err := integrate(m, name, rough); err == nil {
			all = append(all, start{name, l.Schedule})
		}
	}
	along("fisher", fisher(s.a))
	if m, err := friction(ctx, s.a); err == nil {
		along("friction", m)
	}
	if ctx.Err() == nil {
		s.from.Store(&all)
	}
	return all
}

// held returns a schedule that is linear over half of the levels, and 1 from there on.
func held(T int) chains.Schedule {
	betas := make([]float64, T)
	for t := range betas {
		betas[t] = min(2*float64(t)/float64(T-1), 1)
	}
	betas[T-1] = 1
	return schedule(betas)
}

func schedule(betas []float64) chains.Schedule {
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic("tuning: " + err.Error())
	}
	return s
}

// shortest is the largest number of levels at which a search begins. Descents of so few levels are cheap, so that it
// begins with several of them, from the best starts.
const shortest, descents = 24, 3

// Best returns the schedule of T levels with the least value that descent from several schedules finds: it is no worse
// than any of them. If B is infinite, because some mass lies where the target has none, it is infinite on every
// schedule; the choice is then the first start, with an infinite Value and a Gradient of NaN. The error is the
// context's, or says that the kernel does not know its derivative. Best panics unless T is in 2..MaxLevels. After
// every evaluation of the gradient it calls watch, unless that is nil, with the number of levels.
//
// It descends from the starts at T, if that is short enough, and otherwise at the shortest length. Then it doubles the
// length up to half of T, and descends each time from the best schedule so far, stretched, or from the best start at
// that length if that is better. Only the descent at T itself goes to the end.
func (s *Search) Best(ctx context.Context, T int, watch func(levels int)) (grown Choice, err error) {
	if T < 2 || T > MaxLevels {
		panic("tuning: a best schedule of too few or too many levels")
	}
	return s.find(ctx, sought{T: T}, watch)
}

// find is Best, for a coarse schedule too.
func (s *Search) find(ctx context.Context, want sought, watch func(levels int)) (grown Choice, err error) {
	if known, ok := s.grown.Load(want); ok {
		return known.(Choice), nil
	}
	T := want.T
	var shorter Choice
	if T > shortest {
		shorter, err = s.find(ctx, sought{below(T), true}, watch)
		if err != nil {
			return Choice{}, err
		}
	}
	d := newDescent(ctx, s.a, T, s.goal)
	if s.steps != nil {
		d.stand(s.steps(T))
	}
	d.watch, d.coarse = watch, want.coarse
	tries := s.tries(d, shorter)
	for k, c := range tries {
		tries[k] = d.descend(c)
	}
	grown = slices.MinFunc(tries, byValue)
	grown.Evaluations = shorter.Evaluations + d.evaluations
	if ctx.Err() != nil {
		return Choice{}, context.Cause(ctx)
	}
	s.grown.Store(want, grown)
	return grown, nil
}

// below is the length from which a schedule of T levels is grown: the shortest one, doubled as long as it is at most
// half of T.
func below(T int) int {
	length := shortest
	for 4*length <= T {
		length *= 2
	}
	return length
}

// tries returns the choices that are worth a descent: the best of the starts, or, beside a shorter schedule that was
// found, that one stretched, and the best start if it is better.
func (s *Search) tries(d *descent, shorter Choice) []Choice {
	T := len(d.betas)
	var starts []Choice
	for _, start := range s.starts(d.ctx) {
		starts = append(starts, d.choice(start.name, start.of(T)))
	}
	slices.SortStableFunc(starts, byValue)
	if T <= shortest {
		return starts[:min(len(starts), descents)]
	}
	longer := d.choice(shorter.Start, shorter.Schedule.Resampled(T))
	if longer.Value <= starts[0].Value {
		return []Choice{longer}
	}
	return []Choice{longer, starts[0]}
}

func byValue(a, b Choice) int { return cmp.Compare(a.Value, b.Value) }

// A descent minimises a goal at one T.
type descent struct {
	ctx         context.Context
	p           *passes
	goal        goal
	betas       []float64
	at          []float64 // the betas at which value and grad were last computed
	value       float64
	grad        []float64
	evaluations int
	watch       func(levels int) // of Best; may be nil
	coarse      bool             // others start where it ends
}

func newDescent(ctx context.Context, a chains.Annealing, T int, f goal) *descent {
	return &descent{ctx: ctx, p: newPasses(a, T), goal: f, betas: make([]float64, T), grad: make([]float64, T)}
}

// choice returns the choice of a schedule without any descent.
func (d *descent) choice(start string, s chains.Schedule) Choice {
	return Choice{Schedule: s, Value: d.evaluate(s.Betas()), Start: start}
}

// evaluationCounts is what a cell of a level counts in one evaluation, in nanoseconds (package work).
const evaluationCounts = 150

// evaluate returns the goal's value and sets grad, unless betas are those of the last call, or nobody waits for it.
func (d *descent) evaluate(betas []float64) float64 {
	if d.ctx.Err() == nil && !slices.Equal(betas, d.at) {
		work.Add(d.ctx, float64(len(betas)*d.p.n), evaluationCounts)
		d.evaluations++
		d.value = d.goal(d.p, betas, d.grad)
		if math.IsNaN(d.value) { // an infinite log ratio
			d.value = math.Inf(1)
		}
		d.at = append(d.at[:0], betas...)
		if d.watch != nil {
			d.watch(len(betas))
		}
	}
	return d.value
}

// descend improves a choice until the gradient or the progress is negligible. If steps of
// length 0 remain that the gradient would lengthen, it gives them some length and goes on.
func (d *descent) descend(c Choice) Choice {
	if len(d.betas) == 2 || d.ctx.Err() != nil { // no beta is free, or nobody waits
		c.Converged = true
		return c
	}
	if math.IsInf(c.Value, 1) { // on every schedule
		c.Gradient = math.NaN()
		return c
	}
	if c.Value < rounding { // a line that goes down is no longer told from noise
		c.Gradient, c.Converged = d.norm(c)
		c.Converged = true
		return c
	}
	for range rounds {
		before := c.Value
		result := d.minimize(c)
		if d.ctx.Err() != nil || !(result.F < before) {
			break
		}
		d.setBetas(result.X)
		c.Schedule = schedule(d.betas)
		c.Value = result.F
		c = d.dropShortSteps(c, before-result.F)
		if d.coarse || c.Value > before*(1-little) {
			break
		}
	}
	c.Gradient, c.Converged = d.norm(c)
	return c
}

const (
	rounds   = 3    // of lengthening steps of length 0: each costs a descent. A coarse schedule has one
	little   = 1e-6 // the share of the value below which a round's gain is no reason for another
	standing = 1e-4 // of the mean step, the least step that a descent starts with: at 0 a square has no slope
)

// still is the share of the value by which a descent gains in five steps when it ends. On BARRIER, EASY RANDOM and two
// of HARD RANDOM, up to T = 1000, it is then at most 1e-6 above where a share of 1e-8 leads, at half the evaluations.
// A coarse schedule is stretched anyhow: ended sooner, it leads to the same value.
const still, stillCoarse = 1e-7, 1e-4

// remembered is the number of steps that L-BFGS remembers. With 40 a descent takes a fifth less evaluations than with
// 12, and a step costs 160 products for a beta, beside thousands for the cells of its level.
const remembered = 40

// rounding is the value of J or B below which nothing but rounding is left: on a kernel that mixes well it is less than
// 1e-13, and goes up and down as the betas change.
const rounding = 1e-12

// mostEvaluations ends a descent whose line search goes up and down in rounding, and would for ever. One that is in
// order takes 300 steps at the most, and little more than an evaluation for each.
const mostEvaluations = 1500

// minimize runs one descent by L-BFGS, on the roots x of the steps: the schedule has the steps x² over their sum.
func (d *descent) minimize(c Choice) *optimize.Result {
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			d.setBetas(x)
			return d.evaluate(d.betas)
		},
		Grad: d.gradient,
		Status: func() (optimize.Status, error) {
			if d.ctx.Err() != nil {
				return optimize.RuntimeLimit, nil
			}
			return optimize.NotTerminated, nil
		},
	}
	end := still
	if d.coarse {
		end = stillCoarse
	}
	settings := &optimize.Settings{
		MajorIterations:   300,
		FuncEvaluations:   mostEvaluations,
		GradientThreshold: 1e-7 * max(c.Value, rounding),
		Converger:         &optimize.FunctionConverge{Relative: end, Iterations: 5},
	}
	method := &optimize.LBFGS{Store: remembered}
	result, err := optimize.Minimize(problem, roots(c.Schedule, standing), settings, method)
	if result == nil { // if there is a result beside an error, the gradient decides
		panic("tuning: " + err.Error())
	}
	return result
}

// gradient sets dst to the derivatives by x. Let G_k be the derivative by the length of step k,
// which moves every later beta, and μ the mean of the G_k weighted by the lengths. The
// derivative by x_k is then 2 x_k (G_k - μ) / Σx².
func (d *descent) gradient(dst, x []float64) {
	sum := d.setBetas(x)
	d.evaluate(d.betas)
	steps, mean := d.steps()
	for k, v := range x {
		dst[k] = 2 * v / sum * (steps[k] - mean)
	}
}

// steps returns the derivatives by the lengths of the steps, from betas and grad, and their
// mean weighted by the lengths.
func (d *descent) steps() (steps []float64, mean float64) {
	steps = make([]float64, len(d.betas)-1)
	after := 0.0
	for k := len(steps) - 1; k >= 0; k-- {
		after += d.grad[k+1]
		steps[k] = after
		mean += after * (d.betas[k+1] - d.betas[k])
	}
	return steps, mean
}

// norm returns the norm of the gradient in the roots of the steps h, 2 √(Σ h_k (G_k - μ)²). It
// is 0 if no step with a length gains by growing at the cost of another. A choice has converged
// if the norm is small beside the value, and no step of length 0 would lower the value by
// growing.
func (d *descent) norm(c Choice) (norm float64, converged bool) {
	copy(d.betas, c.Schedule.Betas())
	d.evaluate(d.betas)
	steps, mean := d.steps()
	missing := 0.0
	for k, g := range steps {
		h := d.betas[k+1] - d.betas[k]
		norm += h * (g - mean) * (g - mean)
		missing = max(missing, mean-g)
	}
	norm = 2 * math.Sqrt(norm)
	return norm, norm <= flat*c.Value && missing <= 10*flat*c.Value
}

// flat is the gradient, beside the value, at which descent ends: the gain that is left is of
// the order of its square.
const flat = 1e-3

// dropShortSteps sets very short steps to 0, if that costs a negligible part of the descent's
// gain.
func (d *descent) dropShortSteps(c Choice, gained float64) Choice {
	x := roots(c.Schedule, 0)
	for k := range x {
		if x[k]*x[k] < 1e-5/float64(len(x)) {
			x[k] = 0
		}
	}
	d.setBetas(x)
	s := schedule(d.betas)
	if v := d.evaluate(s.Betas()); v <= c.Value+1e-7*gained {
		c.Schedule, c.Value = s, v
	}
	return c
}

// roots returns the square roots of a schedule's steps. A step shorter than least times the
// mean counts as least times the mean.
func roots(s chains.Schedule, least float64) []float64 {
	x := make([]float64, s.Len()-1)
	for k := range x {
		x[k] = math.Sqrt(max(s.Beta(k+2)-s.Beta(k+1), least/float64(len(x))))
	}
	return x
}

// setBetas sets betas to the running sums of x² over the sum of all, which it returns.
func (d *descent) setBetas(x []float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	run := 0.0
	for k, v := range x {
		run += v * v
		d.betas[k+1] = min(run/sum, 1)
	}
	d.betas[len(x)] = 1
	return sum
}
