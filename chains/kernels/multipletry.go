package kernels

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// MultipleTry is the kernel of Liu, Liang and Wong (2000) with weights f. It draws Tries of
// the grid's moves from x, 2d on lines and rings, with replacement. It picks one of them, to
// y, by the densities of the cells that they lead to, 0 off the grid. Then it draws Tries - 1
// of the moves from y. Their cells and x are the reference set. It accepts y with probability min(1, sum of f
// over the tries / sum of f over the reference set). With one try it is Metropolis. Moves of
// whatever kind are undone by as many from y, which is all that it needs.
//
// Let S and R be the sums over the other tries and the other references, each of
// Tries - 1 moves drawn at random from x and from y. The flow is
//
//	f(x) T(x,y) = Tries/moves f(x) f(y) E[min(1/(f(y)+S), 1/(f(x)+R))],
//
// It is symmetric in x and y, so the kernel is reversible. The rows are this expectation
// over multisets of moves, not one draw.
type MultipleTry struct{ Tries int }

// On returns the operator on g. It panics if there are no tries.
func (k MultipleTry) On(g grid.Grid) chains.Operator {
	if k.Tries < 1 {
		panic(fmt.Sprintf("kernels: a kernel of %d tries", k.Tries))
	}
	moves := float64(g.Moves())
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	fast := &tries{of: o, grid: g, all: multisets(g.Moves(), k.Tries-1), share: float64(k.Tries) / moves,
		each: math.Pow(moves, float64(1-k.Tries))}
	o.Pulls = fast.pull
	return o
}

// Definition has the mean over all draws.
func (k MultipleTry) Definition(g grid.Grid) chains.Definition {
	return chains.Outcomes{
		Out:      g.Moves(),
		Float:    newTrial[numbers.Float](g, k.Tries).at,
		Interval: newTrial[*numbers.Interval](g, k.Tries).at,
		Wide:     newTrial[numbers.Wide](g, k.Tries).at,
		Draw:     drawnTries(g, k.Tries),
	}
}

// drawnTries makes steps of single cells as the algorithm does, where a row is a mean over all that it may draw. All
// densities are over the largest of the tries. Where there are no moves there is nothing to draw.
func drawnTries(g grid.Grid, tries int) chains.Draws {
	if g.Moves() == 0 {
		return nil
	}
	equal := slices.Repeat([]float64{1}, g.Moves())
	var cells []int
	var masses []float64
	odds := make([]float64, 2)
	return func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
		return func(x int, d chains.Dice) int {
			cells = cells[:0]
			top := -1
			for range tries {
				y, ok := g.Move(x, d.Pick(equal))
				if !ok || !v.Has(y) {
					continue
				}
				cells = append(cells, y)
				if top < 0 || v.Less(top, y) {
					top = y
				}
			}
			if top < 0 {
				return x
			}
			masses = masses[:0]
			tried := 0.0
			for _, y := range cells {
				mass := float64(v.Quotient(y, top))
				masses = append(masses, mass)
				tried += mass
			}
			y := cells[d.Pick(masses)]
			referred := float64(v.Quotient(x, top))
			for range tries - 1 {
				z, ok := g.Move(y, d.Pick(equal))
				if ok && v.Has(z) {
					referred += float64(v.Quotient(z, top))
				}
			}
			odds[0] = 1
			if tried < referred {
				odds[0] = tried / referred
			}
			odds[1] = 1 - odds[0]
			if d.Pick(odds) == 1 {
				return x
			}
			return y
		}
	}
}

// Facts counts the tries and the references besides x; in bytes, the sums over all
// multisets of the other tries (thousands of them on many axes), and the cell that each move
// leads to with its rate.
func (k MultipleTry) Facts(g grid.Grid) chains.Facts {
	others := max(k.Tries-1, 0)
	sets := math.Round(combin.GeneralizedBinomial(float64(g.Moves()+others-1), float64(others)))
	const each = 4 // a set is looked at for each move and back
	return summed(written(float64(2*k.Tries-1), beside(g), 20*sets+12*float64(g.Moves())), each*sets*beside(g))
}

// A multiset is a number of moves drawn with replacement, in any order, and the number of orders in which
// they can come.
type multiset struct {
	moves  []int
	orders float64
}

// multisets lists all multisets of k of m moves: sorted, they are the combinations of k of m + k - 1 numbers, less what
// each number has before it. The i-th move can come at i places, and those of equal moves count once.
func multisets(m, k int) (all []multiset) {
	for _, moves := range combin.Combinations(m+k-1, k) {
		s, equal := multiset{moves, 1}, 0.0
		for i := range moves {
			if moves[i] -= i; i == 0 || moves[i] != moves[i-1] {
				equal = 0
			}
			equal++
			s.orders = s.orders * float64(i+1) / equal
		}
		all = append(all, s)
	}
	return all
}

