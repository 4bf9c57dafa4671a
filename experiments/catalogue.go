package experiments

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// The names that no catalogue of another package has. Prior and observations are of models alone: an initial density,
// and the bridge from the prior to the posterior. The bridge of averaged moments, as moments:mean, has statistics of
// the target's states, and needs more than two densities.
const (
	Prior        = "prior"
	tempered     = "tempered"
	observations = "observations"
	moments      = "moments"
	uniform      = "uniform"
)

// statisticsOf are the parameters of moments, and momentsAbout is its line.
var statisticsOf = []string{chains.MeanMoments, chains.GaussianMoments, chains.MarginalMoments}

const momentsAbout = "averaged moments of mean, gaussian (mean, squares, products) or marginals; needs the target's own"

// curve is a schedule whose betas are in the name itself, at equal steps: curve:0:0.2:1 takes half of the levels to
// beta = 0.2. It is straight between them.
const curve = "curve"

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
			itself(uniform, "the same everywhere off the walls"),
			itself(Prior, "a model's own, so that R is p(y)"),
			{tempered + ":BETA", tempered + ":0.5", "the target's own, (f_T/max f_T)^BETA, with its walls"},
			{"file:PATH", "", "from a file like a target's"},
		}
	case FieldAxes:
		return []Listed{
			itself(grid.Line.String(), "a move leads to the cell before or after; off the end it is rejected"),
			itself(grid.Ring.String(), "as a line, and the ends touch"),
			itself(grid.Any.String(), "a move leads to any other value: spins and labels"),
		}
	case FieldProgram:
		return listedPrograms()
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

func listed[T any](catalogue []chains.Entry[chains.Family[T]]) (all []Listed) {
	for _, e := range catalogue {
		line := itself(e.Name, e.About)
		if e.Make.Param != "" {
			line.Spec = itsSpec(e)
			line.Example = e.Name + ":" + e.Make.Example
		}
		all = append(all, line)
	}
	return all
}

// itsSpec is the name of an entry with its parameter, as lazy:A.
func itsSpec[T any](e chains.Entry[chains.Family[T]]) string {
	if e.Make.Param == "" {
		return e.Name
	}
	return e.Name + ":" + e.Make.Param
}

// Specs lists the possible names of a field, with their parameters.
func Specs(f Field) (all []string) {
	for _, c := range Catalogue(f) {
		all = append(all, c.Spec)
	}
	return all
}

// Names is Specs without files, which have no example: a page offers these.
func Names(f Field) (all []string) {
	for _, c := range Catalogue(f) {
		if c.Example != "" {
			all = append(all, c.Spec)
		}
	}
	return all
}

// inCatalogue reports whether the field's catalogue has a spec with this name.
func inCatalogue(f Field, name string) bool {
	return slices.Contains(stems(Specs(f)), name)
}
