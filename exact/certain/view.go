package certain

import (
	"slices"

	"breadboard/chains/numbers"
	"breadboard/grid"
)

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
