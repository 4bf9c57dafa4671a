// Package programs has inference programs: annealing, importance sampling, particle filters
// and others. Each draws a cell with a log weight. Most can also run in reverse:
// they take a cell and draw a run that might have ended there. All random choices come from
// chains.Dice. So the same code is sampled by the million and, on a tiny space, summed exactly.
//
// # One law
//
// A Problem has an initial density f_1 and a target f_T, both on one grid; for a model they
// are the prior and the joint density, so that R = Z_T/Z_1 is the marginal likelihood. A
// program's Forward returns a cell x and log w. Its Reverse takes a cell, draws the rest of
// a run that ended there, and returns the log weight of this run. For every function φ
//
//	E_fwd[w φ(x, w)] = Σ_x f_T(x)/Z_1 E_rev[φ(x, w) | x]
//
// (BREAD, Eq. 14; AIDE, Section 3). All else follows. φ = 1 gives E_fwd[w] = R, and φ = 1/w
// gives E_rev[1/w] = 1/R. By Jensen's inequality the mean of log w is then at most log R
// forward, and at least log R in reverse. The two laws of log w obey Crooks' relation. Package
// chaintest compares both sides of the law for every program, atom by atom.
//
// A program may weigh a run with 0: log w is then -Inf. In reverse log w is +Inf for a run
// that is never drawn forward. φ(x, ∞) counts as 0, so E_rev[1/w] is then below 1/R.
//
// Catalogue lists the programs by the names that commands take, such as smc:8:ess=0.5.
package programs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid/text"
)

// An Estimator draws a cell and estimates R = Z_T/Z_1. Nested sampling and the BIC have no
// reverse, so they are Estimators and not Programs. Estimators are values that do not change,
// and goroutines may share them.
type Estimator interface {
	// Forward returns a cell and the log of an estimate of R.
	Forward(d chains.Dice) (x int, logw float64)
	// Cost is the mean number of log densities that a forward run computes. A run that ends early,
	// because all weights are 0, costs less. Diffusion counts calls instead, as its Entry says.
	Cost() float64
}

// A Program is an Estimator that also runs in reverse. It obeys the law of the package.
type Program interface {
	Estimator
	// Reverse draws the rest of a run that ended in x, a cell with mass under the target,
	// and returns the log weight of that run.
	Reverse(x int, d chains.Dice) (logw float64)
}

// A Direct program draws its cell at once, from a law that it knows. Its log weight is a
// function of the cell: the target's log density less log q.
type Direct interface {
	Program
	// Law returns the law q of the cell and its logarithm. The caller must not change them.
	Law() (q, logq []float64)
}

// A Problem is what a program is aimed at. An importance sampler uses only the initial density
// and the target; SMC uses all levels of the annealing and its kernel.
type Problem struct {
	// Annealing has the initial density and the target as the ends of its bridge. Its grid has
	// all the states that the kernel needs (chains.Annealing.Extended).
	chains.Annealing
	// Observed are the data of a model's posterior, and nil for other targets.
	Observed *chains.Observations
	// Sample is an exact draw from the target, such as the latents that simulated data came
	// from; -1 if there is none.
	Sample int
}

// stepCost is the mean number of log densities of a kernel step.
func (p Problem) stepCost() float64 { return chains.FactsOf(p.Kernel, p.Grid).Cost }

// The ends of a problem: its initial density and its target, as most programs need them.
type ends struct {
	first, last []float64 // p_1 and p_T
	logFirst    []float64 // log p_1, also where p_1 is below any float
	logw        []float64 // log f_T - log f_1, with both lowered; 0 in cells without mass at both ends
	rise        float64   // to be added to every logw: it makes good for the lowering
	law         chains.Law
}

// newEnds lowers the ends, so that a constant in a log density costs no digits.
func newEnds(p Problem) ends {
	a, rise := p.Lowered()
	from, to := a.Ends()
	first, logFirst := normalized(from)
	e := ends{first: first, logFirst: logFirst, last: chains.Normalized(to),
		logw: make([]float64, len(from)), rise: rise}
	e.law = chains.NewLaw(e.first)
	for x := range from {
		e.logw[x] = chains.LogRatio(to[x], from[x])
	}
	return e
}

