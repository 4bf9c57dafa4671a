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
	betas, grad []float64
	seen        []float64 // the betas that grad, and worth, are of
	worth       float64
	evaluations int
}

func newDescent(ctx context.Context, a chains.Annealing, T int, f goal) (*descent, error) {
	p, err := newPasses(a, T)
	if err != nil {
		return nil, err
	}
	return &descent{ctx: ctx, p: p, goal: f, betas: make([]float64, T), grad: make([]float64, T)}, nil
}

// value is a schedule as it is.
func (d *descent) value(name string, s chains.Schedule) Choice {
	return Choice{Schedule: s, Value: d.at(s.Betas()), Start: name}
}

// at returns the goal's value and sets grad; nothing where it is asked again.
func (d *descent) at(betas []float64) float64 {
	if !slices.Equal(betas, d.seen) {
		d.evaluations++
		d.worth = d.goal(d.p, betas, d.grad)
		if math.IsNaN(d.worth) { // an infinite log ratio where there is no mass, or mass where there is one
			d.worth = math.Inf(1)
		}
		d.seen = append(d.seen[:0], betas...)
	}
	return d.worth
}

// rank returns the starts at this T, the best first.
func (d *descent) rank(all []start) []Choice {
	var out []Choice
	for _, s := range all {
		c := d.value(s.name, s.of(len(d.betas)))
		at := len(out)
		for at > 0 && out[at-1].Value > c.Value {
			at--
		}
		out = append(out[:at], append([]Choice{c}, out[at:]...)...)
	}
	return out
}

// from descends from each and returns the best that comes of it.
func (d *descent) from(tries []Choice) Choice {
	best := tries[0]
	for i, c := range tries {
		if c = d.descend(c); i == 0 || c.Value < best.Value {
			best = c
		}
	}
	return best
}

// descend improves a choice until the gradient or the progress is nothing. Where
// it ends with steps of no length that the gradient would lengthen, it gives them
// some and goes on.
func (d *descent) descend(c Choice) Choice {
	if len(d.betas) == 2 { // nothing is free
		c.Converged = true
		return c
	}
	if math.IsInf(c.Value, 1) { // and no schedule makes it finite
		c.Gradient = math.NaN()
		return c
	}
	for range 3 {
		x := roots(c.Schedule, 1e-4) // at 0 the square has no slope, and descent would never leave
		before := c.Value
		result, err := optimize.Minimize(optimize.Problem{Func: d.objective, Grad: d.gradient, Status: d.status}, x,
			&optimize.Settings{MajorIterations: 300, GradientThreshold: 1e-7 * max(c.Value, 1e-12),
				Converger: &optimize.FunctionConverge{Relative: 1e-8, Iterations: 5}}, &optimize.LBFGS{Store: 12})
		if result == nil { // err says why; one that has a result is judged by its gradient
			panic("tuning: " + err.Error())
		}
		if d.ctx.Err() != nil || !(result.F < before) {
			break
		}
		c.Schedule, c.Value = d.schedule(result.X), result.F
		if c = d.still(c, before-result.F); c.Value > before*(1-1e-6) {
			break
		}
	}
	c.Gradient, c.Converged = d.norm(c)
	return c
}

// objective is the goal of the schedule whose steps are x² over their sum.
func (d *descent) objective(x []float64) float64 {
	d.spread(x)
	return d.at(d.betas)
}

// gradient: with G_k the derivative by the length of step k, which moves every
// later beta, and μ their mean over the schedule, that by x_k is 2 x_k (G_k - μ) / Σx².
func (d *descent) gradient(dst, x []float64) {
	sum := d.spread(x)
	d.at(d.betas)
	steps, mean := d.steps()
	for k, v := range x {
		dst[k] = 2 * v / sum * (steps[k] - mean)
	}
}

// steps returns the derivatives by the lengths of the steps, at betas and grad as
// they stand, and their mean weighted by the lengths.
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

// norm is that of the gradient in the roots of the steps, 2 √(Σ h_k (G_k - μ)²): 0
// where no step that there is wants to be longer at the cost of another. A choice
// has converged where it is small beside the value, and no step of no length
// would lower the value if it had some.
func (d *descent) norm(c Choice) (norm float64, converged bool) {
	copy(d.betas, c.Schedule.Betas())
	d.at(d.betas)
	steps, mean := d.steps()
	missing := 0.0
	for k, g := range steps {
		h := d.betas[k+1] - d.betas[k]
		norm += h * (g - mean) * (g - mean)
		missing = max(missing, mean-g)
	}
	norm = 2 * math.Sqrt(norm)
	return norm, norm <= flat*c.Value && (missing <= 10*flat*c.Value)
}

// flat is how small the gradient is, beside the value, where descent has arrived:
// what is left to gain is then of the order of its square.
const flat = 1e-3

func (d *descent) status() (optimize.Status, error) {
	if d.ctx.Err() != nil {
		return optimize.RuntimeLimit, nil
	}
	return optimize.NotTerminated, nil
}

// still gives steps of hardly any length none at all, where that costs next to
// nothing of what was gained.
func (d *descent) still(c Choice, gained float64) Choice {
	x := roots(c.Schedule, 0)
	for k := range x {
		if x[k]*x[k] < 1e-5/float64(len(x)) {
			x[k] = 0
		}
	}
	s := d.schedule(x)
	if v := d.at(s.Betas()); v <= c.Value+1e-7*gained {
		c.Schedule, c.Value = s, v
	}
	return c
}

// roots are the square roots of a schedule's steps, none of which is taken to be
// shorter than least, beside their mean.
func roots(s chains.Schedule, least float64) []float64 {
	x := make([]float64, s.Len()-1)
	for k := range x {
		x[k] = math.Sqrt(max(s.Beta(k+2)-s.Beta(k+1), least/float64(len(x))))
	}
	return x
}

// spread sets betas to the sums of x² over the sum of all.
func (d *descent) spread(x []float64) (sum float64) {
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

func (d *descent) schedule(x []float64) chains.Schedule {
	d.spread(x)
	return schedule(d.betas)
}
