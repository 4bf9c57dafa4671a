package cause

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// A density may be left invariant in place of a level's own. logf is nil at a level that has none.
type density struct {
	cause *Cause
	logf  func(l Level) []float64
}

// otherDensity finds the density that the kernel leaves invariant in place of the level's.
func otherDensity(ctx context.Context, c Case) *Cause {
	if !c.breaks(laws.EachCell) || !c.probabilities() {
		return nil
	}
	single := func(l Level) []float64 {
		return l.each(func(_ int, v float64) float64 { return float64(float32(v)) })
	}
	all := slices.Concat([]density{{Named("single-log-f"), single}}, c.densities(), c.lopsided(), c.wallsOpen())
	for _, d := range all {
		if !c.everywhere(func(l Level) bool {
			if ctx.Err() != nil {
				return false
			}
			other := d.logf(l)
			return other != nil && l.leaves(chains.Normalized(other))
		}) {
			continue
		}
		if d.cause.Name == "single-log-f" {
			d.cause.Tolerance, _ = c.tolerance(ctx, 1e-9, 1e-8, 1e-7, 1e-6)
		}
		return d.cause
	}
	return nil
}

// OfSamples returns the likely cause if only moves of a kernel are seen: Rows is nil at every level,
// and Fits says which densities the moves leave invariant. A cause is named only if it is the only
// one of all densities here that fits at every level, and if the moves exclude its powers 0.25
// and 1.75; nil if there is none or more than one. Two causes may have the same density if the target
// has a symmetry. If ctx ends before that is known, the error is ctx's and there is no cause.
func OfSamples(ctx context.Context, c Case) (*Cause, error) {
	if len(c.Levels) == 0 {
		return nil, nil
	}
	off := c
	off.Levels = slices.DeleteFunc(slices.Clone(c.Levels), func(l Level) bool { return !l.Broken[laws.EachCell] })
	density := func(ctx context.Context, _ Case) *Cause { return off.onlyDensity(ctx) }
	return c.first(ctx, slipped, density, where)
}

// onlyDensity returns the cause of the one density that fits.
func (c Case) onlyDensity(ctx context.Context) *Cause {
	if len(c.Levels) == 0 {
		return nil
	}
	var only *Cause
	var its [][]float64 // by level
	last := len(c.Levels) - 1
	for _, d := range c.densities() {
		var own [][]float64
		if !c.everywhere(func(l Level) bool {
			if ctx.Err() != nil {
				return false
			}
			other := d.logf(l)
			if other != nil {
				own = append(own, chains.Normalized(other))
			}
			again := len(own) > last && only != nil && floats.EqualApprox(own[last], its[last], 1e-9)
			return other != nil && !again && l.Fits(own[len(own)-1])
		}) {
			continue
		}
		if only != nil {
			return nil
		}
		only, its = d.cause, own
	}
	if only == nil {
		return nil
	}
	low := c.reach(ctx, its, -1)
	high := c.reach(ctx, its, 1)
	switch {
	case max(low, high) >= nearby-step/2:
		return nil
	case max(low, high) == 0: // no other fits
	case flat(its[0]):
		only.Says += fmt.Sprintf(" (f^%.2g to f^%.2g fit these moves as well)", 0-low, high)
	default:
		only.Says += fmt.Sprintf(" (its powers %.2g to %.2g fit these moves as well)", 1-low, 1+high)
	}
	return only
}

// A density is named only if the moves exclude its neighbours at a distance of nearby. The range of
// those that fit as well is told to this step.
const nearby, step = 0.75, 0.05

// reach returns how far the powers of a density, given by level, fit the moves as well: up to 1 + sign reach, or
// f^(sign reach) if it is flat. Any number of moves fits many densities, and the right one may not be among those
// that have a name: of f^0.75 some fit f^0.69, which is that of a log to base 2.
func (c Case) reach(ctx context.Context, densities [][]float64, sign float64) float64 {
	n := 0.0
	for ; n*step < nearby; n++ {
		for i, l := range c.Levels {
			if ctx.Err() != nil {
				return 0
			}
			p, by := densities[i], sign*step*(n+1)
			power := 1 + by
			if flat(p) {
				p, power = l.P, by
			}
			logf := make([]float64, len(p))
			for x, v := range p {
				logf[x] = scaled(power, math.Log(v))
			}
			if !l.Fits(chains.Normalized(logf)) {
				return n * step
			}
		}
	}
	return n * step
}

// flat reports whether all cells have the same mass.
func flat(p []float64) bool { return slices.Max(p)-slices.Min(p) < 1e-9 }

// scaled is log f times a number, in a cell with mass.
func scaled(k, logf float64) float64 {
	if math.IsInf(logf, -1) {
		return logf
	}
	return k * logf
}

// each makes log f anew from each cell and its log f.
func (l Level) each(of func(x int, v float64) float64) []float64 {
	logf := make([]float64, len(l.LogF))
	for x, v := range l.LogF {
		logf[x] = of(x, v)
	}
	return logf
}

// densities are those that the moves of a kernel can tell.
func (c Case) densities() []density {
	return slices.Concat(c.otherLevels(), c.otherPowers(), c.otherOrders())
}

// otherLevels are those of kernels that are aimed at another level of the annealing, the same way at all levels that
// are looked at. A level alone has none beside it: its density may be that of any other by chance.
func (c Case) otherLevels() (all []density) {
	last := c.Levels[len(c.Levels)-1]
	add := func(name string, at func(l Level) (t int, beta float64)) {
		_, beta := at(last)
		all = append(all, density{Named(name, beta, last.Beta), func(l Level) []float64 {
			t, beta := at(l)
			if t < 1 || t > c.T() || beta == l.Beta {
				return nil
			}
			level := c.NewLevel()
			level.Move(t, beta)
			return level.LogF()
		}})
	}
	for i, name := range []string{"level-before", "level-after"} {
		if by := 2*i - 1; len(c.Levels) > 1 && last.T+by >= 1 && last.T+by <= c.T() {
			add(name, func(l Level) (int, float64) { return l.T + by, c.Schedule.Beta(min(max(l.T+by, 1), c.T())) })
		}
	}
	add("always-target", func(l Level) (int, float64) { return l.T, 1 })
	return all
}

