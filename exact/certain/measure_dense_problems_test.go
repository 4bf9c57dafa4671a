package certain_test

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// boxes lists the spaces of problems; small ones are for kernels whose matrices grow fast.
var (
	boxes = [][]int{{2}, {3}, {4}, {5}, {6}, {1, 2}, {2, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 2},
		{1, 2, 2}, {2, 1, 3}, {2, 2, 2}}
	small = [][]int{{2}, {3}, {4}, {1, 2}, {2, 1}, {1, 3}, {2, 2}, {4, 1}}
)

// problems draws a problem, and the annealing of it.
func problems(t *rapid.T) (problem, chains.Annealing) {
	p := problem{kernel: everyKernel(t), skipLast: rapid.IntRange(0, 4).Draw(t, "skip last") == 4}
	among := boxes
	if wide(p.kernel) != nil || heavy(p.kernel) {
		among = small
	}
	p.lens = evenly(t, among, "box")
	p.bridge = evenly(t, chains.Bridges, "bridge").Name
	if p.bridge == "power" {
		p.q = rapid.SampledFrom([]float64{0.5, -1.5, 2, 0.1, 1, 1.3, -3, 0, 0.999}).Draw(t, "Q")
	}
	p.betas = schedules(t)
	walls := p.densities(t)
	a := p.annealing(walls)
	if a.Check() != nil || p.betas[1] == 0 { // no kernel but of p_1 is for a wall with mass
		for _, x := range walls {
			p.from[x] = math.Inf(-1)
		}
		a = p.annealing(walls)
	}
	return p, a
}

// densities draws both ends, and the walls, where the target has no mass.
func (p *problem) densities(t *rapid.T) (walls []int) {
	n := 1
	for _, length := range p.lens {
		n *= length
	}
	scale := evenly(t, []float64{1, 3, 30, 800}, "scale")
	p.to = density(t, n, scale, "target")
	open := rapid.IntRange(0, n-1).Draw(t, "open")
	for x := range n {
		if x != open && rapid.IntRange(0, 9).Draw(t, "wall") == 9 {
			walls = append(walls, x)
			p.to[x] = math.Inf(-1)
		}
	}
	if math.IsInf(p.to[open], -1) {
		p.to[open] = 0.5
	}
	switch evenly(t, []string{"uniform", "tempered", "own", "own"}, "initial") {
	case "uniform":
		p.from = chains.Uniform(p.to)
	case "tempered":
		p.from = chains.Tempered(p.to, rapid.SampledFrom([]float64{0.25, 0.7}).Draw(t, "tempered"))
	default:
		if p.from = density(t, n, scale, "initial"); math.IsInf(p.from[open], -1) {
			p.from[open] = 0
		}
	}
	constants := rapid.SampledFrom([]float64{0, 0, 1 << 10, -(1 << 30), 1 << 44, -(1 << 44), 1 << 50})
	add(p.from, constants.Draw(t, "first constant"))
	add(p.to, constants.Draw(t, "last constant"))
	return walls
}

// evenly draws one of a list, each as probable. SampledFrom prefers the first, so that
// metropolis came up four times as often as swap.
func evenly[T any](t *rapid.T, of []T, name string) T {
	i := 0
	for _, bit := range rapid.SliceOfN(rapid.Bool(), 10, 10).Draw(t, name) {
		if i *= 2; bit {
			i++
		}
	}
	return of[i%len(of)]
}

// density draws log densities of eight binary places, so that constants up to 2^44 are
// exact beside them, and here and there none.
func density(t *rapid.T, n int, scale float64, name string) []float64 {
	most := int(256 * scale)
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = float64(rapid.IntRange(-most, most).Draw(t, name)) / 256
		if rapid.IntRange(0, 9).Draw(t, name+" has none") == 9 {
			logf[x] = math.Inf(-1)
		}
	}
	return logf
}

func add(logf []float64, c float64) {
	for x := range logf {
		logf[x] += c
	}
}

// schedules draws 2 to 6 betas, some of them equal.
func schedules(t *rapid.T) []float64 {
	inner := rapid.SampledFrom([]float64{0, 1e-6, 0.1, 0.25, 1. / 3, 0.5, 0.7, 0.875, 0.99, 1})
	betas := append([]float64{0, 1}, rapid.SliceOfN(inner, 0, 4).Draw(t, "betas")...)
	slices.Sort(betas)
	return betas
}

// everyKernel draws one of the catalogue, or one made of those.
func everyKernel(t *rapid.T) chains.Kernel {
	k := catalogued(t)
	switch rapid.IntRange(0, 9).Draw(t, "made of") {
	case 0:
		return kernels.Lazy{A: rapid.SampledFrom([]float64{0, 0.3, 0.5, 1}).Draw(t, "A"), Kernel: k}
	case 1:
		return kernels.Repeat{Times: rapid.IntRange(1, 3).Draw(t, "times"), Kernel: k}
	case 2:
		return kernels.Cycle{Kernels: []chains.Kernel{k, beside(t, k)}}
	case 3:
		return kernels.Mixture{Weights: []float64{0.7, 0.1}, Kernels: []chains.Kernel{beside(t, k), k}}
	}
	return k
}

// beside draws a second kernel, none that needs more room if k does.
func beside(t *rapid.T, k chains.Kernel) chains.Kernel {
	for {
		other := catalogued(t)
		if (wide(k) == nil || wide(other) == nil) && !heavy(other) {
			return other
		}
	}
}

// catalogued draws a kernel of the catalogue, with parameters of its own.
func catalogued(t *rapid.T) chains.Kernel {
	switch k := evenly(t, kernels.Catalogue, "kernel").Make.(type) {
	case kernels.Blocks:
		return kernels.Blocks{Axes: rapid.IntRange(1, 3).Draw(t, "axes a block")}
	case kernels.MultipleTry:
		return kernels.MultipleTry{Tries: rapid.IntRange(1, 3).Draw(t, "tries")}
	case kernels.Langevin:
		return kernels.Langevin{Size: rapid.SampledFrom([]float64{1.5, 0.25, 0.7, 3}).Draw(t, "size")}
	case kernels.Hamiltonian:
		return kernels.Hamiltonian{Steps: rapid.IntRange(1, 3).Draw(t, "steps"),
			Size: rapid.SampledFrom([]float64{1.5, 0.5, 1}).Draw(t, "size")}
	case kernels.Lifted:
		return kernels.Lifted{Turn: rapid.SampledFrom([]float64{0.125, 0, 0.3, 1}).Draw(t, "turn")}
	case kernels.Swap:
		return kernels.Swap{Share: rapid.SampledFrom([]float64{0.5, 0.3, 0, 1}).Draw(t, "share")}
	default:
		return k
	}
}

// heavy reports whether a kernel's matrix takes long: tries and kicks are enumerated.
func heavy(k chains.Kernel) bool {
	switch k := k.(type) {
	case kernels.MultipleTry:
		return k.Tries > 2
	case kernels.Hamiltonian:
		return k.Steps > 2
	case kernels.Lazy:
		return heavy(k.Kernel)
	case kernels.Repeat:
		return heavy(k.Kernel)
	case kernels.Cycle:
		return slices.ContainsFunc(k.Kernels, heavy)
	case kernels.Mixture:
		return slices.ContainsFunc(k.Kernels, heavy)
	}
	return false
}
