package toys_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"

	"breadboard/chains"
	"breadboard/grid/must"
	"breadboard/toys"
)

// correlated returns the log density of points whose coordinates are each jointly normal, with one covariance.
func correlated(y [][]float64, d int, entry func(i, h int) float64) (logp float64) {
	if len(y) == 0 {
		return 0
	}
	cov := mat.NewSymDense(len(y), nil)
	column := make([]float64, len(y))
	for i := range y {
		for h := range i + 1 {
			cov.SetSym(i, h, entry(i, h))
		}
	}
	law, _ := distmv.NewNormal(make([]float64, len(y)), cov, nil)
	for j := range d {
		for i, row := range y {
			column[i] = row[j]
		}
		logp += law.LogProb(column)
	}
	return logp
}

// logNormal returns the log density of N(mean, variance) at v.
func logNormal(v, mean, variance float64) float64 {
	return -(v-mean)*(v-mean)/variance/2 - math.Log(2*math.Pi*variance)/2
}

// factorised returns u_ik and v_kj of a cell.
func factorised(m toys.LowRank, x []int) (u, v func(i, k int) float64) {
	value := func(c int) float64 { return 1.5 * float64(c-1) }
	return func(i, k int) float64 { return m.Rows * value(x[m.K*m.D+i*m.K+k]) },
		func(k, j int) float64 { return m.Columns * value(x[k*m.D+j]) }
}

// offEvidence returns how far log p(y) is, for the first t observations of every t, from a sum of p(x) p(y | x),
// relative to numbers above 1.
func offEvidence(m toys.Model, y [][]float64, joint func(x []int, y [][]float64) float64) (worst float64) {
	o := m.Given(y).Model
	logp := make([]float64, m.Grid.Size())
	for n := range o.Steps {
		for x := range logp {
			logp[x] = joint(m.Grid.Coords(x), y[:n])
		}
		want := floats.LogSumExp(logp)
		worst = max(worst, math.Abs(chains.LogSum(o.Steps[n])-want)/max(1, math.Abs(want)))
	}
	return worst
}

// evident holds log p(y) of a model to its joint density, and sees that another model has another.
func evident(t *testing.T, model, broken toys.Model, joint func(x []int, y [][]float64) float64) {
	t.Helper()
	y := model.Simulated(1).Model.Data
	// p(y_1..t) is a sum of at most 729 terms, each right to some roundings of its log
	if off := offEvidence(model, y, joint); !(off < 1e-12) {
		t.Errorf("%s: log p(y) is off by %g", model.Name, off)
	}
	if off := offEvidence(broken, y, joint); off < 1e-5 {
		t.Errorf("%s: log p(y) of a broken model is off by %g only", model.Name, off)
	}
}

// TestEvidence: p(y) is a sum over the latents, each with a dense covariance of all points at once, or with a product
// of normal densities. That of a model with one number 1% larger is another.
func TestEvidence(t *testing.T) {
	c := toys.Clustering{N: 5, K: 3, D: 2, Centres: 1.7, Noise: 0.6}
	wide := c
	wide.Centres *= 1.01
	a := toys.Attributes{N: 4, K: 2, D: 2, Share: 0.25, Features: 1.7, Noise: 0.6}
	shared := a
	shared.Share *= 1.01
	l := toys.LowRank{N: 1, D: 2, K: 2, Rows: 1.3, Columns: 0.8, Noise: 0.6}
	loud := l
	loud.Noise *= 1.01
	factor := []float64{-1.125, 0, -1.125} // logs of the weights of its values
	floats.AddConst(-floats.LogSumExp(factor), factor)
	line := toys.NewRegression(3, 4)
	steep := line
	steep.Ends *= 1.01
	prior := line.Model().Prior()
	when := func(is bool, v float64) float64 {
		if is {
			return v
		}
		return 0
	}
	for _, of := range []struct {
		model, broken toys.Model
		joint         func(x []int, y [][]float64) float64
	}{
		{c.Model(), wide.Model(), func(z []int, y [][]float64) float64 {
			return correlated(y, c.D, func(i, h int) float64 {
				return when(z[i] == z[h], c.Centres*c.Centres) + when(i == h, c.Noise*c.Noise)
			}) - float64(c.N)*math.Log(float64(c.K))
		}},
		{a.Model(), shared.Model(), func(z []int, y [][]float64) float64 {
			logp := correlated(y, a.D, func(i, h int) float64 {
				cov := when(i == h, a.Noise*a.Noise)
				for k := range a.K {
					cov += float64(z[i*a.K+k]*z[h*a.K+k]) * a.Features * a.Features
				}
				return cov
			})
			for _, v := range z {
				logp += math.Log(0.75 - 0.5*float64(v))
			}
			return logp
		}},
		{l.Model(), loud.Model(), func(x []int, y [][]float64) (logp float64) {
			for _, c := range x {
				logp += factor[c]
			}
			u, v := factorised(l, x)
			for i, row := range y {
				for j, value := range row {
					logp += logNormal(value, u(i, 0)*v(0, j)+u(i, 1)*v(1, j), l.Noise*l.Noise)
				}
			}
			return logp
		}},
		{line.Model(), steep.Model(), func(x []int, y [][]float64) float64 {
			logp := prior[line.Model().Grid.Index(x...)]
			for _, d := range y {
				logp += logNormal(d[1], line.At(x[0])+line.At(x[1])*d[0], 1)
			}
			return logp
		}},
	} {
		evident(t, of.model, of.broken, of.joint)
	}
	if got := l.Model().LogRelabelings; math.Abs(got-math.Ln2) > 1e-15 {
		t.Errorf("two factors have exp(%v) orders", got)
	}
}

