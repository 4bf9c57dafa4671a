package experiments

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/toys"
)

// A Listed is a line of a catalogue: one possible value of a field.
type Listed struct {
	Spec    string // the name, with its parameters: lazy:A
	Example string // a name that can be chosen as it stands: lazy:0.5; "" for files
	About   string
}

// Catalogue lists the possible values of a field. It is nil if the field is no choice of names.
func Catalogue(f Field) (all []Listed) {
	switch f {
	case FieldToy:
		for _, t := range toys.Catalogue {
			all = append(all, Listed{t.Spec(), ExampleOf(t), t.About})
		}
	case FieldKernel:
		return listed(kernels.Named)
	case FieldBridge:
		return append(listed(chains.Bridges),
			Listed{moments + ":STATISTICS", moments + ":" + statisticsOf[0], momentsAbout},
			itself(observations, "of a model: one more observation at beta = 1/N, 2/N, ..."))
	case FieldSchedule:
		all = listed(chains.Schedules)
		for _, t := range truths {
			all = append(all, itself(t.name, t.about))
		}
		return append(all,
			Listed{curve + ":0:BETA:...:1", curve + ":0:0.2:1", "betas at equal steps, straight between them"},
			Listed{"file:PATH", "", "a file of betas: at another T, linear between them"})
	case FieldInitial:
		return []Listed{
			itself("uniform", "the same everywhere off the walls"),
			itself(prior, "a model's own, so that R is p(y)"),
			{"tempered:BETA", "tempered:0.5", "the target's own, (f_T/max f_T)^BETA, with its walls"},
			{"file:PATH", "", "from a file like a target's"},
		}
	case FieldDensity:
		return []Listed{
			itself(string(toys.LogF), "log f; -inf is a cell without mass"),
			itself(string(toys.P), "p, up to a factor; 0 is a cell without mass"),
		}
	case FieldAxes:
		return []Listed{
			itself(grid.Line.String(), "a move leads to the cell before or after; off the end it is rejected"),
			itself(grid.Ring.String(), "as a line, and the ends touch"),
			itself(grid.Any.String(), "a move leads to any other value: spins and labels"),
		}
	case FieldProgram:
		for _, e := range programs.Catalogue {
			// the optional parameters of a spec, such as ess=SHARE in smc:P[:ess=SHARE], stand behind its meaning
			short, options, more := strings.Cut(e.Spec(), "[:")
			if more {
				e.About += "; also " + strings.TrimSuffix(strings.ReplaceAll(options, "][:", ", "), "]")
			}
			all = append(all, Listed{short, e.Case(), e.About})
		}
	}
	return all
}

// itself lists a name without parameters.
func itself(name, about string) Listed { return Listed{name, name, about} }

func listed[T any](catalogue []chains.Entry[chains.Family[T]]) (all []Listed) {
	for _, e := range catalogue {
		line := itself(e.Name, e.About)
		if e.Make.Param != "" {
			line.Spec, line.Example = e.Name+":"+e.Make.Param, e.Name+":"+e.Make.Example
		}
		all = append(all, line)
	}
	return all
}

// Specs lists the possible names of a field, with their parameters.
func Specs(f Field) (all []string) {
	for _, c := range Catalogue(f) {
		all = append(all, c.Spec)
	}
	return all
}

// inCatalogue reports whether the field's catalogue has a spec with this name.
func inCatalogue(f Field, name string) bool {
	return slices.Contains(stems(Specs(f)), name)
}

// FindKernel looks a kernel up by its spec, as lazy:0.5. The error is a Fault.
func FindKernel(spec string) (chains.Kernel, error) {
	of, param, err := family(FieldKernel, spec, kernels.Named)
	if err != nil {
		return nil, err
	}
	return of(param), nil
}

