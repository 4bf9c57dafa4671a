package tuning

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"breadboard/chains"
)

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
	watch       func(levels int) // of BestB; may be nil
}

func newDescent(ctx context.Context, a chains.Annealing, T int, f goal) (*descent, error) {
	p, err := newPasses(a, T)
	if err != nil {
		return nil, err
	}
	return &descent{ctx: ctx, p: p, goal: f, betas: make([]float64, T), grad: make([]float64, T)}, nil
}

// choice returns the choice of a schedule without any descent.
func (d *descent) choice(start string, s chains.Schedule) Choice {
	return Choice{Schedule: s, Value: d.evaluate(s.Betas()), Start: start}
}

// evaluate returns the goal's value and sets grad, unless betas are those of the last call.
func (d *descent) evaluate(betas []float64) float64 {
	if !slices.Equal(betas, d.at) {
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

// ranked returns the starts at this T, the best first.
func (d *descent) ranked(all []start) (choices []Choice) {
	for _, s := range all {
		choices = append(choices, d.choice(s.name, s.of(len(d.betas))))
	}
	slices.SortStableFunc(choices, byValue)
	return choices
}

// descend improves a choice until the gradient or the progress is negligible. If steps of
// length 0 remain that the gradient would lengthen, it gives them some length and goes on.
func (d *descent) descend(c Choice) Choice {
	if len(d.betas) == 2 { // no beta is free
		c.Converged = true
		return c
	}
	if math.IsInf(c.Value, 1) { // on every schedule
		c.Gradient = math.NaN()
		return c
	}
	for range 3 {
		x := roots(c.Schedule, 1e-4) // at 0 a square has no slope, and descent would never leave
		before := c.Value
		result, err := optimize.Minimize(optimize.Problem{Func: d.objective, Grad: d.gradient, Status: d.status}, x,
			&optimize.Settings{MajorIterations: 300, GradientThreshold: 1e-7 * max(c.Value, 1e-12),
				Converger: &optimize.FunctionConverge{Relative: 1e-8, Iterations: 5}}, &optimize.LBFGS{Store: 12})
		if result == nil { // if there is a result beside an error, the gradient decides
			panic("tuning: " + err.Error())
		}
		if d.ctx.Err() != nil || !(result.F < before) {
			break
		}
		c.Schedule, c.Value = d.schedule(result.X), result.F
		if c = d.dropShortSteps(c, before-result.F); c.Value > before*(1-1e-6) {
			break
		}
	}
	c.Gradient, c.Converged = d.norm(c)
	return c
}

// objective returns the goal's value on the schedule whose steps are x² over their sum.
func (d *descent) objective(x []float64) float64 {
	d.setBetas(x)
	return d.evaluate(d.betas)
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

// status stops the descent when the context does.
func (d *descent) status() (optimize.Status, error) {
	if d.ctx.Err() != nil {
		return optimize.RuntimeLimit, nil
	}
	return optimize.NotTerminated, nil
}

// dropShortSteps sets very short steps to 0, if that costs a negligible part of the descent's
// gain.
func (d *descent) dropShortSteps(c Choice, gained float64) Choice {
	x := roots(c.Schedule, 0)
	for k := range x {
		if x[k]*x[k] < 1e-5/float64(len(x)) {
			x[k] = 0
		}
	}
	s := d.schedule(x)
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

// schedule returns the schedule whose steps are x² over their sum.
func (d *descent) schedule(x []float64) chains.Schedule {
	d.setBetas(x)
	return schedule(d.betas)
}
