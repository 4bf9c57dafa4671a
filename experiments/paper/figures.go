package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// A Curve is J and B of one toy against T, as Figure 3 draws them, solid and dashed.
type Curve struct {
	Toy       string // the catalogue's name
	T         []int
	J, B      []float64
	Published []Published
}

func curves(ctx context.Context, ts []int, progress experiments.Progress) (curves []Curve, err error) {
	for _, t := range Toys() {
		curves = append(curves, Curve{Toy: t.Name, T: ts, Published: t.Published,
			J: make([]float64, len(ts)), B: make([]float64, len(ts))})
	}
	return curves, everywhere(ctx, ts, progress, func(ctx context.Context, i, k int, toy Toy) error {
		g, err := exact.Measure(ctx, Annealing(toy.target(), ts[k]))
		if err == nil {
			curves[i].J[k], curves[i].B[k] = g.J(), g.B()
		}
		return err
	})
}

// A Panel is one heat map of Figure 4.
type Panel struct {
	Name string  // "intermediate", "target" or the law of samples
	Beta float64 // its inverse temperature, 1 of the target and the samples
	P    [][]float64
}

// A Gallery is one row of Figure 4: distributions of one toy on its grid, by row and column.
type Gallery struct {
	Toy    string
	Panels []Panel
}

// galleries computes Figure 4: three intermediate distributions, the target, and the exact law of the samples of
// annealing with T = 100.
func galleries(ctx context.Context) (rows []Gallery, err error) {
	for _, t := range Toys() {
		a := Annealing(t.target(), 100)
		gap, err := exact.Measure(ctx, a)
		if err != nil {
			return nil, err
		}
		row := Gallery{Toy: t.Name}
		add := func(name string, beta float64, p []float64) {
			row.Panels = append(row.Panels, Panel{name, beta, slices.Collect(slices.Chunk(p, a.Grid.Len(1)))})
		}
		for _, beta := range []float64{0.1, 0.3, 0.6, 1} { // the paper does not print its betas
			p, name := make([]float64, a.Grid.Size()), "intermediate"
			if beta == 1 {
				name = "target"
			}
			a.Bridge.At(p, beta)
			add(name, beta, chains.Normalize(p, p))
		}
		add("law of AIS samples, T = 100", 1, gap.Q)
		rows = append(rows, row)
	}
	return rows, nil
}

// A Tightness is BREAD's bound B beside J, for one toy at one T, exactly; all divergences are in nats.
type Tightness struct {
	Toy   string // the catalogue's name
	Title string // the paper's
	exact.Measured
	Claims   []Claim // the published figures
	Defect   float64 // of exact.Result
	Warnings []string
}

// Ratio is B/J; at least 1, and NaN if both are 0.
func (t Tightness) Ratio() float64 { return t.B() / t.J() }

// tightenAll runs the paper's annealings of each of its toys at every T of ts: rows toy by toy, in the order of ts.
func tightenAll(ctx context.Context, ts []int, progress experiments.Progress) ([]Tightness, error) {
	rows := make([]Tightness, len(Toys())*len(ts))
	return rows, everywhere(ctx, ts, progress, func(ctx context.Context, i, k int, toy Toy) error {
		r, err := exact.Run(ctx, Annealing(toy.target(), ts[k]))
		row := Tightness{Toy: toy.Name, Title: toy.Title, Measured: r.Measured, Defect: r.Defect, Warnings: r.Warnings}
		for _, p := range toy.Published {
			if p.T == ts[k] {
				row.Claims = append(row.Claims, Claim{p, p.figure(r.Measured)})
			}
		}
		rows[i*len(ts)+k] = row
		return err
	})
}

// everywhere calls measure for the ith toy of the paper and the kth of ts. It begins with the largest T of all toys.
func everywhere(ctx context.Context, ts []int, progress experiments.Progress,
	measure func(ctx context.Context, i, k int, toy Toy) error) error {
	all := Toys()
	return experiments.Each(ctx, len(all)*len(ts), progress, func(ctx context.Context, part int) error {
		i := part % len(all)
		return measure(ctx, i, len(ts)-1-part/len(all), all[i])
	})
}

// A Draw is one random target of a toy, by its seed, and its figures.
type Draw struct {
	Seed     uint64
	Figures  []float64 // in the order of Toy.Published
	Distance float64   // the sum over figures of log²(figure/published)
}

