package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// matrix is k's at the end of a bridge to logf, with what is left of 1 on the
// diagonal, and that of its reversal.
func matrix(k chains.Kernel, g grid.Grid, logf []float64) (m, back []float64) {
	g, b := chains.Extend(k, g, chains.Geometric{From: make([]float64, len(logf)), To: logf})
	l, op := chains.NewLevel(b, g.Size()), k.On(g)
	l.Move(1, 1)
	op.Aim(l)
	return dense(op, g.Size()), dense(op.Reversal(), g.Size())
}

func dense(op chains.Operator, n int) []float64 {
	m := make([]float64, n*n)
	for x := range n {
		m[x*n+x] = 1
		op.Row(x, func(y int, p float64) {
			m[x*n+y] += p
			m[x*n+x] -= p
		})
	}
	return m
}

func times(a, b []float64, n int) []float64 {
	c := make([]float64, n*n)
	for i := range c {
		for k := range n {
			c[i] += a[i/n*n+k] * b[k*n+i%n]
		}
	}
	return c
}

func same(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) < 1e-14) {
			t.Errorf("%s: entry %d is %.15g, want %.15g", name, i, got[i], want[i])
		}
	}
}

var (
	box  = grid.New(2, 3)
	hill = []float64{0.9, -0.4, 0.2, -1.3, 0.1, 1.7}
)

// blend is a u + (1-a) v.
func blend(a float64, u, v []float64) []float64 {
	w := make([]float64, len(u))
	for i := range w {
		w[i] = a*u[i] + (1-a)*v[i]
	}
	return w
}

// ahead is the matrix of a kernel on the box.
func ahead(k chains.Kernel) []float64 {
	m, _ := matrix(k, box, hill)
	return m
}

// TestAlgebra holds compositions to the products and sums of dense matrices.
func TestAlgebra(t *testing.T) {
	const n = 6
	m, h, one := ahead(kernels.Metropolis{}), ahead(kernels.HeatBath{}), ahead(kernels.Identity{})
	line0, line1 := ahead(kernels.Line{Axis: 0}), ahead(kernels.Line{Axis: 1})
	both := []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}}
	cube := times(m, times(m, m, n), n)
	for _, c := range []struct {
		name       string
		k          chains.Kernel
		want, back []float64
	}{
		{"lazy", kernels.Lazy{A: 0.3, Kernel: kernels.Metropolis{}}, blend(0.3, one, m), blend(0.3, one, m)},
		{"mixture", kernels.Mixture{Weights: []float64{1, 3}, Kernels: both}, blend(0.25, m, h), blend(0.25, m, h)},
		{"cycle", kernels.Cycle{Kernels: both}, times(m, h, n), times(h, m, n)},
		{"sweep", kernels.GibbsSweep{}, times(line0, line1, n), times(line1, line0, n)},
		{"repeat", kernels.Repeat{Times: 3, Kernel: kernels.Metropolis{}}, cube, cube},
		{"a matrix that is not reversible", kernels.Matrices{N: n, P: [][]float64{times(m, h, n)}},
			times(m, h, n), times(h, m, n)},
	} {
		got, back := matrix(c.k, box, hill)
		same(t, c.name, got, c.want)
		same(t, c.name+", reversed", back, c.back)
	}
}

// TestSpecialCases: some cases of a family are other names for another kernel.
func TestSpecialCases(t *testing.T) {
	m, h := ahead(kernels.Metropolis{}), ahead(kernels.HeatBath{})
	lines := []chains.Kernel{kernels.Line{Axis: 0}, kernels.Line{Axis: 1}}
	for _, c := range []struct {
		name string
		k    chains.Kernel
		want []float64
	}{
		{"heat-bath as a mixture of lines", kernels.Mixture{Weights: []float64{1, 1}, Kernels: lines}, h},
		{"blocks of one axis", kernels.Blocks{Axes: 1}, h},
		{"a block of all axes", kernels.Blocks{Axes: 2}, ahead(kernels.Perfect{})},
		{"one try", kernels.MultipleTry{Tries: 1}, m},
		{"a matrix", kernels.Matrices{N: len(hill), P: [][]float64{m}}, m},
	} {
		got, back := matrix(c.k, box, hill)
		same(t, c.name, got, c.want)
		same(t, c.name+", reversed", back, c.want)
	}
	for _, size := range []float64{0.25, 1.5, 4} {
		one, _ := matrix(kernels.Hamiltonian{Steps: 1, Size: size}, box, hill)
		same(t, "one step", one, ahead(kernels.Langevin{Size: size}))
	}
	king, _ := matrix(kernels.King{}, grid.New(6), hill)
	path, _ := matrix(kernels.Metropolis{}, grid.New(6), hill)
	same(t, "a king on a path", king, path)
}

// TestPanics: kernels that make no sense panic when an operator is asked for.
func TestPanics(t *testing.T) {
	panics(t, map[string]func(){
		"not extended":    func() { kernels.Lifted{}.On(grid.New(2, 3)) },
		"no pairs":        func() { kernels.Swap{}.On(grid.New(2, 3)) },
		"lazy by 2":       func() { kernels.Lazy{A: 2, Kernel: kernels.Metropolis{}}.On(box) },
		"no weights":      func() { kernels.Mixture{Kernels: []chains.Kernel{kernels.Metropolis{}}}.On(box) },
		"no size":         func() { kernels.Langevin{}.On(box) },
		"too far":         func() { kernels.Hamiltonian{Steps: 1, Size: 17}.On(box) },
		"no steps":        func() { kernels.Hamiltonian{Size: 1}.On(box) },
		"no tries":        func() { kernels.MultipleTry{}.On(box) },
		"blocks of none":  func() { kernels.Blocks{}.On(box) },
		"repeated never":  func() { kernels.Repeat{Kernel: kernels.Metropolis{}}.On(box) },
		"a cycle of none": func() { kernels.Cycle{}.On(box) },
	})
}

// panics calls functions that must panic.
func panics(t *testing.T, calls map[string]func()) {
	t.Helper()
	for name, call := range calls {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
