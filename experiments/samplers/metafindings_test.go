package samplers

import (
	"strings"
	"testing"

	"breadboard/experiments/samplers/regression"
)

// Two methods lose 0.1 and 0.2 nats on every density, give or take 0.01, and each loss is known to a nat
// alone. They are not equal: losses are compared density by density.
func TestEqualOnTheSameDensities(t *testing.T) {
	method := func(name string, logs ...float64) regression.Method {
		return regression.Method{Name: name, NLL: regression.Loss{Delta: logs[0], StdErr: 1}, Logs: logs}
	}
	for _, c := range []struct {
		gr    regression.Method
		equal bool
	}{
		{method("GP-GR", 0.20, 3.21, 5.19), false},
		{method("GP-GR", 0.09, 3.13, 5.08), true},
	} {
		all := regression.Table{Unseen: 3, Methods: []regression.Method{method("GP-ESS", 0.10, 3.10, 5.10), c.gr,
			method("GP-G", 0), method("GP-D", 0), method("linear", 1), method("iid", 1)}}
		for _, f := range metaFindings([]Meta{{"exact", all}}) {
			if strings.HasPrefix(f.Claim, "What ESS and R-hat") && f.Holds != c.equal {
				t.Errorf("%v beside 0.1, 3.1 and 5.1: equal is %v", c.gr.Logs, f.Holds)
			}
		}
	}
}
