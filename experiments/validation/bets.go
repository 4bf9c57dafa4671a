package validation

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// A kernel of which only moves are seen is judged by bets.
//
// Let a step lead from x to y, where x was drawn with probability r(x), and let w = p(x)/r(x). If pT = p, then
// E[w (u(y) - u(x))] = 0 for every function u of the cells. After each move a capital of 1 is multiplied by
// 1 + w (u(y) - u(x)), with a u that was chosen before the move, and that risks half of the capital at most. Whoever
// chooses u, the capital has mean 1 at all times, and so it ever exceeds c with probability 1/c at most (Ville 1939).
// The mean of several such capitals is another one. So the law is broken once the capital exceeds m/alpha, where m is
// the number of laws: a right kernel is accused with probability alpha at most, whenever the moves end, and whoever
// ends them. The p-value of a law is m over its largest capital.
//
// Half of the cells to move from are drawn from p, and half from all cells alike, because some faults are in cells of
// little mass. A step that stays neither wins nor loses, so that a kernel that mostly stays is judged by its other
// moves.

// A bet is a function u of the cells, and the log of its capital.
type bet struct {
	u       []float64
	capital float64
}

// The bets of a level: on all cells, on the cell that is farthest off, and on a drift in log f. The drift of the moves
// at all levels decides on the last.
const (
	onAll = iota
	onOne
	onDrift
	betsOfLevel
)

// A seenLevel has the moves of a level, and the bets on them.
type seenLevel struct {
	*laws.LevelMatrices
	seen   *evidence.Tally
	from   chains.Distribution // of the cells to move from
	weight []float64           // p over the probability of a draw
	unseen float64             // the mass of cells from which nothing moves
	rank   []float64           // of log f, from 0 to 1
	won    float64             // by a drift of 1 up the ranks, the sum over moves
	square float64             // of what each move won, the sum
	bets   [betsOfLevel]bet
	wall   string // the first move into a cell without mass; "" if there is none
}

func newSeenLevel(w *laws.LevelMatrices, record Recorded) *seenLevel {
	n := len(w.P)
	floats.Scale(1/floats.Sum(w.P), w.P)
	l := &seenLevel{LevelMatrices: w, seen: evidence.NewTally(n),
		weight: make([]float64, n), rank: make([]float64, n)}
	for i := range l.bets {
		l.bets[i].u = make([]float64, n)
	}
	cells := chains.Support(w.P)
	odds := make([]float64, n)
	for _, x := range cells {
		odds[x] = w.P[x]/2 + 0.5/float64(len(cells))
		if record != nil {
			odds[x] = float64(len(record[x]))
		}
	}
	all := floats.Sum(odds)
	for _, x := range cells {
		if odds[x] > 0 {
			l.weight[x] = w.P[x] * all / odds[x]
		} else {
			l.unseen += w.P[x]
		}
	}
	if all > 0 {
		l.from = chains.NewDistribution(odds)
	}
	below := 0.0
	for at, sorted := 0, evidence.Order(w.LogF); at < n; { // equal values share their middle rank
		end, mass := at, 0.0
		for ; end < n && w.LogF[sorted[end]] == w.LogF[sorted[at]]; end++ {
			mass += w.P[sorted[end]]
		}
		for ; at < end; at++ {
			l.rank[sorted[at]] = below + mass/2
		}
		below += mass
	}
	return l
}

// see counts a move.
func (v *Validation) see(l *seenLevel, x, y int) {
	v.Moves++
	if x != y {
		v.moved++
	}
	if l.P[y] == 0 && x != y && l.wall == "" {
		l.wall = l.atBeta("%s, which has no mass", laws.Pair(l.Grid, x, y))
	}
	l.seen.Add(x, y)
}

// update adds a move from a draw to the capitals of the bets on pT = p.
func (l *seenLevel) update(x, y int) {
	if l.P[y] == 0 {
		return
	}
	for i := range l.bets {
		b := &l.bets[i]
		b.capital += math.Log1p(l.weight[x] * (b.u[y] - b.u[x]))
		if l.unseen > 0 { // moves that nobody sees may win as much
			b.capital += math.Log1p(-l.unseen * (floats.Max(b.u) - floats.Min(b.u)))
		}
	}
	won := l.weight[x] * (l.rank[y] - l.rank[x])
	l.won += won
	l.square += won * won
}

