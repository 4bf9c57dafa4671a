package hidden

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/chains/aide"
	"breadboard/chains/programs"
)

// A Program draws paths of a model.
type Program = aide.Program[*Path]

// An Entry is a line of the catalogue: a program with the parameters that it reads.
type Entry struct {
	programs.Entry
	Read func(a *programs.Args, m *Model) Program
}

// Catalogue lists the programs by the names that commands take, such as smc-data:10:proposal=optimal.
var Catalogue = []Entry{
	{programs.Entry{Name: "posterior", About: "exact paths, by forward filtering and backward sampling"},
		func(_ *programs.Args, m *Model) Program { return NewPosterior(m) }},
	{programs.Entry{Name: "smc-data", Params: "P[:proposal=prior|optimal]", Example: "10:proposal=optimal",
		About: "a particle filter: P particles through the observations, resampled after each"},
		func(a *programs.Args, m *Model) Program {
			particles := a.Whole("P", 1, programs.MostParticles)
			proposal := programs.Proposal(a.WordOr("proposal", string(programs.Prior), string(programs.Optimal)))
			return Filter{NewSequence(m, proposal), particles}
		}},
}

// Read returns the program of a spec such as smc-data:10:proposal=optimal, for a model. The error is
// one sentence that names what is wrong.
func Read(spec string, m *Model) (Program, error) {
	parts := strings.Split(spec, ":")
	at := slices.IndexFunc(Catalogue, func(e Entry) bool { return e.Name == parts[0] })
	if at < 0 {
		var names []string
		for _, e := range Catalogue {
			names = append(names, e.Case())
		}
		return nil, fmt.Errorf("%s is no program of a hidden Markov model; %s would do", parts[0],
			strings.Join(names, " or "))
	}
	e := Catalogue[at]
	a := programs.NewArgs(e.Entry, parts[1:])
	p := e.Read(a, m)
	if err := a.Err(); err != nil {
		return nil, err
	}
	return p, nil
}
