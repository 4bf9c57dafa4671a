package programs_test

import (
	"testing"

	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// wrongSpecs holds specs that cannot be read, each with its error: the parameter, its place, and what to type.
var wrongSpecs = []struct{ spec, sentence string }{
	{"sir", "P is missing; use sir:16"},
	{"sir:", `P, parameter 1, is "", and no whole number from 1 to 1000000; use sir:16`},
	{"sir:0", `P, parameter 1, is "0", and no whole number from 1 to 1000000; use sir:16`},
	{"sir:1000001", `P, parameter 1, is "1000001", and no whole number from 1 to 1000000; use sir:16`},
	{"sir:4:x=2", `parameter 2, "x=2", is no parameter of sir, or is given twice; use sir:P`},
	{"ais:7", `parameter 1, "7", is no parameter of ais, or is given twice; use ais`},
	{"smc:8:resample=systematic:ess=2", `ess, parameter 3, is "2", and no number from 0 to 1; use smc:8:ess=0.5`},
	{"smc:8:ess=half", `ess, parameter 2, is "half", and no number from 0 to 1; use smc:8:ess=0.5`},
	{"smc:8:ess=0.5:ess=0.5", `parameter 3, "ess=0.5", is no parameter of smc, or is given twice; ` +
		"use smc:P[:ess=SHARE][:resample=systematic]"},
	{"smc:4:resample=systematics", `resample, parameter 2, is "systematics", and not known; ` +
		"use multinomial or systematic"},
	{"ns:1", `P, parameter 1, is "1", and no whole number from 2 to 1000000; use ns:2:4`},
}

func TestWrongParameters(t *testing.T) {
	if m, err := programs.Read("sird:4"); m != nil || err == nil || err.Error() != "sird is no program" {
		t.Errorf("sird is known: %v, and the error is %v", m != nil, err)
	}
	for _, c := range wrongSpecs {
		m, err := programs.Read(c.spec)
		if m == nil {
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
		if cost := estimator(t, e.Case(), coins(0, 0)).Cost(); cost < 0 {
			t.Errorf("%s: a run costs %g", e.Case(), cost)
		}
	}
}

// estimator returns a program of the catalogue on a problem.
func estimator(t *testing.T, spec string, p programs.Problem) programs.Estimator {
	t.Helper()
	m, err := programs.Read(spec)
	must.Do(t, err)
	e := must.Have(m(p))(t)
	return e
}
