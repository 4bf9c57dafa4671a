package chains

// An Entry is a line of a catalogue: a name, what it stands for, and the thing.
type Entry[T any] struct {
	Name  string
	About string
	Make  T
}

// Kernels is the catalogue of kernels.
var Kernels = []Entry[Kernel]{
	{"metropolis", "one move of the 2d, accepted with min(1, f(y)/f(x))", Metropolis{}},
	{"barker", "one move of the 2d, accepted with f(y)/(f(x)+f(y))", Barker{}},
	{"heat-bath", "Gibbs: a random coordinate redrawn from its conditional", HeatBath{}},
	{"perfect", "a draw from p_t: J = 0", Perfect{}},
	{"identity", "never moves: J = B = J(p_1, p_T)", Identity{}},
}

// Bridges is the catalogue of bridges between an initial density and a target.
var Bridges = []Entry[func(from, to []float64) Bridge]{
	{"geometric", "geometric averages, f_1^(1-beta) f_T^beta", func(from, to []float64) Bridge { return Geometric{from, to} }},
}

// A Family of schedules: one for every T, and for every value of its parameter
// where it has one (Param is its name, "" where there is none).
type Family struct {
	Param string
	Of    func(param float64, T int) Schedule
	Valid func(param float64) bool // nil where there is no parameter
}

// Schedules is the catalogue of schedules that are given by a formula.
var Schedules = []Entry[Family]{
	{"linear", "equal steps", Family{Of: func(_ float64, T int) Schedule { return Linear(T) }}},
	{"sigmoid", "finer near both ends, as DELTA grows", Family{Param: "DELTA", Of: Sigmoid,
		Valid: func(d float64) bool { return d >= 1e-6 && d <= 1e6 }}},
}
