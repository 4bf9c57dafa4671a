package chains

import (
	"math"
	"strconv"
)

// An Entry is a line of a catalogue: a name, what it stands for, and the thing.
type Entry[T any] struct {
	Name  string
	About string
	Make  T
}

// A Family is one thing for every value of a parameter.
type Family[T any] struct {
	Param   string // the parameter's name; "" where there is none
	Takes   string // what values it takes; "" is a number of moderate size
	Example string // one of them
	Valid   func(param float64) bool
	Of      T // a function whose first argument is the parameter; it is not looked at where there is none
}

// A KernelFamily makes a kernel for every value of a parameter, or one.
type KernelFamily = Family[func(param float64) Kernel]

// KernelFamilies is the catalogue of kernels. What a step of each costs, Cost says.
var KernelFamilies = []Entry[KernelFamily]{
	one("metropolis", "one move of the 2d, accepted with min(1, f(y)/f(x))", Metropolis{}),
	one("barker", "one move of the 2d, accepted with f(y)/(f(x)+f(y))", Barker{}),
	one("heat-bath", "Gibbs: a random coordinate redrawn from its conditional", HeatBath{}),
	{"heat-bath", "Gibbs by blocks: BLOCK axes at once redrawn",
		KernelFamily{Param: "BLOCK", Takes: "a whole number from 1 to 64", Example: "2", Valid: whole(1, 64),
			Of: func(n float64) Kernel { return Blocks{int(n)} }}},
	one("cycle", "Gibbs in order, rows then columns; not reversible", Sweep{}),
	one("king", "one move of the 3^d - 1, accepted like metropolis", King{}),
	one("independence", "any cell, accepted like metropolis", Independence{}),
	{"lazy", "metropolis, but with probability A it stays",
		KernelFamily{Param: "A", Takes: "a number from 0 to 1", Example: "0.5", Valid: within(0, 1),
			Of: func(a float64) Kernel { return Lazy{a, Metropolis{}} }}},
	one("mixture", "half metropolis, half heat-bath",
		Mixture{Weights: []float64{0.5, 0.5}, Kernels: []Kernel{Metropolis{}, HeatBath{}}}),
	one("multiple-try", "the best of three moves, likely, against three back", MultipleTry{3}),
	one("delayed-rejection", "any cell; where rejected, one move of the 2d", DelayedRejection{}),
	one("lifted", "a walker with a direction, turned when rejected", Lifted{Turn: 1. / 8}),
	one("swap", "two walkers, at beta and beta/2, that change places", Swap{Share: 0.5}),
	one("perfect", "a draw from p_t: J = 0", Perfect{}),
	one("identity", "never moves: J = B = J(p_1, p_T)", Identity{}),
}

// Kernels is a kernel for each line of the catalogue, that of its example where
// it has a parameter, as in "lazy:0.5". Those that are Extends run on the
// annealing's Extended.
var Kernels = func() (all []Entry[Kernel]) {
	for _, e := range KernelFamilies {
		param := 0.0
		if e.Make.Param != "" {
			param, _ = strconv.ParseFloat(e.Make.Example, 64)
			e.Name += ":" + e.Make.Example
		}
		all = append(all, Entry[Kernel]{e.Name, e.About, e.Make.Of(param)})
	}
	return all
}()

// one is the line of a kernel without a parameter.
func one(name, about string, k Kernel) Entry[KernelFamily] {
	return Entry[KernelFamily]{name, about, KernelFamily{Of: func(float64) Kernel { return k }}}
}

// A BridgeFamily makes a bridge between two log densities.
type BridgeFamily = Family[func(param float64, from, to []float64) Bridge]

// Bridges is the catalogue of bridges between an initial density and a target.
var Bridges = []Entry[BridgeFamily]{
	{"geometric", "geometric averages, f_1^(1-beta) f_T^beta",
		BridgeFamily{Of: func(_ float64, from, to []float64) Bridge { return Geometric{from, to} }}},
	{"mixture", "arithmetic averages, (1-beta) p_1 + beta p_T",
		BridgeFamily{Of: func(_ float64, from, to []float64) Bridge { return NewMixture(from, to) }}},
	{"power", "q-paths: the mixture at Q = 0, the geometric at Q = 1",
		BridgeFamily{Param: "Q", Example: "0.5", Valid: func(q float64) bool { return math.Abs(q) <= 1e6 },
			Of: func(q float64, from, to []float64) Bridge { return NewQPath(from, to, q) }}},
}

// A ScheduleFamily makes a schedule for every T.
type ScheduleFamily = Family[func(param float64, T int) Schedule]

// Schedules is the catalogue of schedules that are given by a formula.
var Schedules = []Entry[ScheduleFamily]{
	{"linear", "equal steps", ScheduleFamily{Of: func(_ float64, T int) Schedule { return Linear(T) }}},
	{"sigmoid", "finer near both ends, as DELTA grows",
		ScheduleFamily{Param: "DELTA", Example: "4", Valid: within(1e-6, 1e6), Of: Sigmoid}},
	{"power", "s^K, s in equal steps: finer near 0 where K > 1",
		ScheduleFamily{Param: "K", Example: "2", Valid: within(1e-6, 1e6), Of: PowerLaw}},
	{"geometric", "steps in progression, the last RATIO times the first",
		ScheduleFamily{Param: "RATIO", Example: "10", Valid: within(1e-100, 1e100), Of: GeometricSteps}},
}

// within reports whether a parameter lies between two bounds.
func within(low, high float64) func(float64) bool {
	return func(v float64) bool { return v >= low && v <= high }
}

// whole reports whether a parameter is a whole number between two bounds.
func whole(low, high float64) func(float64) bool {
	return func(v float64) bool { return v >= low && v <= high && v == math.Trunc(v) }
}