// neighbours lists by cell and move the cell that it leads to; below 0 off the grid.
func neighbours(g grid.Grid) []int32 {
	near := make([]int32, 0, g.Size()*g.Moves())
	for x := range g.Size() {
		for m := range g.Moves() {
			y, ok := g.Move(x, m)
			if !ok {
				y = -1
			}
			near = append(near, int32(y))
		}
	}
	return near
}

// A draw is a value of a random number, and the probability of that value. A term is one in plain float64.
type draw[N any] struct{ v, p N }
type term = draw[float64]

// A trial has the rows of MultipleTry.
type trial[N numbers.Number[N]] struct {
	grid         grid.Grid
	tries, moves int
	sets         []multiset
	chance       []N     // by multiset
	near         []int32 // by cell and move, where it leads
	order        []int32 // by cell, its multisets, rising when they were last looked at

	v           chains.View[N]
	quotients   []N // by move
	ends        [2][]draw[N]
	above, left []N
}

func newTrial[N numbers.Number[N]](g grid.Grid, tries int) *trial[N] {
	return &trial[N]{grid: g, tries: tries, moves: g.Moves()}
}

// at looks at a level. Neighbours and multisets are the same at all levels.
func (o *trial[N]) at(v chains.View[N]) chains.Row[N] {
	o.v = v
	if o.sets == nil {
		o.prepare()
	}
	return o.row
}

// prepare lists the neighbours and the multisets of every cell, and makes room for what is found of them.
func (o *trial[N]) prepare() {
	o.near = neighbours(o.grid)
	o.sets = multisets(o.moves, o.tries-1)
	n := len(o.sets)
	all := 0.0
	for i, s := range o.sets {
		all += s.orders
		o.order = append(o.order, int32(i))
	}
	o.order = slices.Repeat(o.order, o.grid.Size())
	for _, s := range o.sets {
		o.chance = append(o.chance, o.v.Num(s.orders).Over(o.v.Num(all)))
	}
	o.quotients = make([]N, o.moves)
	o.ends = [2][]draw[N]{make([]draw[N], n), make([]draw[N], n)}
	o.above = make([]N, n+1)
	o.left = make([]N, n+1)
}

// row visits each move's cell, and x with what is rejected there and with the draws that have no mass.
func (o *trial[N]) row(x int, visit func(y int, weight N)) {
	tries, shut := o.v.Num(float64(o.tries)), 0
	for m := range o.moves {
		y, ok := o.grid.Move(x, m)
		if !ok || !o.v.Has(y) {
			shut++
			continue
		}
		own := o.v.Num(0)
		if o.v.Has(x) {
			own = o.v.Quotient(x, y)
		}
		accepted, rejected := o.meet(o.drawn(0, x, y, o.v.Num(1)), o.drawn(1, y, y, own))
		visit(y, tries.Times(accepted))
		visit(x, tries.Times(rejected))
	}
	nowhere := o.v.Num(float64(o.moves))
	for range o.tries {
		nowhere = nowhere.Times(o.v.Num(float64(shut))).Over(o.v.Num(float64(o.moves)))
	}
	visit(x, nowhere)
}

// drawn lists the densities of the multisets of moves from a cell, each with own added, over that of y. They
// rise. They mostly have the same order for every y.
func (o *trial[N]) drawn(end, from, y int, own N) []draw[N] {
	order := o.order[from*len(o.sets):][:len(o.sets)]
	for m, to := range o.near[from*o.moves:][:o.moves] {
		o.quotients[m] = o.v.Num(0)
		if to >= 0 && o.v.Has(int(to)) {
			o.quotients[m] = o.v.Quotient(int(to), y)
		}
	}
	list := o.ends[end]
	for i, set := range order {
		d := draw[N]{own, o.chance[set]}
		for _, m := range o.sets[set].moves {
			d.v = d.v.Plus(o.quotients[m])
		}
		for ; i > 0 && list[i-1].v.Compare(d.v) > 0; i-- {
			list[i], order[i] = list[i-1], order[i-1]
		}
		list[i], order[i] = d, set
	}
	return list
}

