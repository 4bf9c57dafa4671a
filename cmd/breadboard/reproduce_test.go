//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/studies/paper"
	"breadboard/grid/must"
	"breadboard/reports/studies"
)

// The quick study of BREAD writes its files, and prints their rows. In the long form the other studies are made too,
// each twice: they differ in what they took alone.
func TestReproduce(t *testing.T) {
	timed := map[string]string{"bread": "^$", "bdmc": "^$", "aide": "^$", "samplers": "^leaderboard-time|md$"}
	for _, study := range []string{"bread", "bdmc", "aide", "samplers"}[:times(1, 4)] {
		dir := t.TempDir()
		var printed map[string][]map[string]any
		worksJSON(t, &printed, dir, "reproduce", study, "--quick", "--out", "other")
		other := contents(t, filepath.Join(dir, "other"))
		if study == "bread" {
			var tightness []map[string]any
			decode(t, result{stdout: other["tightness.json"]}, 0, &tightness)
			if len(other) != 20 || len(printed) != 3 || !reflect.DeepEqual(printed["tightness"], tightness) {
				t.Errorf("%d files; %d studies are printed, or tightness is not as in its file",
					len(other), len(printed))
			}
		}
		if !long {
			return
		}
		inColumns(t, study, works(t, dir, "reproduce", study, "--quick", "--out", "again"))
		for name, data := range contents(t, filepath.Join(dir, "again")) {
			if other[name] != data && !regexp.MustCompile(timed[study]).MatchString(name) {
				t.Errorf("%s differs between two runs", name)
			}
		}
	}
}

// Ctrl-C while it works: nothing is printed, and the directory it had made goes.
func TestReproduceInterrupted(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(binary, "reproduce", "--out", "made")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for range 1000 { // it is made first, and the work takes seconds
			if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	})
	ended(t, r, result{code: 130, stderr: r.stderr})
	if n := strings.Count(r.stderr, "\n"); n != 1 {
		t.Errorf("%d lines on stderr, want 1: %q", n, r.stderr)
	}
	if all := contents(t, dir); len(all) != 0 {
		t.Errorf("it left %v", all)
	}
}

// The best draws of both random toys are printed, for programs in one table.
func TestSeedsPrintsTheSearch(t *testing.T) {
	rows := readCSV(t, works(t, "", strings.Fields("seeds --first 60 --best 2 --format csv")...))
	var got, want []string
	for i, seed := range column(rows, "seed") {
		got = append(got, column(rows, "toy")[i]+" "+seed)
	}
	for _, toy := range paper.Toys()[:2] {
		draws := must.Have(paper.Search(t.Context(), toy, 60, 2, nil))(t)
		for _, d := range draws {
			want = append(want, fmt.Sprint(toy.Name, " ", d.Seed))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the best draws are %v, want %v", got, want)
	}
}

// The names that a study refuses to replace before any work are those that it writes.
func TestNamesOfStudies(t *testing.T) {
	for folder, c := range map[string]struct{ names, others []string }{
		"paper":    {studies.PaperNames, []string{"README.md"}},
		"bdmc":     {studies.BDMCNames, nil},
		"aide":     {studies.AIDENames, nil},
		"samplers": {studies.SamplersNames, nil},
		"protocol": {studies.ProtocolNames, []string{"README.md"}},
	} {
		written := slices.DeleteFunc(namesIn(t, filepath.Join("..", "..", "reports", folder)),
			func(name string) bool { return slices.Contains(c.others, name) })
		want := slices.Sorted(slices.Values(c.names))
		if !slices.Equal(written, want) {
			t.Errorf("%s has %v, and its names are %v", folder, written, want)
		}
	}
}
