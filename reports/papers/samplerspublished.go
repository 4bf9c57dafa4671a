package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/papers/samplers"
	"breadboard/experiments/score"
	"breadboard/reports/table"
)

// A publishedSampler is a line of the paper's Table 1, with the kernel that is compared with it.
type publishedSampler struct {
	name, kernel  string
	ness, success [3]float64 // in the order of classes
}

// publishedSamplers holds Table 1. NUTS is not among the kernels. Mix alternates NUTS and Gauss there, and Hamiltonian
// steps and Gauss here.
var publishedSamplers = []publishedSampler{
	{"Cauchy", "cauchy", [3]float64{.004, .004, .003}, [3]float64{.604, .582, .441}},
	{"Laplace", "laplace", [3]float64{.007, .004, .006}, [3]float64{.566, .547, .439}},
	{"Gauss", "gaussian", [3]float64{.007, .005, .007}, [3]float64{.585, .565, .436}},
	{"HMC", "hamiltonian", [3]float64{.061, .151, .106}, [3]float64{.580, .604, .531}},
	{"emcee", "stretch", [3]float64{.016, .038, .025}, [3]float64{.389, .489, .379}},
	{"mix", "gaussian-hamiltonian", [3]float64{.067, .164, .113}, [3]float64{.911, .825, .715}},
	{"slice", "slice", [3]float64{.044, .078, .070}, [3]float64{.745, .703, .643}},
}

// publishedBelow holds the shares of real ESS below the 95% region, in the order of samplers.Panels.
var publishedBelow = []float64{.55, .68, .83}

// A difference is how much more a method of Table 2 loses than GP, and p of a paired t test.
type difference struct{ delta, p float64 }

func (d difference) String() string { return fmt.Sprintf("%+.2g, p %.3g", d.delta, d.p) }

// publishedGP holds the MSE of GP in Table 2, and publishedMethods those of the others, by MSE and by nats.
const publishedGP = 2.8588

var publishedMethods = map[string][2]difference{
	"GP-D":   {{2.779 - publishedGP, .0252}, {-.0096, .0504}},
	"GP-ESS": {{3.16 - publishedGP, .0097}, {.045, .0034}},
	"GP-G":   {{2.858 - publishedGP, .0198}, {-.0001, .0016}},
	"GP-GR":  {{3.17 - publishedGP, .0017}, {.045, .0005}},
	"iid":    {{3.30 - publishedGP, .0016}, {.067, .0003}},
	"linear": {{3.03 - publishedGP, .0726}, {.027, .0350}},
}

// verdict returns the words yes if a comparison agrees, and otherwise the words no, marked as failed.
func verdict(agrees bool, yes, no string) table.Verdict {
	if agrees {
		return table.Verdict{Text: yes}
	}
	return table.Verdict{Text: no, Mark: table.Failed}
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// calibrationClaims returns the shares of Figure 3. The ESS is optimistic if more is below than the 2.5% of an honest
// one, by more than two standard errors.
func (s shownSamplers) calibrationClaims() table.Table {
	const honest = 0.025
	t := table.Table{Title: "Figure 3: real ESS below the 95% region of the estimated one",
		Columns: table.Columns("of", "published", "computed", "exact", "draws", "verdict"),
		Notes: []string{fmt.Sprintf("An honest ESS has 2.5%% below. Computed is measured on %d chains, with a "+
			"standard error over densities; exact uses the exact real ESS instead; draws are independent draws. "+
			"Exact is without stretch, which has no exact value at %d steps.", s.Chains, s.Steps)}}
	for i, e := range samplers.Panels {
		c := samplers.Calibrate(s.SamplerRuns(), s.Chains, e.Real)
		v := verdict(c.Below > honest, "optimistic, as published", "not optimistic here")
		if math.Abs(c.Below-honest) < 2*c.StdErr {
			v = table.Verdict{Text: "within two errors of 2.5%", Mark: table.Uncertain}
		}
		var exact any
		if e.Exact != nil {
			exact = percent(samplers.Calibrate(s.SamplerRuns(), s.Chains, e.Exact).Below)
		}
		draws := samplers.Calibrate(s.Independent(), s.Chains, e.Real)
		t.Add(e.Name, percent(publishedBelow[i]), percent(c.Below)+" ± "+percent(c.StdErr), exact,
			percent(draws.Below), v)
	}
	return t
}

// withoutParameter returns a kernel's name without its parameter.
func withoutParameter(kernel string) string {
	name, _, _ := strings.Cut(kernel, ":")
	return name
}

// lineOf returns the line of a kernel, by its name without a parameter.
func (s shownSamplers) lineOf(name string) score.Line {
	return s.board[slices.IndexFunc(s.board, func(l score.Line) bool { return withoutParameter(l.Kernel) == name })]
}

// compared returns the half of Table 1 with one score, for the samplers of the paper.
func (s shownSamplers) compared(what string, there func(publishedSampler) [3]float64,
	here func(score.Line) [3]float64) table.Table {
	t := table.Table{Title: "Table 1: " + what + " of the paper's samplers, published and computed",
		Columns: table.Columns("sampler", "p0=KS", "c0=here", "p1=mean", "c1=here", "p2=var", "c2=here")}
	var kernels []string
	for _, a := range publishedSamplers {
		line := s.lineOf(a.kernel)
		kernels = append(kernels, a.name+" is "+line.Kernel)
		row := []any{a.name}
		for c := range classes {
			row = append(row, table.ThreeDigits(there(a)[c]), table.ThreeDigits(here(line)[c]))
		}
		if what == "success" {
			row[2] = fmt.Sprintf("%.2f ± %.2f", here(line)[0], line.Scores[2].StdErr)
		}
		t.Add(row...)
	}
	t.Note("Here %s.", strings.Join(kernels, ", "))
	if what == "success" {
		t.Note("± is the standard error of the share of KS by the dice of %d chains.", s.Chains)
	}
	return t
}

// methodClaims returns Table 2, with a verdict on the sign of each difference.
func (s shownSamplers) methodClaims() table.Table {
	gp := s.Methods[0]
	t := table.Table{Title: "Table 2: what a method loses over GP, on densities that were not seen",
		Columns: table.Columns("method", "loss", "published", "computed", "verdict"), Lead: 2}
	for _, m := range s.Methods[1:] {
		theirs := publishedMethods[m.Name]
		mse := difference{m.MSE.Delta, m.MSE.P}
		nats := difference{m.NLL.Delta, m.NLL.P}
		t.Add(m.Name, "MSE", theirs[0].String(), mse.String(), signs(theirs[0], mse))
		t.Add(m.Name, "nats", theirs[1].String(), nats.String(), signs(theirs[1], nats))
	}
	t.Note("GP with all features has an MSE of %.2f here, and %.2f in the paper. A fifth of the %d densities is "+
		"held out, each fifth in turn, and %d of the other rows are learnt from. Each density counts once, and p is "+
		"of a paired t test over densities.", gp.MSE.Mean, publishedGP, s.Densities, s.Learnt)
	return t
}

// signs compares two differences by their signs, where they are significant.
func signs(published, here difference) table.Verdict {
	const level = 0.05
	words := "worse"
	if here.delta < 0 {
		words = "better"
	}
	switch there := published.p < level; {
	case there && here.p < level:
		return verdict(published.delta*here.delta > 0, words+", as published", "the other way")
	case !there && !(here.p < level):
		return table.Verdict{Text: "no difference, as published"}
	case there:
		return table.Verdict{Text: "not significant here", Mark: table.Uncertain}
	}
	return table.Verdict{Text: words + ", significant here alone", Mark: table.Uncertain}
}
