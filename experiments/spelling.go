package experiments

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// synonyms are other words for names of the catalogues. Each means exactly the name beside it: Gibbs sampling
// with a random scan is the heat bath, and so is Glauber's dynamics of spins.
var synonyms = map[Field]map[string]string{
	FieldToy: {"easy random": "easy", "easy-random": "easy", "hard random": "hard", "hard-random": "hard"},
	FieldKernel: {
		"gibbs": "heat-bath", "glauber": "heat-bath", "heatbath": "heat-bath",
		"mh": "metropolis", "metropolis-hastings": "metropolis", "rwm": "metropolis", "random-walk": "metropolis",
		"systematic-gibbs": "cycle", "mala": "langevin", "hmc": "hamiltonian",
	},
	FieldBridge:  {"arithmetic": "mixture", "q-path": "power", "q-paths": "power"},
	FieldInitial: {"flat": "uniform"},
	FieldProgram: {"annealing": "ais", "is": "importance", "hme": "importance", "nested": "ns"},
}

// kin are words for things that no catalogue has, each with the name whose meaning is nearest. A cosine schedule, for
// example, is finer near both ends, and so is sigmoid:DELTA.
var kin = map[Field]map[string]string{
	FieldToy:    {"gaussian": "random", "normal": "random", "banana": "two-basins", "neal": "funnel", "spins": "ising"},
	FieldKernel: {"normal": "gaussian", "zanella": "informed", "nuts": "hamiltonian"},
	FieldSchedule: {"cosine": "sigmoid", "exponential": "geometric", "logarithmic": "geometric", "quadratic": "power",
		"polynomial": "power", "adaptive": "fisher", "optimal": "best-b", "piecewise": "curve",
		"custom": "curve"},
	FieldInitial: {"gaussian": "file", "normal": "file"},
	FieldProgram: {"particle-filter": "smc", "pf": "smc"},
}

// Canonical returns the name that is meant, as the catalogue of the field spells it: capitals do not matter, and
// synonyms are names too. The parameters after the colon stay as they are: HMC:2 becomes hamiltonian:2. Any
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
	all := strings.Join(known, ", ")
	words := stems(known)
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
