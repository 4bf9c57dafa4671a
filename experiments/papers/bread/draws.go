package bread

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/papers"
)

// randomToys returns the toys of the paper that are drawn.
func randomToys() []Toy { return slices.DeleteFunc(Toys(), func(t Toy) bool { return !t.Seeded }) }

// A Draw has the numbers of one random target of a toy, by its seed.
type Draw struct {
	Seed     uint64
	Numbers  []float64 // in the order of Toy.Published
	Distance float64   // the sum over the numbers of log²(number/published)
}

// add measures the draw at the T of its next published number, and appends all its numbers at that T.
func (d *Draw) add(ctx context.Context, k Kernel, t Toy) error {
	next := t.Published[len(d.Numbers):]
	a, err := k.annealing(ctx, t, d.Seed, next[0].T)
	if err != nil {
		return err
	}
	g, err := exact.Measure(ctx, a)
	for _, p := range next {
		if p.T != next[0].T {
			break
		}
		x := p.Select(g.J(), g.B())
		d.Numbers = append(d.Numbers, x)
		off := math.Log(x / p.Value())
		d.Distance += off * off
	}
	return err
}

// drawAll measures the draws of the toy with the seeds from first to first+n-1, in that order.
func drawAll(ctx context.Context, o papers.Options, k Kernel, t Toy, first uint64, n int) ([]Draw, error) {
	draws := make([]Draw, n)
	return draws, experiments.Each(ctx, n, o.Progress, func(ctx context.Context, i int) (err error) {
		draws[i].Seed = first + uint64(i)
		for len(draws[i].Numbers) < len(t.Published) && err == nil {
			err = draws[i].add(ctx, k, t)
		}
		return err
	})
}

// Nearest has the draws of a toy that are nearest to the published numbers, among the first seeds.
type Nearest struct {
	Toy   string
	Draws []Draw // the nearest first
}

// keptDraws is the number of nearest draws that are kept.
const keptDraws = 5

// nearest searches the first n seeds of the random toys.
func nearest(ctx context.Context, o papers.Options, n int) (all []Nearest, err error) {
	toys := randomToys()
	for i, t := range toys {
		found, err := search(ctx, o.Part(i, i+1, len(toys)), t, n)
		if err != nil {
			return nil, err
		}
		all = append(all, Nearest{t.Name, found})
	}
	return all, nil
}

// search returns the nearest draws among the first n seeds. It measures J(100) of all. In the order of that term of the
// distance it measures the other numbers, until the term alone exceeds the distance of the last draw that is kept.
func search(ctx context.Context, o papers.Options, t Toy, n int) (nearest []Draw, err error) {
	draws := make([]Draw, n)
	measure := func(o papers.Options, some []Draw) error {
		const inTurn = 8 // on one goroutine, which takes a tenth of a draw's time to start
		parts := slices.Collect(slices.Chunk(some, inTurn))
		return experiments.Each(ctx, len(parts), o.Progress, func(ctx context.Context, i int) (err error) {
			for k := 0; k < len(parts[i]) && err == nil; k++ {
				err = parts[i][k].add(ctx, Kernel{}, t)
			}
			return err
		})
	}
	byDistance := func(a, b Draw) int { return cmp.Compare(a.Distance, b.Distance) }
	for i := range draws {
		draws[i].Seed = uint64(i)
	}
	if err := measure(o.Part(0, 9, 10), draws); err != nil {
		return nil, err
	}
	slices.SortStableFunc(draws, byDistance)
	const together = 64 // draws that are measured on all cores before the nearest are known again
	for len(draws) > 0 && (len(nearest) < keptDraws || draws[0].Distance <= nearest[keptDraws-1].Distance) {
		some := draws[:min(together, len(draws))]
		draws = draws[len(some):]
		if err := measure(papers.Options{}, some); err != nil {
			return nil, err
		}
		nearest = append(nearest, some...)
		slices.SortStableFunc(nearest, byDistance)
		nearest = nearest[:min(keptDraws, len(nearest))]
	}
	return nearest, nil
}

// An Ensemble has one number over many draws of a random toy, with the percentile of the published one among them.
type Ensemble struct {
	Toy        string  `column:"toy"` // the catalogue's name
	Kernel     string  `column:"kernel"`
	Quantity   string  `column:"quantity"` // "J", "B" or "B/J"
	T          int     `column:"T"`
	Draws      int     `column:"draws"`
	Q1         float64 `column:"q1"`
	Q2         float64 `column:"median"`
	Q3         float64 `column:"q3"`        // the quartiles
	Published  float64 `column:"published"` // for B/J the quotient of the published B and J
	Printed    string  // Published as printed; "" for B/J, which was not printed
	Percentile float64 `column:"percentile"` // percent of the draws that are not above the published number
	// Together is the percent of the draws that are at least as far out in all numbers at once.
	Together float64 `column:"together"`
}

// ensembles measures n draws of every random toy by each kernel: a row for every published number, and one for B/J.
// Seeds go up from 0, changed by the setting.
func ensembles(ctx context.Context, o papers.Options, kernels []Kernel, n int) (rows []Ensemble, err error) {
	toys := randomToys()
	parts := len(toys) * len(kernels)
	for i, t := range toys {
		for j, k := range kernels {
			at := i*len(kernels) + j
			draws, err := drawAll(ctx, o.Part(at, at+1, parts), k, t, o.Seeded(0), n)
			if err != nil {
				return nil, err
			}
			rows = append(rows, ensemble(t, k, draws)...)
		}
	}
	return rows, nil
}

// ensemble returns the rows of a toy by one kernel.
func ensemble(t Toy, k Kernel, draws []Draw) (rows []Ensemble) {
	together := percentOutside(draws, t.Published)
	n := float64(len(draws))
	add := func(quantity string, T int, published float64, printed string, number func(Draw) float64) {
		xs := make([]float64, len(draws))
		for i, d := range draws {
			xs[i] = number(d)
		}
		slices.Sort(xs)
		quartile := func(k float64) float64 { return stat.Quantile(k/4, stat.LinInterp, xs, nil) }
		share := stat.CDF(published, stat.Empirical, xs, nil)
		rows = append(rows, Ensemble{Toy: t.Name, Kernel: k.Name(), Quantity: quantity, T: T, Draws: len(draws),
			Q1: quartile(1), Q2: quartile(2), Q3: quartile(3), Published: published, Printed: printed,
			Percentile: 100 * math.Round(share*n) / n, Together: together})
	}
	for i, p := range t.Published {
		add(string(p.Quantity), p.T, p.Value(), p.Printed, func(d Draw) float64 { return d.Numbers[i] })
	}
	j, b := t.Published[1], t.Published[2] // at one T
	add("B/J", b.T, b.Value()/j.Value(), "", func(d Draw) float64 { return d.Numbers[2] / d.Numbers[1] })
	return rows
}

// percentOutside returns the percent of the draws whose numbers, taken together, are at least as far from the mean draw
// as the published ones: by the Mahalanobis distance of their logs, in which quotients such as B/J are among the
// directions. It is 100 if there are too few draws for a distance.
func percentOutside(draws []Draw, published []Published) (percent float64) {
	logs := mat.NewDense(len(draws), len(published), nil)
	mean := mat.NewVecDense(len(published), nil)
	for k, p := range published { // the published ones are at the origin
		for i, d := range draws {
			logs.Set(i, k, math.Log(d.Numbers[k]/p.Value()))
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
