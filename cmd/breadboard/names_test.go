package main

import (
	"strings"
	"testing"
)

// A name in capitals and a synonym give the bytes that the name itself gives, on the command line, in lists, in a file
// of lists and in the settings of a program.
func TestNamesThatAreMeant(t *testing.T) {
	dir := files(t, map[string]string{"meant.toml": "toy = 'BARRIER'\nkernel = 'Gibbs,MH'\nT = 5\n",
		"plain.toml": "toy = 'barrier'\nkernel = 'heat-bath,metropolis'\nT = 5\n"})
	for meant, plain := range map[string]string{
		"exact --toy BARRIER -T 5":                            "exact --toy barrier -T 5",
		"exact --toy barrier --kernel Gibbs -T 5":             "exact --toy barrier --kernel heat-bath -T 5",
		"exact --toy barrier --kernel gibbs:2 -T 5":           "exact --toy barrier --kernel heat-bath:2 -T 5",
		"exact --toy barrier --kernel mh -T 5":                "exact --toy barrier --kernel metropolis -T 5",
		"exact --toy ising:2x2:1 --kernel glauber -T 5":       "exact --toy ising:2x2:1 --kernel heat-bath -T 5",
		"exact --toy easy --schedule Sigmoid:2 -T 5":          "exact --toy easy --schedule sigmoid:2 -T 5",
		"exact --toy easy --program SIR:2,Annealing -T 5":     "exact --toy easy --program sir:2,ais -T 5",
		"exact --toy easy -T 5 --format JSON":                 "exact --toy easy -T 5 --format json",
		"sweep meant.toml --dry-run --format csv":             "sweep plain.toml --dry-run --format csv",
		"sweep --toy Easy -T 5 --kernel KING,hmc:2 --dry-run": "sweep --toy easy -T 5 --kernel king,hamiltonian:2 --dry-run",
		"list --zoo SMALL":                                    "list --zoo small",
	} {
		got, want := works(t, dir, strings.Fields(meant)...), works(t, dir, strings.Fields(plain)...)
		if cells(got) != cells(want) {
			t.Errorf("%s prints\n%s, want\n%s", meant, got, want)
		}
	}
	if got, want := works(t, dir, "exact", "--toy", "EASY RANDOM"), works(t, dir, "exact", "--toy", "easy"); got != want {
		t.Errorf("EASY RANDOM prints\n%s, want\n%s", got, want)
	}
}

// cells drops the sentence with a predicted time, which ends the output.
func cells(output string) string {
	before, _, _ := strings.Cut(output, "They take")
	return before
}

// A word that no catalogue has is refused with what is near to it in meaning.
func TestNamesThatAreNear(t *testing.T) {
	refuseAll(t, [][2]string{
		{`--schedule "cosine" is unknown; sigmoid:DELTA is the nearest in meaning`, "exact --toy easy --schedule cosine"},
		{`--toy "gaussian" is unknown; random:SIGMA is the nearest in meaning`, "exact --toy gaussian"},
		{`--kernel "gaussian" is unknown; langevin:SIZE is the nearest in meaning`, "exact --toy easy --kernel gaussian"},
		{`--kernel "xyz" is unknown; one of metropolis, barker, `, "exact --toy easy --kernel xyz"},
		{`--kernel hamiltonian: hamiltonian needs its parameter`, "exact --toy easy --kernel hmc"},
	})
}
