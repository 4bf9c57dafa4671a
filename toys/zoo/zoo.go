package zoo

import (
	"sync"

	"breadboard/toys"
	"breadboard/toys/zoo/posteriors"
)

// A Density is an entry of the zoo.
type Density struct {
	Name  string // unique, as "barrier" or "challenger"
	Group string // of Groups
	About string // where it comes from, in one line
	Make  func() toys.Target
}

// Groups are the groups of the catalogue.
var Groups = []string{"toys", "posteriors", "surrogates", "spins"}

// Catalogue returns all densities, group by group.
var Catalogue = sync.OnceValue(func() (all []Density) {
	all = append(all, hand()...)
	for _, p := range posteriors.Catalogue() {
		all = append(all, Density{p.Name, "posteriors", p.About, p.Target})
	}
	all = append(all, drawn(all)...)
	return append(all, spins()...)
})