// family looks "name" or "name:parameter" up in the catalogue of a field.
func family[T any](field Field, spec string, catalogue []chains.Entry[chains.Family[T]]) (of T, param float64,
	err error) {
	name, word, given := strings.Cut(spec, ":")
	named := slices.DeleteFunc(slices.Clone(catalogue), func(e chains.Entry[chains.Family[T]]) bool {
		return e.Name != name
	})
	if len(named) == 0 {
		return of, 0, Unknown(field, spec, Specs(field))
	}
	f := named[0].Make
	if given { // a name that comes with and without a parameter has two lines
		f = named[len(named)-1].Make
	}
	switch {
	case f.Param == "" && given:
		err = Faultf("%v %s: %s takes no parameter; %s would do", field, spec, name, name)
	case f.Param != "" && word == "":
		err = Faultf("%v %s: %s needs its parameter; %s:%s, as in %s:%s, would do",
			field, spec, name, name, f.Param, name, f.Example)
	case f.Param != "":
		if param, err = text.Float(word); err != nil || !f.Valid(param) {
			article := "a"
			if strings.ContainsAny(f.Param[:1], "AEIOaeio") {
				article = "an"
			}
			err = Faultf("%v %s: %s is not %s %s that %s takes; %s, as in %s:%s, would do",
				field, spec, word, article, f.Param, name, cmp.Or(f.Takes, "a number of moderate size"), name,
				f.Example)
		}
	}
	if err == nil {
		of = f.Of
	}
	return of, param, err
}

// synonyms are other words for names of the catalogues. Each means exactly the name beside it: Gibbs sampling
// with a random scan is the heat bath, and so is Glauber's dynamics of spins.
var synonyms = map[Field]map[string]string{
	FieldToy: {"easy random": "easy", "easy-random": "easy", "hard random": "hard", "hard-random": "hard"},
	FieldKernel: {
		"gibbs": "heat-bath", "glauber": "heat-bath", "heatbath": "heat-bath",
		"mh": "metropolis", "metropolis-hastings": "metropolis", "rwm": "metropolis", "random-walk": "metropolis",
		"systematic-gibbs": "cycle", "mala": "langevin", "hmc": "hamiltonian", "mtm": "multiple-try",
	},
	FieldBridge:  {"arithmetic": "mixture", "q-path": "power", "q-paths": "power"},
	FieldInitial: {"flat": "uniform"},
	FieldProgram: {"annealing": "ais", "is": "importance", "hme": "importance", "nested": "ns"},
}

// kin are words for things that no catalogue has, each with the name whose meaning is nearest. A cosine schedule, for
// example, is finer near both ends, and so is sigmoid:DELTA.
var kin = map[Field]map[string]string{
	FieldToy: {"gaussian": "random", "normal": "random", "banana": "two-basins", "neal": "funnel", "spins": "ising"},
	FieldKernel: {"gaussian": "langevin", "normal": "langevin", "nuts": "hamiltonian", "tempering": "swap",
		"emcee": "stretch", "ensemble": "stretch"},
	FieldSchedule: {"cosine": "sigmoid", "exponential": "geometric", "logarithmic": "geometric", "quadratic": "power",
		"polynomial": "power", "adaptive": "fisher", "optimal": "best-b", "piecewise": "curve",
		"custom": "curve"},
	FieldInitial: {"gaussian": "file", "normal": "file"},
	FieldProgram: {"particle-filter": "smc", "pf": "smc"},
}

// Canonical returns the name that is meant, as the catalogue of the field spells it: capitals do not matter, and
// synonyms are names too. The parameters after the colon stay as they are: Gibbs:2 becomes heat-bath:2. Any
// other word is returned unchanged; it may be the path of a file.
func Canonical(f Field, spec string) string {
	name, params, given := strings.Cut(spec, ":")
	low := strings.ToLower(name)
	if s, ok := synonyms[f][low]; ok {
		low = s
	}
	if !inCatalogue(f, low) {
		return spec
	}
	if given {
		low += ":" + params
	}
	return low
}

