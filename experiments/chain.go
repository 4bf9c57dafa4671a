package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments/columns"
	"breadboard/grid"
	"breadboard/toys"
)

// A Chain is a setting with its target made: an annealing for every T.
type Chain struct {
	Space
	Target toys.Target

	bridge chains.Bridge
	opened grid.Grid // the target's, without walls in which the bridge has mass
	tuned
	parted func() []string // computes Parted once
}

// TargetName returns the name in the setting, or the target's own name if the setting has none.
func (c Chain) TargetName() string { return cmp.Or(c.Setting.TargetName(), c.Target.Name) }

// WithSchedule returns the chain with another schedule. The two share the lengths of the bridge and the searches for
// the best, which do not depend on the schedule. Matrices have no other schedule than their own.
func (c Chain) WithSchedule(spec string) (Chain, error) {
	if c.Matrix != "" && spec == OfMatrices {
		return c, nil
	}
	var err error
	c.Schedule = cmp.Or(spec, "linear")
	c.schedule, err = parseSchedule(c.Schedule)
	return c, err
}

// At returns the annealing of T levels; Levels says which T would do. A schedule made from
// the truth may take long, and choice then says how it was chosen; otherwise choice is
// nil. The error is ctx's, or a Fault if the annealing has no such schedule.
func (c Chain) At(ctx context.Context, T int) (a chains.Annealing, choice *tuning.Choice, err error) {
	a, choice, _, err = c.atWith(ctx, T, nil)
	return a, choice, err
}

// atWith is At for a study that runs the annealing afterwards. It reports the progress of the
// choice, and returns the progress for the rest.
func (c Chain) atWith(ctx context.Context, T int, tell Progress) (a chains.Annealing, choice *tuning.Choice,
	rest Progress, err error) {
	a = c.annealing(c.few()) // extending the chain takes long, so it is done once
	t := c.schedule.truth
	if t == nil {
		return c.over(a, c.schedule.formula(T)), nil, tell, nil
	}
	var chosen tuning.Choice
	if t.best == nil {
		var length *tuning.Length
		if length, err = c.lengths[t.name](ctx); err == nil {
			chosen = tuning.Choice{Schedule: length.Schedule(T), Value: length.Total(), Converged: true}
		}
	} else if err = c.schedule.affords(T); err == nil {
		levels, choosing := 0, tell.Share(0, t.passes, t.passes+1)
		chosen, err = c.searches[t.name]().Best(ctx, T, func(more int) {
			levels += more
			choosing.Tell(levels, t.gradients*T)
		})
	}
	if err != nil && ctx.Err() == nil {
		err = Faultf("%v %s: %v", FieldSchedule, t.name, err)
	}
	if err != nil {
		return a, nil, nil, err
	}
	return c.over(a, chosen.Schedule), &chosen, tell.Share(t.passes, t.passes+1, t.passes+1), nil
}

// over returns the annealing with these betas.
func (c Chain) over(a chains.Annealing, s chains.Schedule) chains.Annealing {
	if s.Beta(2) == 0 { // other cells may be open
		return c.annealing(s)
	}
	a.Schedule = s
	return a
}

// Base returns the annealing over these betas on the target's own cells, before its kernel
// adds any. A caller may put another kernel in its place, and extend it.
func (c Chain) Base(s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: c.openTo(s), Bridge: c.bridge, Schedule: s, Kernel: c.kernel, SkipLast: c.SkipLast}
}

// Ends returns the log densities of the initial law and of the target, by cell.
func (c Chain) Ends() (initial, target []float64) { return c.Base(chains.Linear(2)).Ends() }

// Reversible reports whether the kernel is its own reversal.
func (c Chain) Reversible() bool {
	a := c.annealing(c.few())
	op := a.Kernel.On(a.Grid)
	return op.Reversal() == op
}

// Extended reports whether the chain's kernel needs more states than the target has cells.
func (c Chain) Extended() bool { return c.States != float64(c.Target.Grid.Size()) }

// few is a schedule of as few levels as Check needs. Matrices are of their own levels alone.
func (c Chain) few() chains.Schedule {
	if c.Matrix != "" {
		return c.schedule.formula(0)
	}
	return chains.Linear(3)
}

