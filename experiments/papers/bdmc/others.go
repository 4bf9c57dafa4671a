package bdmc

import (
	"context"
	"math"
	"slices"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// criterion makes the row of the BIC, which is the same in every run.
func criterion(c Case) []Measurement {
	e := mustMake(programs.NewBIC(c.problem()))
	_, logw := e.Forward(nil)
	r := c.row("BIC", "fit", 1, e.Cost())
	r.How = Exact
	r.Single = Score{Bias: logw - c.LogP, RMSE: math.Abs(logw - c.LogP)}
	r.Combined = r.Single
	return []Measurement{r}
}

// restarts lists numbers of random restarts of variational Bayes.
var restarts = []int{1, 10, 100}

// variational makes the rows of variational Bayes, plain and with the symmetry correction, which multiplies the bound
// by the number of relabelings (Section 6). The largest bound of r starts is the estimate of r restarts. r restarts are
// drawn with replacement from size.Starts starts.
func variational(ctx context.Context, c Case, size Size) (rows []Measurement, err error) {
	p := c.problem()
	bounds := make([]float64, size.Starts)
	cost := 0.0
	for i := range bounds {
		e := programs.NewVB(p, 1, uint64(i+1))
		a, err := accounts.Of(ctx, e, p, nil)
		if err != nil {
			return nil, err
		}
		bounds[i] = -a.Paths.Forward
		cost += e.Cost() / float64(size.Starts)
	}
	slices.Sort(bounds)
	for _, e := range []struct {
		name       string
		correction float64
	}{{"VB", 0}, {"VB+sym", c.Target.Model.LogRelabelings}} {
		for _, n := range restarts {
			r := c.row(e.name, "restart", n, cost*float64(n))
			r.How = OfStarts
			r.Single = largestScore(bounds, n, e.correction)
			r.Combined = largestScore(bounds, CombinedRuns*n, e.correction)
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// particles is the number of particles with which nested sampling was most accurate in the paper.
const particles = 2

// labels is the number of random labels that break ties between particles of one likelihood, which a discrete space
// has.
const labels = 1000

// nestedSteps lists numbers of steps of the kernel by which a particle is drawn.
var nestedSteps = []int{1, 16}

// nested makes the rows of nested sampling, in which a death leaves the share of the volume by Eq. 47. 25 runs are
// combined by the mean of their logs (footnote 5), so that the bias stays. A run costs its first particles and the
// steps of the kernel, whose cost is counted once, because to count it takes as long as the runs.
func nested(ctx context.Context, c Case, size Size) (rows []Measurement, err error) {
	p := c.problem()
	each := 0.0
	for _, steps := range nestedSteps {
		e := programs.NewNS(p, particles, steps)
		e.Labels = labels
		if each == 0 {
			each = (e.Cost() - particles) / float64(steps)
		}
		errors, err := errorsOf(ctx, c, e, false, size.Nested)
		if err != nil {
			return nil, err
		}
		r := c.row("NS", "step", steps, particles+each*float64(steps))
		r.How = Sampled
		r.Single = sampledScore(errors)
		r.Combined = r.Single.meanOfLogs()
		rows = append(rows, r)
	}
	return rows, nil
}
