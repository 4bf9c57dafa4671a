package toys_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/toys"
)

// Big floats have so many bits.
const precision = 200

func bigOf(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }

// bigExp is exp(v): a Taylor series at v / 2^64, squared 64 times. The terms beyond the tenth
// are below 2^-600 of the sum.
func bigExp(v *big.Float) *big.Float {
	small := new(big.Float).SetPrec(2*precision).SetMantExp(v, -64)
	sum, term := bigOf(1).SetPrec(2*precision), bigOf(1).SetPrec(2*precision)
	for k := 1; k <= 10; k++ {
		term.Mul(term, small)
		term.Quo(term, bigOf(float64(k)))
		sum.Add(sum, term)
	}
	for range 64 {
		sum.Mul(sum, sum)
	}
	return sum.SetPrec(precision)
}

// bigLog is log v in float64.
func bigLog(v *big.Float) float64 {
	mantissa := new(big.Float)
	exponent := v.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(exponent)*math.Ln2
}

// density is the normal density at y with mean 0 and a dense covariance, by elimination.
func density(cov [][]*big.Float, y []float64) *big.Float {
	n, det, squares := len(y), bigOf(1), bigOf(0)
	v := make([]*big.Float, n)
	for i := range v {
		v[i] = bigOf(y[i])
	}
	for i := range n {
		det.Mul(det, cov[i][i])
		squares.Add(squares, new(big.Float).Quo(new(big.Float).Mul(v[i], v[i]), cov[i][i]))
		for h := i + 1; h < n; h++ {
			by := new(big.Float).Quo(cov[h][i], cov[i][i])
			for j := i; j < n; j++ {
				cov[h][j] = new(big.Float).Sub(cov[h][j], new(big.Float).Mul(by, cov[i][j]))
			}
			v[h] = new(big.Float).Sub(v[h], new(big.Float).Mul(by, v[i]))
		}
	}
	squares.Quo(squares, bigOf(-2))
	for range n {
		det.Mul(det, bigOf(2*math.Pi)) // a float64 pi is the model's too
	}
	return new(big.Float).Quo(bigExp(squares), new(big.Float).Sqrt(det))
}

// evidence checks log p(y), for the first t observations of every t, against a sum of p(x)
// p(y | x) in big floats.
func evidence(t *testing.T, m toys.Model, seed uint64, joint func(x []int, y [][]float64) *big.Float) {
	t.Helper()
	o := m.Simulated(seed).Model
	for n := range o.Steps {
		sum := bigOf(0)
		for x := range m.Grid.Size() {
			sum.Add(sum, joint(m.Grid.Coords(x), o.Data[:n]))
		}
		// p(y_1..t) is a sum of at most 729 terms, each right to some roundings of its log
		if got, want := chains.LogSum(o.Steps[n]), bigLog(sum); !(math.Abs(got-want) < 1e-12*max(1, math.Abs(want))) {
			t.Errorf("%s, seed %d: log p of %d observations is %.15g, want %.15g", m.Name, seed, n, got, want)
		}
	}
}

// A conditional is log p(x_axis = value | all else, y), up to a constant.
type conditional func(x []int, axis, value int, y [][]float64) float64

// offConditional is the largest difference between the logarithms of the two ratios of BDMC's
// Appendix B.1: p(x|u)/p(x'|u), and p(x, u)/p(x', u) for x and x' that differ in one axis.
func offConditional(m toys.Model, y [][]float64, of conditional) (worst float64) {
	logf := m.Given(y).LogF
	for cell, v := range logf {
		for axis := range m.Grid.Axes() {
			x := m.Grid.Coords(cell)
			here := of(x, axis, x[axis], y)
			for value := range m.Grid.Len(axis) {
				other := of(x, axis, value, y)
				to := m.Grid.Coords(cell)
				to[axis] = value
				worst = max(worst, math.Abs(other-here-(logf[m.Grid.Index(to...)]-v)))
			}
		}
	}
	return worst
}

// A predictive is log p(y_t | y_1..t-1, x), t = len(y).
type predictive func(x []int, y [][]float64) float64

// offPredictive is the largest difference between it and the ratio of two steps.
func offPredictive(m toys.Model, y [][]float64, of predictive) (worst float64) {
	o := m.Given(y).Model
	for t := range m.N {
		for x := range m.Grid.Size() {
			step := o.Steps[t+1][x] - o.Steps[t][x]
			worst = max(worst, math.Abs(step-of(m.Grid.Coords(x), y[:t+1])))
		}
	}
	return worst
}

// consistent holds a model to its own conditionals, and sees that those of a model with a
// standard deviation 1% larger do not pass.
func consistent(t *testing.T, m, broken toys.Model, of conditional, next predictive) {
	t.Helper()
	for seed := range uint64(3) {
		y := m.Simulated(seed).Model.Data
		if off := offConditional(m, y, of); !(off < 1e-11) {
			t.Errorf("%s, seed %d: conditionals and joints differ by %g", m.Name, seed, off)
		}
		if off := offPredictive(m, y, next); !(off < 1e-11) {
			t.Errorf("%s, seed %d: predictives and steps differ by %g", m.Name, seed, off)
		}
		if off := offConditional(broken, y, of); off < 1e-4 {
			t.Errorf("%s, seed %d: conditionals of a broken model are off by %g only", m.Name, seed, off)
		}
		if off := offPredictive(broken, y, next); off < 1e-4 {
			t.Errorf("%s, seed %d: predictives of a broken model are off by %g only", m.Name, seed, off)
		}
	}
}

// logNormal is the log density of N(mean, variance) at v.
func logNormal(v, mean, variance float64) float64 {
	return -(v-mean)*(v-mean)/variance/2 - math.Log(2*math.Pi*variance)/2
}

// smallModels has one model of each kind.
func smallModels() []toys.Model {
	return []toys.Model{toys.NewClustering(3, 3).Model(), toys.NewAttributes(2, 2).Model(),
		toys.NewLowRank(2, 2, 1).Model(), toys.NewRegression(3, 4).Model()}
}

// fair is the mean of (1[x in A] - P(A | y)) h(y) over joint draws, in standard errors. It
// is 0 if the latents are an exact draw from the posterior. A has the cells whose first and last
// coordinates are equal, and h is the product of the first and the last point.
func fair(draw func(rng *rand.Rand) (x int, y [][]float64), m toys.Model) float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 5000
	sum, squares := 0.0, 0.0
	prior, p := m.Prior(), make([]float64, m.Grid.Size())
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

// TestLatentsAreExactDraws: and with data of three times the noise they are not.
func TestLatentsAreExactDraws(t *testing.T) {
	for _, m := range smallModels() {
		if off := fair(func(rng *rand.Rand) (int, [][]float64) {
			x := m.Latents(rng)
			return x, m.Draw(x, rng)
		}, m); math.Abs(off) > 4 {
			t.Errorf("%s: draws are off by %v standard errors", m.Name, off)
		}
	}
	loud, m := toys.NewClustering(3, 3), toys.NewClustering(3, 3).Model()
	loud.Noise *= 3
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
