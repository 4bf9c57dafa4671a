package main

import (
	"path/filepath"
	"testing"

	"breadboard/cmd/breadboard/internal/system"
)

// weather is the path of the example of a hidden Markov model.
func weather(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "chains", "hidden", "testdata", "weather.json"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Between filters of one particle AIDE expects the divergence, and there is no bias.
func TestAideHMM(t *testing.T) {
	var rows []aideRow
	worksJSON(t, &rows, "", "aide", "--hmm", weather(t), "--gold", "smc-data:1",
		"--program", "smc-data:1:proposal=optimal")
	if r := rows[0]; r.Expected == nil || r.Symmetrised == nil || *r.Expected != *r.Symmetrised || *r.Bias != 0 {
		t.Errorf("%+v", r)
	}
}

// All faults come together; each is of its own flag. Flags that do not apply come before all others.
func TestBadAideHMM(t *testing.T) {
	refuseAll(t, [][2]string{
		{"--hmm has a model of its own; leave --toy, -T, --exec out", "aide --hmm " + weather(t) + " --toy easy -T 4 --exec x"},
		{`--runs "1"; a whole number from 2`, "aide --hmm " + weather(t) + " --runs 1"},
		{"none.json: no such file or directory; a JSON object with the keys initial", "aide --hmm none.json"},
		{"--gold ais: ais is no program of a hidden Markov model; posterior or smc-data:10:proposal=optimal would do; " +
			"--program smc-data: P is missing", "aide --hmm " + weather(t) + " --gold ais --program smc-data"},
	})
}

// The memory of the looks is asked for, and refused if there is not as much.
func TestAideHMMIsLarge(t *testing.T) {
	const enough = 1.2 * (1 << 30)
	if free, known := system.FreeMemory(); !known || free < enough {
		t.Skipf("%v bytes are free here, or it is not known", free)
	}
	refuseAll(t, [][2]string{
		{"1200000 + 1200000 runs, each looked at by M = 1 + 1, take 1.14 GiB of memory; --yes goes on",
			"aide --hmm " + weather(t) + " --runs 1200000"},
		{"10000000 + 10000000 runs, each looked at by M = 1000000 + 1000000, take 582 TiB of memory, and ",
			"aide --yes --hmm " + weather(t) + " --runs 10000000 --meta 1000000"},
	})
}
