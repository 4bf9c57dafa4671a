package validation_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/toys"
)

// gewekeNeeds computes how many draws Geweke's test needs to see a bug. It averages over data
// from the model, sums over all latents, and draws no chain. Given y, a step moves the
// posterior by
//
//	d_y(x) = sum_x' p(x'|y) T_y(x',x) - p(x|y),
//
// which is exact, however small. Let e_k be the error of the law of the latents after k
// steps. New data are drawn given the latents, so that e_0 = 0 and
//
//	e_{k+1}(x) = E_y[d_y(x)] + sum_x' e_k(x') E[T_y(x',x) | x'].
//
// The error of the law of the last pair (x, y) is the same sum for one y, with k = steps - 1.
type gewekeNeeds struct {
	targets    []toys.Target
	posteriors [][]float64
	given      [][]float64 // p(x|y) over its sum: so weighed, the data are draws from p(y|x)
	statistics []gewekeStatistic
}

// A gewekeStatistic has all pairs of data and latents in the order of their values.
type gewekeStatistic struct {
	name   string
	pairs  []int     // cells * data + cell
	values []float64 // in rising order
}

func newGewekeNeeds(data int) *gewekeNeeds {
	n, cells, of := &gewekeNeeds{}, twoPoints.Grid.Size(), geweke.NewStatistics(twoPoints)
	var measured [][]float64
	sum := make([]float64, cells)
	for seed := range uint64(data) {
		target := twoPoints.Simulated(seed)
		p := chains.Normalized(target.LogF)
		floats.Add(sum, p)
		n.targets, n.posteriors = append(n.targets, target), append(n.posteriors, p)
		for x := range cells {
			measured = append(measured, of.Of(x, target.Model.Data))
		}
	}
	for _, p := range n.posteriors {
		n.given = append(n.given, floats.DivTo(make([]float64, cells), p, sum))
	}
	for s, name := range of.Names {
		one := gewekeStatistic{name: name}
		for pair := range measured {
			one.pairs = append(one.pairs, pair)
		}
		slices.SortFunc(one.pairs, func(i, j int) int { return cmp.Compare(measured[i][s], measured[j][s]) })
		for _, pair := range one.pairs {
			one.values = append(one.values, measured[pair][s])
		}
		n.statistics = append(n.statistics, one)
	}
	return n
}

// stepLaws returns the law of the next cell for all data and cells. It is what Step draws,
// even if the rows are no laws.
func (n *gewekeNeeds) stepLaws(b validation.Bug) [][][]float64 {
	k, change := buggy(b), func(rows [][]float64) [][]float64 { return rows }
	if b.Rows != nil { // the kernel would make the whole matrix anew for each row
		k, change = kernels.Metropolis{}, b.Rows
	}
	op := k.On(twoPoints.Grid)
	all := make([][][]float64, len(n.targets))
	for i, target := range n.targets {
		level := chains.NewLevel(chains.Geometric{From: target.LogF, To: target.LogF}, len(target.LogF))
		level.Move(2, 1)
		op.Aim(level)
		all[i] = change(laws.RowsOf(op, len(target.LogF)))
		for x, law := range all[i] {
			law[x] = 0
			law[x] = max(1-floats.Sum(law), 0)
			if sum := floats.Sum(law); sum > 1 {
				floats.Scale(1/sum, law)
			}
		}
	}
	return all
}

// once returns what one step from the posterior puts off at each pair of data and cell. It
// adds flows, since a difference of two posteriors would lose the last digits.
func (n *gewekeNeeds) once(steps [][][]float64) []float64 {
	var off []float64
	for i, rows := range steps {
		d := make([]float64, len(rows))
		for x, row := range rows {
			for y, v := range row {
				flow := n.posteriors[i][x] * v / float64(len(steps))
				d[y] += flow
				d[x] -= flow
			}
		}
		off = append(off, d...)
	}
	return off
}

// off returns the error of the law of the last pair, for each pair of data and cell.
func (n *gewekeNeeds) off(b validation.Bug, length int) []float64 {
	steps := n.stepLaws(b)
	off := n.once(steps)
	cells := len(steps[0])
	mean, e := make([]float64, cells), make([]float64, cells)
	for pair, v := range off {
		mean[pair%cells] += v
	}
	matrix := make([][]float64, cells) // E[T_y(x',x) | x']
	for x := range matrix {
		matrix[x] = make([]float64, cells)
		for i, rows := range steps {
			floats.AddScaled(matrix[x], n.given[i][x], rows[x])
		}
	}
	for range length - 1 {
		next := slices.Clone(mean)
		for x, row := range matrix {
			floats.AddScaled(next, e[x], row)
		}
		e = next
	}
	for i, rows := range steps {
		for x, row := range rows {
			floats.AddScaled(off[i*cells:][:cells], e[x]*n.given[i][x], row)
		}
	}
	return off
}

// draws returns the number of draws for which the best statistic's distance has a p of sure.
func (n *gewekeNeeds) draws(b validation.Bug) float64 {
	off, need := n.off(b, chainSteps), math.Inf(1)
	for _, s := range n.statistics {
		need = min(need, n.drawsBy(s, off, sure/float64(len(n.statistics))))
	}
	return need
}

// drawsBy returns the draws for one statistic, not corrected for the others. The distance D of
// many values has p = 2 exp(-n D²) (Kolmogorov, for n draws each way). A statistic of two
// values, one with probability q, has a normal difference of variance 2q(1-q)/n.
func (n *gewekeNeeds) drawsBy(s gewekeStatistic, off []float64, p float64) float64 {
	sum, below, distance, kinds := 0.0, 0.0, 0.0, 1
	q := 0.0 // the probability of the first value
	cells := len(n.posteriors[0])
	for i, pair := range s.pairs[:len(s.pairs)-1] {
		sum += off[pair]
		below += n.posteriors[pair/cells][pair%cells] / float64(len(n.posteriors))
		if s.values[i+1] > s.values[i] {
			if kinds == 1 {
				q = below
			}
			kinds++
			distance = max(distance, math.Abs(sum))
		}
	}
	if kinds == 2 {
		z := distuv.UnitNormal.Quantile(1 - p/2)
		return 2 * q * (1 - q) * z * z / distance / distance
	}
	return math.Log(2/p) / distance / distance
}

// gewekeData is the number of data that are averaged over. Four times as many change no number
// of draws by more than half, except that of a bug whose faults cancel.
const gewekeData = 1000

// TestGewekeNeedsOfSoundKernels: rounding alone would take more than 1e30 draws.
func TestGewekeNeedsOfSoundKernels(t *testing.T) {
	n := newGewekeNeeds(100)
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		if draws := n.draws(validation.Bug{Kernel: k}); draws < 1e30 {
			t.Errorf("%T: %g draws would find a fault", k, draws)
		}
	}
}
