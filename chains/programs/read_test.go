package programs_test

import (
	"strings"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

const asSMC = "; smc:P[:ess=SHARE][:resample=WAY][:waste-free=K][:adaptive=SHARE], as in smc:8:ess=0.5, would do"

const (
	asMasked = "; masked:K=STEPS[:by=share|euler|tau][:clock=even|cosine][:rest=uniform][:error=SIZE]" +
		"[:toward=random|uniform|sharp][:at=early|late|STEP][:seed=N], as in masked:K=4, would do"
	asUniform = "; uniform:K=STEPS[:by=tau|euler|tweedie][:noise=T][:clock=even|linear][:error=SIZE]" +
		"[:toward=random|uniform|sharp][:at=early|late|STEP][:seed=N], as in uniform:K=4, would do"
)

// wrongSpecs are specs that cannot be read, with the sentence that says so.
var wrongSpecs = []struct{ spec, sentence string }{
	{"sir", "P is missing; sir:P, as in sir:16, would do"},
	{"sir:", `P is "", and no whole number from 1 to 1000000; sir:P, as in sir:16, would do`},
	{"sir:0", `P is "0", and no whole number from 1 to 1000000; sir:P, as in sir:16, would do`},
	{"sir:1000000000",
		`P is "1000000000", and no whole number from 1 to 1000000; sir:P, as in sir:16, would do`},
	{"sir:4:x=2", `"x=2" is no parameter of sir; sir:P, as in sir:16, would do`},
	{"sir:2:3:4", `"3" is no parameter of sir; sir:P, as in sir:16, would do`},
	{"sir:x=2:many", `P is missing; sir:P, as in sir:16, would do`},
	{"ais:7", `"7" is no parameter of ais; ais would do`},
	{"vb:restarts=0", `restarts is "0", and no whole number from 1 to 10000; ` +
		`vb[:restarts=N][:seed=N][:sym=yes], as in vb:restarts=4, would do`},
	{"smc:2:3:4", `"3" is no parameter of smc` + asSMC},
	{"smc:8:ess=2", `ess is "2", and no number from 0 to 1` + asSMC},
	{"smc:8:ess=0.5:adaptive=0.5", "ess is given, and adaptive and waste-free resample at every step" + asSMC},
	{"smc:8:waste-free=3", "waste-free is 3, and no divisor of the 8 particles" + asSMC},
	{"smc:4:adaptive=0.25",
		"adaptive is 0.25, and the ESS of 4 particles is a share of them between 0.25 and 1" + asSMC},
	{"smc:4:adaptive=1", "adaptive is 1, and the ESS of 4 particles is a share of them between 0.25 and 1" + asSMC},
	{"smc:4:resample=even", `resample is "even", and not multinomial or systematic or stratified or residual` + asSMC},
	{"ns:1", `P is "1", and no whole number from 2 to 1000000; ` +
		`ns:P[:S][:shrink=unbiased][:labels=K], as in ns:2:4, would do`},
	{"ns:2:0", `S is "0", and no whole number from 1 to 1000000; ` +
		`ns:P[:S][:shrink=unbiased][:labels=K], as in ns:2:4, would do`},
	{"ns:2:4:shrink=no", `shrink is "no", and not mean or unbiased; ` +
		`ns:P[:S][:shrink=unbiased][:labels=K], as in ns:2:4, would do`},
	{"masked", "K is missing" + asMasked},
	{"masked:4", "K is missing" + asMasked},
	{"masked:K=0", `K is "0", and no whole number from 1 to 100000` + asMasked},
	{"masked:K=1+x", `K is "1+x", and neither a number of steps nor numbers of tokens as in 1+2+5` + asMasked},
	{"masked:K=1+2:by=tau", "K lists how many tokens each step reveals, and by=tau or clock=even says it otherwise" +
		asMasked},
	{"masked:K=4:rest=uniform", "rest=uniform fills what is masked at the end, and by=share leaves nothing masked" +
		asMasked},
	{"masked:K=4:toward=sharp", "toward, at or seed is given, and no error; error=0.1 puts one in" + asMasked},
	{"masked:K=4:error=2:toward=uniform", "error is 2, and toward=uniform mixes in a share, which is from 0 to 1" +
		asMasked},
	{"masked:K=4:error=0.1:at=noon", `at is "noon", and not all or early or late or the number of a step` + asMasked},
	{"uniform", "K is missing" + asUniform},
	{"uniform:K=4:by=leap", `by is "leap", and not tau or euler or tweedie` + asUniform},
	{"bic:3", `"3" is no parameter of bic; bic[:k=PARAMETERS], as in bic:k=3, would do`},
}

func TestWrongParameters(t *testing.T) {
	if _, known, err := programs.Read("sird:4"); known || err == nil || err.Error() != "sird is no program" {
		t.Errorf("sird is known: %v, and the error is %v", known, err)
	}
	for _, c := range wrongSpecs {
		_, known, err := programs.Read(c.spec)
		if !known {
			t.Errorf("%s: the program is unknown", c.spec)
		}
		if err == nil {
			t.Errorf("%s is read without an error", c.spec)
			continue
		}
		if err.Error() != c.sentence {
			t.Errorf("%s: %v\nwant: %s", c.spec, err, c.sentence)
		}
	}
}

// TestCatalogueReadsItself: every line is read by its own example, and with it aims at a
// problem.
func TestCatalogueReadsItself(t *testing.T) {
	for _, e := range programs.Catalogue {
		m, known, err := programs.Read(e.Case())
		if !known {
			t.Errorf("%s is unknown", e.Case())
		}
		if err != nil {
			t.Errorf("%s: %v", e.Case(), err)
			continue
		}
		if aimed, err := m(coins(0, 0)); err != nil {
			t.Errorf("%s: %v", e.Case(), err)
		} else if aimed.Cost() < 0 {
			t.Errorf("%s: a run costs %g", e.Case(), aimed.Cost())
		}
	}
}

// estimator is a program of the catalogue on a problem.
func estimator(t *testing.T, spec string, p programs.Problem) programs.Estimator {
	t.Helper()
	m, _, err := programs.Read(spec)
	must.Do(t, err)
	e := must.Have(m(p))(t)
	return e
}

// What else a spec says.
func TestReadCMS(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 2)[0]
	for spec, star := range map[string]int{"cms:3": p.Mode(), "cms:3:at=sample": programs.Drawn,
		"cms:3:start=first": p.Mode(), "cms:3:at=sample:start=first": programs.Drawn} {
		e := estimator(t, spec, p)
		c, program := e.(programs.CMS)
		if first, ok := e.(programs.CMSFirst); ok {
			c = first.Of
		}
		if program == strings.Contains(spec, "first") || c.Star != star || c.K != 3 {
			t.Errorf("%s has K = %d and x* = %d, and a reverse: %v", spec, c.K, c.Star, program)
		}
	}
}