// Unknown returns the error of an unknown name; known must not be empty. what is a
// Field, or a word such as "the key". A parameter after a colon is not compared.
func Unknown(what any, name string, known []string) error {
	field, _ := what.(Field)
	all, words := strings.Join(known, ", "), stems(known)
	spec := func(stem string) (string, bool) {
		i := slices.Index(stems(known), stem)
		return known[max(i, 0)], i >= 0
	}
	if near, ok := spec(kin[field][strings.ToLower(stem(name))]); ok {
		return Faultf("%v %q is unknown; %s is the nearest in meaning (of %s)", what, name, near, all)
	}
	for _, word := range slices.Sorted(maps.Keys(synonyms[field])) {
		if _, ok := spec(synonyms[field][word]); ok {
			words = append(words, word)
		}
	}
	nearest, ok := text.Nearest(stem(name), words)
	if !ok {
		return Faultf("%v %q is unknown; one of %s would do", what, name, all)
	}
	best, _ := spec(cmp.Or(synonyms[field][nearest], nearest))
	return Faultf("%v %q is unknown; the nearest known is %s (of %s)", what, name, best, all)
}

// stem cuts off the parameters: lazy of lazy:0.5.
func stem(spec string) string {
	s, _, _ := strings.Cut(spec, ":")
	return s
}

// stems cuts the parameters off every spec.
func stems(specs []string) []string {
	all := make([]string, len(specs))
	for i, s := range specs {
		all[i] = stem(s)
	}
	return all
}

// A Field names the subject of a fault: one of the names of an annealing, or another
// value of a study. The code that shows a fault spells the field as the user gave it:
// on a command line FieldKernel is --kernel, in a file of lists it is kernel.
type Field string

// The fields that name annealings.
const (
	FieldToy      Field = "toy"
	FieldTarget   Field = "target"
	FieldGrid     Field = "grid"
	FieldDensity  Field = "density"
	FieldAxes     Field = "axes"
	FieldSeed     Field = "seed"
	FieldData     Field = "data"
	FieldKernel   Field = "kernel"
	FieldRepeat   Field = "repeat"
	FieldOrbits   Field = "orbits"
	FieldMatrix   Field = "matrix"
	FieldBridge   Field = "bridge"
	FieldInitial  Field = "initial"
	FieldSchedule Field = "schedule"
	FieldProgram  Field = "program"
	FieldT        Field = "T"
	FieldBudget   Field = "evaluations"
	FieldUpper    Field = "upper"
	FieldLower    Field = "lower"
)

// A Fault is an error about fields: one sentence that says what was given and what would do.
type Fault struct {
	format string
	args   []any // among them the fields, and an error that may be a fault too
}

// Faultf is fmt.Errorf, except that a Field among args is spelled by Say. An error among args is written with %v.
func Faultf(format string, args ...any) error { return Fault{format, args} }

// Error spells every field by its own name.
func (f Fault) Error() string { return f.Say(func(f Field) string { return string(f) }) }

// Say spells every field by name.
func (f Fault) Say(name func(Field) string) string {
	args := make([]any, len(f.args))
	for i, arg := range f.args {
		switch arg := arg.(type) {
		case Field:
			args[i] = name(arg)
		case error:
			args[i] = Say(arg, name)
		default:
			args[i] = arg
		}
	}
	return fmt.Sprintf(f.format, args...)
}

// Unwrap returns the error that the fault quotes.
func (f Fault) Unwrap() error {
	for _, arg := range f.args {
		if err, ok := arg.(error); ok {
			return err
		}
	}
	return nil
}

// Say is the text of an error in one line, with its fields spelled by name. Errors that
// are joined are separated by semicolons.
func Say(err error, name func(Field) string) string {
	switch e := err.(type) {
	case interface {
		Say(func(Field) string) string
	}:
		return e.Say(name)
	case interface{ Unwrap() []error }: // of errors.Join, if its text is that of its errors
		var own, all []string
		for _, one := range e.Unwrap() {
			own, all = append(own, one.Error()), append(all, Say(one, name))
		}
		if strings.Join(own, "\n") == err.Error() {
			return strings.Join(all, "; ")
		}
	}
	return err.Error()
}

// A Finding is a claim of the paper, or of this study, with its verdict.
type Finding struct {
	Claim    string
	Holds    bool
	Evidence string // the numbers that decide
}

// Verdict says whether the claim holds.
func (f Finding) Verdict() string {
	if f.Holds {
		return "holds"
	}
	return "does not hold"
}

// Find makes a finding with its evidence.
func Find(claim string, holds bool, evidence string, numbers ...any) Finding {
	return Finding{Claim: claim, Holds: holds, Evidence: fmt.Sprintf(evidence, numbers...)}
}
