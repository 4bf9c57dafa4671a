package main

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The numbers of levels that help tells of are those that are run.
func TestDefaultLevels(t *testing.T) {
	for command, more := range map[string][]string{"exact": nil, "sample": {"--chains", "2"}} {
		help := works(t, "", command, "--help")
		_, told, _ := strings.Cut(strings.Join(strings.Fields(help), " "), "separated by commas (default ")
		told, _, _ = strings.Cut(told, ")")
		var rows []struct{ T int }
		out := works(t, "", append([]string{command, "--toy", "barrier", "--format", "json"}, more...)...)
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			t.Fatal(err)
		}
		var ran []string
		for _, r := range rows {
			ran = append(ran, strconv.Itoa(r.T))
		}
		if told == "" {
			t.Errorf("the help of %s says no levels", command)
		}
		if got := strings.Join(slices.Compact(ran), ","); got != told {
			t.Errorf("%s runs %s, help says %q", command, got, told)
		}
	}
}

// Numbers that look like probabilities are taken for log f and said to be doubtful, once on stderr
// and in the warnings that programs see. --density says what they are, and silences both.
func TestDensity(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0.1,0.2\n0.3,0.4\n", "i.csv": "1,1\n1,1\n"})
	const says = "g.csv: the numbers look like probabilities, for they sum to 1, and are taken for log f; " +
		"--density p would take them as probabilities, and --density log leaves this out\n"
	for _, command := range []string{"exact -T 5", "sample -T 5 --chains 2", "certify -T 3", "aide -T 3 --runs 10",
		"validate --kernel metropolis", "score --kernel metropolis -N 5", "sweep -T 3 --out out"} {
		args := append(strings.Fields(command), "--target", "g.csv")
		if r := program(t, dir, args...); r.code != 0 || r.stderr != "breadboard: "+says {
			t.Errorf("%s: exit code %d, stderr %q, want %q", command, r.code, r.stderr, says)
		}
		works(t, dir, append(args, "--density", "log")...)
	}
	var rows []struct {
		P        []float64
		Warnings []string
	}
	r := program(t, dir, "exact", "--target", "g.csv", "-T", "5", "--format", "json")
	if err := json.Unmarshal([]byte(r.stdout), &rows); err != nil || len(rows[0].Warnings) == 0 ||
		!strings.Contains(rows[0].Warnings[0], "look like probabilities") {
		t.Errorf("no warning of it: %v", rows)
	}
	worksJSON(t, &rows, dir, "exact", "--target", "g.csv", "-T", "5", "--density", "p", "--initial", "i.csv")
	if p := rows[0].P; math.Abs(p[3]-0.4) > 1e-15 { // a logarithm, an exponential and a sum: a few roundings
		t.Errorf("p is %v, want 0.4 in the last cell", p)
	}
}
