package programs

import (
	"fmt"
	"slices"
	"strings"
)

// An Entry is a line of the catalogue.
type Entry struct {
	Name    string
	Params  string // after the name, as in "P", "P[:ess=SHARE]" or "[:k=N]"; "" if there are none
	Example string // parameters that would do; "" if none need be given
	About   string
	Ends    bool // it knows the initial density and the target alone: no kernel, bridge or schedule
	// Read reads the parameters, and returns a function that makes the program.
	Read func(a *Args) Maker
}

// Spec is the name with the names of its parameters.
func (e Entry) Spec() string { return joined(e.Name, e.Params) }

// Case is the name with parameters that would do.
func (e Entry) Case() string { return joined(e.Name, e.Example) }

// joined puts a colon between a name and its parameters, unless optional parameters such as
// [:k=N] bring their own.
func joined(name, params string) string {
	if params == "" || params[0] == '[' {
		return name + params
	}
	return name + ":" + params
}

// A Maker aims a program at a problem. Its error is one sentence that says what the problem
// lacks, such as a model's observations.
type Maker func(p Problem) (Estimator, error)

// MostParticles is the largest number of draws, particles or parameters of a program.
const MostParticles = 1_000_000

// Catalogue lists the programs.
var Catalogue = []Entry{
	{Name: "ais", About: "annealed importance sampling, one chain",
		Read: plainly(func(p Problem) AIS { return AIS{p} })},
	{Name: "importance", Ends: true, About: "one draw from the initial density; the harmonic mean in reverse",
		Read: plainly(NewImportance)},
	{Name: "sir", Params: "P", Example: "16", Ends: true, About: "one of P draws from the initial density, by weight",
		Read: counted("P", NewSIR)},
	{Name: "smc", Params: "P[:ess=SHARE][:resample=systematic]", Example: "8:ess=0.5",
		About: "P particles through the levels, resampled at each, or when their ESS falls below a share of P",
		Read:  readSMC},
	{Name: "rejection", Ends: true, About: "exact draws by rejection from the initial density; its cost is the trials",
		Read: plainly(NewRejection)},
	{Name: "posterior", Ends: true, About: "exact draws from the target, at no cost", Read: plainly(NewPosterior)},
	{Name: "vb", Params: "[:restarts=N][:seed=N][:sym=yes]", Example: "restarts=4", Ends: true,
		About: "variational Bayes: a draw with independent coordinates",
		Read:  readVB},
	{Name: "ns", Params: "P[:S][:shrink=unbiased]", Example: "2:4", Read: readNS,
		About: "nested sampling with P particles, by exact draws or S kernel steps"},
	{Name: "bic", Params: "[:k=PARAMETERS]", Example: "k=3", Ends: true,
		About: "the Bayesian information criterion, with as many parameters as axes",
		Read: func(a *Args) Maker {
			k := a.Whole("k", 0, 1, MostParticles)
			return func(p Problem) (Estimator, error) { return NewBIC(p, k) }
		}},
	{Name: "smc-data", Params: "P[:ess=SHARE][:resample=systematic][:proposal=prior|optimal][:steps=S]",
		Example: "8:proposal=optimal", Read: readSMCData,
		About: "P particles through a model's observations, with S kernel steps after each (1 unless given); " +
			"resampled as smc"},
	{Name: "shme", Params: "K[:proposal=prior|optimal][:steps=S]", Example: "8:proposal=optimal",
		About: "the sequential harmonic mean: in reverse, K exact draws lose a model's observations one by one",
		Read: func(a *Args) Maker {
			draws := a.Whole("K", 1, 1, MostParticles)
			s := sequence(a)
			return func(p Problem) (Estimator, error) { return NewSHME(p, draws, s) }
		}},
	{Name: "hme-chain", Params: "K", Example: "10", About: "the harmonic mean along a chain from an exact sample",
		Read: counted("K", NewHMEChain)},
	{Name: "cms", Params: "K[:at=mode|sample][:start=random|first]", Example: "10:at=sample",
		About: "Chib, Murray and Salakhutdinov: how often a chain would step to one cell", Read: readCMS},
	{Name: "chib", Params: "K[:at=mode|sample]", Example: "10", Read: readChib,
		About: "Chib: the same along a chain from an exact draw"},
}

// plainly reads no parameters.
func plainly[E Estimator](aim func(Problem) E) func(*Args) Maker {
	return func(*Args) Maker {
		return func(p Problem) (Estimator, error) { return aim(p), nil }
	}
}

// counted reads the number of draws, particles or states.
func counted[E Estimator](name string, aim func(Problem, int) E) func(*Args) Maker {
	return func(a *Args) Maker {
		n := a.Whole(name, 1, 1, MostParticles)
		return func(p Problem) (Estimator, error) { return aim(p, n), nil }
	}
}

// EntryOf is the line of the catalogue that a spec names, such as that of smc for "smc:8"; an entry without a name is
// none.
func EntryOf(spec string) Entry {
	name, _, _ := strings.Cut(spec, ":")
	i := slices.IndexFunc(Catalogue, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}
	}
	return Catalogue[i]
}

// Read looks up a spec such as "smc:8:ess=0.5" and reads its parameters. The error is one
// sentence that names the first wrong parameter. If the name is unknown there is no maker.
func Read(spec string) (Maker, error) {
	parts := strings.Split(spec, ":")
	e := EntryOf(spec)
	if e.Read == nil {
		return nil, fmt.Errorf("%s is no program", parts[0])
	}
	a := NewArgs(e, parts[1:])
	m := e.Read(a)
	return m, a.Err()
}
