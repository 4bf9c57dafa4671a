package zoo

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// Small names a dozen densities for quick studies and tests. Each has at most 150 cells, and there
// is one for each thing that makes sampling easy or hard: walls between modes, many modes, a
// neck, nothing at all, a light mode far away, a bend, a banana, labels that change places, two
// modes that hardly touch, surrogates, and spins that hold together.
var Small = strings.Split("barrier,hard,funnel,challenger,stars,nile-few,oxygen,labels,neuron,"+
	"surrogate-001,surrogate-101,ising:2x3:0.5", ",")

// Select returns the densities that a list names, with commas between: names, groups, small
// or all. Each is returned once, in the order of the catalogue.
func Select(list string) (chosen []Density, err error) {
	names, known := strings.Split(list, ","), words()
	for i, name := range names {
		name = strings.TrimSpace(name)
		names[i] = name
		if !slices.Contains(known, name) {
			nearest, _ := text.Nearest(name, known)
			return nil, fmt.Errorf("the zoo has no density %s; the nearest is %s (all, small, one of its groups %s, or the "+
				"name of a density would do)", text.Quote(name), nearest, strings.Join(Groups, ", "))
		}
	}
	for _, d := range Catalogue() {
		if slices.ContainsFunc(names, d.is) {
			chosen = append(chosen, d)
		}
	}
	return chosen, nil
}

// words are what Select knows: all and small, the groups, and the densities.
func words() []string {
	names := append([]string{"all", "small"}, Groups...)
	for _, d := range Catalogue() {
		names = append(names, d.Name)
	}
	return names
}

// is reports whether a name is that of the density, or of a set that it belongs to.
func (d Density) is(name string) bool {
	return name == "all" || name == d.Group || name == d.Name || name == "small" && slices.Contains(Small, d.Name)
}
