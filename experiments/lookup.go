package experiments

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/text"
	"breadboard/toys"
)

// FindKernel looks a kernel up by its spec, as lazy:0.5. The error is a Fault.
func FindKernel(spec string) (chains.Kernel, error) {
	if kernels.OfPair(spec) != nil {
		return nil, Faultf("%v %s: it moves two walkers, which score alone has; metropolis would do", FieldKernel, spec)
	}
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
	switch {
	case f.Param == "" && given:
		err = Faultf("%v %s: %s takes no parameter; %s would do", field, spec, name, name)
	case f.Param != "" && word == "":
		err = Faultf("%v %s: %s needs its parameter; %s:%s, as in %s:%s, would do",
			field, spec, name, name, f.Param, name, f.Example)
	case f.Param != "":
		param, err = text.Float(word)
		switch {
		case err != nil && isRange(word):
			err = oneOfRange(field, spec)
		case err != nil || !f.Valid(param):
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

// isSeed reports whether a parameter was meant for a seed.
func isSeed(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// findToy looks "name" or "name:parameters" up in the catalogue of toys, and returns
// the parameters separately, as many as the toy takes.
func findToy(spec string) (toys.Toy, []string, error) {
	name, text, given := strings.Cut(spec, ":")
	for _, t := range toys.Catalogue {
		switch {
		case t.Name != name:
			continue
		case t.Params == "" && given && t.Seeded && isSeed(text):
			return t, nil, Faultf("%v %s: %s takes no parameter; %s would do, or another draw of it by %v %s", FieldToy,
				spec, name, name, FieldSeed, text)
		case t.Params == "" && given:
			return t, nil, Faultf("%v %s: %s takes no parameter; %s would do", FieldToy, spec, name, name)
		case t.Params == "":
			return t, nil, nil
		}
		params := strings.Split(text, ":")
		if text == "" || !t.Takes(len(params)) {
			return t, nil, Faultf("%v %s: %s is called by its parameters; %s, as in %s:%s, would do",
				FieldToy, spec, name, t.Spec(), name, t.Example)
		}
		return t, params, nil
	}
	return toys.Toy{}, nil, Unknown(FieldToy, spec, Specs(FieldToy))
}

// looksLikeFile reports whether spec is a path that exists, or ends like one.
func looksLikeFile(spec string, endings ...string) bool {
	_, err := os.Stat(spec)
	return err == nil || slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(spec, end) })
}
