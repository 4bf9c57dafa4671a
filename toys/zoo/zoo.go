package zoo

import (
	"fmt"
	"strings"

	"breadboard/toys"
)

// A Density is an entry of the zoo.
type Density struct {
	Name  string // unique, as "barrier" or "logistic"
	Group string // of Groups
	About string // where it comes from, in one line
	Make  func() toys.Target
}

// Groups are the groups of the catalogue.
var Groups = []string{"toys"}

// Catalogue returns all densities, group by group.
func Catalogue() []Density { return hand() }

// hand are the toys that need no parameter.
func hand() (all []Density) {
	for _, t := range toys.Catalogue {
		if t.Of != nil {
			all = append(all, Density{Name: t.Name, Group: "toys", About: t.About,
				Make: func() toys.Target { return t.Of(t.Seed) }})
		}
	}
	return all
}

// Select returns the densities that a list names, with commas between: names, groups, or all.
func Select(list string) (chosen []Density, err error) {
	for name := range strings.SplitSeq(list, ",") {
		found := false
		for _, d := range Catalogue() {
			if name == "all" || name == d.Group || name == d.Name {
				chosen, found = append(chosen, d), true
			}
		}
		if !found {
			return nil, fmt.Errorf("the zoo has no %q; all, one of its groups %s, or the name of a density would do", name,
				strings.Join(Groups, ", "))
		}
	}
	return chosen, nil
}
