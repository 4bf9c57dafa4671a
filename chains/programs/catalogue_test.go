package programs_test

import (
	"testing"

	"breadboard/chains/programs"
)

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

// TestParametersReachThePrograms: what a spec says is what the program has.
func TestParametersReachThePrograms(t *testing.T) {
	for _, c := range []struct {
		spec string
		cost float64
	}{
		{"sir:7", 7},
		{"posterior", 0},
		{"bic:k=9", 6},
	} {
		m, _, err := programs.Read(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		e, err := m(coins(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the cost of "+c.spec, e.Cost(), c.cost)
	}
}

func TestUnknownProgram(t *testing.T) {
	_, known, err := programs.Read("sird:4")
	if known {
		t.Error("sird is known")
	}
	if err == nil || err.Error() != "sird is no program" {
		t.Errorf("the error is %v", err)
	}
}
