package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// slopeOf is the gradient of a target that says of what its log f is made.
func slopeOf(target toys.Target) *kernels.Slope {
	m := target.Machine
	if m != nil {
		return kernels.SlopeOfMachine(target.Grid, m.Visible, m.Hidden, m.Weights)
	}
	return kernels.SlopeOfBonds(target.Grid, bondsOf(target))
}

// vectorsOf has a vector for each site of a cell, with 1 for its value.
func vectorsOf(g grid.Grid, x int) [][]float64 {
	vectors := make([][]float64, g.Axes())
	for a, n := range g.Lens() {
		vectors[a] = make([]float64, n)
		vectors[a][g.Coord(x, a)] = 1
	}
	return vectors
}

// extended is log f of a target to the power beta, at any vectors. With joint it is that of the bridge joint.
func extended(target toys.Target, beta float64, joint bool, at [][]float64) (logf float64) {
	if target.Machine == nil {
		for _, b := range target.Bonds {
			for value, v := range at[b.Sites[0]] {
				logf += beta * b.Coupling * v * at[b.Sites[1]][value]
			}
		}
		return logf
	}
	outside, inside := beta, 1.0
	if joint {
		outside, inside = 1, beta
	}
	for i, bias := range target.Machine.Visible {
		logf += beta * bias * at[i][1]
	}
	for j, field := range target.Machine.Hidden {
		for i, row := range target.Machine.Weights {
			field += row[j] * at[i][1]
		}
		logf += outside * math.Log1p(math.Exp(inside*field))
	}
	return logf
}

// gradientAt is the gradient of extended in a cell, by the formula of the paper.
func gradientAt(target toys.Target, beta float64, joint bool, x int) [][]float64 {
	at := vectorsOf(target.Grid, x)
	slope := vectorsOf(target.Grid, x)
	for i := range slope {
		clear(slope[i])
	}
	if target.Machine == nil {
		for _, b := range target.Bonds {
			for value := range at[b.Sites[0]] {
				slope[b.Sites[0]][value] += beta * b.Coupling * at[b.Sites[1]][value]
				slope[b.Sites[1]][value] += beta * b.Coupling * at[b.Sites[0]][value]
			}
		}
		return slope
	}
	inside := 1.0
	if joint {
		inside = beta
	}
	for i, row := range target.Machine.Weights {
		slope[i][1] = beta * target.Machine.Visible[i]
		for j, field := range target.Machine.Hidden {
			for k, weights := range target.Machine.Weights {
				field += weights[j] * at[k][1]
			}
			slope[i][1] += beta * row[j] / (1 + math.Exp(-inside*field))
		}
	}
	return slope
}

// guessAt is the gradient in a cell times what parts y from x.
func guessAt(target toys.Target, beta float64, joint bool, in, x, y int) (gain float64) {
	slope := gradientAt(target, beta, joint, in)
	from := vectorsOf(target.Grid, x)
	to := vectorsOf(target.Grid, y)
	for i, site := range slope {
		for value, v := range site {
			gain += v * (to[i][value] - from[i][value])
		}
	}
	return gain
}

// Where a gradient is taken, for the way from x to y and for the way back.
type points struct{ forth, back func(x, y int) int }

// rightPoints are each the cell where its way begins.
var rightPoints = points{func(x, _ int) int { return x }, func(_, y int) int { return y }}

// guessing is Gibbs-with-gradients read literally, on a target that has mass everywhere. It proposes by the gradient in
// x, and the points say by which gradients Hastings' ratio is.
func guessing(target toys.Target, joint bool, at points) chains.Kernel {
	return kernels.ByRule{Of: func(g grid.Grid) chains.Outcomes {
		rule := func(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
			_, beta := v.Place()
			law := func(in, x int) []float64 { // q(x,.) by the gradient in a cell
				q, sum := make([]float64, g.Size()), 0.0
				for m := range g.Moves() {
					if y, ok := g.Move(x, m); ok {
						weight := math.Exp(guessAt(target, beta, joint, in, x, y) / 2)
						q[y] += weight
						sum += weight
					}
				}
				for y := range q {
					q[y] /= sum
				}
				return q
			}
			return func(x int, visit func(y int, weight numbers.Float)) {
				for y, q := range law(x, x) {
					if q > 0 {
						forth := law(at.forth(x, y), x)
						back := law(at.back(x, y), y)
						ratio := math.Exp(float64(v.Rise(x, y))) * back[x] / forth[y]
						visit(y, numbers.Float(q*min(1, ratio)))
					}
				}
			}
		}
		return chains.Outcomes{Out: 1, Rest: true, Float: rule}
	}}
}

// matrixAt is the matrix of a kernel on a bridge at an inverse temperature.
func matrixAt(k chains.Kernel, g grid.Grid, b chains.Bridge, beta float64) []float64 {
	op := k.On(g)
	l := chains.NewLevel(b, g.Size())
	l.Move(1, beta)
	op.Aim(l)
	return dense(op, g.Size())
}

// geometricTo is the bridge from the uniform density.
func geometricTo(target toys.Target) chains.Bridge {
	return chains.Geometric{From: target.Uniform(), To: target.LogF}
}

