package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/text"
	"breadboard/toys"
)

// TargetGrid returns the grid of the target before the target is made, which may be large. A target from
// a file is read.
func (s Setting) TargetGrid() (grid.Grid, error) {
	space := Space{Setting: s}
	err := space.findTarget()
	return space.Grid, err
}

// findTarget finds the target's grid, and reads a target or the data of a model from a file. It checks the seed and the
// data against the toy, and fills the default seed in. A toy's target is made later.
func (s *Space) findTarget() (err error) {
	switch {
	case s.Toy != "" && s.Target != "":
		return Faultf("%v %s and %v %s are both given; one of the two would do",
			FieldToy, s.Toy, FieldTarget, s.Target)
	case s.Toy == "" && s.Data != "":
		return Faultf("%v %s is given, but no model; %v clustering:6:2, say, would do", FieldData, s.Data, FieldToy)
	case s.Target != "" && s.Seed != nil:
		return Faultf("%v %d is given, but nothing in %v %s is random; %v",
			FieldSeed, *s.Seed, FieldTarget, s.Target, ErrNotRandom)
	case s.Target != "":
		s.target, err = toys.Open(s.Target, s.density())
		s.Grid = s.target.Grid
		return err
	case s.Toy == "":
		return Faultf("no target: %v NAME, one of %s, or %v FILE.csv would do",
			FieldToy, strings.Join(Specs(FieldToy), ", "), FieldTarget)
	}
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return err
	case s.Data != "" && toy.Model == nil:
		return Faultf("%v %s is given, but %v %s is no model; leave it out", FieldData, s.Data, FieldToy, s.Toy)
	case s.Data != "" && s.Seed != nil:
		return Faultf("%v %d is given, but nothing in %v %s is random; %v",
			FieldSeed, *s.Seed, FieldData, s.Data, ErrNotRandom)
	case s.Seed != nil && !toy.Seeded:
		return Faultf("%v %d is given, but %v %s has no randomness; %v",
			FieldSeed, *s.Seed, FieldToy, s.Toy, ErrNotRandom)
	case s.Data == "" && s.Seed == nil && toy.Seeded:
		s.Seed = &toy.Seed
	}
	seed := uint64(0)
	if s.Seed != nil {
		seed = *s.Seed
	}
	if toy.With == nil {
		s.target = toy.Of(seed)
		s.Grid = s.target.Grid
	} else if s.Grid, s.makeTarget, err = toy.With(params, seed); err != nil {
		return Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	if toy.Model == nil {
		return nil
	}
	m, err := toy.Model(params)
	if err != nil {
		panic(err) // unreachable: With has read the same parameters
	}
	if s.densities = m.N + 1; s.Data == "" {
		return nil
	}
	y, err := toys.OpenData(s.Data, m) // the error begins with the file's name
	s.makeTarget = func() toys.Target {
		t := m.Given(y)
		t.Name = s.TargetName()
		return t
	}
	return err
}

// ErrNotRandom is in the error of a seed for a target in which nothing is random.
var ErrNotRandom = errors.New("leave it out")

// findToy looks "name" or "name:parameters" up in the catalogue of toys, and returns
// the parameters separately, as many as the toy has.
func findToy(spec string) (toys.Toy, []string, error) {
	name, text, given := strings.Cut(spec, ":")
	for _, t := range toys.Catalogue {
		switch {
		case t.Name != name:
			continue
		case t.Params == "" && given:
			return t, nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldToy, spec, name, name)
		case t.Params == "":
			return t, nil, nil
		}
		params := strings.Split(text, ":")
		if want := strings.Split(t.Params, ":"); text == "" || len(params) != len(want) {
			return t, nil, Faultf("%v %s: %s is called by its parameters; %s, as in %s:%s, would do",
				FieldToy, spec, name, t.Spec(), name, t.Example)
		}
		return t, params, nil
	}
	return toys.Toy{}, nil, Unknown(FieldToy, spec, Specs(FieldToy))
}

