package experiments

import (
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/text"
)

// A name with a range in place of its parameter is a list of names:
//
//	sigmoid:1..8         all whole numbers from 1 to 8, as seeds are written
//	laplace:0.5..4x5     five values from end to end, here 0.5, 0.8409, 1.414, 2.378 and 4
//
// The parameter says how they lie between the ends (chains.Spacing): in equal ratios if it is a scale, as here, else in
// equal steps.

// Ranged returns the names that a name with a range stands for, or the name itself if it has none. The error is a
// Fault. The values themselves are checked where the names are looked up.
func Ranged(field Field, spec string) ([]string, error) {
	name, word, _ := strings.Cut(spec, ":")
	if !isRange(word) {
		return []string{spec}, nil
	}
	spacing, ok := spacingOf(field, name)
	if !ok {
		return []string{spec}, nil
	}
	values, err := rangeValues(spacing, word)
	if err != nil {
		return nil, Faultf("%v %s: %v", field, text.Brief(spec, 60), err)
	}
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = name + ":" + strconv.FormatFloat(v, 'g', -1, 64)
	}
	return names, nil
}

// spacingOf says how the values of a name's parameter lie in a range. It is false of a name without a parameter that is
// one number.
func spacingOf(field Field, name string) (chains.Spacing, bool) {
	switch field {
	case FieldInitial:
		return chains.Steps, name == tempered
	case FieldKernel:
		return spacingIn(kernels.Named, name)
	case FieldBridge:
		return spacingIn(chains.Bridges, name)
	case FieldSchedule:
		return spacingIn(chains.Schedules, name)
	}
	return chains.Steps, false
}

// spacingIn is spacingOf in one catalogue.
func spacingIn[T any](catalogue []chains.Entry[chains.Family[T]], name string) (chains.Spacing, bool) {
	i := slices.IndexFunc(catalogue, func(e chains.Entry[chains.Family[T]]) bool {
		return e.Name == name && e.Make.Param != ""
	})
	if i < 0 {
		return chains.Steps, false
	}
	return catalogue[i].Make.Spacing, true
}
