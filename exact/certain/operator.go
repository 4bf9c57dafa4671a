package certain

import (
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// An operator is a kernel over reals, made of its definition. dst must not be an operand.
type operator interface {
	// aim makes it leave the level's density invariant.
	aim()
	// step sets dst to the measure v after one step, or with pull to the mean of the function v after one.
	step(dst, v []numbers.Interval, pull bool)
}

// newOperator returns the definition's operator on a grid, for a level that will move, or an
// error that says why there is none.
func newOperator(d chains.Definition, g grid.Grid, l *level) (operator, error) {
	bits := l.calc.Bits
	switch d := d.(type) {
	case chains.Outcomes:
		o := &outcomes{of: d, view: &view{level: l, grid: g, accepted: pairs{}, others: pairs{}},
			all: numbers.Zero(bits).SetInt(int64(d.Out)), over: numbers.Zero(bits),
			sums: numbers.Sums(bits, g.Size()), stay: numbers.NewSum(bits), part: numbers.Zero(bits)}
		o.over.Quo(l.calc.One, o.all)
		return o, nil
	case chains.Redrawn:
		of := d.Grid.Lines(d.Axis)
		cells := make([][]int, of.Count)
		for i := range cells {
			for at := range of.Length {
				cells[i] = append(cells[i], of.First(i)+at*of.Stride)
			}
		}
		return &lines{l: l, cells: cells, inverse: numbers.Intervals(bits, len(cells)), sum: numbers.NewSum(bits),
			v: numbers.Intervals(bits, 2)}, nil
	case chains.InTurn:
		parts, err := operators(d, g, l)
		return inTurn{parts}, err
	case chains.Again:
		one, err := newOperator(d.Of, g, l)
		return inTurn{slices.Repeat(all{one}, d.Times)}, err
	case chains.OneOf:
		parts, err := operators(d.Parts, g, l)
		share := make([]*numbers.Interval, len(d.Shares))
		for i, s := range d.Shares {
			share[i] = numbers.Zero(bits).SetRat(s)
		}
		return &mixture{all: parts, share: share, one: numbers.Intervals(bits, len(l.of)),
			sums: numbers.Sums(bits, len(l.of)), term: numbers.Zero(bits)}, err
	}
	return nil, ErrUndefined
}

// ErrUndefined is the error for a kernel without a definition.
var ErrUndefined = errors.New("of the kernel nothing is known but its float64 probabilities, and nothing can be " +
	"proved; a kernel with a definition, one made of those, or matrices would do")

func operators(ds []chains.Definition, g grid.Grid, l *level) ([]operator, error) {
	parts := make([]operator, len(ds))
	for i, d := range ds {
		var err error
		if parts[i], err = newOperator(d, g, l); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// outcomes is an operator by the rows of a definition. It walks through them at every push and pull, and
// keeps none.
type outcomes struct {
	of   chains.Outcomes
	view *view
	row  chains.Row[*numbers.Interval]
	all  *numbers.Interval // the sum of the weights of a row
	over *numbers.Interval // 1 over all

	sums []*numbers.Sum // by cell
	stay *numbers.Sum   // the weight of staying, or if rows do not say it, of all others
	part *numbers.Interval
}

func (o *outcomes) aim() {
	o.view.now++ // and forgets what was computed at the level before
	o.view.grouped = false
	o.row = o.of.Interval(o.view)
}

// step adds up in every cell what comes there, or what the outcomes from there have.
func (o *outcomes) step(dst, v []numbers.Interval, pull bool) {
	for _, s := range o.sums {
		s.Reset()
	}
	for x := range v {
		switch {
		case pull:
			o.walk(x, func(y int, weight *numbers.Interval) { o.add(o.sums[x], &v[y], weight) })
		case !v[x].Is(0):
			o.walk(x, func(y int, weight *numbers.Interval) { o.add(o.sums[y], &v[x], weight) })
		}
	}
	for x, s := range o.sums {
		if o.of.Out == 1 {
			dst[x].Set(s.Total())
		} else {
			dst[x].Mul(s.Total(), o.over)
		}
	}
}

// walk visits the outcomes from x, and last x itself.
func (o *outcomes) walk(x int, visit func(y int, weight *numbers.Interval)) {
	o.stay.Reset()
	o.row(x, func(y int, weight *numbers.Interval) {
		if weight.Is(0) {
			return
		}
		if y == x || o.of.Rest {
			o.stay.Add(weight)
		}
		if y != x {
			visit(y, weight)
		}
	})
	if o.of.Rest {
		visit(x, numbers.Zero(o.view.calc.Bits).Sub(o.all, o.stay.Total()))
	} else {
		visit(x, o.stay.Total())
	}
}

func (o *outcomes) add(to *numbers.Sum, v, weight *numbers.Interval) {
	switch {
	case v.Is(0):
	case weight.Is(1):
		to.Add(v)
	default:
		to.Add(o.part.Mul(v, weight))
	}
}

// all are the operators that another is made of.
type all []operator

func (o all) aim() {
	for _, part := range o {
		part.aim()
	}
}

// inTurn makes the steps, in order. Without steps it never moves.
type inTurn struct{ all }

func (o inTurn) step(dst, v []numbers.Interval, pull bool) {
	steps, next := slices.Clone(o.all), like(v)
	if pull {
		slices.Reverse(steps)
	}
	copyIntervals(dst, v)
	for _, part := range steps {
		part.step(next, dst, pull)
		copyIntervals(dst, next)
	}
}

// mixture makes a step of part i with the probability share[i].
type mixture struct {
	all
	share []*numbers.Interval
	one   []numbers.Interval // the result of one part
	sums  []*numbers.Sum
	term  *numbers.Interval
}

func (o *mixture) step(dst, v []numbers.Interval, pull bool) {
	for _, s := range o.sums {
		s.Reset()
	}
	for i, part := range o.all {
		part.step(o.one, v, pull)
		for x := range o.one {
			o.sums[x].Add(o.term.Mul(o.share[i], &o.one[x]))
		}
	}
	for x, s := range o.sums {
		dst[x].Set(s.Total())
	}
}

func copyIntervals(dst, v []numbers.Interval) {
	for x := range v {
		dst[x].Set(&v[x])
	}
}

// like returns zeros, as many as v has and of the same precision.
func like(v []numbers.Interval) []numbers.Interval { return numbers.Intervals(v[0].Lo.Prec(), len(v)) }

// lines redraws the coordinate along one axis from its conditional given the
// others; on a line without mass it stays.
type lines struct {
	l       *level
	cells   [][]int
	inverse []numbers.Interval // by line, 1 over its mass, and 0 if it has none
	sum     *numbers.Sum
	v       []numbers.Interval // scratch
}

func (o *lines) aim() {
	for i, line := range o.cells {
		o.sum.Reset()
		for _, x := range line {
			o.sum.Add(o.l.weight(x))
		}
		o.inverse[i].SetInt(0)
		if !o.sum.Total().Is(0) {
			o.inverse[i].Quo(o.l.calc.One, o.sum.Total())
		}
	}
}

// step shares out the mass on a line in proportion to the density.
func (o *lines) step(dst, v []numbers.Interval, pull bool) {
	for i, line := range o.cells {
		o.sum.Reset()
		for _, x := range line {
			if pull {
				o.sum.Add(o.v[0].Mul(o.l.weight(x), &v[x]))
			} else {
				o.sum.Add(&v[x])
			}
		}
		mean := o.v[1].Mul(o.sum.Total(), &o.inverse[i])
		for _, x := range line {
			switch {
			case o.inverse[i].Is(0):
				dst[x].Set(&v[x])
			case pull:
				dst[x].Set(mean)
			default:
				dst[x].Mul(o.l.weight(x), mean)
			}
		}
	}
}

// A view is a level as definitions see it. What depends on two densities alone is computed once for all
// cells of the same two classes.
type view struct {
	*level
	grid     grid.Grid
	accepted pairs // by Metropolis
	others   pairs
	now      int  // counts the levels that it has seen
	grouped  bool // group was called at this level
}

// pairs has two numbers for some pairs of classes. Their memory is used again at every level.
type pairs map[[2]int]*twoNumbers

type twoNumbers struct {
	a, b *numbers.Interval
	when int // the level for which they were computed
}

// of returns the numbers of the classes of x and y, and whether they are those of an earlier level.
func (p pairs) of(v *view, x, y int) (two *twoNumbers, old bool) {
	classes := [2]int{v.of[x], v.of[y]}
	two = p[classes]
	if two == nil {
		two = &twoNumbers{a: v.Num(0), b: v.Num(0)}
		p[classes] = two
	}
	old = two.when != v.now
	two.when = v.now
	return two, old
}

func (v *view) Has(x int) bool { return !v.none[v.of[x]] }

func (v *view) Open(x int) bool { return v.Has(x) && !v.grid.Wall(x) }

// same reports whether two cells are known to have the same density. A rounding error instead of 0 would
// leave it open whether a walker can stay.
func (v *view) same(x, y int) bool {
	here, there := v.of[x], v.of[y]
	return here == there || v.logf[here].Same(&v.logf[there])
}

func (v *view) Compare(x, y int) int {
	v.group()
	return v.f[v.of[x]].Compare(&v.f[v.of[y]])
}

func (v *view) Less(y, x int) bool {
	v.group()
	return v.f[v.of[y]].Hi.Cmp(&v.f[v.of[x]].Lo) < 0
}

// group gives densities whose intervals overlap, or are joined by such, one interval that holds them all.
// The k-th smallest of some densities then lies in the k-th of their intervals by lower ends.
func (v *view) group() {
	if v.grouped {
		return
	}
	v.grouped = true
	rising := make([]*numbers.Interval, len(v.f))
	for i := range rising {
		rising[i] = &v.f[i]
	}
	slices.SortFunc(rising, (*numbers.Interval).Compare)
	for first := 0; first < len(rising); {
		next, most := first+1, &rising[first].Hi
		for ; next < len(rising) && rising[next].Lo.Cmp(most) <= 0; next++ {
			if rising[next].Hi.Cmp(most) > 0 {
				most = &rising[next].Hi
			}
		}
		for _, f := range rising[first:next] {
			f.Lo.Set(&rising[first].Lo)
			f.Hi.Set(most)
		}
		first = next
	}
}

func (v *view) Quotient(y, x int) *numbers.Interval {
	if v.same(x, y) {
		return v.Num(1)
	}
	return v.f[v.of[y]].Times(&v.inv[v.of[x]])
}

func (v *view) Metropolis(x, y int) (accept, reject *numbers.Interval) {
	two, old := v.accepted.of(v, x, y)
	switch here, there := v.of[x], v.of[y]; {
	case !old:
	case v.none[here] || v.same(x, y):
		two.a.SetInt(1)
		two.b.SetInt(0)
	default:
		two.b.Mul(&v.f[there], &v.inv[here])
		two.a.Set(two.b.Min(v.calc.One))
		two.b.Sub(v.calc.One, two.a).Positive()
	}
	return two.a, two.b
}

func (v *view) Pair(x, y int, of func(x, y int) (_, _ *numbers.Interval)) (_, _ *numbers.Interval) {
	two, old := v.others.of(v, x, y)
	if old {
		two.a, two.b = of(x, y)
	}
	return two.a, two.b
}

func (v *view) Rise(x, y int) *numbers.Interval {
	if v.same(x, y) {
		return v.Num(0)
	}
	return v.logf[v.of[y]].Minus(&v.logf[v.of[x]])
}

func (v *view) Num(c float64) *numbers.Interval { return numbers.Zero(v.calc.Bits).SetFloat(c) }

func (v *view) Exp(x *numbers.Interval) *numbers.Interval { return v.calc.Exp(v.Num(0), x) }

func (v *view) Place() (t int, beta float64) { return v.t, v.beta }