// normalized returns the density, normalised, and its logarithm.
func normalized(logf []float64) (p, logp []float64) {
	p, logp = make([]float64, len(logf)), make([]float64, len(logf))
	chains.NormalizeLog(p, logp, logf)
	return p, logp
}

// logMean is the log of the mean of exp(logw); it does not overflow.
func logMean(logw []float64) float64 { return floats.LogSumExp(logw) - math.Log(float64(len(logw))) }

// pickByLog picks i in proportion to exp(logw[i]); ok is false if all are 0.
func pickByLog(logw []float64, d chains.Dice) (i int, ok bool) {
	if math.IsInf(floats.Max(logw), -1) {
		return 0, false
	}
	return d.Pick(chains.Normalized(logw)), true
}

// An Entry is a line of the catalogue.
type Entry struct {
	Name    string
	Params  string // after the name, as in "P", "P[:ess=SHARE]" or "[:k=N]"; "" if there are none
	Example string // parameters that would do; "" if none need be given
	About   string
	Ends    bool // it knows the initial density and the target alone: no kernel, bridge or schedule
	// Annealing says that its runs are those of the annealing itself, and its numbers the annealing's own.
	Annealing bool
	// ByCells says that it goes by single cells, their axes or their ties, so that it gives other numbers on orbits
	// than on cells. The others draw by densities and kernels alone, and densities of orbits lead to the same weights:
	// but for rounding, which decides what ties in nested sampling.
	ByCells bool
	// Calls says that its cost counts calls of conditionals or scores, each of all tokens at once, and no log
	// densities.
	Calls bool
	// Read reads the parameters, and returns a function that makes the program.
	Read func(a *Args) Maker
}

// A Maker aims a program at a problem. Its error is one sentence that says what the problem
// lacks, such as a model's observations.
type Maker func(p Problem) (Estimator, error)

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

// MostParticles is the largest number of draws, particles or parameters of a program.
const MostParticles = 1_000_000

