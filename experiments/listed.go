package experiments

import "strings"

// A Listed is a line of a catalogue: one possible value of a field.
type Listed struct {
	Spec    string // the name, with its parameters: lazy:A
	Example string // a name that can be chosen as it stands: lazy:0.5; "" for files
	About   string
}

// itself lists a name without parameters.
func itself(name, about string) Listed { return Listed{name, name, about} }

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
