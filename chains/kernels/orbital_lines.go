package kernels

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// onLines is the definition of a Lined kernel: the kernel on each line through a cell.
func (k simple) onLines() chains.Outcomes {
	s := k.Space
	out := 1 // a multiple of what the weights on each line sum to
	lines := make([]chains.Outcomes, len(s.Axis))
	for i, axis := range s.Axis {
		lines[i] = onAxis(k.Kernel, axis)
		out *= lines[i].Out
	}
	still := s.Still
	if single(k.Kernel) { // an axis of one label is not drawn
		still = 0
	}
	return chains.Outcomes{
		Out:   (s.Axes + still) * out,
		Float: along(s, out, still, lines, func(o chains.Outcomes) chains.Rule[numbers.Float] { return o.Float }),
		Interval: along(s, out, still, lines, func(o chains.Outcomes) chains.Rule[*numbers.Interval] {
			return o.Interval
		}),
		Wide: along(s, out, still, lines, func(o chains.Outcomes) chains.Rule[numbers.Wide] { return o.Wide }),
	}
}

// onAxis is the step of an axial kernel on a box of one axis.
func onAxis(k chains.Kernel, axis grid.Grid) chains.Outcomes {
	def := chains.DefinitionOf(k, axis)
	if of, ok := def.(chains.OneOf); ok { // a heat bath has one part for each axis
		def = of.Parts[0]
	}
	if def, ok := def.(chains.Outcomes); ok {
		return def
	}
	n := axis.Size()
	return chains.Outcomes{
		Out:      1,
		Float:    redrawn[numbers.Float](n),
		Interval: redrawn[*numbers.Interval](n),
		Wide:     redrawn[numbers.Wide](n),
	}
}

// redrawn draws one of n cells from the density: y with f(y) / Σ_z f(z) = 1 / Σ_z f(z)/f(y).
func redrawn[N numbers.Number[N]](n int) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		one := v.Num(1)
		return func(x int, visit func(y int, weight N)) {
			any := false
			for y := range n {
				if !v.Has(y) {
					continue
				}
				any = true
				sum := v.Num(0) // of f(z)/f(y)
				for z := range n {
					if v.Has(z) {
						sum = sum.Plus(v.Quotient(z, y))
					}
				}
				visit(y, one.Over(sum))
			}
			if !any {
				visit(x, one)
			}
		}
	}
}

// along is the rule of a kernel that makes a step on one of the lines through a cell, each as probable, or stays on an
// axis of one label. lines has the step by kind of axis. Of all their rules, out is a multiple of what weights sum to.
func along[N numbers.Number[N]](s *orbits.Space, out, still int, lines []chains.Outcomes,
	of func(chains.Outcomes) chains.Rule[N]) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		var here orbits.Line
		onLine := relabelled[N]{v, func(at int) int { return int(here.On[at]) }}
		rows := make([]chains.Row[N], len(lines))
		stay := v.Num(float64(still * out))
		return func(x int, visit func(y int, weight N)) {
			if still > 0 {
				visit(x, stay)
			}
			s.Lines(x, func(l orbits.Line) {
				here = l
				i := l.Axis
				if rows[i] == nil || lines[i].Kept > 0 { // such rows know the line
					rows[i] = of(lines[i])(onLine)
				}
				times := v.Num(float64(l.Count * out / lines[i].Out))
				rows[i](l.At, func(at int, weight N) { visit(int(l.On[at]), weight.Times(times)) })
			})
		}
	}
}