// meet returns E[min(1/a, 1/b)] and E[(1/a - 1/b)+] for independent a and b, both lists rising. Given a, every
// b that is certainly not above it gives 1/a, and every b that is certainly not below it 1/b.
func (o *trial[N]) meet(as, bs []draw[N]) (least, more N) {
	zero, n := o.v.Num(0), len(bs)
	o.above[n], o.left[n] = zero, zero
	for i := n - 1; i >= 0; i-- {
		o.left[i] = o.left[i+1].Plus(bs[i].p)
		o.above[i] = o.above[i+1]
		if !bs[i].v.IsZero() { // which is below every a
			o.above[i] = o.above[i].Plus(bs[i].p.Over(bs[i].v))
		}
	}
	least, more = zero, zero
	below, i := zero, 0
	for _, a := range as {
		for ; i < n && bs[i].v.AtMost(a.v); i++ {
			below = below.Plus(bs[i].p)
		}
		accepted := below.Over(a.v)
		rejected := zero
		j := i
		for ; j < n && !a.v.AtMost(bs[j].v); j++ {
			larger := bs[j].p.Over(a.v.Max(bs[j].v))
			accepted = accepted.Plus(larger)
			rejected = rejected.Plus(bs[j].p.Over(a.v).Rest(larger))
		}
		accepted = accepted.Plus(o.above[j])
		rejected = rejected.Plus(o.left[j].Over(a.v).Rest(o.above[j]))
		least = least.Plus(a.p.Times(accepted))
		more = more.Plus(a.p.Times(rejected))
	}
	return least, more
}

// tries pulls pairs by the masses p.
type tries struct {
	grid  grid.Grid
	all   []multiset
	each  float64 // the probability of one order of a multiset
	share float64 // tries over moves

	near  []int32 // nil before the first pull, as all below
	terms []term  // by cell, the masses of the multisets of moves from there, rising
	order []int32 // by cell, its multisets in this order; it changes little from level to level
	above []float64

	of    *operators.Written
	aims  int       // of the operator when the rates were found
	rates []float64 // T(x,y) by cell and move, if x < y
}

// pull goes along every edge once.
func (o *tries) pull(dst, base, f *chains.Pair, p []float64, share float64) {
	if o.near == nil {
		o.makeRoom()
	}
	if o.aims != o.of.Aims {
		o.aims = o.of.Aims
		o.rate(p)
	}
	for k := range dst {
		copy(dst[k], base[k])
	}
	moves := o.grid.Moves()
	for i, rate := range o.rates {
		if rate == 0 {
			continue
		}
		x, y := i/moves, o.near[i]
		there := share * rate
		back := there * (p[x] / p[y])
		g0, g1 := f[0][y]-f[0][x], f[1][y]-f[1][x]
		dst[0][x] += there * g0
		dst[1][x] += there * g1
		dst[0][y] -= back * g0
		dst[1][y] -= back * g1
	}
}

// makeRoom lists the neighbours of all cells, and makes room for what is found of them.
func (o *tries) makeRoom() {
	n, sets := o.grid.Size(), len(o.all)
	o.near = neighbours(o.grid)
	o.terms = make([]term, n*sets)
	o.above = make([]float64, sets+1)
	o.rates = make([]float64, len(o.near))
	o.order = make([]int32, n*sets)
	for i := range o.order {
		o.order[i] = int32(i % sets)
	}
}

// rate sets the terms, and then the rate of every edge. A cell has few terms, so they are sorted by insertion.
func (o *tries) rate(p []float64) {
	moves := o.grid.Moves()
	there := make([]float64, moves)
	for x := range p {
		for m, y := range o.near[x*moves:][:moves] {
			there[m] = 0
			if y >= 0 {
				there[m] = p[y]
			}
		}
		list := o.terms[x*len(o.all):][:len(o.all)]
		order := o.order[x*len(o.all):][:len(o.all)]
		for i, set := range order {
			t := term{p: o.all[set].orders * o.each}
			for _, m := range o.all[set].moves {
				t.v += there[m]
			}
			for ; i > 0 && list[i-1].v > t.v; i-- {
				list[i], order[i] = list[i-1], order[i-1]
			}
			list[i], order[i] = t, set
		}
	}
	clear(o.rates)
	for i, to := range o.near {
		x, y := i/moves, int(to)
		if y < x || p[x] == 0 || p[y] == 0 { // none, or seen from its other end
			continue
		}
		k := len(o.all)
		o.rates[i] = o.share * p[y] * meanLeast(o.terms[x*k:][:k], o.terms[y*k:][:k], p[y], p[x], o.above)
	}
}

// meanLeast is E[min(1/(a+s), 1/(b+r))] for independent s and r, both lists rising. Given s, every r for which b+r is
// not above a+s gives 1/(a+s), and every other 1/(b+r). above is a buffer of len(rs)+1 numbers.
func meanLeast(ss, rs []term, a, b float64, above []float64) float64 {
	more := 0.0
	above[len(rs)] = more
	for i := len(rs) - 1; i >= 0; i-- {
		more += rs[i].p / (b + rs[i].v)
		above[i] = more
	}
	mean := 0.0
	below := 0.0
	i := 0
	for _, s := range ss {
		for v := a + s.v; i < len(rs) && b+rs[i].v <= v; i++ {
			below += rs[i].p
		}
		mean += s.p * (below/(a+s.v) + above[i])
	}
	return mean
}
