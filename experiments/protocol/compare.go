package protocol

import (
	"context"
	"math"

	"gonum.org/v1/gonum/interp"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/toys"
)

// The names of the forms.
const (
	Uncollapsed = "uncollapsed" // every latent is an axis
	Collapsed   = "collapsed"   // some are summed out
)

// comparedBy are the kernels by which the forms are compared. BREAD compares them by two programs: Metropolis-Hastings
// on one variable (WebPPL), and Hamiltonian dynamics (Stan), which labels do not have.
var comparedBy = []string{"heat-bath", "metropolis", "slice"}

// Forms are the two representations of a model.
type Forms struct {
	Name  string
	Model toys.Model // every latent is an axis
	Stay  []int      // the axes that stay where the others are summed out
	// Values is how many values of what is summed out a number of the data is weighed with. The sum factorises: over
	// the centres, or over the rows of the matrix. So a collapsed density has as many times as many terms.
	Values int
}

// compared are the forms of the committed comparison: eight points in two clusters, whose centres have five values; and
// a matrix of rank one, with all standard deviations 1 as in BREAD, whose rows are summed out.
func compared() []Forms {
	const points, values = 8, 5
	c := toys.Clustering{N: points, K: 2, D: 1, Centres: 2, Noise: 0.5}.WithCentres(values)
	m := toys.NewLowRank(4, 3, 1)
	return []Forms{{"clustering", c, []int{2, 3, 4, 5, 6, 7, 8, 9}, values},
		{"matrix factorisation", m.Model(), []int{0, 1, 2}, 3}}
}

// A Form is one of the two.
type Form struct {
	Name  string
	Model toys.Model
	Terms int // the number of normal densities in one density of the model
	Runs  []Formed
}

// Formed is a form at one T.
type Formed struct {
	T    int     `column:"T"`
	Stay float64 `column:"j_stay"` // J of the latents that stay in both forms
	J    float64 `column:"J"`      // of the whole state, as B
	B    float64 `column:"B"`
	Cost float64 `column:"terms"` // terms computed in a forward run: the number of densities times Terms
}

// A Comparison is one model in both forms, on data simulated from it.
type Comparison struct {
	Forms
	Setting experiments.Setting
	Seed    uint64  // of the data
	LogP    float64 // log p(y), the same in both
	Each    [2]Form // uncollapsed and collapsed
}

// targets are the posteriors in both forms of data simulated from the model.
func (f Forms) targets(seed uint64) []toys.Target {
	y := f.Model.Simulated(seed).Model.Data
	return []toys.Target{f.Model.Given(y), f.Model.Collapsed(f.Stay...).Given(y)}
}

// Compare runs annealing in both forms at every T. The data and the latents are drawn from the model.
func Compare(ctx context.Context, f Forms, s experiments.Setting, seed uint64, ts []int,
	tell experiments.Progress) (Comparison, error) {
	numbers := f.Model.N * f.Model.D
	c := Comparison{Forms: f, Setting: s, Seed: seed, Each: [2]Form{
		{Name: Uncollapsed, Model: f.Model, Terms: numbers, Runs: make([]Formed, len(ts))},
		{Name: Collapsed, Model: f.Model.Collapsed(f.Stay...), Terms: numbers * f.Values,
			Runs: make([]Formed, len(ts))}}}
	targets := f.targets(seed)
	c.LogP = chains.LogSum(targets[1].LogF)
	_, over := f.Model.Grid.Onto(f.Stay...)
	law := func(whole []float64) []float64 { // of what stays
		sum := make([]float64, len(targets[1].LogF))
		for x, p := range whole {
			sum[over[x]] += p
		}
		return sum
	}
	return c, experiments.Each(ctx, len(ts)*len(c.Each), tell, func(ctx context.Context, i int) error {
		form := &c.Each[i%len(c.Each)]
		k := len(ts) - 1 - i/len(c.Each) // the longest first
		chain, err := s.On(targets[i%len(c.Each)])
		if err != nil {
			return err
		}
		a, _, err := chain.At(ctx, ts[k])
		if err != nil {
			return err
		}
		problem := programs.Problem{Annealing: a}
		account, err := accounts.Of(ctx, programs.AIS{Problem: problem}, problem)
		if err != nil {
			return err
		}
		stay := account.J()
		if form.Name == Uncollapsed {
			stay = exact.Between(law(account.Q), law(account.P)).Jeffreys()
		}
		form.Runs[k] = Formed{T: ts[k], Stay: stay, J: account.J(), B: account.B(),
			Cost: account.Cost * float64(form.Terms)}
		return nil
	})
}

// Better is the form with the smaller measure, such as B, at every price at which both have runs, such as T or the cost
// of a run; "" if the curves cross. Between two runs the measure is taken to be a straight line on logarithmic axes.
func (c Comparison) Better(price, measure func(Formed) float64) (name string) {
	var curves [2]interp.PiecewiseLinear
	var prices []float64
	low, high := math.Inf(-1), math.Inf(1)
	for i, f := range c.Each {
		var x, y []float64
		for _, r := range f.Runs {
			x = append(x, math.Log(price(r)))
			y = append(y, math.Log(measure(r)))
		}
		if err := curves[i].Fit(x, y); err != nil {
			panic(err) // unreachable: the prices of a form rise
		}
		prices = append(prices, x...)
		low = max(low, x[0])
		high = min(high, x[len(x)-1])
	}
	for _, x := range prices {
		best := c.Each[1].Name
		if curves[0].Predict(x) < curves[1].Predict(x) {
			best = c.Each[0].Name
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