// Search measures the draws of the seeds below n and returns the best of them, at least one: nearest to all published
// figures first; equally near ones by seed. The error is ctx's, or that the toy is not random.
func Search(ctx context.Context, toy Toy, n, best int, progress experiments.Progress) ([]Draw, error) {
	draws, err := drawAll(ctx, toy, 0, n, progress)
	slices.SortStableFunc(draws, func(a, b Draw) int { return cmp.Compare(a.Distance, b.Distance) })
	return draws[:min(best, len(draws))], err
}

// drawAll measures the published figures of the toy for each seed from first to first+n-1, in that order.
func drawAll(ctx context.Context, toy Toy, first uint64, n int, progress experiments.Progress) ([]Draw, error) {
	if !toy.Seeded {
		return nil, fmt.Errorf("toy %q is not random: it has no other draws; easy and hard have", toy.Name)
	}
	draws := make([]Draw, n)
	return draws, experiments.Each(ctx, n, progress, func(ctx context.Context, i int) (err error) {
		draws[i], err = draw(ctx, toy, first+uint64(i))
		return err
	})
}

func draw(ctx context.Context, toy Toy, seed uint64) (d Draw, err error) {
	d.Seed = seed
	var g exact.Measured
	for _, p := range toy.Published { // T rises
		if p.T != g.T {
			if g, err = exact.Measure(ctx, Annealing(toy.Of(seed), p.T)); err != nil {
				return d, err
			}
		}
		x := p.figure(g)
		d.Figures = append(d.Figures, x)
		off := math.Log(x / p.Value())
		d.Distance += off * off
	}
	return d, nil
}

// An Ensemble is one figure over many draws of a random toy, with the percentile of the published figure among them.
type Ensemble struct {
	Toy        string  `column:"toy"`      // the catalogue's name
	Quantity   string  `column:"quantity"` // "J", "B" or "B/J"
	T          int     `column:"T"`
	Draws      int     `column:"draws"`
	Q1         float64 `column:"q1"`
	Q2         float64 `column:"median"`
	Q3         float64 `column:"q3"`        // the quartiles
	Published  float64 `column:"published"` // for B/J the quotient of the published B and J
	Printed    string  // Published as printed; "" for B/J, which was not printed
	Percentile float64 `column:"percentile"` // percent of the draws that are not above the published figure
	// percent of the draws that are as far out in all figures together: outside
	Together float64 `column:"together"`
}

// ensembles measures the draws of seeds 0..n-1 of every random toy of the paper: a row for every published figure, and
// one for B/J.
func ensembles(ctx context.Context, n int, progress experiments.Progress) (rows []Ensemble, err error) {
	random := slices.DeleteFunc(Toys(), func(t Toy) bool { return !t.Seeded })
	for i, t := range random {
		draws, err := drawAll(ctx, t, 0, n, progress.Share(i, i+1, len(random)))
		if err != nil {
			return nil, err
		}
		together := outside(draws, t.Published)
		add := func(quantity string, T int, published float64, printed string, figure func(Draw) float64) {
			xs := make([]float64, len(draws))
			for i, d := range draws {
				xs[i] = figure(d)
			}
			slices.Sort(xs)
			quartile := func(k float64) float64 { return stat.Quantile(k/4, stat.LinInterp, xs, nil) }
			rows = append(rows, Ensemble{Toy: t.Name, Quantity: quantity, T: T, Draws: len(draws),
				Q1: quartile(1), Q2: quartile(2), Q3: quartile(3), Published: published, Printed: printed,
				Percentile: 100 * math.Round(stat.CDF(published, stat.Empirical, xs,
					nil)*float64(n)) / float64(n), Together: together})
		}
		for i, p := range t.Published {
			add(string(p.Quantity), p.T, p.Value(), p.Printed, func(d Draw) float64 { return d.Figures[i] })
		}
		j, b := t.Published[1], t.Published[2] // at one T
		add("B/J", b.T, b.Value()/j.Value(), "", func(d Draw) float64 { return d.Figures[2] / d.Figures[1] })
	}
	return rows, nil
}