// powers have a name if f to that power is left invariant in place of f.
var powers = []struct {
	power float64
	name  string
}{{-1, "inverted"}, {0, "flat"}, {2, "squared"}, {0.5, "square-root"}, {1 / math.Ln10, "log10"}, {math.Ln10, "ln10"},
	{math.Ln2, "ln2"}, {1 / math.Ln2, "log2"}}

// otherPowers are powers of f: the same at all levels, or beta itself.
func (c Case) otherPowers() (all []density) {
	to := func(cause *Cause, power func(l Level) float64) {
		all = append(all, density{cause, func(l Level) []float64 {
			return l.each(func(_ int, v float64) float64 { return scaled(power(l), v) })
		}})
	}
	l := c.Levels[0]
	k := math.NaN()
	most := 0.0
	values := map[float64]bool{}
	for x, p := range l.P {
		if p > 0 {
			values[l.LogF[x]] = true
		}
	}
	for i, p := range powers { // moves on few values of f fit some power whatever is wrong
		if i < 4 || l.Seen == nil || len(values) > 4 {
			to(Named(p.name), func(Level) float64 { return p.power })
		}
	}
	if len(c.Levels) > 1 {
		to(Named("beta-twice"), func(l Level) float64 { return l.Beta })
	}
	// The power that is in detailed balance with the steepest move, if f has enough other values to test it.
	l.moves(func(x, y int, p float64) {
		if d := l.LogF[y] - l.LogF[x]; d > most && l.Rows[y][x] > 0 { // the steepest, for its digits
			most, k = d, math.Log(p/l.Rows[y][x])/d
		}
	})
	if len(values) > 4 && !math.IsNaN(k) {
		to(Named("temperature", k), func(Level) float64 { return k })
	}
	return all
}

// lopsided are proposals that go forth along an axis more often than back, without the ratio: log of
// what is left invariant is log f and a multiple of the coordinate.
func (c Case) lopsided() []density {
	// By how much the log odds of a move forth and back exceed those of f, for each axis.
	l := c.Levels[0]
	slopes := make([]float64, l.Grid.Axes())
	cells := len(l.P)
	for x, p := range l.P {
		if p == 0 {
			cells--
			continue
		}
		for a := range slopes {
			y := x + l.Grid.Stride(a)
			if slopes[a] == 0 && l.Grid.Coord(x, a) < l.Grid.Len(a)-1 && l.P[y] > 0 &&
				l.Rows[x][y] > 0 && l.Rows[y][x] > 0 {
				slopes[a] = math.Log(l.Rows[x][y]/l.Rows[y][x]) - (l.LogF[y] - l.LogF[x])
			}
		}
	}
	if cells < len(slopes)+3 { // too few to test the slopes
		return nil
	}
	axis := 0
	for a, s := range slopes {
		if math.Abs(s) > math.Abs(slopes[axis]) {
			axis = a
		}
	}
	way, other := "forth", "back"
	if slopes[axis] < 0 {
		way, other = other, way
	}
	odds := math.Exp(math.Abs(slopes[axis]))
	return []density{{Named("lopsided", way, axis+1, odds, other), func(l Level) []float64 {
		return l.each(func(x int, v float64) float64 {
			for a, s := range slopes {
				v += s * float64(l.Grid.Coord(x, a))
			}
			return v
		})
	}}}
}

// wallsOpen takes every cell without mass for one of the same log f.
func (c Case) wallsOpen() []density {
	if !c.anywhere(laws.Walls) || floats.Count(func(p float64) bool { return p == 0 }, c.Levels[0].P) < 2 {
		return nil
	}
	return []density{{Named("walls"), func(l Level) []float64 {
		for x, row := range l.Rows {
			for y, p := range row {
				if l.P[x] > 0 && l.P[y] == 0 && p > 0 && l.Rows[y][x] > 0 {
					wall := l.LogF[x] + math.Log(p/l.Rows[y][x])
					return l.each(func(_ int, v float64) float64 {
						if math.IsInf(v, -1) {
							return wall
						}
						return v
					})
				}
			}
		}
		return nil
	}}}
}

// otherOrders read the cells of log f in another order.
func (c Case) otherOrders() (all []density) {
	g := c.Levels[0].Grid
	n := g.Size()
	from := func(cause *Cause, of func(x int) int) {
		all = append(all, density{cause, func(l Level) []float64 {
			return l.each(func(x int, _ float64) float64 { return l.LogF[of(x)] })
		}})
	}
	if g.Axes() > 1 {
		forth, back := make([]int, n), make([]int, n)
		for x := range forth { // its number if cells are counted along the first axis first
			stride := 1
			for a := range g.Axes() {
				forth[x] += g.Coord(x, a) * stride
				stride *= g.Len(a)
			}
			back[forth[x]] = x
		}
		from(Named("order"), func(x int) int { return forth[x] })
		from(Named("order"), func(x int) int { return back[x] })
	}
	for a := range g.Axes() {
		from(Named("flipped", a+1), func(x int) int { return x + (g.Len(a)-1-2*g.Coord(x, a))*g.Stride(a) })
	}
	from(Named("shifted"), func(x int) int { return (x + 1) % n })
	from(Named("shifted"), func(x int) int { return (x + n - 1) % n })
	return all
}
