package programs

import (
	"fmt"
	"math"
	"strings"
)

// An Entry is a line of the catalogue.
type Entry struct {
	Name    string
	Params  string // after the name, as in ":P[:ess=SHARE]"; "" if there are none
	Example string // right parameters; "" if none are required
	About   string
	Ends    bool // it uses the initial density and the target alone: no kernel, bridge or schedule
	// Read reads the parameters, and returns a function that makes the program.
	Read func(a *Args) Maker
}

// Spec returns the name with the names of its parameters.
func (e Entry) Spec() string { return e.Name + e.Params }

// Case returns the name with right parameters.
func (e Entry) Case() string { return e.Name + e.Example }

// A Maker aims a program at a problem. Its error is one sentence that names what the problem lacks, such as a model's
// observations.
type Maker func(p Problem) (Estimator, error)

// MostParticles is the largest number of draws, particles or parameters of a program.
const MostParticles = 1_000_000

// Catalogue lists the programs.
var Catalogue = []Entry{
	{Name: "ais", About: "annealed importance sampling, one chain",
		Read: plainly(func(p Problem) AIS { return AIS{p} })},
	{Name: "importance", Ends: true, About: "one draw from the initial density; the harmonic mean in reverse",
		Read: plainly(NewImportance)},
	{Name: "sir", Params: ":P", Example: ":16", Ends: true, About: "one of P draws from the initial density, by weight",
		Read: counted("P", NewSIR)},
	{Name: "smc", Params: ":P[:ess=SHARE][:resample=systematic]", Example: ":8:ess=0.5",
		About: "P particles through the levels, resampled at each, or when their ESS falls below a share of P",
		Read:  func(a *Args) Maker { return readSMC(a, nil) }},
	{Name: "rejection", Ends: true, About: "exact draws by rejection from the initial density; its cost is the trials",
		Read: plainly(NewRejection)},
	{Name: "posterior", Ends: true, About: "exact draws from the target, at no cost", Read: plainly(NewPosterior)},
	{Name: "vb", Params: "[:restarts=N][:seed=N]", Example: ":restarts=4", Ends: true,
		About: "variational Bayes: a draw with independent coordinates",
		Read: func(a *Args) Maker {
			restarts := a.Whole("restarts", 1, 1, mostRestarts)
			seed := a.Whole("seed", 1, 0, math.MaxInt)
			return func(p Problem) (Estimator, error) {
				if err := checkRestarts(restarts, p.Grid.Size()); err != nil {
					return nil, err
				}
				return NewVB(p, restarts, uint64(seed)), nil
			}
		}},
	{Name: "ns", Params: ":P[:S]", Example: ":2:4",
		About: "nested sampling with P particles, by exact draws or S kernel steps",
		Read: func(a *Args) Maker {
			particles := a.Whole("P", 2, 2, MostParticles)
			steps := a.Whole("S", 0, 1, MostParticles)
			return func(p Problem) (Estimator, error) { return NewNS(p, particles, steps), nil }
		}},
	{Name: "bic", Ends: true, About: "the Bayesian information criterion, with as many parameters as axes",
		Read: func(*Args) Maker {
			return func(p Problem) (Estimator, error) { return NewBIC(p) }
		}},
	{Name: "smc-data", Params: ":P[:ess=SHARE][:resample=systematic][:proposal=prior|optimal][:steps=S]",
		Example: ":8:proposal=optimal",
		About: "P particles through a model's observations, with S kernel steps after each (1 unless given); " +
			"resampled as smc",
		Read: func(a *Args) Maker {
			s := sequence(a)
			return readSMC(a, &s)
		}},
	{Name: "shme", Params: ":K[:proposal=prior|optimal][:steps=S]", Example: ":8:proposal=optimal",
		About: "the sequential harmonic mean: in reverse, K exact draws lose a model's observations one by one",
		Read: func(a *Args) Maker {
			draws := a.Whole("K", 1, 1, MostParticles)
			s := sequence(a)
			return func(p Problem) (Estimator, error) { return SHME{p, draws, s}, lacking("shme", p) }
		}},
	{Name: "hme-chain", Params: ":K", Example: ":10", About: "the harmonic mean along a chain from an exact sample",
		Read: counted("K", NewHMEChain)},
	{Name: "cms", Params: ":K", Example: ":10",
		About: "Chib, Murray and Salakhutdinov: how often a chain would step to the mode",
		Read:  counted("K", func(p Problem, states int) CMS { return NewCMS(p, states, p.Mode()) })},
	{Name: "chib", Params: ":K", Example: ":10", About: "Chib: the same along a chain from an exact draw",
		Read: counted("K", func(p Problem, states int) Chib { return Chib{NewCMS(p, states, p.Mode())} })},
}

// plainly returns the reader of a program without parameters.
func plainly[E Estimator](aim func(Problem) E) func(*Args) Maker {
	return func(*Args) Maker {
		return func(p Problem) (Estimator, error) { return aim(p), nil }
	}
}

// counted returns the reader of a number of draws, particles or states.
func counted[E Estimator](name string, aim func(Problem, int) E) func(*Args) Maker {
	return func(a *Args) Maker {
		n := a.Whole(name, 1, 1, MostParticles)
		return func(p Problem) (Estimator, error) { return aim(p, n), nil }
	}
}

// EntryOf returns the line of the catalogue that a spec names, such as the line of smc for "smc:8". If there is none it
// returns an entry without a name.
func EntryOf(spec string) Entry {
	name, _, _ := strings.Cut(spec, ":")
	for _, e := range Catalogue {
		if e.Name == name {
			return e
		}
	}
	return Entry{}
}

// Read looks up a spec such as "smc:8:ess=0.5" and reads its parameters. The error is one
// sentence that names the first wrong parameter. If the name is unknown there is no maker.
func Read(spec string) (Maker, error) {
	e := EntryOf(spec)
	parts := strings.Split(spec, ":")
	if e.Read == nil {
		return nil, fmt.Errorf("%s is no program", parts[0])
	}
	a := NewArgs(e, parts[1:])
	m := e.Read(a)
	return m, a.Err()
}