// Catalogue lists the programs.
var Catalogue = []Entry{
	{Name: "ais", Annealing: true, About: "annealed importance sampling, one chain",
		Read: plainly(func(p Problem) AIS { return AIS{p} })},
	{Name: "importance", Ends: true, About: "one draw from the initial density; the harmonic mean in reverse",
		Read: plainly(NewImportance)},
	{Name: "sir", Params: "P", Example: "16", Ends: true, About: "one of P draws from the initial density, by weight",
		Read: counted("P", NewSIR)},
	{Name: "smc", Params: "P[:ess=SHARE][:resample=WAY][:waste-free=K][:adaptive=SHARE]", Example: "8:ess=0.5",
		About: "P particles through the levels, resampled at each, or when their ESS falls below a share of P; or " +
			"through betas where it falls to a share", Read: readSMC},
	{Name: "rejection", Ends: true, About: "exact draws by rejection from the initial density; its cost is the trials",
		Read: plainly(NewRejection)},
	{Name: "posterior", Ends: true, About: "exact draws from the target, at no cost", Read: plainly(NewPosterior)},
	{Name: "vb", ByCells: true, Params: "[:restarts=N][:seed=N][:sym=yes]", Example: "restarts=4", Ends: true,
		About: "variational Bayes: a draw with independent coordinates",
		Read:  readVB},
	{Name: "masked", ByCells: true, Ends: true, Calls: true, Example: "K=4", Read: readMasked,
		Params: "K=STEPS[:by=share|euler|tau][:clock=even|cosine][:rest=uniform][:error=SIZE][:toward=random|uniform|" +
			"sharp][:at=early|late|STEP][:seed=N]",
		About: "masked diffusion: axes are tokens, revealed in K steps by exact conditionals; K=1+2+5 are tokens a " +
			"step"},
	{Name: "uniform", ByCells: true, Ends: true, Calls: true, Example: "K=4", Read: readUniform,
		Params: "K=STEPS[:by=tau|euler|tweedie][:noise=T][:clock=even|linear][:error=SIZE][:toward=random|uniform|" +
			"sharp][:at=early|late|STEP][:seed=N]",
		About: "uniform diffusion: axes are tokens, redrawn in K steps by exact scores"},
	{Name: "ns", ByCells: true, Params: "P[:S][:shrink=unbiased][:labels=K]", Example: "2:4", Read: readNS,
		About: "nested sampling with P particles, by exact draws or S kernel steps"},
	{Name: "bic", ByCells: true, Params: "[:k=PARAMETERS]", Example: "k=3", Ends: true,
		About: "the Bayesian information criterion, with as many parameters as axes",
		Read: func(a *Args) Maker {
			k := a.WholeOr("k", 0, 1, MostParticles)
			return func(p Problem) (Estimator, error) { return NewBIC(p, k) }
		}},
	{Name: "smc-data", ByCells: true, Params: "P[:ess=SHARE][:resample=WAY][:proposal=prior|optimal][:steps=S]",
		Example: "8:proposal=optimal", Read: readSMCData,
		About: "P particles through a model's observations, with S kernel steps after each (1 unless given); " +
			"resampled as smc"},
	{Name: "shme", ByCells: true, Params: "K[:proposal=prior|optimal][:steps=S]", Example: "8:proposal=optimal",
		About: "the sequential harmonic mean: in reverse, K exact draws lose a model's observations one by one",
		Read: func(a *Args) Maker {
			draws, s := a.Whole("K", 1, MostParticles), sequence(a)
			return func(p Problem) (Estimator, error) { return NewSHME(p, draws, s) }
		}},
	{Name: "hme-chain", Params: "K", Example: "10", About: "the harmonic mean along a chain from an exact sample",
		Read: counted("K", NewHMEChain)},
	{Name: "cms", ByCells: true, Params: "K[:at=mode|sample][:start=random|first]", Example: "10:at=sample",
		About: "Chib, Murray and Salakhutdinov: how often a chain would step to one cell", Read: readCMS},
	{Name: "chib", ByCells: true, Params: "K[:at=mode|sample]", Example: "10", Read: readChib,
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
		n := a.Whole(name, 1, MostParticles)
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
// sentence that names the first wrong parameter. If the name is unknown there is no maker, and
// known is false.
func Read(spec string) (m Maker, known bool, err error) {
	parts := strings.Split(spec, ":")
	e := EntryOf(spec)
	if e.Read == nil {
		return nil, false, fmt.Errorf("%s is no program", parts[0])
	}
	a := NewArgs(e, parts[1:])
	m = e.Read(a)
	return m, true, a.Err()
}

// Args are the parameters of a program, read one after another. The first wrong parameter is kept as the error, which
// names it, its place and the nearest that would do. The read of a wrong parameter returns a value that may be used.
type Args struct {
	entry Entry
	all   []string
	rest  []string
	at    int // the place of the one read last, from 1
	wrong error
}

// NewArgs returns parameters that are to be read for an entry, which may be of another catalogue
// than this package's. Of the entry it uses the name, the parameters and the example.
func NewArgs(e Entry, params []string) *Args {
	return &Args{entry: e, all: params, rest: slices.Clone(params)}
}

// Whole reads the next parameter, called name: a whole number between two bounds.
func (a *Args) Whole(name string, low, high int) int {
	word, ok := a.next()
	if !ok {
		a.missing(name)
		return low
	}
	return a.integer(name, word, low, high)
}

// NextOr is Whole if there is a next parameter; if not, it returns otherwise.
func (a *Args) NextOr(name string, otherwise, low, high int) int {
	if word, ok := a.next(); ok {
		return a.integer(name, word, low, high)
	}
	return otherwise
}

// WholeOr reads the parameter name=N, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) WholeOr(name string, otherwise, low, high int) int {
	if word, ok := a.named(name); ok {
		return a.integer(name, word, low, high)
	}
	return otherwise
}

// NumberOr reads the parameter name=NUMBER, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) NumberOr(name string, otherwise, low, high float64) float64 {
	word, ok := a.named(name)
	if !ok {
		return otherwise
	}
	v, err := text.Float(word)
	if err != nil || !(v >= low && v <= high) {
		a.refuse(name, word, "no number from %g to %g; %g would do", low, high, within(v, low, high))
	}
	return v
}

