package chains

import "math"

// An Entry is a line of a catalogue: a name, a description, and the thing itself.
type Entry[T any] struct {
	Name  string
	About string
	Make  T
}

// A Family is one thing for every value of a parameter.
type Family[T any] struct {
	Param   string // the parameter's name; "" if there is none
	Takes   string // the values that it takes, in words; "" is a number of moderate size
	Example string // one of those values
	Valid   func(param float64) bool
	Spacing Spacing // how to space several values to compare
	Of      T       // a function; its first argument is the parameter, if there is one
}

// A Spacing says how the values of a parameter lie between two ends.
type Spacing int

// The spacings.
const (
	EqualSteps  Spacing = iota // equal steps
	EqualRatios                // equal ratios: the parameter is a scale, and above 0
	WholeSteps                 // equal steps, rounded to whole numbers
)

// A BridgeFamily makes a bridge between two log densities.
type BridgeFamily = Family[func(param float64, from, to []float64) Bridge]

// Bridges lists the catalogue of bridges between an initial density and a target.
var Bridges = []Entry[BridgeFamily]{
	{"geometric", "geometric averages, f_1^(1-beta) f_T^beta",
		BridgeFamily{Of: func(_ float64, from, to []float64) Bridge { return Geometric{from, to} }}},
	{"mixture", "arithmetic averages, (1-beta) p_1 + beta p_T; needs log R",
		BridgeFamily{Of: func(_ float64, from, to []float64) Bridge { return NewQPath(from, to, 0) }}},
	{"power", "q-paths: the mixture at Q = 0, the geometric at Q = 1",
		BridgeFamily{Param: "Q", Example: "0.5", Valid: func(q float64) bool { return math.Abs(q) <= 1e6 },
			Of: func(q float64, from, to []float64) Bridge { return NewQPath(from, to, q) }}},
}

// A ScheduleFamily makes a schedule for every T.
type ScheduleFamily = Family[func(param float64, T int) Schedule]

// Schedules lists the catalogue of schedules that have a formula.
var Schedules = []Entry[ScheduleFamily]{
	{"linear", "equal steps", ScheduleFamily{Of: func(_ float64, T int) Schedule { return Linear(T) }}},
	{"sigmoid", "finer near both ends, as DELTA grows",
		ScheduleFamily{Param: "DELTA", Example: "4", Valid: within(1e-6, 1e6), Spacing: EqualRatios, Of: Sigmoid}},
	{"power", "s^K, s in equal steps: finer near 0 where K > 1",
		ScheduleFamily{Param: "K", Example: "2", Valid: within(1e-6, 1e6), Spacing: EqualRatios, Of: PowerLaw}},
	{"geometric", "steps in progression, the last RATIO times the first",
		ScheduleFamily{Param: "RATIO", Example: "10", Valid: within(1e-100, 1e100), Spacing: EqualRatios,
			Of: GeometricSteps}},
}

// within returns whether a parameter lies between two bounds, as a function.
func within(low, high float64) func(float64) bool {
	return func(v float64) bool { return v >= low && v <= high }
}