// choose chooses the next bets of a level: what would have won most with the moves so far, less what chance would win.
func (v *Validation) choose(l *seenLevel) {
	f := l.flows()
	cells := float64(floats.Count(func(s float64) bool { return s > 0 }, f.square))
	all := f.solve()
	floats.Scale(shrunk(floats.Dot(f.net, all), cells-1), all)
	one := make([]float64, len(all))
	if at, far := f.worst(); far > 0 {
		one[at] = f.net[at] / f.square[at] * shrunk(far*far, 2*math.Log(cells))
	}
	won, square := 0.0, 0.0
	for _, other := range v.seen {
		won += other.won
		square += other.square
	}
	drift := make([]float64, len(all))
	floats.AddScaled(drift, won/max(square, 1)*shrunk(won*won/max(square, 1), 1), l.rank)
	l.bets[onAll].u = l.bounded(all)
	l.bets[onOne].u = l.bounded(one)
	l.bets[onDrift].u = l.bounded(drift)
}

// shrunk returns which share of a bet to make that would have won chi2/2, where chance would have won df/2.
func shrunk(chi2, df float64) float64 {
	if chi2 <= max(df, 0) {
		return 0
	}
	return 1 - df/chi2
}

// bounded changes u so that no move takes more than half of the capital, nor what is unseen more than half of the rest.
func (l *seenLevel) bounded(u []float64) []float64 {
	low := floats.Dot(l.P, u) - 0.25/(floats.Max(l.weight)+l.unseen)
	for x, w := range l.weight {
		u[x] = min(max(u[x], low), low+0.5/max(w+l.unseen, 1e-9))
	}
	return u
}

// capital returns the log of the capital of all bets on pT = p: half of each is of one level after the other, and half
// of all levels side by side.
func (v *Validation) capital() float64 {
	var logs []float64
	for i := range betsOfLevel {
		var of []float64
		for _, l := range v.seen {
			of = append(of, l.bets[i].capital)
		}
		logs = append(logs, both(of))
	}
	return floats.LogSumExp(logs) - math.Log(betsOfLevel)
}

// both returns the log of the mean of the product of capitals and of their mean.
func both(logs []float64) float64 {
	side := floats.LogSumExp(logs) - math.Log(float64(len(logs)))
	return floats.LogSumExp([]float64{floats.Sum(logs), side}) - math.Ln2
}

// flows are sums over the moves of a level from cells x with mass, which have the weight w = p(x)/r(x).
type flows struct {
	n      float64   // the number of these moves
	net    []float64 // by cell, of w of moves into it, less of those out of it
	square []float64 // by cell, of w² of moves into it and out of it
	moves  []flow
}

// A flow is the sum of w² of the moves from x to y.
type flow struct {
	x, y   int
	square float64
}

func (l *seenLevel) flows() flows {
	f := flows{net: make([]float64, len(l.P)), square: make([]float64, len(l.P))}
	for at, n := range l.seen.All() {
		x, y := at[0], at[1]
		w := l.weight[x]
		if w > 0 {
			f.n += float64(n)
		}
		if x != y && w > 0 && l.P[y] > 0 {
			f.net[y] += float64(n) * w
			f.net[x] -= float64(n) * w
			square := float64(n) * w * w
			f.square[x] += square
			f.square[y] += square
			f.moves = append(f.moves, flow{x, y, square})
		}
	}
	return f
}

// worst returns the cell that is farthest off, and how far, in standard deviations.
func (f flows) worst() (at int, far float64) {
	for x, s := range f.square {
		if z := math.Abs(f.net[x]) / math.Sqrt(max(s, 1e-300)); s > 0 && z > far {
			at, far = x, z
		}
	}
	return at, far
}

// mostSteps bounds the steps of solve. What they leave is the smallest part of a bet.
const mostSteps = 50

// solve returns the u of the bet that would have won most: the sum over moves of w² (u(y) - u(x)) (e_y - e_x) is net.
// The steps are conjugate gradients.
func (f flows) solve() []float64 {
	n := len(f.net)
	u := make([]float64, n)
	z := make([]float64, n)
	rest := append([]float64{}, f.net...)
	toward := make([]float64, n)
	last := math.Inf(1)
	for range mostSteps {
		for x, s := range f.square {
			if s > 0 {
				z[x] = rest[x] / s
			}
		}
		size := floats.Dot(rest, z)
		if size < 1e-12 {
			break
		}
		floats.Scale(size/last, toward)
		floats.Add(toward, z)
		last = size
		of := make([]float64, n)
		for _, m := range f.moves {
			d := m.square * (toward[m.y] - toward[m.x])
			of[m.y] += d
			of[m.x] -= d
		}
		by := size / floats.Dot(toward, of)
		floats.AddScaled(u, by, toward)
		floats.AddScaled(rest, -by, of)
	}
	return u
}
