package experiments

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/toys"
)

// FindKernel looks up a kernel by its spec, as lazy:0.5. The error is a Fault.
func FindKernel(spec string) (chains.Kernel, error) {
	if kernels.OfPair(spec) != nil {
		return nil, Faultf("%v %s: it moves two walkers, and only score has two; use metropolis", FieldKernel, spec)
	}
	of, param, err := findEntry(FieldKernel, spec, kernels.Catalogue)
	if err != nil {
		return nil, err
	}
	return of(param), nil
}

// Fits returns why a kernel has no form on the axes of g, and what to use, or nil.
func Fits(name string, k chains.Kernel, g grid.Grid) error {
	why := chains.Fits(k, g)
	if why == nil {
		return nil
	}
	cure := Faultf("%v %s", FieldKernel, Specs(FieldKernel)[0])
	if chains.Fits(k, g.Of(grid.Line)) == nil {
		cure = Faultf("%v, or %v line", cure, FieldAxes)
	}
	return Faultf("%v %s has no form on the %v %s of %v: %v; use %v", FieldKernel, name, FieldAxes, axesOf(g), g,
		why, cure)
}

// findEntry looks up "name" or "name:parameter" in the catalogue of a field.
func findEntry[T any](field Field, spec string, catalogue []chains.Entry[chains.Family[T]]) (of T, param float64,
	err error) {
	name, word, given := strings.Cut(spec, ":")
	i := slices.IndexFunc(catalogue, func(e chains.Entry[chains.Family[T]]) bool { return e.Name == name })
	if i < 0 {
		return of, 0, Unknown(field, spec, Specs(field))
	}
	f := catalogue[i].Make
	if f.Param == "" {
		if given {
			err = Faultf("%v %s: %s takes no parameter; use %s", field, spec, name, name)
		}
		return f.Of, 0, err
	}
	if word == "" {
		return of, 0, Faultf("%v %s: %s needs its parameter; use %s:%s, as in %s:%s",
			field, spec, name, name, f.Param, name, f.Example)
	}
	param, err = text.Float(word)
	if err != nil || !f.Valid(param) {
		return of, 0, Faultf("%v %s: %s is no %s that %s takes; use %s, as in %s:%s",
			field, text.Brief(spec, 60), text.Brief(word, 60), f.Param, name,
			cmp.Or(f.Takes, "a number of moderate size"), name, f.Example)
	}
	return f.Of, param, nil
}

// findToy looks up "name" or "name:parameters" in the catalogue of toys, and returns the parameters one by one, as many
// as the toy takes.
func findToy(spec string) (toys.Toy, []string, error) {
	name, text, given := strings.Cut(spec, ":")
	i := slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == name })
	if i < 0 {
		return toys.Toy{}, nil, Unknown(FieldToy, spec, Specs(FieldToy))
	}
	t := toys.Catalogue[i]
	if t.Params == "" {
		var err error
		if given {
			err = Faultf("%v %s: %s takes no parameter; use %s", FieldToy, spec, name, name)
		}
		return t, nil, err
	}
	params := strings.Split(text, ":")
	if text == "" || !t.Takes(len(params)) {
		return t, nil, Faultf("%v %s: %s is called by its parameters; use %s, as in %s:%s",
			FieldToy, spec, name, t.Spec(), name, t.Example)
	}
	return t, params, nil
}

// ReadKinds reads the kinds of the axes of g: one word for each axis or one for all, or no words.
func ReadKinds(words string, g grid.Grid) (kinds []grid.Kind, err error) {
	if words == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(words, ",") {
		word = strings.ToLower(strings.TrimSpace(word))
		k := slices.Index(grid.Kinds, word)
		if k < 0 {
			return nil, Unknown(FieldAxes, word, grid.Kinds)
		}
		kinds = append(kinds, grid.Kind(k))
	}
	if len(kinds) > 1 && len(kinds) != g.Axes() {
		return nil, Faultf("%v %s: %d words; use one for all axes of %v, or one for each, %d in all", FieldAxes,
			words, len(kinds), g, g.Axes())
	}
	return kinds, nil
}

// axesOf returns the kinds of the axes of g: a word for each axis, or one if all are alike.
func axesOf(g grid.Grid) string {
	var words []string
	for _, k := range g.Kinds() {
		words = append(words, k.String())
	}
	if all := slices.Compact(slices.Clone(words)); len(all) == 1 {
		return all[0]
	}
	return strings.Join(words, ",")
}

// fileOf returns the path of "file:PATH", or of a PATH that exists or ends in one of these ways. A name of the field's
// catalogue is not a path.
func fileOf(field Field, spec string, endings ...string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return path, true
	}
	if inCatalogue(field, stem(spec)) {
		return "", false
	}
	_, err := os.Stat(spec)
	ends := func(ending string) bool { return strings.HasSuffix(spec, ending) }
	return spec, err == nil || slices.ContainsFunc(endings, ends)
}
