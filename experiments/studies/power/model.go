package power

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/toys"
)

// powered is the model: a prior on the cells, and three data that each cell draws with its own probabilities. Log f is
// half of EASY's, so that Metropolis forgets its start in some hundred steps.
type powered struct {
	grid  grid.Grid
	prior []float64
	given [][]float64 // p(y | x), by y
	data  []float64   // p(y)
}

func newPowered() powered {
	logs := func(seed uint64) []float64 {
		logf := slices.Clone(toys.Easy(seed).LogF)
		floats.Scale(0.5, logf)
		return logf
	}
	m := powered{grid: toys.Easy(1).Grid, prior: chains.Normalized(logs(1))}
	for y := range uint64(3) {
		m.given = append(m.given, logs(2+y))
	}
	for x := range m.prior {
		logs := []float64{m.given[0][x], m.given[1][x], m.given[2][x]}
		for y, p := range chains.Normalized(logs) {
			m.given[y][x] = p
		}
	}
	for _, p := range m.given {
		m.data = append(m.data, floats.Dot(p, m.prior))
	}
	return m
}

// joint is log p(x, y) by cell.
func (m powered) joint(y int) []float64 {
	logf := make([]float64, len(m.prior))
	for x, p := range m.prior {
		logf[x] = math.Log(p * m.given[y][x])
	}
	return logf
}

// A statistic has a value for each y and x.
type statistic struct {
	name  string
	value [][]float64
}

// statistics are those of package geweke. The data are a statistic too, unless x is ranked.
func (m powered) statistics(ranked bool) (all []statistic) {
	add := func(name string, of func(x, y int) float64) {
		s := statistic{name: name}
		for y := range m.data {
			s.value = append(s.value, make([]float64, len(m.prior)))
			for x := range m.prior {
				s.value[y][x] = math.Round(of(x, y)*1e9) / 1e9
			}
		}
		all = append(all, s)
	}
	add("cell", func(x, _ int) float64 { return float64(x) })
	for axis := range 2 {
		add(fmt.Sprintf("latent %d", axis+1), func(x, _ int) float64 { return float64(m.grid.Coord(x, axis)) })
		for v := range m.grid.Len(axis) {
			add(fmt.Sprintf("latent %d is %d", axis+1, v), func(x, _ int) float64 {
				if m.grid.Coord(x, axis) == v {
					return 1
				}
				return 0
			})
		}
	}
	if !ranked {
		add("data", func(_, y int) float64 { return float64(y) })
	}
	add("log prior", func(x, _ int) float64 { return math.Log(m.prior[x]) })
	add("log likelihood", func(x, y int) float64 { return math.Log(m.given[y][x]) })
	add("log posterior", func(x, y int) float64 { return m.joint(y)[x] - math.Log(m.data[y]) })
	return all
}

// moves are the rows of a kernel at each datum, and of its reversal, by the datum that it was aimed at before.
type moves struct {
	rows, back [3][3][][]float64
	stale      bool // the rows do depend on that
}

func (m powered) moves(k chains.Kernel) (all moves) {
	for before := range m.data {
		for y := range m.data {
			op := k.On(m.grid)
			for _, at := range []int{before, y} {
				logf := m.joint(at)
				l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
				l.Move(2, 1)
				op.Aim(l)
			}
			all.rows[before][y] = drawable(laws.RowsOf(op, len(m.prior)))
			all.back[before][y] = drawable(laws.RowsOf(op.Reversal(), len(m.prior)))
			all.stale = all.stale || !slices.EqualFunc(all.rows[before][y], all.rows[0][y], slices.Equal[[]float64])
		}
	}
	return all
}

// drawable are rows as a sampler reads them: what is no probability is 0, and the rest sums to 1.
func drawable(rows [][]float64) [][]float64 {
	all := make([][]float64, len(rows))
	for x, row := range rows {
		all[x] = make([]float64, len(row))
		for y, p := range row {
			if p > 0 && !math.IsInf(p, 1) {
				all[x][y] = p
			}
		}
		floats.Scale(1/floats.Sum(all[x]), all[x])
	}
	return all
}
