package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// HammingBall is the sampler of Titsias and Yau (2017, "The Hamming ball sampler"). The ball B(x) has the cells that
// differ from x along at most Radius axes, by any values. From x the walker draws u uniformly from B(x), and then its
// next cell from f restricted to B(u), where x lies too:
//
//	T(x,y) = 1/|B| the sum over u in both B(x) and B(y) of f(y)/F(u),   F(u) = the sum of f over B(u).
//
// All balls have |B| cells, walls and cells without mass among them: u may be any. The flow f(x) T(x,y) is symmetric,
// so the kernel is reversible, and it rejects nothing. With a Radius of all axes, as of 1 on one axis, it is Perfect.
// From a u with no mass around it, the walker stays; it was in a cell without mass. All kinds of axes are alike.
type HammingBall struct{ Radius int }

// mostBall is the largest ball. The rows of n cells add up n times the square of its cells, at a tenth of a microsecond
// each: on 12 spins a ball of radius 2, of 79 cells, takes three seconds a level, and one of 256 half a minute.
const mostBall = 256

// Fits refuses balls that are too large, and says what the largest radius is that is not.
func (k HammingBall) Fits(g grid.Grid) error {
	n := k.size(g)
	if n <= mostBall {
		return nil
	}
	less := "one of radius 1 has more too"
	for r := 1; (HammingBall{r}).size(g) <= mostBall; r++ {
		less = fmt.Sprintf("one of radius %d has %.0f", r, HammingBall{r}.size(g))
	}
	return fmt.Errorf("a row adds up the pairs of cells of a ball, and a ball of radius %d has %.0f cells, more "+
		"than %d; %s", k.Radius, n, mostBall, less)
}

// size is |B|: the sum, over sets of at most Radius axes, of the products of their other values.
func (k HammingBall) size(g grid.Grid) (cells float64) {
	ways := make([]float64, g.Axes()+1) // by the number of axes that differ
	ways[0] = 1
	for a, n := range g.Lens() {
		for differ := a + 1; differ > 0; differ-- {
			ways[differ] += ways[differ-1] * float64(n-1)
		}
	}
	for _, n := range ways[:min(k.Radius, g.Axes())+1] {
		cells += n
	}
	return cells
}

// On returns the operator on g. It panics if Definition does.
func (k HammingBall) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	fast := &ballMeans{ball: newBall(g, k.Radius), each: 1 / k.size(g)}
	o.PullsBy(fast.pull)
	return o
}

// Definition panics if the radius is below 1.
func (k HammingBall) Definition(g grid.Grid) chains.Definition {
	if k.Radius < 1 {
		panic(fmt.Sprintf("kernels: a ball of radius %d", k.Radius))
	}
	return chains.Outcomes{
		Out:      int(k.size(g)),
		Kept:     2,
		Float:    newBalls[numbers.Float](g, k.Radius).at,
		Interval: newBalls[*numbers.Interval](g, k.Radius).at,
		Wide:     newBalls[numbers.Wide](g, k.Radius).at,
		Choice:   newBalls[numbers.Float](g, k.Radius).choice,
		Widest:   int(k.size(g)),
	}
}

// Facts counts the cells of the ball round u but x, and the bytes of a pair of means.
func (k HammingBall) Facts(g grid.Grid) chains.Facts {
	n := k.size(g)
	facts := written(n-1, min(HammingBall{2 * k.Radius}.size(g)-1, others(g)), 8*aPair)
	facts.Paths = n * n
	const each = 10 // a cell of a ball is met twice, by a search through axes
	return summed(facts, 2*each*n)
}

// A ball is the cells that differ from one along at most radius axes.
type ball struct {
	radius       int
	lens, stride []int // by axis
}

func newBall(g grid.Grid, radius int) ball {
	b := ball{radius: radius, lens: g.Lens()}
	for a := range g.Axes() {
		b.stride = append(b.stride, g.Stride(a))
	}
	return b
}

// round visits the cells of the ball round x, x first.
func (b *ball) round(x int, visit func(y int)) {
	visit(x)
	b.farther(x, 0, b.radius, visit)
}

