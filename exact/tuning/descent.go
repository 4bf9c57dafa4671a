package tuning

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"breadboard/chains"
)

// A descent minimises a goal at one T, over the betas.
type descent struct {
	ctx         context.Context
	gradients   *gradients
	goal        goal
	betas       []float64
	at          []float64 // the betas at which value and grad were last computed
	value       float64
	grad        []float64
	evaluations int
	watch       func() // sees every evaluation; may be nil
	coarse      bool   // a longer schedule starts where it ends
}

// newDescent returns a descent of T levels that has gone nowhere.
func newDescent(ctx context.Context, a chains.Annealing, T int, f goal) *descent {
	return &descent{ctx: ctx, gradients: newGradients(a, T), goal: f, betas: make([]float64, T),
		grad: make([]float64, T)}
}

// choice returns a schedule as it is, with its value.
func (d *descent) choice(start string, s chains.Schedule) chains.SearchResult {
	return chains.SearchResult{Schedule: s, Value: d.evaluate(s.Betas()), Start: start}
}

// evaluate returns the goal's value and sets grad. It keeps both if betas are those of the last call, or ctx has ended.
func (d *descent) evaluate(betas []float64) float64 {
	if d.ctx.Err() == nil && !slices.Equal(betas, d.at) {
		d.evaluations++
		d.value = d.goal(d.gradients, betas, d.grad)
		if math.IsNaN(d.value) { // an infinite log ratio
			d.value = math.Inf(1)
		}
		d.at = append(d.at[:0], betas...)
		if d.watch != nil {
			d.watch()
		}
	}
	return d.value
}

// descend improves a choice until the gradient or the progress is negligible.
func (d *descent) descend(c chains.SearchResult) chains.SearchResult {
	if len(d.betas) == 2 || d.ctx.Err() != nil { // nothing is free
		c.Converged = true
		return c
	}
	if math.IsInf(c.Value, 1) { // on every schedule
		c.Gradient = math.NaN()
		return c
	}
	if c.Value < rounding { // a slope cannot be told from noise
		c.Gradient, _ = d.norm(c)
		c.Converged = true
		return c
	}
	result := d.minimize(c)
	if d.ctx.Err() == nil && result.F < c.Value {
		d.setBetas(result.X)
		c.Schedule = schedule(d.betas)
		c.Value = result.F
	}
	c.Gradient, c.Converged = d.norm(c)
	return c
}

// A descent ends when it has gained less than a share of the value in some steps.
const (
	// leastGain is the share up to FineLevels. J is so flat in some directions that B may have another third digit
	// within 1e-8 of the least J: by this share it has five on BARRIER that rounding does not decide.
	leastGain = 1e-12
	// leastGainLong is the share of more levels, for which a browser would take minutes.
	leastGainLong = 1e-7
	// leastGainCoarse is the share for a coarse schedule, which is stretched afterwards and leads to the same value.
	leastGainCoarse = 1e-4
	// gainSteps is the number of steps: one alone may gain little where the next gains more.
	gainSteps = 5
	// mostSteps ends a descent that goes on gaining.
	mostSteps, mostStepsLong = 1000, 300
	// endGradient is the largest entry of the gradient, as a share of the value, below which a descent ends.
	endGradient = 1e-10
)

// FineLevels is the largest T at which rounding decides none of the first digits of B of a found schedule.
const FineLevels = 300

// memory is the number of steps that L-BFGS remembers. With 40 a descent takes a fifth fewer evaluations than with 12,
// and a step costs 160 products for a beta, beside thousands for the cells of its level.
const memory = 40

// rounding bounds a J or B that is nothing but rounding: on a kernel that mixes well it is less than 1e-13, and goes up
// and down as the betas change.
const rounding = 1e-12

// mostEvaluations ends a descent whose line search goes up and down in rounding, and would never end. A sound descent
// takes little more than an evaluation for each of its steps.
const mostEvaluations = 5000

// minimize runs one descent by L-BFGS, on the roots x of the steps: the schedule has the steps x² over their sum.
func (d *descent) minimize(c chains.SearchResult) *optimize.Result {
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
	gain, steps := leastGain, mostSteps
	if len(d.betas) > FineLevels {
		gain, steps = leastGainLong, mostStepsLong
	}
	if d.coarse {
		gain = leastGainCoarse
	}
	settings := &optimize.Settings{
		MajorIterations:   steps,
		FuncEvaluations:   mostEvaluations,
		GradientThreshold: endGradient * max(c.Value, rounding),
		Converger:         &optimize.FunctionConverge{Relative: gain, Iterations: gainSteps},
	}
	method := &optimize.LBFGS{Store: memory}
	result, err := optimize.Minimize(problem, roots(c.Schedule), settings, method)
	if result == nil { // of a result with an error the gradient decides
		panic("tuning: " + err.Error())
	}
	return result
}

// gradient sets dst to the derivatives by x. Let G_k be the derivative by the length of step k, which moves every later
// beta, and μ the mean of the G_k weighted by the lengths. The derivative by x_k is then 2 x_k (G_k - μ) / Σx².
func (d *descent) gradient(dst, x []float64) {
	sum := d.setBetas(x)
	d.evaluate(d.betas)
	slopes, mean := d.stepSlopes()
	for k, v := range x {
		dst[k] = 2 * v / sum * (slopes[k] - mean)
	}
}

// stepSlopes returns the derivatives by the lengths of the steps, and their mean weighted by the lengths.
func (d *descent) stepSlopes() (slopes []float64, mean float64) {
	slopes = make([]float64, len(d.betas)-1)
	after := 0.0
	for k := len(slopes) - 1; k >= 0; k-- {
		after += d.grad[k+1]
		slopes[k] = after
		mean += after * (d.betas[k+1] - d.betas[k])
	}
	return slopes, mean
}

// norm returns the norm of the gradient in the roots of the steps h, 2 √(Σ h_k (G_k - μ)²). It is 0 if no step with a
// length gains by growing at the cost of another. A choice has converged if the norm is a small share of the value, and
// no step of length 0 would lower the value by growing.
func (d *descent) norm(c chains.SearchResult) (norm float64, converged bool) {
	copy(d.betas, c.Schedule.Betas())
	d.evaluate(d.betas)
	square, missing := 0.0, 0.0
	slopes, mean := d.stepSlopes()
	for k, g := range slopes {
		h := d.betas[k+1] - d.betas[k]
		square += 4 * h * (g - mean) * (g - mean)
		missing = max(missing, mean-g)
	}
	norm = math.Sqrt(square)
	return norm, norm <= smallGradient*c.Value && missing <= 10*smallGradient*c.Value
}

// smallGradient is the gradient, as a share of the value, at which a descent has converged: the gain that is left is of
// the order of its square.
const smallGradient = 1e-3

// leastStart is the least step that a descent starts with, as a share of the mean step: at 0 a square has no slope.
const leastStart = 1e-4

// roots returns the square roots of a schedule's steps.
func roots(s chains.Schedule) []float64 {
	x := make([]float64, s.Len()-1)
	for k := range x {
		x[k] = math.Sqrt(max(s.Beta(k+2)-s.Beta(k+1), leastStart/float64(len(x))))
	}
	return x
}

// setBetas sets betas to the running sums of x² over the sum of all, which it returns.
func (d *descent) setBetas(x []float64) (sum float64) {
	for k, v := range x {
		sum += v * v
		d.betas[k+1] = sum
	}
	for k := range d.betas {
		d.betas[k] /= sum
	}
	return sum
}