// withGradients are targets with a gradient, of bonds and of machines.
func withGradients() []toys.Target {
	return append(withBonds(), toys.Ising(2, 3, 0.4), toys.Potts(1, 3, 3, -1.2), toys.RBM(4, 3, 1), toys.RBM(3, 1, 2),
		toys.RBM(1, 2, 3))
}

// TestInformedGradient holds the kernel to the literal reading at several levels, also along the bridge joint.
func TestInformedGradient(t *testing.T) {
	for _, target := range withGradients() {
		slope := slopeOf(target)
		for _, beta := range []float64{0, 0.3, 1} {
			got := matrixAt(kernels.InformedGradient{Slope: slope}, target.Grid, geometricTo(target), beta)
			want := matrixAt(guessing(target, false, rightPoints), target.Grid, geometricTo(target), beta)
			must.Each(t, got, want, 1e-13, "%s at %v", target.Name, beta)
		}
	}
	for _, size := range [][2]int{{4, 3}, {2, 2}} {
		target := toys.RBM(size[0], size[1], 3)
		b, g := jointOf(t, size[0], size[1], 3)
		for _, beta := range []float64{0, 0.3, 1} {
			got := matrixAt(kernels.InformedGradient{Slope: slopeOf(target).AlongJoint()}, g, b, beta)
			want := matrixAt(guessing(target, true, rightPoints), g, b, beta)
			must.Each(t, got, want, 1e-13, "%s along the joint at %v", target.Name, beta)
		}
	}
}

// TestSlope: the gradient is that of a formula that has log f in every cell, by differences.
func TestSlope(t *testing.T) {
	const beta, small = 0.7, 1e-6
	for _, target := range withGradients() {
		g := target.Grid
		for _, joint := range []bool{false, true} {
			slope := slopeOf(target)
			if joint && target.Machine == nil {
				continue
			}
			first := extended(target, 1, joint, vectorsOf(g, 0))
			if joint {
				slope = slope.AlongJoint()
			}
			for x := range g.Size() {
				rise := extended(target, 1, joint, vectorsOf(g, x)) - first
				must.Near(t, rise, target.LogF[x]-target.LogF[0], 1e-12, "%s: the formula in cell %d", target.Name, x)
				for m := range g.Moves() {
					y, ok := g.Move(x, m)
					if !ok {
						continue
					}
					from, to := vectorsOf(g, x), vectorsOf(g, y)
					ahead, behind := vectorsOf(g, x), vectorsOf(g, x)
					for i := range from {
						for k := range from[i] {
							ahead[i][k] += small * (to[i][k] - from[i][k])
							behind[i][k] -= small * (to[i][k] - from[i][k])
						}
					}
					want := (extended(target, beta, joint, ahead) - extended(target, beta, joint, behind)) / small / 2
					must.Near(t, slope.Guess(beta, x, x, y), want, 1e-7, "%s from %d to %d", target.Name, x, y)
				}
			}
		}
	}
}

// TestGuessInSpins: in spins of -1 and 1 the gradient is the field of a spin, c times the sum of its neighbours, and a
// flip changes the spin by two of itself.
func TestGuessInSpins(t *testing.T) {
	const coupling = 0.4
	target := toys.Ising(2, 3, coupling)
	slope := slopeOf(target)
	spin := func(x, i int) float64 { return float64(2*target.Grid.Coord(x, i) - 1) }
	for x := range target.Grid.Size() {
		for i := range 6 {
			field := 0.0
			for _, b := range target.Bonds {
				for k, site := range b.Sites {
					if site == i {
						field += coupling * spin(x, b.Sites[1-k])
					}
				}
			}
			y := x ^ 1<<(5-i)
			must.Near(t, slope.Guess(1, x, x, y), -2*spin(x, i)*field, 1e-14, "spin %d of %d", i, x)
		}
	}
}

// TestGuessIsRightOnBonds: where log f is linear in each site, the kernel is Informed by the root, at any strength.
// On a machine it is not: the guess is another, and so are the rows.
func TestGuessIsRightOnBonds(t *testing.T) {
	apart := func(target toys.Target, beta float64) (most float64) {
		b := geometricTo(target)
		want := matrixAt(kernels.Informed{}, target.Grid, b, beta)
		for i, p := range matrixAt(kernels.InformedGradient{Slope: slopeOf(target)}, target.Grid, b, beta) {
			most = max(most, math.Abs(p-want[i]))
		}
		return most
	}
	for _, target := range append(withBonds(), toys.Ising(2, 3, 0.4), toys.Ising(2, 2, 60), toys.Potts(1, 3, 3, -1)) {
		for _, beta := range []float64{0, 0.3, 1} {
			if off := apart(target, beta); !(off < 2e-13) {
				t.Errorf("%s at %v: the rows are off by %v", target.Name, beta, off)
			}
		}
	}
	for seed := range uint64(5) {
		if off := apart(toys.RBM(4, 3, seed), 1); !(off > 0.05) {
			t.Errorf("rbm:4:3:%d: the rows are those of informed but for %v", seed, off)
		}
	}
}

