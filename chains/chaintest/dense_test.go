package chaintest_test

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A matrix has the probability of going from x to y in row x, column y, between two numbers of many bits.
type matrix [][]*numbers.Interval

// bits is the precision of dense matrices.
const bits = 160

// A dense is a level as definitions see it, in intervals.
type dense struct {
	place
	logf []*numbers.Interval
	by   *numbers.Calculator
}

func newDense(l place) dense {
	d := dense{place: l, by: numbers.NewCalculator(bits)}
	for _, v := range l.LogF() {
		d.logf = append(d.logf, d.Num(v))
	}
	return d
}

func (d dense) of(k chains.Definition) matrix {
	switch k := k.(type) {
	case chains.Outcomes:
		return d.walked(k)
	case chains.Redrawn:
		return d.redrawn(k.Grid.Lines(k.Axis))
	case chains.InTurn:
		m := d.zeros()
		for x := range m {
			m[x][x] = d.Num(1)
		}
		for _, part := range k {
			m = d.times(m, d.of(part))
		}
		return m
	case chains.Again:
		return d.of(chains.InTurn(slices.Repeat([]chains.Definition{k.Of}, k.Times)))
	case chains.OneOf:
		m := d.zeros()
		for i, part := range k.Parts {
			share := d.Num(0)
			share.SetRat(k.Shares[i])
			for x, row := range d.of(part) {
				for y, p := range row {
					m[x][y] = m[x][y].Plus(share.Times(p))
				}
			}
		}
		return m
	}
	panic("chaintest: a kernel without a definition")
}

func (d dense) zeros() matrix {
	m := make(matrix, len(d.logf))
	for x := range m {
		for range m {
			m[x] = append(m[x], d.Num(0))
		}
	}
	return m
}

func (d dense) times(a, b matrix) matrix {
	m := d.zeros()
	for x := range m {
		for y := range m {
			for z := range m {
				if !a[x][y].IsZero() && !b[y][z].IsZero() {
					m[x][z] = m[x][z].Plus(a[x][y].Times(b[y][z]))
				}
			}
		}
	}
	return m
}

// walked adds up the outcomes of all rows.
func (d dense) walked(o chains.Outcomes) matrix {
	m, row, out := d.zeros(), o.Interval(d), d.Num(float64(o.Out))
	for x := range m {
		rest := out
		row(x, func(y int, weight *numbers.Interval) {
			m[x][y] = m[x][y].Plus(weight.Over(out))
			rest = rest.Minus(weight)
		})
		if o.Rest {
			m[x][x] = m[x][x].Plus(rest.Over(out))
		}
	}
	return m
}

// redrawn redraws along the lines.
func (d dense) redrawn(lines grid.Lines) matrix {
	m := d.zeros()
	for x := range m {
		i, _ := lines.Of(x)
		mass, top := d.Num(0), -1
		for c := range lines.Length {
			if y := lines.First(i) + c*lines.Stride; d.Has(y) && (top < 0 || d.Less(top, y)) {
				top = y
			}
		}
		if top < 0 {
			m[x][x] = d.Num(1)
			continue
		}
		for c := range lines.Length {
			if y := lines.First(i) + c*lines.Stride; d.Has(y) {
				m[x][y] = d.Quotient(y, top)
				mass = mass.Plus(m[x][y])
			}
		}
		for y, p := range m[x] {
			m[x][y] = p.Over(mass)
		}
	}
	return m
}

func (d dense) Has(x int) bool                      { return !d.logf[x].Lo.IsInf() }
func (d dense) Open(x int) bool                     { return d.Has(x) && !d.grid.Wall(x) }
func (d dense) Compare(x, y int) int                { return d.logf[x].Compare(d.logf[y]) }
func (d dense) Less(y, x int) bool                  { return d.Compare(y, x) < 0 }
func (d dense) Place() (int, float64)               { return d.T, d.Beta }
func (d dense) Rise(x, y int) *numbers.Interval     { return d.logf[y].Minus(d.logf[x]) }
func (d dense) Quotient(y, x int) *numbers.Interval { return d.Exp(d.Rise(x, y)) }
func (d dense) Num(v float64) *numbers.Interval     { return numbers.Zero(bits).SetFloat(v) }

func (d dense) Metropolis(x, y int) (accept, reject *numbers.Interval) {
	accept = d.Num(1)
	if d.Has(x) {
		accept = accept.Min(d.Quotient(y, x))
	}
	return accept, d.Num(1).Rest(accept)
}

func (d dense) Pair(x, y int, of func(x, y int) (_, _ *numbers.Interval)) (_, _ *numbers.Interval) {
	return of(x, y)
}

func (d dense) Exp(x *numbers.Interval) *numbers.Interval { return d.by.Exp(numbers.Zero(bits), x) }