// TestClusteringFarData: points a million from 0 lose no digits to each other's squares.
func TestClusteringFarData(t *testing.T) {
	c := toys.Clustering{N: 2, K: 2, D: 1, Centres: 1e6, Noise: 1}
	y := [][]float64{{1e6}, {1e6 + 1}}
	together := c.Model().Given(y).LogF[0] - 2*math.Log(0.5)
	// one point is the sum of the two, the other their difference, both over the root of 2
	want := logNormal((2e6+1)/math.Sqrt2, 0, 2e12+1) + logNormal(1/math.Sqrt2, 0, 1)
	must.Near(t, together, want, 1e-12*math.Abs(want), "log p of two far points")
}

// TestRegression: on a fine lattice log p(y) agrees with the continuous problem, in which y is normal. For the data of
// AIDE's Figure 2 the covariance is (6 -3; -3 6). A coarse lattice has another value.
func TestRegression(t *testing.T) {
	data := [][]float64{{-2, -2}, {2, 2}}
	want := -math.Log(2*math.Pi) - math.Log(27)/2 - 24./27/2
	for points, fine := range map[int]bool{61: true, 7: false} {
		target := toys.NewRegression(2, points).Model().Given(data)
		if got := chains.LogSum(target.LogF); (math.Abs(got-want) < 1e-8) != fine { // the prior has 4e-9 outside
			t.Errorf("with %d points log p(y) is %v, want %v", points, got, want)
		}
	}
}

func joint(m toys.Model) func(rng *rand.Rand) (int, [][]float64) {
	return func(rng *rand.Rand) (int, [][]float64) {
		x := m.Latents(rng)
		return x, m.Draw(x, rng)
	}
}

// smallModels has one model of each kind.
func smallModels() []toys.Model {
	return []toys.Model{toys.NewClustering(3, 3).Model(),
		toys.NewAttributes(2, 2).Model(),
		toys.NewLowRank(2, 2, 1).Model(), toys.NewRegression(3, 4).Model(),
		toys.NewClustering(3, 2).Hierarchical().Model, toys.NewLinear(4, 2, 3).Model(),
		toys.NewLogistic(4, 2, 3).Model()}
}

// fair returns the mean of (1[x in A] - P(A | y)) h(y) over joint draws, in standard errors. It
// is 0 if the latents are an exact draw from the posterior. A has the cells whose first and last
// coordinates are equal, and h is the product of the first and the last point.
func fair(draw func(rng *rand.Rand) (x int, y [][]float64), m toys.Model) float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 2000
	sum, squares := 0.0, 0.0
	prior := m.Prior()
	p := make([]float64, m.Grid.Size())
	in := func(x int) bool { return m.Grid.Coord(x, 0) == m.Grid.Coord(x, m.Grid.Axes()-1) }
	for range draws {
		x, y := draw(rng)
		m.LogJoint(p, prior, y)
		v := 0.0
		for x, p := range chains.Normalize(p, p) {
			if in(x) {
				v -= p
			}
		}
		if in(x) {
			v++
		}
		v *= math.Tanh(y[0][0] * y[m.N-1][0])
		sum, squares = sum+v, squares+v*v
	}
	return sum / math.Sqrt(squares)
}

// TestLatentsAreExactDraws: and with data of six times the noise they are not.
func TestLatentsAreExactDraws(t *testing.T) {
	for _, m := range smallModels() {
		if off := fair(joint(m), m); !(math.Abs(off) <= 4) {
			t.Errorf("%s: draws are off by %v standard errors", m.Name, off)
		}
	}
	loud := toys.NewClustering(3, 3)
	m := toys.NewClustering(3, 3).Model()
	loud.Noise *= 6
	if off := fair(func(rng *rand.Rand) (int, [][]float64) {
		x := m.Latents(rng)
		return x, loud.Model().Draw(x, rng)
	}, m); math.Abs(off) < 6 {
		t.Errorf("draws of a broken model are off by %v standard errors only", off)
	}
}

