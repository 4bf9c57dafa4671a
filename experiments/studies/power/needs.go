package power

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/experiments/validation/seeded"
)

// A Need is a number of draws, and the statistic that needs so few; none if there is no such number.
type Need struct {
	Draws float64
	By    string
}

func fewest(needs []Need) Need {
	return slices.MinFunc(needs, func(a, b Need) int { return cmp.Compare(a.Draws, b.Draws) })
}

var never = Need{Draws: math.Inf(1)}

// against is the need of Pearson's test against p of draws of q, in the limit of many draws: of n of them the
// noncentrality is
//
//	n Σ (q-p)²/p.
//
// A cell of p = 0 convicts if it is drawn once.
func against(q, p []float64, level float64, by string) Need {
	const mostDraws = 1e15 // a float64 counts more by rounding
	cells := 0
	each := 0.0
	impossible := 0.0
	off := 0.0
	for x, v := range p {
		off += math.Abs(q[x]-v) / 2
		if v > 0 {
			cells++
			each += (q[x] - v) * (q[x] - v) / v
		} else {
			impossible += q[x]
		}
	}
	if off < invisible {
		return never
	}
	n := math.Inf(1)
	if impossible > invisible {
		n = float64(evidence.NeededToSee(min(1, impossible), half))
	}
	if cells > 1 {
		n = min(n, math.Ceil(evidence.Noncentrality(cells-1, level, half)/each))
	}
	if n < mostDraws {
		return Need{n, by}
	}
	return never
}

// jointly is the need of Geweke's test after so many steps: n pairs each way find a distance D at level u if 2 exp(-n
// D²) is u. It is a bound from above, because the largest distance seen is more than D half of the time.
func (m powered) jointly(all moves, steps int) Need {
	var q [3][]float64 // by the data that the kernel saw last, and x
	for y, p := range m.data {
		q[y] = slices.Clone(m.prior)
		floats.Scale(p, q[y])
	}
	for range steps {
		var next [3][]float64
		for y := range next {
			next[y] = make([]float64, len(m.prior))
			for before, law := range q {
				for x, mass := range law {
					floats.AddScaled(next[y], mass*m.given[y][x], all.rows[before][y][x])
				}
			}
		}
		q = next
	}
	needs := []Need{never}
	statistics := m.statistics(false)
	for _, s := range statistics {
		excess := map[float64]float64{} // by value: the mass at the end of chains, less the right one
		for y := range q {
			for x, mass := range q[y] {
				excess[s.value[y][x]] += mass - m.prior[x]*m.given[y][x]
			}
		}
		sum, distance := 0.0, 0.0
		for _, v := range slices.Sorted(maps.Keys(excess)) {
			sum += excess[v]
			distance = max(distance, math.Abs(sum))
		}
		if distance > invisible {
			level := testLevel / float64(len(statistics))
			needs = append(needs, Need{math.Ceil(math.Log(2/level) / (distance * distance)), s.name})
		}
	}
	return fewest(needs)
}

// atLevels are the needs of the tests of moves, at all levels of the annealing alike: whether draws of p stay draws of
// p, and whether the moves from every cell are those of the declared kernel.
func atLevels(b seeded.Bug) (stays, rows Need) {
	wrong := seeded.NewProgram(b).Levels
	needs := []Need{never}
	byRows := []Need{never}
	var right []*laws.Written
	if declared := b.Declares(); declared != nil {
		right = seeded.NewProgram(seeded.Bug{Kernel: declared}).Levels
	}
	for t, l := range wrong {
		at := fmt.Sprintf("level %d", t+1)
		is := drawable(l.Rows)
		level := testLevel / float64(len(wrong))
		support := chains.Support(l.P)
		n := against(seeded.Pushed(l.P, is), l.P, level, at)
		needs = append(needs, Need{n.Draws * float64(len(wrong)), at})
		if right == nil {
			continue
		}
		for _, x := range support {
			n := against(is[x], right[t].Rows[x], level/float64(len(support)), at)
			byRows = append(byRows, Need{n.Draws * float64(len(wrong)*len(support)), fmt.Sprintf("%s, cell %d", at, x)})
		}
	}
	return fewest(needs), fewest(byRows)
}

// weighed is the need of the means of w and of 1/w, by runs of the annealing each way.
func weighed(b seeded.Bug) Need {
	p, needs := seeded.NewProgram(b), []Need{never}
	type mean func(p *seeded.Program, k float64) float64
	for name, mean := range map[string]mean{"mean of w": meanUp, "mean of 1/w": meanDown} {
		m, square := mean(p, 1), mean(p, 2)
		z := distuv.UnitNormal.Quantile(1 - testLevel/4)
		if off := math.Abs(m - 1); off > 1e-12 && !math.IsInf(square, 0) {
			needs = append(needs, Need{math.Ceil(z * z * (square - m*m) / (off * off)), name})
		}
	}
	return fewest(needs)
}

// meanUp is the mean of (w/R)^k over forward runs, and meanDown of (R/w)^k over reverse runs.
func meanUp(p *seeded.Program, k float64) float64 {
	q := p.Starts
	for t := 2; t <= p.T(); t++ {
		step := p.Into(t)
		rows := drawable(p.Levels[t-1].Rows)
		next := make([]float64, len(q))
		for x, mass := range q {
			for y, v := range rows[x] {
				if mass*v > 0 {
					next[y] += mass * v * math.Exp(k*(step.Forward(x, y)-step.Rise))
				}
			}
		}
		q = next
	}
	return floats.Sum(q)
}

func meanDown(p *seeded.Program, k float64) float64 {
	q := p.ReverseStarts
	for t := p.T(); t >= 2; t-- {
		step := p.Into(t)
		rows := drawable(p.Levels[t-1].Back)
		next := make([]float64, len(q))
		for y, mass := range q {
			for x, v := range rows[y] {
				if mass*v > 0 {
					next[x] += mass * v * math.Exp(-k*(step.Reverse(x, y)-step.Rise))
				}
			}
		}
		q = next
	}
	return floats.Sum(q)
}

// invisible is a distance that rounding explains.
const invisible = 1e-13
