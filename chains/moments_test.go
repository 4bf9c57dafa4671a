package chains_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/must"
)

// randoms returns n normal numbers of standard deviation sigma.
func randoms(n int, sigma float64, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = sigma * r.NormFloat64()
	}
	return logf
}

// distribution returns the distribution of a bridge at beta.
func distribution(b chains.Bridge, n int, beta float64) []float64 {
	logf := make([]float64, n)
	b.At(logf, beta)
	return chains.Normalized(logf)
}

// TestMomentsAverage: at every beta each statistic has the average of the ends' means, on flat and on steep densities,
// on lines and on labels, with statistics that depend on each other.
func TestMomentsAverage(t *testing.T) {
	line := grid.New(5, 4)
	labels := grid.New(3, 4, 2).Of(grid.Any)
	for _, c := range []struct {
		g    grid.Grid
		name string
	}{
		{line, chains.MeanMoments}, {line, chains.GaussianMoments}, {line, chains.MarginalMoments},
		{labels, chains.MarginalMoments}, {grid.New(2, 2, 2).Of(grid.Any), chains.GaussianMoments},
	} {
		statistics := must.Have(chains.Statistics(c.name, c.g))(t)
		for seed, sigma := range []float64{0.1, 2, 10, 100, 2000} {
			n := c.g.Size()
			from := randoms(n, 1, uint64(seed))
			to := randoms(n, sigma, uint64(seed)+10)
			m := must.Have(chains.NewMoments(from, to, statistics...))(t)
			first, last := distribution(m, n, 0), distribution(m, n, 1)
			for _, beta := range []float64{0, 1e-9, 0.01, 0.3, 0.5, 0.9, 0.999, 1} {
				p := distribution(m, n, beta)
				for i, g := range statistics {
					want := (1-beta)*floats.Dot(first, g) + beta*floats.Dot(last, g)
					if got := floats.Dot(p, g); !(math.Abs(got-want) < 1e-10) {
						t.Errorf("%v, %s, sigma %v, beta %v: statistic %d has mean %v and not %v", c.g, c.name,
							sigma, beta, i, got, want)
					}
				}
			}
		}
	}
}

// TestMomentsOfAllCells: if the statistics distinguish all cells, the moments leave no choice: the path is the mixture.
func TestMomentsOfAllCells(t *testing.T) {
	g := grid.New(6)
	from, to := randoms(6, 1, 1), randoms(6, 4, 2)
	m := must.Have(chains.NewMoments(from, to, must.Have(chains.Statistics(chains.MarginalMoments, g))(t)...))(t)
	mixture := chains.NewQPath(from, to, 0)
	slope := make([]float64, 6)
	wantSlope := make([]float64, 6)
	for _, beta := range []float64{0, 1e-6, 0.2, 0.7, 1} {
		got := distribution(m, 6, beta)
		want := distribution(mixture, 6, beta)
		if floats.Distance(got, want, 1) > 1e-12 {
			t.Errorf("beta %v: %v, and the mixture is %v", beta, got, want)
		}
		m.Slope(slope, beta)
		mixture.Slope(wantSlope, beta)
		floats.AddConst(wantSlope[0]-slope[0], slope) // up to a constant
		if floats.Distance(slope, wantSlope, 1) > 1e-9*(1+floats.Norm(wantSlope, 1)) {
			t.Errorf("beta %v: slope %v, and the mixture's is %v", beta, slope, wantSlope)
		}
	}
}

// TestMomentsShortest: statistics that stand twice share their λ, and a constant one has none.
func TestMomentsShortest(t *testing.T) {
	from, to := randoms(7, 1, 5), randoms(7, 3, 6)
	once := must.Have(chains.Statistics(chains.MeanMoments, grid.New(7)))(t)[0]
	ones := make([]float64, 7)
	floats.AddConst(1, ones)
	alone := must.Have(chains.NewMoments(from, to, once))(t)
	twice := must.Have(chains.NewMoments(from, to, once, ones, once))(t)
	want := alone.Tilt(0.3)
	got := twice.Tilt(0.3)
	// Of all densities with these moments it has the least KL to the geometric one: log of their ratio is affine.
	p := distribution(alone, 7, 0.3)
	ratio := func(x int) float64 { return math.Log(p[x]) - 0.7*from[x] - 0.3*to[x] }
	for x := 1; x < 6; x++ {
		must.Near(t, ratio(x-1)+ratio(x+1), 2*ratio(x), 1e-9, "log p over the geometric density, about cell %d", x)
	}
	if half := want[0] / 2; math.Abs(got[0]-half) > 1e-12 || math.Abs(got[2]-half) > 1e-12 || math.Abs(got[1]) > 1e-12 {
		t.Errorf("λ of a statistic is %v; of it twice and a constant %v", want, got)
	}
	if d := floats.Distance(distribution(alone, 7, 0.3), distribution(twice, 7, 0.3), 1); d > 1e-13 {
		t.Errorf("the densities differ by %g", d)
	}
}

