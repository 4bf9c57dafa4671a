package main

import (
	"strings"
	"testing"
)

// Without --yes what is above 2 GiB by states x levels x eight bytes is refused before its target is made, in one line
// and with exit code 2, and nothing is written. What is below is not asked for.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	const (
		goesOn = "; --yes goes on, and fewer states or levels need less\n"
		states = "ising:5x6:0.4 has 1,073,741,824 states: states x levels x eight bytes is 8 GiB, above 2 GiB"
	)
	for args, says := range map[string]string{
		"exact --toy ising:5x6:0.4 -T 100": "ising:5x6:0.4 at T = 100 has 1,073,741,824 states: states x levels x " +
			"eight bytes is 800 GiB, above 2 GiB",
		"exact --toy ising:5x6:0.4,barrier,ising:4x5:0.4 -T 10,1000": "ising:5x6:0.4 at T = 1,000 has " +
			"1,073,741,824 states: states x levels x eight bytes is 8,000 GiB, above 2 GiB; ising:4x5:0.4 at T = " +
			"1,000 has 1,048,576 states: states x levels x eight bytes is 8 GiB, above 2 GiB",
		"sample --toy ising:5x6:0.4 -T 10,100 --save runs.csv": states,
		"sample --toy ising:4x5:0.4 -T 300 --exact always": "ising:4x5:0.4 at T = 300 has 1,048,576 states: states " +
			"x levels x eight bytes is 3 GiB, above 2 GiB",
		"sweep --toy ising:4x5:0.4,ising:4x6:0.4 --kernel metropolis,barker -T 5,500 --out swept": "breadboard: " +
			"ising:4x5:0.4 at T = 500 has 1,048,576 states: states x levels x eight bytes is 4 GiB, above 2 GiB; " +
			"ising:4x6:0.4 at T = 500 has 16,777,216 states: states x levels x eight bytes is 63 GiB, above 2 GiB" +
			goesOn,
		"validate --toy ising:5x6:0.4 --exec true --beta 1": states,
		"validate --toy ising:5x6:0.4 --draws none.csv":     states,
		"score --toy ising:5x6:0.4 --kernel metropolis":     states,
		"score --toy ising:1x15:0.4 --kernel stretch":       "stretch on ising:1x15:0.4 has 1,073,741,824",
		"aide --toy barrier -T 10 --gold ais:T=9000000":     "ais:T=9000000 at T = 9,000,000 has 49 states",
		"protocol -T 9000000 --out studied":                 "at T = 9,000,000 has 2,304 states",
	} {
		r := program(t, dir, strings.Fields(args)...)
		refused(t, r, says)
		if !strings.HasSuffix(r.stderr, goesOn) || strings.Count(r.stderr, "--yes") != 1 {
			t.Errorf("%s: said %q", args, r.stderr)
		}
	}
	if left := listing(t, dir); left != "" {
		t.Errorf("left %s", left)
	}
}

// With --yes it is done, without a word; so is what is below without --yes.
func TestYesGoesOn(t *testing.T) {
	dir := t.TempDir()
	for _, args := range []string{
		"exact --toy barrier -T 6000000 --program importance --yes --format json",
		"sample --toy ising:4x5:0.4 -T 1000 --chains 10 --exact never",
	} {
		works(t, dir, strings.Fields(args)...)
	}
}