// annealing returns the annealing to run, on all states that the kernel needs.
func (c Chain) annealing(s chains.Schedule) chains.Annealing {
	return c.Base(s).Extended()
}

// Fewest is the annealing of as few levels as a check of the chain needs. Matrices are of their own levels alone.
func (c Chain) Fewest() chains.Annealing { return c.annealing(c.few()) }

// WithFormula is the chain with a schedule that no catalogue has.
func (c Chain) WithFormula(name string, of func(T int) chains.Schedule) Chain {
	c.Schedule = name
	c.schedule = schedule{formula: of}
	return c
}

// Lifted adds a constant to the target's log density, and so to an initial density that is tempered from it. The
// bridge is one of chains.Bridges.
func (c Chain) Lifted(by float64) (Chain, error) {
	c.Toy += fmt.Sprintf("%+g", by)
	f := slices.Clone(c.Target.LogF)
	floats.AddConst(by, f)
	c.Target.LogF = f
	from, err := initial(c.Initial, c.density(), c.Target)
	if err == nil {
		c.bridge = c.Space.bridge(from, f)
	}
	return c, err
}

// openTo is the grid of a schedule's levels, on which a wall has no mass at any level that a kernel moves at. A
// schedule that stands at beta 0 has such levels of the initial density, which may have mass where the target has a
// wall.
func (c Chain) openTo(s chains.Schedule) grid.Grid {
	if s.Beta(2) > 0 {
		return c.opened
	}
	first := make([]float64, c.opened.Size())
	c.bridge.At(first, 0)
	return c.opened.WallsWhere(func(x int) bool { return c.opened.Wall(x) && math.IsInf(first[x], -1) })
}

// partsTarget is in every sentence of Parted.
const partsTarget = "the target falls into parts"

// IsParted reports whether a warning is a sentence of Parted.
func IsParted(warning string) bool { return strings.Contains(warning, partsTarget) }

// Parted says, in one sentence, that the target falls into parts between which the kernel never moves, and how far J
// stays from 0 then, whatever the levels: each part keeps the mass with which the chains begin there. It looks where
// cells without mass may part the target, or where the kernel is made of matrices. It returns nil if the kernel leads
// everywhere; if each part begins with the mass that it has in the target; if a part begins with none, because J is
// infinite then and the run says so; if masses span more than floats do; and where to look at every move would take
// too long.
func (c Chain) Parted() []string {
	if c.parted == nil { // there is no target
		return nil
	}
	return c.parted()
}

// mostLooked is the largest number of moves that parts looks at, at all levels together.
const mostLooked = 1 << 23

// findParted is Parted, computed anew.
func (c Chain) findParted() []string {
	if c.Matrix == "" && !slices.ContainsFunc(c.Target.LogF, func(v float64) bool { return math.IsInf(v, -1) }) {
		return nil
	}
	a := c.annealing(c.few())
	if chains.FactsOf(a.Kernel, a.Grid).Moves*float64(a.Grid.Size()*a.PathEnd()) > mostLooked {
		return nil
	}
	part, ok := parts(a)
	if !ok {
		return nil
	}
	first, target := c.Ends()
	p := chains.Normalized(target)
	heaviest := floats.MaxIdx(p)
	start, end := sumBy(part, chains.Normalized(first)), sumBy(part, p)
	cells, apart := 0, 0
	for x, v := range p {
		if v > 0 {
			cells++
			if part[x] != part[heaviest] {
				apart++
			}
		}
	}
	least := exact.Between(start, end).Jeffreys()
	if !(least > leastParted) || math.IsInf(least, 1) {
		return nil
	}
	end[part[heaviest]] = 0
	return []string{fmt.Sprintf("%s: %s, and from cell %v, the heaviest, %s never reaches %d of its %d cells, which "+
		"have %.3g of the mass; each part keeps the mass that chains begin with there, so that J is at least %.5g, "+
		"whatever the levels; a kernel that leads everywhere, as independence does, would do",
		c.TargetName(), partsTarget,
		c.Target.Grid.Coords(heaviest), c.Kernel, apart, cells, floats.Sum(end), least)}
}