// initial returns the initial log density for a target. d says what a file holds.
func initial(spec string, d toys.Density, target toys.Target) ([]float64, error) {
	if path, ok := InitialFile(spec); ok {
		return toys.OpenInitial(path, d, target.Grid)
	}
	name, word, given := strings.Cut(spec, ":")
	switch {
	case given && (name == "uniform" || name == prior):
		return nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldInitial, spec, name, name)
	case name == "uniform":
		return chains.Uniform(target.LogF), nil
	case spec == prior && target.Model == nil:
		return nil, Faultf("%v %s: %s has none, for it is no model; uniform would do", FieldInitial, spec, target.Name)
	case spec == prior:
		return target.Model.Steps[0], nil
	case name != "tempered":
		return nil, Unknown(FieldInitial, spec, Specs(FieldInitial))
	}
	beta, err := text.Float(word)
	if err != nil {
		return nil, Faultf("%v %s: %q is not a BETA; a finite number, as in tempered:0.5, would do", FieldInitial,
			spec, word)
	}
	from := chains.Tempered(target.LogF, beta)
	for x, v := range from {
		if math.Abs(v) > toys.Largest && !math.IsInf(target.LogF[x], -1) {
			return nil, Faultf("%v %s: log f of cell %v becomes %g; a power that keeps it within %g would do",
				FieldInitial, spec, target.Grid.Coords(x), v, toys.Largest)
		}
	}
	return from, nil
}

// InitialFile returns the path of an initial density that comes from a file: "file:PATH",
// or a PATH that exists or ends in .csv, .npy or .npz. A name of the catalogue is not a path.
func InitialFile(spec string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return path, true
	}
	if inCatalogue(FieldInitial, stem(spec)) {
		return "", false
	}
	return spec, looksLikeFile(spec, ".csv", ".npy", ".npz")
}

// ReadsDensity reports whether the target or the initial density is a file, to which Density applies.
func (s Setting) ReadsDensity() bool {
	_, file := InitialFile(s.Initial)
	return file || s.Target != ""
}

// ReadAs says whether files of densities are read as log f or p; "" if there are no files.
func (s Setting) ReadAs() string {
	if !s.ReadsDensity() {
		return ""
	}
	return string(s.density())
}

// density returns what files of densities hold.
func (s Setting) density() toys.Density {
	if s.Density == string(toys.P) {
		return toys.P
	}
	return toys.LogF
}

// CheckDensity returns a fault if the density is unknown, or if no file is read.
func (s Setting) CheckDensity() error {
	switch {
	case s.Density == "":
		return nil
	case !slices.Contains(Specs(FieldDensity), s.Density):
		return Unknown(FieldDensity, s.Density, Specs(FieldDensity))
	case !s.ReadsDensity():
		return Faultf("%v %s is given, but neither the target nor the initial density is a file; leave it out",
			FieldDensity, s.Density)
	}
	return nil
}

// Doubts are faults of files that were read as log f, but look like probabilities, or like a table with names of
// columns. Whoever says that they are log f has no doubts of the first kind.
func (s Space) Doubts() []error { return s.doubts(s.target, s.initial) }

// Doubts returns the doubts of the chain's space.
func (c Chain) Doubts() []error {
	if !c.ReadsDensity() {
		return nil
	}
	initial, _ := c.Ends()
	return c.doubts(c.Target, initial)
}

func (s Setting) doubts(target toys.Target, initial []float64) (doubts []error) {
	if target.Headed {
		doubts = append(doubts, Faultf("%s: row 1 looks like the names of columns, 0, 1 and so on, and is taken for a row of "+
			"the grid; the file without it, or with 0.0 in place of its 0, leaves this out", s.Target))
	}
	if s.Density != "" {
		return doubts
	}
	path, read := InitialFile(s.Initial)
	for _, file := range []struct {
		path string
		read bool
		logf []float64
	}{{s.Target, s.Target != "", target.LogF}, {path, read, initial}} {
		if file.read && len(file.logf) > 0 && toys.LikeP(file.logf) {
			doubts = append(doubts, Faultf("%s: the numbers look like probabilities, for they sum to %s, and are taken for "+
				"log f; %v p would take them as probabilities, and %v log leaves this out",
				file.path, fmt.Sprintf("%.3g", floats.Sum(file.logf)), FieldDensity, FieldDensity))
		}
	}
	return doubts
}

// A schedule is a formula for every T, or is made from the truth about an annealing. Exactly one of the two is set.
type schedule struct {
	formula func(T int) chains.Schedule
	truth   *truth
	own     int // the T of a file of betas, at which its curve is the file; 0 if there is none
}

// affords returns an error if T has too many levels to choose.
func (s schedule) affords(T int) error {
	if s.truth != nil && s.truth.best != nil && T > tuning.MaxLevels {
		return Faultf("%v %d; a number of levels up to %d would do", FieldT, T, tuning.MaxLevels)
	}
	return nil
}

