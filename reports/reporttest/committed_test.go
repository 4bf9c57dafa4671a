package reporttest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// Every kind of file that is committed is seen through when it is a stale or a
// broken one.
func TestDiffersSeesStaleFiles(t *testing.T) {
	replace := func(old, new string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, new, 1) }
	}
	empty := func(string) string { return "" }
	roundOff := func(s string) string {
		return regexp.MustCompile(`differ by at most [^ ]* of`).ReplaceAllString(s, "differ by at most 1.2e-16 of")
	}
	other := func(name string) func(string) string { return func(string) string { return committed(t, name) } }
	for _, c := range []struct {
		file    string
		change  func(string) string
		differs bool
	}{
		{"tightness.md", replace("1.1834e-06", "1.1835e-06"), true},
		{"tightness.md", replace("1.1834e-06", "0.01"), true},
		{"tightness.md", roundOff, false},
		{"crosscheck.md", replace("+0.64", "+0.65"), true},
		{"report.html", replace("1.1834e-06", "1.1835e-06"), true},
		{"report.html", replace(">100,000<", ">100,001<"), true},
		{"report.html", replace("63.531", "63.541"), false},
		{"report.html", replace("initial-scale=1", "initial-scale=1.01"), true},
		{"report.html", replace("<style>", "<style> "), false},
		{"report.html", replace(`"version">Made by breadboard`, `"version">Made by another`), false},
		{"figure3.svg", replace("63.531", "63.541"), false},
		{"figure3.svg", replace("63.531", "63.631"), true},
		{"figure3.svg", replace(">100,000<", ">100,001<"), true},
		{"figure3.svg", other("figure4.svg"), true},
		{"figure3.png", empty, true},
		{"figure3.png", other("figure4.png"), true},
		{"tightness.csv", replace("easy", "hard"), true},
		{"tightness.csv", replace("easy", "easy,20\neasy"), true},
		{"tightness.csv", replace(",10,", ",11,"), true},
		{"tightness.csv", replace("1.0159179415142467", "1.0159179415142999"), false},
		{"tightness.csv", replace("1.0159179415142467", "1.0159179515142467"), true},
		{"tightness.csv", replace("1.1834387091861074e-06", "1.1834387191861074e-06"), true},
		{"tightness.csv", replace("4.95410689283007e-16", "3e-16"), false},
		{"tightness.json", replace("4.95410689283007e-16", "3e-16"), false},
		{"crosscheck.csv", replace("2.6617379197205815", "2.6617379197999"), false},
		{"figure4.csv", replace("0.", "0.0"), true},
	} {
		now := committed(t, c.file)
		if fault := Differs(c.file, []byte(now), []byte(c.change(now))); (fault != "") != c.differs {
			t.Errorf("%s: %q", c.file, fault)
		}
	}
}

func committed(t *testing.T, name string) string {
	t.Helper()
	data := must.Have(os.ReadFile(filepath.Join("..", "paper", name)))(t)
	return string(data)
}

// A number that is off in its eighth digit is seen, and one that is not there.
func TestNear(t *testing.T) {
	for want, is := range map[any]bool{1.0: true, 1 + 1e-12: true, 1 + 1e-7: false, nil: false} {
		if near(1, want) != is {
			t.Errorf("1 is near %v: %v", want, !is)
		}
	}
}