// farther visits those that differ from x along 1 to radius of the axes from one on.
func (b *ball) farther(x, from, radius int, visit func(y int)) {
	if radius == 0 {
		return
	}
	for a := from; a < len(b.lens); a++ {
		stride := b.stride[a]
		first := x - x/stride%b.lens[a]*stride
		for c := range b.lens[a] {
			if y := first + c*stride; y != x {
				visit(y)
				b.farther(y, a+1, radius-1, visit)
			}
		}
	}
}

// balls have F by cell, over the largest density in the ball.
type balls[N numbers.Number[N]] struct {
	ball
	cells int
	v     chains.View[N]
	eachCell[inBall[N]]
}

// An inBall is what there is in the ball round a cell.
type inBall[N any] struct {
	top int // the cell of most mass; -1 without one
	sum N
}

func newBalls[N numbers.Number[N]](g grid.Grid, radius int) *balls[N] {
	o := &balls[N]{ball: newBall(g, radius), cells: g.Size()}
	o.eachCell = newEachCell(g.Size(), o.add)
	return o
}

// at adds up the balls at a level.
func (o *balls[N]) at(v chains.View[N]) chains.Row[N] {
	o.v = v
	o.forget()
	o.findAll(o.cells)
	return o.row
}

// choice takes the i-th cell of the ball round x for u. A row looks at all balls, and a choice at one.
func (o *balls[N]) choice(v chains.View[N]) chains.Choice[N] {
	o.v = v
	one := v.Num(1)
	var round []int
	var shares []N
	return func(x, i int, visit func(y int, weight N)) {
		round = round[:0]
		o.round(x, func(u int) { round = append(round, u) })
		u := round[i]
		round = round[:0]
		top := -1
		o.open(u, func(y int) {
			round = append(round, y)
			if top < 0 || v.Less(top, y) {
				top = y
			}
		})
		if top < 0 {
			visit(x, one)
			return
		}
		shares = shares[:0]
		sum := v.Num(0)
		for _, y := range round {
			share := v.Quotient(y, top)
			shares = append(shares, share)
			sum = sum.Plus(share)
		}
		for j, y := range round {
			visit(y, shares[j].Over(sum))
		}
	}
}

// add adds up the ball round u.
func (o *balls[N]) add(u int) inBall[N] {
	found := inBall[N]{top: -1, sum: o.v.Num(0)}
	o.open(u, func(y int) {
		if found.top < 0 || o.v.Compare(y, found.top) > 0 {
			found.top = y
		}
	})
	o.open(u, func(y int) { found.sum = found.sum.Plus(o.v.Quotient(y, found.top)) })
	return found
}

// open visits the cells of a ball that may be entered.
func (o *balls[N]) open(u int, visit func(y int)) {
	o.round(u, func(y int) {
		if o.v.Open(y) {
			visit(y)
		}
	})
}

func (o *balls[N]) row(x int, visit func(y int, weight N)) {
	o.round(x, func(u int) {
		in := o.of(u)
		if in.top < 0 {
			visit(x, o.v.Num(1))
			return
		}
		o.open(u, func(y int) { visit(y, o.v.Quotient(y, in.top).Over(in.sum)) })
	})
}

// ballMeans pulls pairs by the masses p in two steps: the mean of f over each ball by p, and the plain mean of these.
type ballMeans struct {
	ball
	each  float64 // 1/|B|
	means chains.Pair
}

func (o *ballMeans) pull(dst, base, f *chains.Pair, p []float64, share float64) {
	if o.means[0] == nil {
		o.means = chains.Pair{make([]float64, len(p)), make([]float64, len(p))}
	}
	for u := range p {
		mass := operators.Least
		sum0 := 0.0
		sum1 := 0.0
		o.round(u, func(y int) {
			mass += p[y]
			sum0 += p[y] * f[0][y]
			sum1 += p[y] * f[1][y]
		})
		o.means[0][u] = sum0 / mass
		o.means[1][u] = sum1 / mass
	}
	for x := range p {
		gain0 := 0.0
		gain1 := 0.0
		o.round(x, func(u int) {
			gain0 += o.means[0][u] - f[0][x]
			gain1 += o.means[1][u] - f[1][x]
		})
		dst[0][x] = base[0][x] + share*o.each*gain0
		dst[1][x] = base[1][x] + share*o.each*gain1
	}
}