// TestMomentsOutside: where the ends have other walls, the averaged moments may lie outside the hull of what the common
// cells have, or on its rim. Inside it, they are met.
func TestMomentsOutside(t *testing.T) {
	wall := math.Inf(-1)
	mean := must.Have(chains.Statistics(chains.MeanMoments, grid.New(4)))(t)
	for _, c := range []struct {
		from, to []float64
		ok       bool
	}{
		{[]float64{0, 0, 0, 0}, []float64{wall, 1, 0, wall}, true},       // means 1.5 and 1.27 of cells 1 and 2
		{[]float64{0, 0, 0, 0}, []float64{wall, wall, 1, 0}, false},      // mean 1.5 of cells 2 and 3
		{[]float64{0, 0, 0, wall}, []float64{wall, 0, 0, 0}, false},      // means 1 and 2 of cells 1 and 2: the rim
		{[]float64{0, 0, wall, 0}, []float64{0, wall, 0, 0}, true},       // cells 0 and 3 have all means
		{[]float64{wall, 0, 2, wall}, []float64{wall, 3, 0, wall}, true}, // the same walls
	} {
		m, err := chains.NewMoments(c.from, c.to, mean...)
		if (err == nil) != c.ok {
			t.Errorf("%v to %v: error %v", c.from, c.to, err)
		}
		if err != nil {
			continue
		}
		first := floats.Dot(chains.Normalized(c.from), mean[0])
		last := floats.Dot(chains.Normalized(c.to), mean[0])
		for _, beta := range []float64{0.001, 0.5, 0.999} {
			p := distribution(m, 4, beta)
			got := floats.Dot(p, mean[0])
			want := (1-beta)*first + beta*last
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("%v to %v at %v: mean %v and not %v", c.from, c.to, beta, got, want)
			}
			slope := make([]float64, 4)
			m.Slope(slope, beta)
			const h = 1e-5
			before, after := distribution(m, 4, beta-h), distribution(m, 4, beta+h)
			rise := floats.Dot(p, slope) // of log Z
			for x, mass := range p {
				want := (after[x] - before[x]) / (2 * h)
				must.Near(t, mass*(slope[x]-rise), want, 1e-6, "%v to %v at %v: cell %d gains", c.from, c.to, beta, x)
				if mass == 0 && slope[x] != 0 {
					t.Errorf("%v to %v at %v: the slope is %v in cell %d without mass", c.from, c.to, beta, slope[x], x)
				}
			}
		}
	}
}

// TestStatistics: a box of labels has marginals alone, and the products of two axes stand once.
func TestStatistics(t *testing.T) {
	for _, c := range []struct {
		g    grid.Grid
		name string
		want int // 0 for an error
	}{
		{grid.New(7, 7), chains.MeanMoments, 2}, {grid.New(7, 7), chains.GaussianMoments, 5},
		{grid.New(7, 7), chains.MarginalMoments, 14}, {grid.New(3, 3).Of(grid.Any), chains.MeanMoments, 0},
		{grid.New(3, 3).Of(grid.Any), chains.GaussianMoments, 0}, {grid.New(3, 3).Of(grid.Any),
			chains.MarginalMoments, 6},
		{grid.New(2, 2).Of(grid.Any), chains.GaussianMoments, 5},
	} {
		all, err := chains.Statistics(c.name, c.g)
		if len(all) != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%s of %v: %d statistics, error %v", c.name, c.g, len(all), err)
		}
	}
	g := grid.New(3, 2)
	all := must.Have(chains.Statistics(chains.GaussianMoments, g))(t)
	if want := []float64{0.5, -0.5, 0, 0, -0.5, 0.5}; !floats.Equal(all[3], want) {
		t.Errorf("the product of the two coordinates is %v, not %v", all[3], want)
	}
}
