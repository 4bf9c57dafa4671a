package experiments

import (
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/toys"
)

// Prior and the names after it are in no catalogue of another package. Only models have the initial density prior and
// the bridge observations, from the prior to the posterior. The bridge moments, as moments:mean, averages statistics of
// the target's states. The schedule curve has its betas in its name, at equal steps and straight between them:
// curve:0:0.2:1 takes half of the levels to beta = 0.2.
const (
	Prior        = "prior"
	uniform      = "uniform"
	tempered     = "tempered"
	observations = "observations"
	moments      = "moments"
	curve        = "curve"
)

// momentStatistics lists the parameters of moments.
var momentStatistics = []string{chains.MeanMoments, chains.GaussianMoments, chains.MarginalMoments}

// A CatalogueLine describes one possible value of a field.
type CatalogueLine struct {
	Name    string `json:"name"`    // set by Offered
	Spec    string `json:"spec"`    // the name, with its parameters: lazy:A
	Example string `json:"example"` // a name that can be chosen as it stands: lazy:0.5; "" for files
	About   string `json:"about"`

	number  bool           // the parameter is one number
	spacing chains.Spacing // of several values of it
}

// Catalogue lists the possible values of a field. It is nil if the field is no choice of names.
func Catalogue(f Field) (all []CatalogueLine) {
	switch f {
	case FieldToy:
		for _, t := range toys.Catalogue {
			all = append(all, CatalogueLine{Spec: t.Spec(), Example: ExampleOf(t), About: t.About})
		}
	case FieldKernel:
		return listed(kernels.Catalogue)
	case FieldBridge:
		return append(listed(chains.Bridges),
			CatalogueLine{Spec: moments + ":STATISTICS", Example: moments + ":" + momentStatistics[0],
				About: "averaged moments of mean, gaussian (mean, squares, products) or marginals; " +
					"needs the target's own"},
			CatalogueLine{Spec: observations, Example: observations,
				About: "of a model: one more observation at beta = 1/N, 2/N, ..."})
	case FieldSchedule:
		all = listed(chains.Schedules)
		for _, t := range optimal {
			all = append(all, CatalogueLine{Spec: t.name, Example: t.name, About: t.about})
		}
		return append(all,
			CatalogueLine{Spec: curve + ":0:BETA:...:1", Example: curve + ":0:0.2:1",
				About: "betas at equal steps, straight between them"},
			CatalogueLine{Spec: "file:PATH", About: "a file of betas: at another T, linear between them"})
	case FieldInitial:
		return []CatalogueLine{
			{Spec: uniform, Example: uniform, About: "the same everywhere off the walls"},
			{Spec: Prior, Example: Prior, About: "a model's own, so that R is p(y)"},
			{Spec: tempered + ":BETA", Example: tempered + ":0.5", number: true,
				About: "the target's own, (f_T/max f_T)^BETA, with its walls"},
			{Spec: "file:PATH", About: "from a file like a target's"},
		}
	case FieldAxes:
		about := []string{"a move leads to the cell before or after; off the end it is rejected",
			"as a line, and the ends touch", "a move leads to any other value: spins and labels"}
		for i, k := range []grid.Kind{grid.Line, grid.Ring, grid.Any} {
			all = append(all, CatalogueLine{Spec: k.String(), Example: k.String(), About: about[i]})
		}
	case FieldProgram:
		return programLines()
	}
	return all
}

// programLines returns the lines of programs. Options that have a name are not in the spec, but in what it is about.
func programLines() (all []CatalogueLine) {
	for _, e := range programs.Catalogue {
		short, options, _ := strings.Cut(e.Spec(), "[:") // as in smc:P[:ess=SHARE]
		if strings.Contains(options, "=") {
			e.About += "; also " + strings.TrimSuffix(strings.ReplaceAll(options, "][:", ", "), "]")
		} else {
			short = e.Spec() // as ns:P[:S], where S is a number
		}
		all = append(all, CatalogueLine{Spec: short, Example: e.Case(), About: e.About})
	}
	return all
}

// ExampleOf returns the name of a toy, with the parameters of its example.
func ExampleOf(t toys.Toy) string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Example
}

// listed returns the lines of a catalogue of another package.
func listed[T any](catalogue []chains.Entry[chains.Family[T]]) (all []CatalogueLine) {
	for _, e := range catalogue {
		line := CatalogueLine{Spec: e.Name, Example: e.Name, About: e.About, spacing: e.Make.Spacing}
		if e.Make.Param != "" {
			line.number = true
			line.Spec = e.Name + ":" + e.Make.Param
			line.Example = e.Name + ":" + e.Make.Example
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

// Offered lists what a page offers: all but files, which have no example.
func Offered(f Field) (all []CatalogueLine) {
	for _, c := range Catalogue(f) {
		if c.Example != "" {
			c.Name = stem(c.Spec)
			all = append(all, c)
		}
	}
	return all
}

// inCatalogue reports whether the field's catalogue has a spec with this name.
func inCatalogue(f Field, name string) bool {
	return slices.Contains(stems(Specs(f)), name)
}

// Canonical returns the name as the catalogue of the field spells it: capitals do not matter. The parameters after the
// colon stay as they are, and so does any other word, which may be the path of a file.
func Canonical(f Field, spec string) string {
	name := stem(spec)
	low := strings.ToLower(name)
	if !inCatalogue(f, low) {
		return spec
	}
	return low + spec[len(name):]
}
