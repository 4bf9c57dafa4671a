package experiments

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// MostRows is how many cells have their rows written out, as many numbers squared: of
// more, one level is validated without.
const MostRows = 4096

// The limits. Densities have relative errors of 1e-13 at most (a log density of
// 600 nats has that of 600 roundings), and sums of up to MostRows terms, none of
// them negative, as much again; the rest is room. What is left of 1 is good to
// 1e-16 of 1 and no better, which is why flows that stay are held relative to
// a part of the cell's mass.
const (
	absolutely = 1e-12
	relatively = 1e-10
	stayPart   = 1e-4
	underflow  = 1e-290 // masses below have no relative precision left
)

// A stage is one level of a candidate written out.
type stage struct {
	Candidate
	t     int
	beta  float64
	logf  []float64
	p     []float64
	rows  [][]float64 // as given, or by Row with what is left of 1 on the diagonal
	back  [][]float64 // those of what the reverse chain steps by
	level *chains.Level
}

// newStage writes level t, at beta, out. op and back are the candidate's operators, which it
// aims. Where there is no matrix it has no rows.
func newStage(s Candidate, t int, beta float64, op, back chains.Operator) *stage {
	g := &stage{Candidate: s, t: t, beta: beta, level: s.NewLevel()}
	g.level.Move(t, beta)
	g.logf = append([]float64(nil), g.level.LogF()...)
	logZ := floats.LogSumExp(g.logf)
	g.p = make([]float64, len(g.logf))
	for x, v := range g.logf {
		g.p[x] = math.Exp(v - logZ)
	}
	if s.Aimed != nil {
		g.level.Move(s.Aimed(t, g.beta))
	}
	if s.Given != nil {
		if g.rows = s.Given(t); g.rows == nil {
			return g
		}
	}
	op.Aim(g.level)
	if s.Given == nil {
		g.rows = written(op, len(g.p))
	}
	if back != op {
		back.Aim(g.level)
		g.back = written(back, len(g.p))
	} else {
		g.back = g.rows
	}
	return g
}

// written is an operator's rows, what is left of 1 on the diagonal.
func written(op chains.Operator, n int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		row, stay := make([]float64, n), 1.0
		op.Row(x, func(y int, p float64) {
			row[y] += p
			stay -= p
		})
		if row[x] += stay; row[x] < 0 && row[x] > -absolutely {
			row[x] = 0
		}
		rows[x] = row
	}
	return rows
}

// judge holds the level to the laws of one level. op is aimed at it.
func (g *stage) judge(op chains.Operator) LevelReport {
	r := LevelReport{T: g.t, Beta: g.beta, P: g.p}
	r.Laws = append(r.Laws, g.entries(), g.sums(op), g.walls())
	var each Law
	r.Off, each = g.invariance(&r.Laws)
	r.Laws = append(r.Laws, each)
	r.Flow, _ = g.flows("detailed balance", g.rows)
	undone, stay := g.flows(LawReversal, g.back)
	if stay && !undone.OK && !r.Flow.OK { // moves back are by Bayes and never off
		undone.Witness += "; of moves the least balanced is " + r.Flow.Witness
	}
	r.Laws = append(r.Laws, undone)
	if g.Given == nil {
		r.Laws = append(r.Laws, g.pushes(op))
	}
	if g.Declared != nil {
		r.Laws = append(r.Laws, g.declared())
	}
	switch {
	case !each.OK:
		r.Balance = Unbalanced
	case !r.Flow.OK:
		r.Balance = Invariant
	}
	return r
}

// entries is that none is NaN, negative or above 1.
func (g *stage) entries() Law {
	var f finding
	for x, row := range g.rows {
		for y, v := range row {
			if f.see(max(-v, v-1, 0)) {
				f.at("%s: %g", g.pair(x, y), v)
			}
		}
	}
	return f.law(LawEntries, absolutely)
}

// sums is that a row's probabilities are all there is: those given, and those
// that an operator pulls the constant 1 by.
func (g *stage) sums(op chains.Operator) Law {
	one, sum := make([]float64, len(g.p)), make([]float64, len(g.p))
	for x := range one {
		one[x] = 1
	}
	op.Pull(sum, one)
	var f finding
	for x := range g.rows {
		if g.Given != nil {
			sum[x] = floats.Sum(g.rows[x])
		}
		if f.see(math.Abs(sum[x] - 1)) {
			f.at("the row of %s sums to %.17g", g.cell(x), sum[x])
		}
	}
	return f.law(LawSums, absolutely)
}

