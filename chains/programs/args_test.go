package programs_test

import (
	"testing"

	"breadboard/chains/programs"
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
	{"smc:2:3:4", `"3" is no parameter of smc; smc:P[:ess=SHARE], as in smc:8:ess=0.5, would do`},
	{"smc:8:ess=2", `ess is "2", and no number from 0 to 1; smc:P[:ess=SHARE], as in smc:8:ess=0.5, would do`},
	{"ns:1", `P is "1", and no whole number from 2 to 1000000; ` +
		`ns:P[:S][:shrink=unbiased], as in ns:2:4, would do`},
	{"ns:2:0", `S is "0", and no whole number from 1 to 1000000; ` +
		`ns:P[:S][:shrink=unbiased], as in ns:2:4, would do`},
	{"ns:2:4:shrink=no", `shrink is "no", and not mean or unbiased; ` +
		`ns:P[:S][:shrink=unbiased], as in ns:2:4, would do`},
	{"bic:3", `"3" is no parameter of bic; bic[:k=PARAMETERS], as in bic:k=3, would do`},
}

func TestWrongParameters(t *testing.T) {
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
