package validation

import (
	"context"
	"hash/fnv"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/validation/seeded"
)

// sampled samples the bug repeatedly: its kernel at the target, and its chains, by half of the moves each. Each check's
// p-values are corrected for how many it has, and each check is judged by itself.
func (c *Caught) sampled(ctx context.Context, setting run.Setting, b seeded.Bug, repeats int) error {
	name := fnv.New64()
	_, _ = name.Write([]byte(b.Name))
	p := seeded.NewProgram(b)
	c.Samplings = repeats
	for r := range uint64(repeats) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seed := setting.Seeded(name.Sum64() + r)
		dice := sample.Seeded(seed, 77)
		ps := ofMoves(p, seed, dice)
		for law, more := range ofWeights(p, moves/(2*(p.T()-1)), dice) {
			ps[law] = append(ps[law], more)
		}
		found := false
		for i, law := range seenLaws {
			if all := ps[law]; len(all) > 0 && floats.Min(evidence.Holm(all)) <= level {
				c.Found[i]++
				found = true
			}
		}
		if found {
			c.Any++
		}
	}
	return nil
}

// ofMoves has the p-values of moves of the kernel at the target: a fourth of all from draws of p, and as many from each
// cell alike.
func ofMoves(p *seeded.Program, seed uint64, mover chains.Dice) map[laws.Law][]float64 {
	const n = moves / 2
	last := p.Levels[p.T()-1]
	law := slices.Clone(last.P)
	floats.Scale(1/floats.Sum(law), law)
	// The dice that draw states and settle ties are not the mover's, who knows nothing of the tests.
	dice := sample.Seeded(seed, uint64(p.T()), math.Float64bits(1))
	next := p.Moves(1)
	drawn := evidence.NewTally(len(law))
	all := evidence.NewTally(len(law))
	for _, x := range drawnFrom(law, n, dice) {
		y := next(x, mover)
		drawn.Add(x, y)
		all.Add(x, y)
	}
	mass := chains.Support(law)
	for i := range n {
		x := mass[i%len(mass)]
		all.Add(x, next(x, mover))
	}
	balance, _ := all.Balance(law)
	ps := map[laws.Law][]float64{
		laws.SeenDraws:   {evidence.Multinomial(drawn.To(), law, level, dice).P},
		laws.SeenRank:    {evidence.MidRank(drawn.To(), law, last.LogF).P},
		laws.SeenWalls:   {1},
		laws.SeenBalance: {balance.P},
	}
	for at := range all.All() {
		if at[0] != at[1] && law[at[1]] == 0 { // one is enough
			ps[laws.SeenWalls] = []float64{0}
			break
		}
	}
	if declared := p.Bug.Declares(); declared != nil {
		a := p.Annealing
		a.Kernel = declared
		op, _ := a.Aimed(p.T(), 1)
		rows := laws.RowsOf(op, len(law))
		for _, x := range mass {
			floats.Scale(1/floats.Sum(rows[x]), rows[x])
			ps[laws.SeenRows] = append(ps[laws.SeenRows], evidence.Multinomial(all.Row(x), rows[x], level, dice).P)
		}
	}
	return ps
}

// ofWeights runs n chains each way by the program's own starts and weights, and tests their estimates.
func ofWeights(p *seeded.Program, n int, d chains.Dice) map[laws.Law]float64 {
	T := p.T()
	up, down := make([]float64, n), make([]float64, n)
	states := drawnFrom(p.Starts, n, d)
	for t := 2; t <= T; t++ {
		step := p.Into(t)
		next := seeded.By(step.To.Rows)
		for i, x := range states {
			states[i] = next(x, d)
			up[i] += step.Forward(x, states[i])
		}
	}
	states = drawnFrom(p.ReverseStarts, n, d)
	for t := T; t >= 2; t-- {
		step := p.Into(t)
		next := seeded.By(step.To.Back)
		for i, x := range states {
			states[i] = next(x, d)
			down[i] += step.Reverse(states[i], x)
		}
	}
	first, last := p.Ends()
	logR := floats.LogSumExp(last) - floats.LogSumExp(first)
	return map[laws.Law]float64{laws.SeenSandwich: crossed(up, down), seenMeanW: meanIs1(up, logR, 1),
		seenMeanInvW: meanIs1(down, logR, -1)}
}

// leastError is the least standard error that a test divides by: runs that all weigh the same have none.
const leastError = 1e-12

// crossed tests whether the reverse estimate is below the forward one. Estimates that are infinite accuse nobody.
func crossed(up, down []float64) float64 {
	low, lowVar := stat.MeanVariance(up, nil)
	high, highVar := stat.MeanVariance(down, nil)
	if !(high < low) || math.IsInf(low, 0) || math.IsInf(high, 0) {
		return 1
	}
	n := float64(len(up))
	se := math.Sqrt(lowVar/n + highVar/n)
	return distuv.UnitNormal.CDF((high - low) / max(se, leastError))
}

// meanIs1 tests whether the mean of exp(sign (log w - log R)) is 1.
func meanIs1(logw []float64, logR, sign float64) float64 {
	w := make([]float64, len(logw))
	for i, v := range logw {
		w[i] = math.Exp(sign * (v - logR))
	}
	mean, variance := stat.MeanVariance(w, nil)
	if math.IsNaN(mean) || math.Abs(mean-1) <= 1e-12 {
		return 1
	}
	se := math.Sqrt(variance / float64(len(w)))
	return 2 * distuv.UnitNormal.Survival(math.Abs(mean-1)/max(se, leastError))
}