// walls is that no other cell leads into one that has no mass.
func (g *stage) walls() Law {
	var f finding
	for x, row := range g.rows {
		for y, v := range row {
			if x != y && math.IsInf(g.logf[y], -1) && f.see(v) {
				f.at("%s, which has no mass: %.12g", g.pair(x, y), v)
			}
		}
	}
	return f.law(LawWalls, 0)
}

// invariance is pT = p, in all and, because rare cells count, relative to p. It
// appends the first to laws and returns pT - p and the second.
func (g *stage) invariance(laws *[]Law) (off []float64, each Law) {
	off = make([]float64, len(g.p))
	for x, row := range g.rows {
		if g.p[x] > 0 {
			floats.AddScaled(off, g.p[x], row)
		}
	}
	return g.invariant(off, laws)
}

// invariant is that what p is after a step is p. off becomes the difference.
func (g *stage) invariant(off []float64, laws *[]Law) ([]float64, Law) {
	var all, one finding
	for y, in := range off {
		off[y] -= g.p[y]
		const where = "%s has %.12g after a step from p, where it is %.12g"
		if all.see(math.Abs(off[y])) {
			all.at(where, g.cell(y), in, g.p[y])
		}
		if one.within(math.Abs(off[y])/max(g.p[y], underflow), relatively, g.slackInto(g.p[y])) {
			one.at(where, g.cell(y), in, g.p[y])
		}
	}
	*laws = append(*laws, all.law(LawInvariance, absolutely))
	return off, one.lawWithin(LawEachCell, relatively)
}

// flows is p(x) T(x,y) = p(y) R(y,x), relative to the larger, R the rows of the
// chain that goes back. With R = T it is detailed balance. A broken law is told by
// a move; by a cell's flow to itself, which is what its moves leave, only where
// no move is off, and stay is then true.
func (g *stage) flows(name string, back [][]float64) (l Law, stay bool) {
	var f, stays finding
	limit := flowLimit(len(g.p))
	for x, row := range g.rows {
		for y, v := range row {
			there, here := g.p[x]*v, g.p[y]*back[y][x]
			size := max(there, here, stayPart*min(g.p[x], g.p[y]), underflow)
			which := &f
			if x == y {
				which = &stays
			}
			if there != here && which.within(math.Abs(there-here)/size, limit, g.slackFlow(g.p, x, y)/size) {
				which.at("%s flows %.12g and back %.12g", g.pair(x, y), there, here)
			}
		}
	}
	moves, rests := f.lawWithin(name, limit), stays.lawWithin(name, limit)
	if moves.OK && rests.worse(moves) {
		return rests, true
	}
	return moves, false
}

// flowLimit is how far two flows of n cells may be apart: what is left of 1 has n
// roundings, and is held relative to a part of it.
func flowLimit(n int) float64 { return relatively + float64(n)*0x1p-52/stayPart }

// pushes is that pushing a signed measure and pulling it as a function are what
// the rows say.
func (g *stage) pushes(op chains.Operator) Law {
	n := len(g.p)
	q, pushed, pulled := make([]float64, n), make([]float64, n), make([]float64, n)
	for x := range q {
		q[x] = math.Sin(3*float64(x) + 1) // no regularity
	}
	op.Push(pushed, q)
	op.Pull(pulled, q)
	var f finding
	want := make([]float64, n)
	for x, row := range g.rows {
		floats.AddScaled(want, q[x], row)
		mean := floats.Dot(row, q)
		if f.see(math.Abs(pulled[x] - mean)) {
			f.at("%s pulls %.12g, and by its row %.12g", g.cell(x), pulled[x], mean)
		}
	}
	for y, v := range want {
		if f.see(math.Abs(pushed[y] - v)) {
			f.at("%s is pushed %.12g, and by the rows %.12g", g.cell(y), pushed[y], v)
		}
	}
	return f.law(LawPush, absolutely*float64(n))
}

// declared is that the rows are those of the kernel it is said to be.
func (g *stage) declared() Law {
	g.level.Move(g.t, g.beta)
	op := g.Declared.On(g.Grid)
	op.Aim(g.level)
	var f finding
	for x, want := range written(op, len(g.p)) {
		if math.IsInf(g.logf[x], -1) {
			continue // no chain is ever there
		}
		for y, v := range want {
			if f.see(math.Abs(g.rows[x][y] - v)) {
				f.at("%s with probability %.12g, declared %.12g", g.pair(x, y), g.rows[x][y], v)
			}
		}
	}
	return f.law(LawDeclared, absolutely)
}
