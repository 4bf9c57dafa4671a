package server

import (
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/explorer"
)

// A saved page has every answer of both settings, and those of a question are what the server would say.
func TestKept(t *testing.T) {
	a, b := explore.Question{Target: "0,1", T: 3}, explore.Question{Target: "0;2", Schedule: "fisher", T: 5}
	done, total := 0, 0
	k := must.Have(Kept(t.Context(), a, &b, "levels", func(now, of int) {
		if now < done {
			t.Errorf("progress falls from %d to %d", done, now)
		}
		done, total = now, of
	}))(t)
	if done != total || total == 0 {
		t.Errorf("%d of %d are done at the end", done, total)
	}
	want := must.Have(explore.Measure(t.Context(), b))(t)
	if got := encoded(k.B["measure"]); string(got) != string(encoded(want)) {
		t.Errorf("B is measured as %s, want %s", got, encoded(want))
	}
	for name := range kinds {
		if k.A[name] == nil || k.B[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

// constantOf is a constant of a view, without spaces and quotation marks.
func constantOf(t *testing.T, file, pattern string) string {
	t.Helper()
	text := must.Have(fs.ReadFile(explorer.Files(), "views/"+file))(t)
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s has no %s", file, pattern)
	}
	return strings.NewReplacer(" ", "", `"`, "").Replace(string(found[1]))
}

// What is asked beside a question is what the views ask, in their own language.
func TestBesidesAreThoseOfTheViews(t *testing.T) {
	ts := strings.ReplaceAll(strings.Trim(fmt.Sprint(besides["curve"].Ts), "[]"), " ", ",")
	for _, c := range []struct{ file, pattern, want string }{
		{"position.js", `most = (\d+)`, strconv.Itoa(mostFrames)},
		{"position.js", `least = (\d+)`, strconv.Itoa(leastFrames)},
		{"position.js", `numbers = ([0-9_]+)`, "40_000"},
		{"spectrum.js", `betas = (\d+)`, strconv.Itoa(besides["spectrum"].Betas)},
		{"sampled.js", `dots = (\d+)`, strconv.Itoa(besides["walk"].Walkers)},
		{"against.js", `ts = \[([^]]*)\]`, ts},
		{"against/chooser.js", `offered = \[([^]]*)\]`, strings.Join(offered, ",")},
		{"sampled/run.js", `\?\? (\d+);`, strconv.Itoa(besides["sample"].Chains)},
	} {
		if got := constantOf(t, c.file, c.pattern); got != c.want {
			t.Errorf("%s asks for %s, and a saved page has %s", c.file, got, c.want)
		}
	}
}
