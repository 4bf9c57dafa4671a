package hidden_test

import (
	"math"
	"testing"

	"breadboard/chains/aide"
	"breadboard/chains/hidden"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	exactly "breadboard/exact/hidden"
)

// With two particles the means of log w are those along every path of the dice.
func TestCrowdByEnumeration(t *testing.T) {
	m := tiny(t)
	smc := particles.SMC[*hidden.Path]{Sequence: hidden.NewSequence(m, programs.Prior), P: 2}
	d, err := exactly.Apart(t.Context(), hidden.NewPosterior(m), filter(m, programs.Prior, 2))
	if err != nil {
		t.Fatal(err)
	}
	if want := expected(hidden.NewPosterior(m), smc, aide.Counts{Gold: 1, Target: 1}); !near(d.Expected, want) {
		t.Errorf("AIDE expects %.12g, by enumeration %.12g", d.Expected, want)
	}
}

// One particle is a crowd too.
func TestCrowdOfOne(t *testing.T) {
	m := authors(t)
	means, err := exactly.Crowd(t.Context(), m, 1)
	if err != nil {
		t.Fatal(err)
	}
	posterior, logP := exactly.Posterior(m)
	want := exactly.Between(posterior, exactly.Alone(m, programs.Prior))
	if !near(means.Reverse-logP, want.Forward) || !near(logP-means.Forward, want.Reverse) {
		t.Errorf("the means are %.12g, and the divergences %.12g", means, want)
	}
}

// If all particles can lose their weight the mean of log w is infinite.
func TestCrowdThatDies(t *testing.T) {
	means, err := exactly.Crowd(t.Context(), holes(t), 2)
	if err != nil || means.Forward > -math.MaxFloat64 || !(means.Reverse > 0 || means.Reverse < 0) {
		t.Errorf("%v, %v", means, err)
	}
}
