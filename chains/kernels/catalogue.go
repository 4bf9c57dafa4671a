// Package kernels has the Markov kernels and their catalogue. Start with metropolis.go and
// catalogue.go.
//
// A user finds every kernel as kernels.X; related kernels share a file. There are three sorts. Most sample: Metropolis,
// Slice, Hamiltonian. Some are made of other kernels: Cycle and Repeat make steps one after the other, Mixture and Lazy
// make one of several at random. Some come from users: Rows has one function, Matrices has numbers.
//
// # A new kernel
//
// A new kernel takes one file and one line at the end of Catalogue, which brings it to every command and to the laws;
// ARCHITECTURE.md has the lines of tests and pages that go with it.
// The file has a type with two methods. Cost counts the log densities of a step. On makes the operator, by one of the
// functions of package flows. For a reversible kernel these are a graph and one generic function, which sets the flow
// along each edge by the masses, over any number. Rows, pushes, pulls, dice and the proof of package certain follow
// from that, and where a cell is seldom stayed in a function Stay gives that probability its digits (informed.go).
//
// A wrong graph or flow is still a reversible kernel, and keeps all laws. So TestLiterals of package chaintest reads
// each kernel of the catalogue from its paper's words, and rejects a twin of it that is broken.
package kernels

import (
	"math"
	"strconv"

	"breadboard/chains"
)

// A Family makes a kernel for every value of a parameter, or one kernel without a parameter.
type Family = chains.Family[func(param float64) chains.Kernel]

// Catalogue lists the kernels that commands know by name.
var Catalogue = []chains.Entry[Family]{
	one("metropolis", "a move along one axis, accepted with min(1, f(y)/f(x))", Metropolis{}),
	one("barker", "a move along one axis, accepted with f(y)/(f(x)+f(y))", Barker{}),
	one("heat-bath", "Gibbs: a random coordinate redrawn from its conditional", HeatBath{}),
	one("cycle", "Gibbs in order, rows then columns; not reversible", GibbsSweep{}),
	one("slice", "a level under f, then a cell above it on a random line", Slice{}),
	one("king", "one cell or none along each axis, accepted like metropolis", King{}),
	{Name: "lazy", About: "metropolis, but with probability A it stays",
		Make: Family{Param: "A", Takes: "a number from 0 to 1", Example: "0.5",
			Valid: func(a float64) bool { return a >= 0 && a <= 1 },
			Of:    func(a float64) chains.Kernel { return Lazy{a, Metropolis{}} }}},
	one("mixture", "half metropolis, half heat-bath",
		Mixture{Weights: []float64{0.5, 0.5}, Kernels: []chains.Kernel{Metropolis{}, HeatBath{}}}),
	{Name: "cauchy", About: "a step of m cells along one axis, by 1/(1+(m/SCALE)²)", Make: jumps(Cauchy)},
	{Name: "laplace", About: "a step of m cells along one axis, by exp(-m/SCALE)", Make: jumps(Laplace)},
	{Name: "langevin", About: "a move along all axes, leaning uphill; sd SIZE cells",
		Make: Family{Param: "SIZE", Takes: "a number from 0.25 to 16", Example: "1.5", Valid: validSize,
			Spacing: chains.EqualRatios,
			Of:      func(size float64) chains.Kernel { return Langevin{size} }}},
	{Name: "hamiltonian", About: "up to STEPS whole leapfrog steps from a random velocity",
		Make: Family{Param: "STEPS", Takes: "a whole number from 1 to 8", Example: "3", Spacing: chains.WholeSteps,
			Valid: func(n float64) bool { return n >= 1 && n <= 8 && n == math.Trunc(n) },
			Of:    func(n float64) chains.Kernel { return Hamiltonian{Steps: int(n), Size: 1.5} }}},
	one("perfect", "a draw from p_t: J = 0", Perfect{}),
	one("identity", "never moves: J = B = J(p_1, p_T)", Identity{}),
	// From here on kernels are not in Original: from-prior depends on two densities, and the others came later.
	one("from-prior", "a draw from the initial density, accepted by f over it", FromPrior{}),
	one("informed", "a neighbour by sqrt(f(y)/f(x)), accepted so that p stays", Informed{}),
	{Name: "gaussian", About: "a step of m cells along one axis, by exp(-m²/2 SCALE²)", Make: jumps(Gauss)},
	{Name: "gaussian-hamiltonian", About: "half gaussian:SCALE, half hamiltonian:3", Make: withHamiltonian()},
}

// OfPairs lists kernels on the box of the places of two walkers, which only package experiments/score builds.
var OfPairs = []chains.Entry[chains.Kernel]{
	{Name: "stretch", About: "two walkers, each stretched about the other as in emcee", Make: Stretch{}},
}

// OfPair returns the kernel of two walkers of this name; nil if there is none.
func OfPair(name string) chains.Kernel {
	for _, e := range OfPairs {
		if e.Name == name {
			return e.Make
		}
	}
	return nil
}

// studied is the number of kernels up to identity.
const studied = 14

// All has a kernel for each line of Catalogue; a family with a parameter has its example, as in "lazy:0.5". `reproduce
// samplers` takes all: a new kernel is in its rows when they are made again. Original has those up to identity, for
// the tests of package exact and the causes of mistakes, and for score if no kernel is named.
var (
	All      = examples()
	Original = All[:studied:studied]
)

// examples returns a kernel for each line of Catalogue.
func examples() (all []chains.Entry[chains.Kernel]) {
	for _, e := range Catalogue {
		param := 0.0
		if e.Make.Param != "" {
			param, _ = strconv.ParseFloat(e.Make.Example, 64)
			e.Name += ":" + e.Make.Example
		}
		all = append(all, chains.Entry[chains.Kernel]{Name: e.Name, About: e.About, Make: e.Make.Of(param)})
	}
	return all
}

// one returns the line of a kernel without a parameter.
func one(name, about string, k chains.Kernel) chains.Entry[Family] {
	return chains.Entry[Family]{Name: name, About: about, Make: Family{Of: func(float64) chains.Kernel { return k }}}
}