// parseSchedule reads "linear", "sigmoid:4", "fisher", "curve:0:0.2:1", "file:PATH", or a PATH that
// exists or ends in .csv or .txt. A name of the catalogues is not a path.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	if stem(spec) == curve {
		return parseCurve(spec)
	}
	for i, t := range truths {
		switch {
		case t.name == spec:
			return schedule{truth: &truths[i]}, nil
		case t.name == stem(spec):
			return schedule{}, Faultf("%v %s: %s takes no parameter; %s would do", FieldSchedule, spec, t.name, t.name)
		}
	}
	of, param, err := family(FieldSchedule, spec, chains.Schedules)
	if err == nil {
		return schedule{formula: func(T int) chains.Schedule { return of(param, T) }}, nil
	}
	if !inCatalogue(FieldSchedule, stem(spec)) && looksLikeFile(spec, ".csv", ".txt") {
		return readSchedule(spec)
	}
	return schedule{}, err
}

// curve is the name of a schedule whose betas are in the name itself, at equal steps: curve:0:0.2:1 takes
// half of the levels to beta = 0.2. It is straight between them.
const curve = "curve"

// parseCurve reads a curve. Its error names the first beta that is wrong.
func parseCurve(spec string) (schedule, error) {
	words := strings.Split(spec, ":")[1:] // none if the spec is the name alone
	betas := make([]float64, len(words))
	wrong := func(why any) (schedule, error) {
		return schedule{}, Faultf("%v %s: %v; betas from 0 to 1 that never fall, as in curve:0:0.2:1, would do",
			FieldSchedule, text.Brief(spec, 60), why)
	}
	for i, word := range words {
		b, err := text.Float(word)
		if err != nil {
			return wrong(fmt.Sprintf("beta %d is %s, which is no number", i+1, text.Quote(word)))
		}
		betas[i] = b
	}
	s, err := chains.NewSchedule(betas)
	if err != nil {
		return wrong(err)
	}
	return schedule{formula: s.Resampled}, nil
}

// looksLikeFile reports whether spec is a path that exists, or ends like one.
func looksLikeFile(spec string, endings ...string) bool {
	path, _ := npy.Member(spec)
	_, err := os.Stat(path)
	return err == nil || slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(path, end) })
}

// ScheduleFile returns the path of a schedule that comes from a file.
func ScheduleFile(spec string) string { return strings.TrimPrefix(spec, "file:") }

// readSchedule reads betas. They are a curve, which is read at any T.
func readSchedule(path string) (schedule, error) {
	f, err := os.Open(path)
	if err != nil {
		return schedule{}, Faultf("%v %s: %v; a file of betas from 0 to 1 would do", FieldSchedule, path,
			text.Pathless(err))
	}
	defer f.Close()
	s, err := chains.ReadBetas(f, path)
	return schedule{formula: s.Resampled, own: s.Len()}, err
}

// A truth makes schedules from exact numbers of an annealing: of constant speed by a
// length, or the best at one T. One of length and best is set.
type truth struct {
	name, about string
	length      func(chains.Annealing) (*tuning.Length, error)
	best        func(ctx context.Context, a chains.Annealing, T int, watch func(levels int)) (tuning.Choice, error)
	passes      int  // the mean time of best, in runs through all levels; measured on 7x7
	gradients   int  // evaluations of best's gradient, twice the mean, because few descents take more
	near        bool // the length is that of B near equilibrium, which is then known
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []truth{
	{name: "fisher", about: "constant speed by the variance of the slope of log f", length: tuning.FisherLength},
	{name: "friction", about: "constant speed by the kernel's friction: for large T", length: tuning.FrictionLength,
		near: true},
	{name: "best-b", about: "the least exact B that descent finds at this T", best: tuning.BestB, passes: 90,
		gradients: 300},
	{name: "best-j", about: "the least exact J that descent finds at this T", best: tuning.BestJ, passes: 130,
		gradients: 800},
}

// TakesProducts reports whether the choice of a schedule begins with products of matrices, which take the cube of the
// number of states and cannot be stopped: friction does, and the best ones, which begin at its schedule.
func TakesProducts(schedule string) bool {
	return slices.ContainsFunc(truths, func(t truth) bool { return t.name == schedule && (t.near || t.best != nil) })
}

// ChoosingPasses is the mean number of passes through all levels that choosing a schedule
// takes: 90 for best-b, and 0 for a formula.
func ChoosingPasses(schedule string) int {
	i := slices.IndexFunc(truths, func(t truth) bool { return t.name == schedule })
	if i < 0 {
		return 0
	}
	return truths[i].passes
}

// lengths are the lengths of a bridge under a kernel by the names of truths. No schedule and no T changes them. Each is
// computed when it is first asked for. Safe for concurrent use.
type lengths map[string]func() (*tuning.Length, error)

func newLengths(c Chain) lengths {
	l := lengths{}
	for _, t := range truths {
		if t.length != nil {
			l[t.name] = sync.OnceValues(func() (*tuning.Length, error) { return t.length(c.annealing(chains.Linear(2))) })
		}
	}
	return l
}
