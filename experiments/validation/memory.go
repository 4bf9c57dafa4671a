package validation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid/text"
)

// kept says what a step may remember.
const kept = "a cache that is not emptied, a counter, a size that adapts, or a density or a number of an earlier call"

// movesOfChains is the number of moves of chains that askChains asks for, chainsAsked the number of these chains, and
// chainsLimit the probability that they accuse a right step, which adds next to nothing to that of the other laws.
const movesOfChains, chainsAsked, chainsLimit = 5000, 4, 1e-6

// askChains adds the law that a step remembers nothing, at the last level. It asks for chains, each move from where the
// one before led, and then for a move from each of their states once more, in random order among as many moves from
// other states: a chain may stay where it remembers the same. One state is asked for at a time, and so all moves from a
// cell are independent draws of one row, however wrong that is, unless the step remembers something. The other laws
// know moves from states in random order alone, and not what a chain of such a step does.
func (v *Validation) askChains(ctx context.Context, m chains.Mover) error {
	l := v.lastSeen()
	if v.sampling.Doing != nil {
		v.sampling.Doing("chains that go on, to see whether the step remembers earlier calls")
	}
	if err := m.Aim(ctx, l.Beta, l.LogF); err != nil {
		return err
	}
	dice := sample.Seeded(v.sampling.Seed, forChains)
	chained, all := evidence.NewTally(len(l.P)), evidence.NewTally(len(l.P))
	next := []int{0}
	move := func(x int) error {
		err := m.Move(ctx, next, []int{x})
		all.Add(x, next[0])
		return err
	}
	states := make([]int, movesOfChains)
	for i := range states {
		states[i] = next[0]
		if i%(movesOfChains/chainsAsked) == 0 || l.P[next[0]] == 0 {
			states[i] = l.from.Draw(dice)
		}
		if err := move(states[i]); err != nil {
			return err
		}
		chained.Add(states[i], next[0])
	}
	for _, i := range rand.New(rand.NewPCG(v.sampling.Seed, forChains)).Perm(2 * movesOfChains) {
		var err error
		if i < movesOfChains {
			err = move(states[i])
		} else { // so that what the step remembers is of any cell
			err = m.Move(ctx, next, []int{l.from.Draw(dice)})
		}
		if err != nil {
			return err
		}
	}
	v.judgeChains(l, chained, all)
	return nil
}

// judgeChains judges whether the chained moves, half of those from each cell, have the distribution of the other half.
// Against the mean of both each half has half of Pearson's statistic.
func (v *Validation) judgeChains(l *seenLevel, chained, all *evidence.Tally) {
	f := laws.Finding{Law: laws.SeenChains, Value: 1, Limit: chainsLimit}
	counts := make([][]int, len(l.P)) // from each cell
	means := make([][]float64, len(l.P))
	most := -1.0
	for at, n := range all.All() {
		x := at[0]
		k := chained.Count(x, at[1])
		counts[x] = append(counts[x], k)
		means[x] = append(means[x], float64(n)/float64(all.From(x)))
		if off := math.Abs(float64(2*k-n)) / math.Sqrt(float64(n)); off > most {
			most = off
			f.Witness = l.atBeta("it went %s in %s of %s moves of chains, and in %s of as many that were asked for in random "+
				"order", laws.Pair(l.Grid, x, at[1]), text.Thousands(k), text.Thousands(chained.From(x)),
				text.Thousands(n-k))
		}
	}
	statistic := 0.0
	df, tested := 0, 0
	for x, counted := range counts {
		if counted == nil {
			continue
		}
		if row := evidence.ChiSquare(counted, means[x]); row.DF > 0 {
			statistic += 2 * row.Statistic
			df += row.DF
			tested += chained.From(x)
		}
	}
	if df > 0 {
		f.Value = distuv.ChiSquared{K: float64(df)}.Survival(statistic)
	}
	v.chained = tested
	v.chainedDF = df
	f.OK = f.Value > f.Limit
	if !f.OK {
		v.Reach.Chain = math.NaN()
		v.Cause = &cause.Cause{Name: memory.Name, Says: kept, Advice: "compute each step from its cell and its density " +
			"alone, or judge draws of a chain of it"}
	}
	v.Laws = slices.Insert(v.Laws, 0, f)
}

// ofChains returns a sentence on what the moves of chains would have shown; none if that is nothing. The statistic of
// two halves is at least twice their number times the square of their difference in total variation. What is off from
// cells of too few moves is not seen.
func (v Validation) ofChains() []string {
	if v.chainedDF == 0 {
		return nil
	}
	tested := float64(v.chained)
	off := math.Sqrt(tested * evidence.Noncentrality(v.chainedDF, chainsLimit) / 2)
	shown := (off + movesOfChains - tested) / movesOfChains
	if shown >= 1 {
		return nil
	}
	return []string{fmt.Sprintf("%s moves of chains that go on agree with others of their cells: a difference of %.2g in "+
		"total variation would have shown", text.Thousands(movesOfChains), shown)}
}
