package draws

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// mostCells bounds the cells of chains that are judged.
const mostCells = 4096

// judgeMoves judges the moves along chains.
func (r *Result) judgeMoves(g grid.Grid, logf []float64, of [][]int32, level float64) {
	in, _ := partsOf(g, of, r.Target, 0)
	cells := slices.Max(in) + 1
	if cells > mostCells {
		r.unclear("the chains were in %d cells, and up to %d are judged; of independent draws any number", cells,
			mostCells)
		return
	}
	m := movesOf(numbered(of, in), cells)
	seen := countMoves(g, logf, of)
	i := slices.IndexFunc(seen.Laws, func(f laws.Finding) bool { return f.Law == laws.SeenDraws })
	r.P = seen.Laws[i].Value
	if apart := m.apart(); apart > 0 {
		r.unclear("draws that are %d apart are alike more often than if each depended on the one before it alone; if "+
			"walkers take turns, a column chain says which is whose", apart)
		return
	}
	switch {
	case m.drifts():
		r.unclear("the draws stay where they are for longer than if each depended on the one before it alone")
	case r.P <= level:
		r.Verdict = Differs
		r.Why = seen.Laws[i].Witness
	default:
		r.Verdict = Fits
		end, why := r.reach(g, of)
		if why != "" {
			r.unclear("%s", why)
		}
		r.Reach = end
	}
}

// countMoves judges the moves along chains on the density exp(logf).
func countMoves(g grid.Grid, logf []float64, of [][]int32) validation.Validation {
	seen := make(validation.Recorded, g.Size())
	for _, c := range of {
		for t := 1; t < len(c); t++ {
			seen.Add(int(c[t-1]), int(c[t]))
		}
	}
	still := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf},
		Schedule: chains.Linear(2)}
	return validation.Candidate{Annealing: still}.Count(seen, 1, validation.Sampling{Fault: 0.06, Seed: 1})
}

// reach bounds the total variation of p and the distribution in which the chains end, by the moves between parts of the
// cells; larger parts are better known. It is NaN if nothing is known, and why says why. The cells without a draw add
// their mass. If ten of the moves between parts should have led there, nothing is known.
func (r *Result) reach(g grid.Grid, of [][]int32) (end float64, why string) {
	for often := leftOften; ; often += often / 4 {
		in, slow := partsOf(g, of, r.Target, often)
		if slow != "" {
			return math.NaN(), slow
		}
		logs := make([]float64, slices.Max(in)+1)
		unseen := 0.0
		for x, part := range in {
			if part < 0 {
				unseen += r.Target[x]
			} else {
				logs[part] += r.Target[x]
			}
		}
		if len(logs) < 2 {
			return math.NaN(), "the chains are too slow, or too short, to say how far from p they end"
		}
		for i, mass := range logs {
			logs[i] = math.Log(mass)
		}
		between := numbered(of, in)
		m := movesOf(between, len(logs))
		if often == leftOften && unseen*m.between() >= leftOften {
			return math.NaN(), fmt.Sprintf("cells with %.2g of p have no draws", unseen)
		}
		end := unseen + countMoves(grid.New(len(logs)), logs, between).Reach.Chain
		if end <= 0.5 && m.apart() == 0 && !m.drifts() {
			return end, ""
		}
	}
}
