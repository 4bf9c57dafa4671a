package validation

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
)

// rounds is the number of times that askTogether asks each way, and statesOfRound the number of states each time.
const rounds, statesOfRound = 20, 40

// leastAlike is the largest p-value at which moves that are asked for together are more alike than by chance, and
// leastUnlike the largest at which they differ from moves that are asked for alone. A step whose moves depend on those
// before is taken for one of shared numbers with the second probability at most, and any other with the first.
const leastAlike, leastUnlike = 1e-6, 1e-3

// askTogether finds out whether states that are asked together share random numbers, if nothing else explains a fault.
// It asks for moves from one cell in rounds: some are one question of many states, and some are many questions of one
// state. Independent moves have the same distribution in each round, however wrong the step is. If the step remembers
// something, rounds may differ, but not more in one way of asking than in the other: their order is random.
func (v *Validation) askTogether(ctx context.Context, m chains.Mover) error {
	l := v.lastSeen() // where acceptance differs most
	cell := l.mostTelling()
	if l.P[cell] == 0 { // nothing moves
		return nil
	}
	if v.sampling.Doing != nil {
		v.sampling.Doing("states one by one, to see whether they share random numbers")
	}
	if err := m.Aim(ctx, l.Beta, l.LogF); err != nil {
		return err
	}
	states := slices.Repeat([]int{cell}, statesOfRound)
	next := make([]int, statesOfRound)
	sums := make([]float64, len(l.P))
	sizes := [2]int{statesOfRound, 1} // of a question: together, and one by one
	var counts [2][][]int             // of each round, likewise
	dice := sample.Seeded(v.sampling.Seed, uint64(cell))
	for range len(counts) * rounds {
		way := dice.Pick([]float64{float64(rounds - len(counts[0])), float64(rounds - len(counts[1]))})
		size := sizes[way]
		round := make([]int, len(l.P))
		for at := 0; at < statesOfRound; at += size {
			if err := m.Move(ctx, next[at:at+size], states[at:at+size]); err != nil {
				return err
			}
		}
		for _, y := range next {
			round[y]++
			sums[y]++
		}
		counts[way] = append(counts[way], round)
	}
	floats.Scale(1/floats.Sum(sums), sums)
	var differ [2][]float64 // of each round, from all of them
	df := 0.0               // of all rounds of many states
	for way, rounds := range counts {
		for _, round := range rounds {
			f := evidence.ChiSquare(round, sums)
			if f.TooFew() || f.DF == 0 {
				return nil
			}
			differ[way] = append(differ[way], f.Statistic)
			df += float64(f.DF) / 2
		}
	}
	_, p := evidence.Smirnov(differ[0], differ[1])
	if p <= leastUnlike && (distuv.ChiSquared{K: df}).Survival(floats.Sum(differ[0])) <= leastAlike {
		v.Cause = cause.Shared()
	}
	return nil
}

// mostTelling returns the cell whose moves tell most about the numbers that decide on them: it moves often, and to
// cells of smaller f, which are accepted by chance. It is a cell with mass if any move is seen.
func (l *seenLevel) mostTelling() int {
	tells := make([]float64, len(l.P))
	for at, n := range l.seen.All() {
		if x, y := at[0], at[1]; x != y {
			accepted := math.Exp(min(0, l.LogF[y]-l.LogF[x]))
			tells[x] += float64(n) / float64(l.seen.From(x)) * (1.1 - accepted) // a flat density has no smaller f
		}
	}
	return floats.MaxIdx(tells)
}