// outside returns the percent of the draws whose figures, taken together, are at least as far from the mean draw as the
// published ones: by the Mahalanobis distance of their logs, in which quotients as B/J are among the directions. It is
// 100 if there are too few draws for a distance.
func outside(draws []Draw, published []Published) (percent float64) {
	logs := mat.NewDense(len(draws), len(published), nil)
	mean := mat.NewVecDense(len(published), nil)
	for k, p := range published { // the published ones are at the origin
		for i, d := range draws {
			logs.Set(i, k, math.Log(d.Figures[k]/p.Value()))
		}
		mean.SetVec(k, stat.Mean(mat.Col(nil, k, logs), nil))
	}
	var spread mat.SymDense
	var root mat.Cholesky
	stat.CovarianceMatrix(&spread, logs, nil)
	if !root.Factorize(&spread) {
		return 100
	}
	limit := stat.Mahalanobis(mean, mat.NewVecDense(len(published), nil), &root)
	for i := range draws {
		if stat.Mahalanobis(mean, logs.RowView(i), &root) >= limit {
			percent += 100
		}
	}
	return percent / float64(len(draws))
}

// A Portrait is a toy for the eye: its log density and its distribution on a grid of two axes; of a spin system, whose
// states have no place in the plane, the distributions before annealing and after, over two numbers of a state, its
// log f and its order.
type Portrait struct {
	Toy   string // its name, with the parameters that were taken
	Title string
	File  string // a name for it as a file, without an ending

	Grid    grid.Grid // of two axes; a model's latents are split between the two
	LogF, P []float64 // on the grid's cells; nil of a spin system

	Order           string      // the name of the order: "magnetisation"; "" on two axes
	Orders          []int       // its values, one a column
	Levels          []float64   // log f, one a row, the largest first
	Uniform, Target [][]float64 // probabilities, by level and order
}

// Portraits draws all toys, random ones with their own seeds and toys with parameters at their examples.
func Portraits() (all []Portrait) {
	for _, toy := range toys.Catalogue {
		c, err := experiments.Setting{Toy: experiments.ExampleOf(toy)}.Chain()
		if err != nil {
			panic("experiments: a toy of the catalogue: " + err.Error())
		}
		all = append(all, portrait(c))
	}
	return all
}

// portrait draws the chain's target. A grid without exactly two axes is a model's, or is taken for a spin system with
// an axis for each site.
func portrait(c experiments.Chain) Portrait {
	t := c.Target
	p := Portrait{Toy: t.Name, Title: t.Name, File: strings.NewReplacer(":", "-", "/", "-").Replace(t.Name)}
	if c.Seed != nil {
		p.Title += fmt.Sprintf(", seed %d", *c.Seed)
	}
	prob := chains.Normalized(t.LogF)
	switch {
	case t.Grid.Axes() == 2:
		p.Grid = t.Grid
		p.LogF = t.LogF
		p.P = prob
	case t.Model != nil:
		rows := 1 // the same cells on two axes: the first half of a box's axes, and the rest
		for axis := range t.Grid.Axes() / 2 {
			rows *= t.Grid.Len(axis)
		}
		p.Grid = grid.New(rows, t.Grid.Size()/rows)
		p.LogF = t.LogF
		p.P = prob
	default:
		p.spins(t, prob)
	}
	return p
}

// spins sums the uniform distribution and the target over states of the same order and log f. The order is the sum of
// a state's spins, down -1 and up 1; for sites with more states it is the number of sites in the commonest state. Log
// f is without the last digits, which may differ between equal sums in different orders.
func (p *Portrait) spins(t toys.Target, prob []float64) {
	p.Order = "sites in the commonest state"
	if t.Grid.Len(0) == 2 {
		p.Order = "magnetisation"
	}
	for x, v := range t.LogF {
		counts, order := map[int]int{}, 0
		for site := range t.Grid.Axes() {
			s := t.Grid.Coord(x, site)
			counts[s]++
			order = max(order, counts[s])
		}
		if t.Grid.Len(0) == 2 {
			order = counts[1] - counts[0]
		}
		p.Levels = append(p.Levels, math.Round(v*1e9)/1e9+0)
		p.Orders = append(p.Orders, order)
	}
	orders, levels := p.Orders, p.Levels
	p.Orders = values(orders)
	p.Levels = values(levels)
	slices.Reverse(p.Levels)
	for range p.Levels {
		p.Uniform = append(p.Uniform, make([]float64, len(p.Orders)))
		p.Target = append(p.Target, make([]float64, len(p.Orders)))
	}
	for x := range t.LogF {
		row := slices.Index(p.Levels, levels[x])
		col := slices.Index(p.Orders, orders[x])
		p.Uniform[row][col] += 1 / float64(len(prob))
		p.Target[row][col] += prob[x]
	}
}

func values[T int | float64](v []T) []T { return slices.Compact(slices.Sorted(slices.Values(v))) }
