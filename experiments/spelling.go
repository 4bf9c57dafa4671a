package experiments

import (
	"slices"
	"strings"

	"breadboard/grid/text"
)

// synonyms maps words that no catalogue has to names of the same or the nearest meaning. For example, Gibbs sampling
// with a random scan is the heat bath, and a cosine schedule is finer near both ends, as sigmoid:DELTA is.
var synonyms = map[Field]map[string]string{
	FieldToy: {"easy random": "easy", "easy-random": "easy", "hard random": "hard", "hard-random": "hard",
		"gaussian": "random", "normal": "random", "banana": "two-basins", "neal": "funnel", "spins": "ising"},
	FieldKernel: {
		"gibbs": "heat-bath", "glauber": "heat-bath", "heatbath": "heat-bath", "systematic-gibbs": "cycle",
		"mh": "metropolis", "metropolis-hastings": "metropolis", "rwm": "metropolis", "random-walk": "metropolis",
		"mala": "langevin", "hmc": "hamiltonian", "nuts": "hamiltonian", "normal": "gaussian", "zanella": "informed",
	},
	FieldBridge: {"arithmetic": "mixture", "q-path": "power", "q-paths": "power"},
	FieldSchedule: {"cosine": "sigmoid", "exponential": "geometric", "logarithmic": "geometric",
		"quadratic": "power", "polynomial": "power", "adaptive": "fisher", "optimal": "best-b",
		"piecewise": "curve", "custom": "curve"},
	FieldInitial: {"flat": "uniform", "gaussian": "file", "normal": "file"},
	FieldProgram: {"annealing": "ais", "is": "importance", "hme": "importance", "nested": "ns",
		"particle-filter": "smc", "pf": "smc"},
}

// listNames has the word after breadboard list for the catalogue of each field.
var listNames = map[Field]string{FieldToy: "toys", FieldKernel: "kernels", FieldBridge: "bridges",
	FieldSchedule: "schedules", FieldInitial: "starts", FieldProgram: "programs"}

// Unknown returns the error of an unknown name; known must not be empty. what is a Field, or a word such as "the key".
// The error names the known name that is nearest in meaning or spelling, or else the first of them, and the command
// that lists the others. A parameter after a colon is not compared.
func Unknown(what any, name string, known []string) error {
	field, _ := what.(Field)
	names := stems(known)
	others := ""
	if list, ok := listNames[field]; ok {
		others = "; breadboard list " + list + " has all"
	}
	if i := slices.Index(names, synonyms[field][strings.ToLower(stem(name))]); i >= 0 {
		return Faultf("%v %q is unknown; use %s, the nearest in meaning%s", what, name, known[i], others)
	}
	if nearest, ok := text.Nearest(stem(name), names); ok {
		nearest = known[slices.Index(names, nearest)]
		return Faultf("%v %q is unknown; use %s, the nearest%s", what, name, nearest, others)
	}
	if others != "" {
		known = known[:min(3, len(known))]
	}
	return Faultf("%v %q is unknown; use one of %s%s", what, name, strings.Join(known, ", "), others)
}

// stem returns a spec without its parameters: lazy of lazy:0.5.
func stem(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// stems returns every spec without its parameters.
func stems(specs []string) []string {
	all := make([]string, len(specs))
	for i, s := range specs {
		all[i] = stem(s)
	}
	return all
}
