package protocol

import (
	"context"
	"math"
	"slices"
	"sort"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/toys"
)

// The names of the forms.
const (
	Uncollapsed = "uncollapsed" // the centres are latents
	Collapsed   = "collapsed"   // they are summed out
)

// A Form is one of the two representations of a model.
type Form struct {
	Name  string
	Model toys.Model
	Terms int // the number of normal densities in one density of the model
	Runs  []Formed
}

// Formed is a form at one T.
type Formed struct {
	T           int     `column:"T"`
	Assignments float64 `column:"j_assignments"` // J of the assignments alone
	J           float64 `column:"J"`             // of the whole state, as B
	B           float64 `column:"B"`
	Cost        float64 `column:"terms"` // terms computed in a forward run: the number of densities times Terms
}

// A Comparison is one clustering in both forms, on data simulated from it.
type Comparison struct {
	toys.Representation
	Setting experiments.Setting
	Seed    uint64  // of the data
	LogP    float64 // log p(y), the same in both
	Forms   [2]Form // uncollapsed and collapsed
}

// Compared is the model of the committed comparison: eight points, two clusters, and five values
// for a centre.
func Compared() toys.Representation {
	return toys.Representation{Clustering: toys.Clustering{N: 8, K: 2, D: 1, Centres: 2, Noise: 0.5}, Values: 5}
}

// Compare runs annealing in both forms at every T. The data and the latents are drawn from
// the model with its centres.
func Compare(ctx context.Context, r toys.Representation, s experiments.Setting, seed uint64, ts []int,
	tell experiments.Progress) (Comparison, error) {
	numbers := r.N * r.D
	c := Comparison{Representation: r, Setting: s, Seed: seed, Forms: [2]Form{
		{Name: Uncollapsed, Model: r.Uncollapsed(), Terms: numbers, Runs: make([]Formed, len(ts))},
		{Name: Collapsed, Model: r.Collapsed(), Terms: numbers * r.Values, Runs: make([]Formed, len(ts))}}}
	y := c.Forms[0].Model.Simulated(seed).Model.Data
	c.LogP = chains.LogSum(c.Forms[1].Model.Given(y).LogF)
	return c, experiments.Each(ctx, len(ts)*len(c.Forms), tell, func(ctx context.Context, i int) error {
		form, k := &c.Forms[i%len(c.Forms)], len(ts)-1-i/len(c.Forms) // the longest first
		chain, err := s.On(form.Model.Given(y))
		if err != nil {
			return err
		}
		a, _, err := chain.At(ctx, ts[k])
		if err != nil {
			return err
		}
		problem := programs.Problem{Annealing: a, Sample: -1}
		account, err := accounts.Of(ctx, programs.AIS{Problem: problem}, problem)
		if err != nil {
			return err
		}
		assignments := c.Forms[1].Model.Grid.Size() // the last coordinates of a cell
		last := func(law []float64) []float64 {     // their marginal law
			sum := make([]float64, assignments)
			for x, p := range law {
				sum[x%assignments] += p
			}
			return sum
		}
		form.Runs[k] = Formed{T: ts[k], Assignments: exact.Between(last(account.Q), last(account.P)).Jeffreys(),
			J: account.J(), B: account.B(), Cost: account.Cost * float64(form.Terms)}
		return nil
	})
}

// Better is the form with the smaller measure, such as B, at every price at which both have runs, such as T or the cost
// of a run; "" if the curves cross. Between two runs the measure is taken to be a straight line on logarithmic axes.
func (c Comparison) Better(price, measure func(Formed) float64) (name string) {
	var curves [2]curve
	for i, f := range c.Forms {
		for _, r := range f.Runs {
			curves[i].x = append(curves[i].x, math.Log(price(r)))
			curves[i].y = append(curves[i].y, math.Log(measure(r)))
		}
	}
	low, high := max(curves[0].x[0], curves[1].x[0]), min(slices.Max(curves[0].x), slices.Max(curves[1].x))
	for _, x := range slices.Concat(curves[0].x, curves[1].x) {
		best := c.Forms[1].Name
		if curves[0].at(x) < curves[1].at(x) {
			best = c.Forms[0].Name
		}
		switch {
		case x < low || x > high:
		case name != "" && name != best:
			return ""
		default:
			name = best
		}
	}
	return name
}

// A curve is a line through points, x rising.
type curve struct{ x, y []float64 }

// at is the height of the line at x; beyond its ends it goes on as there.
func (c curve) at(x float64) float64 {
	i := min(max(sort.SearchFloat64s(c.x, x), 1), len(c.x)-1)
	share := (x - c.x[i-1]) / (c.x[i] - c.x[i-1])
	return c.y[i-1] + share*(c.y[i]-c.y[i-1])
}
