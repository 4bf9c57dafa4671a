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
	passes      *passes
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
	return &descent{ctx: ctx, passes: newPasses(a, T), goal: f, betas: make([]float64, T), grad: make([]float64, T)}
}

// choice returns the choice of a schedule without any descent.
func (d *descent) choice(start string, s chains.Schedule) chains.Chosen {
	return chains.Chosen{Schedule: s, Value: d.evaluate(s.Betas()), Start: start}
}

// evaluate returns the goal's value and sets grad, unless betas are where they were at the last call, or nobody waits
// for it.
func (d *descent) evaluate(betas []float64) float64 {
	if d.ctx.Err() == nil && !slices.Equal(betas, d.at) {
		d.evaluations++
		d.value = d.goal(d.passes, betas, d.grad)
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

// descend improves a choice until the gradient or the progress is negligible.
func (d *descent) descend(c chains.Chosen) chains.Chosen {
	if len(d.betas) == 2 || d.ctx.Err() != nil { // nothing is free, or nobody waits
		c.Converged = true
		return c
	}
	if math.IsInf(c.Value, 1) { // on every schedule
		c.Gradient = math.NaN()
		return c
	}
	if c.Value < rounding { // a line that goes down is no longer told from noise
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
	// still is that share. On BARRIER, EASY RANDOM and two of HARD RANDOM, up to T = 1000, the end is at most 1e-6
	// above where a share of 1e-8 leads, at half the evaluations.
	still = 1e-7
	// stillCoarse is that of a coarse schedule. It is stretched anyhow: ended sooner, it leads to the same value.
	stillCoarse = 1e-4
	// stillSteps are the steps. One alone may gain little where the next gains more.
	stillSteps = 5
	// mostSteps ends a descent that goes on gaining.
	mostSteps = 300
	// endGradient is the largest entry of the gradient, as a share of the value, below which a descent ends.
	endGradient = 1e-7
)

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
func (d *descent) minimize(c chains.Chosen) *optimize.Result {
	copy(d.betas, c.Schedule.Betas())
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
		MajorIterations:   mostSteps,
		FuncEvaluations:   mostEvaluations,
		GradientThreshold: endGradient * max(c.Value, rounding),
		Converger:         &optimize.FunctionConverge{Relative: end, Iterations: stillSteps},
	}
	method := &optimize.LBFGS{Store: remembered}
	result, err := optimize.Minimize(problem, roots(c.Schedule), settings, method)
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

// norm returns the norm of the gradient in the roots of the steps h, 2 √(Σ h_k (G_k - μ)²). It is 0 if no step with a
// length gains by growing at the cost of another. A choice has converged if the norm is small beside the value, and no
// step of length 0 would lower the value by growing.
func (d *descent) norm(c chains.Chosen) (norm float64, converged bool) {
	copy(d.betas, c.Schedule.Betas())
	d.evaluate(d.betas)
	square, missing := 0.0, 0.0
	steps, mean := d.steps()
	for k, g := range steps {
		h := d.betas[k+1] - d.betas[k]
		square += 4 * h * (g - mean) * (g - mean)
		missing = max(missing, mean-g)
	}
	norm = math.Sqrt(square)
	return norm, norm <= flat*c.Value && missing <= 10*flat*c.Value
}

// flat is the gradient, beside the value, at which descent ends: the gain that is left is of
// the order of its square.
const flat = 1e-3

// standing is the least step that a descent starts with, of the mean step: at 0 a square has no slope.
const standing = 1e-4

// roots returns the square roots of a schedule's steps.
func roots(s chains.Schedule) []float64 {
	x := make([]float64, s.Len()-1)
	for k := range x {
		x[k] = math.Sqrt(max(s.Beta(k+2)-s.Beta(k+1), standing/float64(len(x))))
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
