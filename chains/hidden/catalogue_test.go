package hidden_test

import (
	"strings"
	"testing"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
)

func TestRead(t *testing.T) {
	m := small(t)
	for spec, want := range map[string]programs.Proposal{"smc-data:7": programs.Prior,
		"smc-data:7:proposal=prior": programs.Prior, "smc-data:7:proposal=optimal": programs.Optimal} {
		p, err := hidden.Read(spec, m)
		if f, ok := p.(hidden.Filter); err != nil || !ok || f.P != 7 || f.Proposal != want {
			t.Errorf("%s: %v, %v", spec, p, err)
		}
	}
	if p, err := hidden.Read("posterior", m); err != nil {
		t.Errorf("posterior: %v, %v", p, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for spec, says := range map[string]string{
		"ais":                        "ais is no program of a hidden Markov model; posterior or smc-data:10:proposal",
		"smc-data":                   "P is missing; smc-data:P[:proposal=prior|optimal], as in smc-data:10:proposal",
		"smc-data:0":                 `P is "0", and no whole number from 1 to 1000000`,
		"smc-data:5:proposal=likely": `proposal is "likely", and not prior or optimal`,
		"smc-data:5:steps=2":         `"steps=2" is no parameter of smc-data`,
		"posterior:3":                `"3" is no parameter of posterior; posterior would do`,
	} {
		if _, err := hidden.Read(spec, small(t)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: the error is %v, and %q is missing", spec, err, says)
		}
	}
}