// leastParted is the J between the masses of parts below which they are taken to be the same: sums of a million masses
// have errors of 1e-10, and J is of the size of their square.
const leastParted = 1e-12

// parts returns for each cell the first cell of its part: the cells to which the kernel leads, in any number of steps
// at whichever levels. ok is false if a level's masses are not all floats, so that a move may be lost.
func parts(a chains.Annealing) (part []int, ok bool) {
	part = make([]int, a.Grid.Size()/a.StatesPerCell())
	for x := range part {
		part[x] = x
	}
	first := func(x int) int {
		for part[x] != x {
			part[x] = part[part[x]]
			x = part[x]
		}
		return x
	}
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	for t := 2; t <= a.PathEnd(); t++ {
		a.LevelAt(l, t)
		logf := l.LogF()
		if chains.LogSpan(logf) >= laws.Deepest {
			return nil, false
		}
		op.Aim(l)
		for s, v := range logf {
			if math.IsInf(v, -1) {
				continue
			}
			op.Row(s, func(y int, p float64) {
				if p == 0 {
					return
				}
				from, to := first(s/a.StatesPerCell()), first(y/a.StatesPerCell())
				part[max(from, to)] = min(from, to)
			})
		}
	}
	for x := range part {
		part[x] = first(x)
	}
	return part, true
}

// sumBy adds the masses of each part up, at its first cell.
func sumBy(part []int, p []float64) []float64 {
	sums := make([]float64, len(p))
	for x, v := range p {
		sums[part[x]] += v
	}
	return sums
}

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states. B is the divergence of the whole
// paths, and bounds it. Both are in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)

// An Exact is a chain run at one T, exactly.
type Exact struct {
	Chain       Chain
	Choice      *tuning.Choice // how the schedule was chosen; nil for a formula or a file
	Schedule    chains.Schedule
	columns.Run           // the numbers, without Monte Carlo
	CellQ       []float64 // the law of the target's cell at the end; nil if the laws are not kept
}

// Measured puts the exact run of an annealing that At made beside its chain. If the kernel
// runs on more states than cells, CellQ is the marginal law; otherwise it is Q.
//
// With the friction schedule it has B near equilibrium, the limit of B if every step is small for the kernel, and the
// least of any schedule with as many levels. With any other schedule both are NaN: on BREAD's own toys they are far
// above B and mean nothing, and friction takes minutes on large spaces.
func (c Chain) Measured(a chains.Annealing, r exact.Result) Exact {
	e := Exact{Chain: c, Schedule: a.Schedule, Run: columns.Run{Result: r, Cell: r.Final, Extended: c.Extended(),
		NearB: math.NaN(), NearFloor: math.NaN()}, CellQ: r.Q}
	if t := c.schedule.truth; t != nil && t.near {
		if l, err := c.lengths[t.name](context.Background()); err == nil { // without it At would have failed
			e.NearB, e.NearFloor = l.Action(a.Schedule), l.Total()*l.Total()/float64(a.T()-1)
		}
	}
	e.Warnings = slices.Concat(c.Parted(), c.missedMoments(a.Schedule), r.Warnings)
	if e.Extended {
		e.CellQ, _, e.Cell = r.Marginal(c.Target.Grid.Size())
	}
	return e
}

// Exactly runs the chain at every T of ts, and returns rows in the order of ts. Progress counts levels. On more than
// MostUnasked states it makes one run at a time, on all cores, and does not keep its laws.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	large, workers := c.States > MostUnasked, 0
	if large {
		workers = 1
	}
	return AtEach(ctx, c, workers, ts, 1, progress, func(ctx context.Context, at Aimed, tell Progress) (Exact, error) {
		r, err := exact.Options{Progress: tell}.Run(ctx, at.Annealing)
		if err != nil {
			return Exact{}, err
		}
		row := c.Measured(at.Annealing, r)
		row.Choice = at.Choice
		if large {
			row.Measured, row.CellQ = row.WithoutLaws(), nil
		}
		return row, nil
	})
}