// TestInformedGradientLaws: the kernel keeps all laws of kernels, also along the bridge joint, and whatever the guess
// is: that of another machine leaves the density invariant too.
func TestInformedGradientLaws(t *testing.T) {
	for _, target := range withGradients() {
		chaintest.LawsOn(t, kernels.InformedGradient{Slope: slopeOf(target)}, target.LogF, target.Grid)
	}
	for _, size := range [][2]int{{2, 1}, {2, 3}, {4, 3}} {
		b, g := jointOf(t, size[0], size[1], 5)
		slope := slopeOf(toys.RBM(size[0], size[1], 5))
		chaintest.LawsAlong(t, kernels.InformedGradient{Slope: slope.AlongJoint()}, b, g)
		other := slopeOf(toys.RBM(size[0], size[1], 6))
		chaintest.LawsAlong(t, kernels.InformedGradient{Slope: other}, b, g)
	}
	walled := toys.Ising(2, 2, 0.4)
	slope := slopeOf(walled)
	walled.Grid = walled.Grid.WithWalls(3, 5, 6, 15) // round cell 7
	for _, x := range []int{3, 5, 6, 15, 9} {
		walled.LogF[x] = none
	}
	chaintest.LawsOn(t, kernels.InformedGradient{Slope: slope}, walled.LogF, walled.Grid)
}

// TestGradientAtTheWrongPoint: one gradient for both ways, that in x or that in y, leaves another density invariant,
// and the laws say so, on bonds and on machines.
func TestGradientAtTheWrongPoint(t *testing.T) {
	first := func(x, _ int) int { return x }
	second := func(_, y int) int { return y }
	for _, target := range []toys.Target{toys.Ising(1, 4, 0.4), toys.Potts(1, 3, 3, 1), toys.RBM(4, 3, 1)} {
		for name, at := range map[string]points{"in x": {first, first}, "in y": {second, second}} {
			if _, found := broken(guessing(target, false, at), target); !found {
				t.Errorf("%s: no law notices that the gradient is %s for both ways", target.Name, name)
			}
		}
		if law, found := broken(guessing(target, false, rightPoints), target); found {
			t.Errorf("%s: read literally it breaks %q", target.Name, law)
		}
	}
}

// TestInformedGradientFromSingleCells: steps that ask for single cells have the rows of the operator.
func TestInformedGradientFromSingleCells(t *testing.T) {
	for _, target := range []toys.Target{toys.Potts(1, 3, 3, 0.8), toys.RBM(4, 3, 1)} {
		k := kernels.InformedGradient{Slope: slopeOf(target)}
		there, back, ok := operators.NewStepper(k, target.Grid)
		if !ok {
			t.Fatal("no steps from single cells")
		}
		for _, beta := range []float64{0.3, 1} {
			want := matrixAt(k, target.Grid, geometricTo(target), beta)
			for side, s := range map[string]operators.Stepper{"there": there, "back": back} {
				s.Aim(2, beta, func(x int) float64 { return beta * target.LogF[x] })
				must.Each(t, stepped(s, target.Grid.Size()), want, 1e-14, "%s at %v, %s", target.Name, beta, side)
			}
		}
	}
}

// TestInformedGradientFits: without a gradient there is no form, and with one there is on its grid, of axes of any
// kind. By differences a step costs what Informed does.
func TestInformedGradientFits(t *testing.T) {
	spins := toys.Ising(3, 3, 0.4)
	k := kernels.InformedGradient{}.OnSlope(slopeOf(spins))
	must.Do(t, chains.Fits(k, spins.Grid))
	must.Do(t, chains.Fits(k, spins.Grid.Of(grid.Ring)))
	must.Fail(t, chains.Fits(kernels.InformedGradient{}, spins.Grid), "by the gradient of log f, and there is none",
		"no gradient")
	must.Fail(t, chains.Fits(k, cube(8)), "that of a target on 2x2x2x2x2x2x2x2x2", "another grid")
	steep := kernels.InformedGradient{Slope: slopeOf(toys.Ising(2, 2, 1e6))}
	must.Fail(t, chains.Fits(steep, cube(4)), "its guesses reach 8e+06 nats, and up to 4e+06 would do", "steep bonds")
	m := toys.Machine{Visible: []float64{0.5}, Hidden: []float64{1e8}, Weights: [][]float64{{1}}}
	steep.Slope = slopeOf(m.Target("steep"))
	must.Fail(t, chains.Fits(steep, cube(1)), "its guesses reach 1e+08 nats", "a hidden unit that is always on")
	want, _ := chains.Cost(kernels.Informed{}, spins.Grid)
	if cost, _ := chains.Cost(k, spins.Grid); cost != 17 || cost != want {
		t.Errorf("a step costs %v, and that of informed %v", cost, want)
	}
	panics(t, map[string]func(){
		"no gradient":      func() { kernels.InformedGradient{}.On(cube(2)) },
		"a bond to itself": func() { kernels.SlopeOfBonds(cube(2), []kernels.Bond{{}}) },
		"too few biases":   func() { kernels.SlopeOfMachine(cube(2), []float64{1}, nil, nil) },
	})
}
