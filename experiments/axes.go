package experiments

import (
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/grid"
)

// Fits returns why a kernel has no form on the axes of g, and what would do, or nil.
func Fits(name string, k chains.Kernel, g grid.Grid) error {
	why := chains.Fits(k, g)
	if why == nil {
		return nil
	}
	if chains.Fits(k, g.Of(grid.Line)) != nil { // whatever the kinds
		return Faultf("%v %s has no form on %v: %v; %v %s would do", FieldKernel, name, g, why, FieldKernel,
			Specs(FieldKernel)[0])
	}
	return Faultf("%v %s has no form on the %v %s of %v: %v; %v %s, or %v line, would do", FieldKernel, name, FieldAxes,
		axesOf(g), g, why, FieldKernel, Specs(FieldKernel)[0], FieldAxes)
}

// ReadKinds reads the kinds of the axes of g, one word for each or one for all. No word gives none.
func ReadKinds(words string, g grid.Grid) (kinds []grid.Kind, err error) {
	if words == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(words, ",") {
		k := slices.Index(grid.Kinds, strings.ToLower(strings.TrimSpace(word)))
		if k < 0 {
			return nil, Unknown(FieldAxes, strings.TrimSpace(word), grid.Kinds)
		}
		kinds = append(kinds, grid.Kind(k))
	}
	if len(kinds) > 1 && len(kinds) != g.Axes() {
		return nil, Faultf("%v %s: %d words; one for all axes of %v, or one for each, %d in all, would do", FieldAxes,
			words, len(kinds), g, g.Axes())
	}
	return kinds, nil
}

// axesOf writes the kinds of the axes of g: a word for each, or one for all.
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
