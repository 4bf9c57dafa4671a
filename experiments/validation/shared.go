package validation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// rounds is the number of times that askTogether asks each way, and statesOfRound the number of states each time.
const rounds, statesOfRound = 20, 40

// leastAlike is the largest p-value at which moves that are asked for together are more alike than by chance, and
// leastUnlike the largest at which they differ from moves that are asked for alone. A step whose moves depend on those
// before is taken for one of shared numbers with the second probability at most, and any other with the first.
const leastAlike, leastUnlike = 1e-6, 1e-3

// byP compares tests by their p-values.
func byP(a, b test) int { return cmp.Compare(a.p, b.p) }

// askTogether finds out whether states that are asked together share random numbers, after a fault is known, and keeps
// the answer in v.shared. It asks for moves from one cell in rounds: some are one question of many states, and some are
// many questions of one state. Independent moves have the same distribution in each round, however wrong the step is.
// If the step remembers something, rounds may differ, but not more in one way of asking than in the other: their order
// is random. No shared number explains a move into a wall: then nothing is asked.
func (v *Validation) askTogether(ctx context.Context, m chains.Mover, p plan, tests []test) error {
	entersWall := func(t test) bool { return t.law == laws.SeenWalls && t.p == 0 }
	if v.Farthest == nil || slices.Min(afterLooks(tests)) > p.limit() || slices.ContainsFunc(tests, entersWall) {
		return nil
	}
	l := v.Farthest.level
	cell := l.mostTelling()
	if l.P[cell] == 0 { // nothing moves
		return nil
	}
	if p.Doing != nil {
		p.Doing("states together and alone, to see whether they share random numbers")
	}
	if err := m.Aim(ctx, l.Beta, l.LogF); err != nil {
		return err
	}
	states := slices.Repeat([]int{cell}, statesOfRound)
	next := make([]int, statesOfRound)
	sizes := []int{statesOfRound, 1}
	counts := make([][][]int, len(sizes)) // of each round, by its size
	sums := make([]float64, len(l.P))
	for range len(sizes) * rounds {
		way := l.dice.Pick([]float64{float64(rounds - len(counts[0])), float64(rounds - len(counts[1]))})
		round := make([]int, len(l.P))
		for at := 0; at < statesOfRound; at += sizes[way] {
			if err := m.Move(ctx, next[at:at+sizes[way]], states[at:at+sizes[way]]); err != nil {
				return err
			}
		}
		for _, y := range next {
			round[y]++
			sums[y]++
		}
		counts[way] = append(counts[way], round)
	}
	v.shared = sharing(counts[0], counts[1], sums)
	return nil
}

// sharing reports whether rounds that were asked together differ by more than chance, and by more than those that were
// asked alone. A round differs by Pearson's statistic against the sums of all rounds.
func sharing(together, alone [][]int, sums []float64) bool {
	floats.Scale(1/floats.Sum(sums), sums)
	differs := make([][]float64, 2)
	df := 0.0
	for way, all := range [][][]int{together, alone} {
		for _, counts := range all {
			f := evidence.ChiSquare(counts, sums)
			if f.TooFew() || f.DF == 0 {
				return false
			}
			differs[way] = append(differs[way], f.Statistic)
			df += float64(f.DF) / 2
		}
	}
	_, p := evidence.Smirnov(differs[0], differs[1])
	return p <= leastUnlike && (distuv.ChiSquared{K: df}).Survival(floats.Sum(differs[0])) <= leastAlike
}

// mostTelling returns the cell whose moves tell most about the numbers that decide on them: it moves often, and to cells
// of smaller f, which are accepted by chance. It is a cell with mass if any move is seen.
func (l *sampledLevel) mostTelling() int {
	tells := make([]float64, len(l.P))
	for at, n := range l.all.All() {
		if x, y := at[0], at[1]; x != y {
			accepted := math.Exp(min(0, l.LogF[y]-l.LogF[x]))
			tells[x] += float64(n) / float64(l.all.From(x)) * (1.1 - accepted) // a flat density has no smaller f
		}
	}
	return floats.MaxIdx(tells)
}
