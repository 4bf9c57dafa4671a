package experiments

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// family looks "name" or "name:parameter" up in a catalogue. known are the specs of
// everything that the field takes, also from elsewhere.
func family[T any](field Field, spec string, catalogue []chains.Entry[chains.Family[T]], known []string) (
	of T, param float64, err error) {
	name, text, given := strings.Cut(spec, ":")
	for i, e := range catalogue {
		if e.Name != name || given && e.Make.Param == "" && sameName(catalogue[i+1:], name) {
			continue // a name with and without a parameter has both its lines
		}
		f := e.Make
		switch {
		case f.Param == "" && given:
			err = Faultf("%v %s: %s takes no parameter; %s would do", field, spec, name, name)
		case f.Param != "" && text == "":
			err = Faultf("%v %s: %s needs its parameter; %s:%s, as in %s:%s, would do",
				field, spec, name, name, f.Param, name, f.Example)
		case f.Param != "":
			if param, err = strconv.ParseFloat(text, 64); err != nil || !f.Valid(param) {
				err = Faultf("%v %s: %s is not %s %s that %s takes; %s, as in %s:%s, would do",
					field, spec, text, article(f.Param), f.Param, name, cmp.Or(f.Takes, "a number of moderate size"),
					name, f.Example)
			}
		}
		if err != nil {
			return of, 0, err
		}
		return f.Of, param, nil
	}
	return of, 0, Unknown(field, spec, known)
}

// article is "a" or "an", as the word wants it.
func article(word string) string {
	if strings.ContainsAny(word[:1], "AEIOaeio") {
		return "an"
	}
	return "a"
}

// sameName reports whether a catalogue has an entry of this name.
func sameName[T any](catalogue []chains.Entry[T], name string) bool {
	return slices.ContainsFunc(catalogue, func(e chains.Entry[T]) bool { return e.Name == name })
}

// specs lists the entries of a catalogue by name, with their parameters.
func specs[T any](catalogue []chains.Entry[chains.Family[T]]) []string {
	var all []string
	for _, e := range catalogue {
		if e.Make.Param != "" {
			e.Name += ":" + e.Make.Param
		}
		all = append(all, e.Name)
	}
	return all
}

// KernelSpecs lists the names of kernels, with their parameters: lazy:A.
func KernelSpecs() []string { return specs(kernels.Families) }

// BridgeSpecs lists the names of bridges, with their parameters.
func BridgeSpecs() []string { return specs(chains.Bridges) }