// WordOr reads the parameter name=WORD. WORD must be one of words, and the first of these is the
// default.
func (a *Args) WordOr(name string, words ...string) string {
	word, ok := a.named(name)
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, word) {
		near, _ := text.Nearest(word, words)
		a.refuse(name, word, "not %s; %s would do", strings.Join(words, " or "), near)
	}
	return word
}

// integer reads a whole number between two bounds from the word of a parameter.
func (a *Args) integer(name, word string, low, high int) int {
	v, err := strconv.Atoi(word)
	if err != nil || v < low || v > high {
		a.refuse(name, word, "no whole number from %d to %d; %d would do", low, high, within(v, low, high))
		return low
	}
	return v
}

// within is the number between two bounds that is nearest to v.
func within[N cmp.Ordered](v, low, high N) N { return min(max(v, low), high) }

// next takes the next parameter that has no name.
func (a *Args) next() (string, bool) {
	if len(a.rest) == 0 || strings.Contains(a.rest[0], "=") {
		return "", false
	}
	return a.take(0), true
}

// named takes the parameter name=VALUE out.
func (a *Args) named(name string) (string, bool) {
	i := slices.IndexFunc(a.rest, func(word string) bool { return strings.HasPrefix(word, name+"=") })
	if i < 0 {
		return "", false
	}
	return strings.TrimPrefix(a.take(i), name+"="), true
}

// take takes a parameter out of the rest.
func (a *Args) take(i int) (word string) {
	word = a.rest[i]
	a.at = slices.Index(a.all, word) + 1
	a.rest = slices.Delete(a.rest, i, i+1)
	return word
}

// refuse refuses the parameter that was read last, and says what would do.
func (a *Args) refuse(name, word, format string, args ...any) {
	a.fail("%s, parameter %d, is %q, and %s", name, a.at, word, fmt.Sprintf(format, args...))
}

// missing refuses the parameters without one that must be given.
func (a *Args) missing(name string) { a.fail("%s is missing; %s would do", name, a.entry.Case()) }

func (a *Args) fail(format string, args ...any) {
	if a.wrong == nil {
		a.wrong = fmt.Errorf(format, args...)
	}
}

// Err returns the first wrong parameter, or one that nobody read.
func (a *Args) Err() error {
	if a.wrong == nil && len(a.rest) > 0 {
		a.unread(a.rest[0])
	}
	return a.wrong
}

// unread refuses a parameter that nobody read. It is given twice, or there is none of its name: then the one with the
// nearest name or value would do.
func (a *Args) unread(word string) {
	place := len(a.all)
	for a.all[place-1] != word {
		place--
	}
	var names, heads, takes []string // heads are names and values, and takes the parameters that have them
	for _, param := range a.entry.named() {
		name, values, _ := strings.Cut(param, "=")
		names = append(names, name)
		if strings.HasPrefix(word, name+"=") {
			a.fail("parameter %d, %q, gives %s twice; once would do", place, word, name)
			return
		}
		heads = append(heads, name)
		takes = append(takes, param)
		for value := range strings.SplitSeq(values, "|") {
			if !strings.Contains(word, "=") && value == strings.ToLower(value) {
				heads = append(heads, value)
				takes = append(takes, name+"="+value)
			}
		}
	}
	name, _, _ := strings.Cut(word, "=")
	would := "one of " + strings.Join(names, ", ")
	switch len(names) {
	case 0:
		would = a.entry.Case()
	case 1:
		would = takes[0]
	}
	if near, ok := text.Nearest(name, heads); ok {
		would = takes[slices.Index(heads, near)]
	}
	a.fail("parameter %d, %q, is none of %s; %s would do", place, word, a.entry.Name, would)
}

// named are the parameters that have a name, as in "ess=SHARE".
func (e Entry) named() (params []string) {
	for param := range strings.SplitSeq(strings.ReplaceAll(e.Params, "]", ""), "[:") {
		if strings.Contains(param, "=") {
			params = append(params, param)
		}
	}
	return params
}
