package experiments

import (
	"cmp"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
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
			itself(Prior, "a model's own, so that R is p(y)"),
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
		return programs.List()
	}
	return all
}

// ExampleOf names a toy, with the parameters of its example.
func ExampleOf(t toys.Toy) string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Example
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
