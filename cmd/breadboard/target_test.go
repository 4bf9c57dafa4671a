package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The column target is the name that was given, letter by letter, in every command.
func TestTargetIsTheNameGiven(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0,1,2\n3,-inf,1\n"})
	for _, target := range []string{"--toy easy", "--toy ising:02x3:0.40", "--target ./g.csv"} {
		flag, name, _ := strings.Cut(target, " ")
		for _, command := range []string{"exact -T 3", "sample -T 3 --chains 10", "certify -T 3", "aide -T 3 --runs 3",
			"exact -T 3 --program ais", "exact -T 3 --tails 1", "exact -T 3 --runs 2"} {
			rows := readCSV(t, works(t, dir, append(strings.Fields(command), flag, name, "--format", "csv")...))
			if got := column(rows, "target")[0]; got != name {
				t.Errorf("%s %s: the target is %q", command, target, got)
			}
		}
		scored := readCSV(t, works(t, dir, "score", "--kernel", "metropolis", "-N", "10", flag, name, "--format", "csv"))
		if got := column(scored, "density")[0]; got != name {
			t.Errorf("score %s: the density is %q", target, got)
		}
		out := strings.NewReplacer(":", "-", "/", "-").Replace(name)
		works(t, dir, "sweep", "-T", "3", flag, name, "--out", out)
		if got := tableOf(t, filepath.Join(dir, out)); !slices.ContainsFunc(got, func(r map[string]string) bool {
			return r["target"] == name
		}) {
			t.Errorf("sweep %s: the rows are %v", target, got)
		}
		people := works(t, dir, "exact", "-T", "3", flag, name)
		if !strings.HasPrefix(people, name+" on ") {
			t.Errorf("exact %s: the title is not the name: %s", target, people)
		}
	}
}