// TestModels: the prior sums to 1, seeds repeat, and relabelling changes nothing.
func TestModels(t *testing.T) {
	for _, m := range smallModels() {
		o := m.Simulated(3)
		if logZ := chains.LogSum(o.Model.Steps[0]); math.Abs(logZ) > 1e-14 {
			t.Errorf("%s: the prior sums to 1 and a log of %g", m.Name, logZ)
		}
		if again := m.Simulated(3); again.LogF[1] != o.LogF[1] {
			t.Errorf("%s: a seed gives %v and then %v", m.Name, o.LogF[1], again.LogF[1])
		}
		if other := m.Simulated(4); other.LogF[1] == o.LogF[1] {
			t.Errorf("%s: two seeds give %v", m.Name, other.LogF[1])
		}
		if x := o.Model.Latents; x < 0 || x >= m.Grid.Size() {
			t.Errorf("%s: latents in cell %d", m.Name, x)
		}
		if x := m.Given(o.Model.Data).Model.Latents; x != -1 {
			t.Errorf("%s: data from elsewhere have latents in cell %d", m.Name, x)
		}
	}
}

// smallHierarchical has one hierarchical model of each kind, with a member of it.
func smallHierarchical() []toys.Hierarchical {
	return []toys.Hierarchical{toys.NewClustering(3, 2).Hierarchical(),
		toys.NewAttributes(2, 2).Hierarchical(),
		toys.NewLowRank(2, 1, 1).Hierarchical(), toys.NewLinear(3, 1, 3).Hierarchical(),
		toys.NewLogistic(3, 1, 3).Hierarchical()}
}

// logEta returns log p(eta), by the cell of eta.
func logEta(f toys.Hierarchical, eta int) (logp float64) {
	for a, v := range f.Eta(eta) {
		logp += f.Hypers[a].LogP[slices.Index(f.Hypers[a].Values, v)]
	}
	return logp
}

// offMember returns the largest difference between log p(eta, x, y_1..t) and log p(eta) + log p(x, y_1..t | eta),
// with the model of eta taken to be the member at the place that of returns.
func offMember(f toys.Hierarchical, y [][]float64, of func(eta int) int) (worst float64) {
	joint := f.Given(y).Model
	for eta := range f.Etas() {
		given := f.Member(of(eta)).Given(y).Model
		for t, step := range given.Steps {
			for x, v := range step {
				worst = max(worst, math.Abs(joint.Steps[t][f.Cell(eta, x)]-(v+logEta(f, eta))))
			}
		}
	}
	return worst
}

// TestHierarchical: a hierarchical model is its members side by side, each weighed by the prior on its lattice, after
// any number of observations; members in another order are not.
func TestHierarchical(t *testing.T) {
	for _, f := range smallHierarchical() {
		y := f.Simulated(1).Model.Data
		if off := offMember(f, y, func(eta int) int { return eta }); !(off < 1e-12) { // roundings of sums of ten terms
			t.Errorf("%s: the joint density is off by %g from that of the member", f.Name, off)
		}
		if off := offMember(f, y, func(eta int) int { return f.Etas() - 1 - eta }); off < 0.1 {
			t.Errorf("%s: members in another order are off by %g only", f.Name, off)
		}
		sum := 0.0
		for eta := range f.Etas() {
			sum += math.Exp(logEta(f, eta))
		}
		must.Near(t, sum, 1, 1e-14, "%s: the sum of the prior", f.Name)
	}
}

// TestFamilyAxes: the hyperparameters come first, and an observation owns the same latents.
func TestFamilyAxes(t *testing.T) {
	f := toys.NewClustering(3, 2).Hierarchical()
	if got := f.Grid.Lens(); !slices.Equal(got, []int{3, 3, 2, 2, 2}) {
		t.Errorf("axes %v, want 3x3 hyperparameters and 3 assignments", got)
	}
	if got := f.Axes; !slices.EqualFunc(got, [][]int{{2}, {3}, {4}}, slices.Equal[[]int]) {
		t.Errorf("the observations own %v, want an assignment each", got)
	}
	if got := f.Eta(5); !slices.Equal(got, []float64{0.5, 2}) {
		t.Errorf("eta 5 is %v, want a noise of 0.5 and centres of 2", got)
	}
	if x := f.Cell(5, 3); f.Grid.Coord(x, 0) != 1 || f.Grid.Coord(x, 1) != 2 || f.Grid.Coord(x, 3) != 1 {
		t.Errorf("cell of eta 5 and x 3 is %v", f.Grid.Coords(x))
	}
}
