package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/kernels"
	"breadboard/toys"
)

// complete types a line into bash after the script and returns what it offers.
func complete(t *testing.T, dir, script, line string) []string {
	t.Helper()
	words := strings.Split(line, " ")
	driver := script + `
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_breadboard
printf '%s\n' "${COMPREPLY[@]}"`
	cmd := exec.Command("bash", append([]string{"--norc", "-c", driver, "bash"}, words...)...)
	r := finish(t, cmd, dir, cmd.Run)
	r.args = words
	if !ended(t, r, result{stdout: r.stdout}) {
		t.FailNow()
	}
	return strings.Fields(r.stdout)
}

// toyWords are the toys, a colon after those that take parameters.
func toyWords() (words []string) {
	for _, toy := range toys.Catalogue {
		if toy.Params != "" {
			toy.Name += ":"
		}
		words = append(words, toy.Name)
	}
	return words
}

// parses reports whether a shell accepts its script.
func parses(t *testing.T, shell, script string) bool {
	t.Helper()
	cmd := exec.Command(shell, "-n")
	cmd.Stdin = strings.NewReader(script)
	r := finish(t, cmd, t.TempDir(), cmd.Run)
	r.args = cmd.Args
	return ended(t, r, result{stdout: r.stdout})
}

// bashOffers checks what bash offers after lines.
func bashOffers(t *testing.T, offers map[string][]string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	dir := files(t, map[string]string{"target.csv": "", "tax.csv": "", "other.csv": ""})
	script := works(t, dir, "completion", "bash")
	if !parses(t, "bash", script) {
		t.FailNow()
	}
	for line, want := range offers {
		got := complete(t, dir, script, line)
		if n := len(got); n > 1 && strings.HasSuffix(got[n-1], "target.csv") { // files come as the directory has them
			got[n-2], got[n-1] = got[n-1], got[n-2]
		}
		if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
			t.Errorf("%q: %s", line, diff)
		}
	}
}

func TestBashCompletion(t *testing.T) {
	bashOffers(t, map[string][]string{
		"breadboard ex":                {"exact", "explore"},
		"breadboard --v":               {"--version"},
		"breadboard exact --target ta": {"target.csv", "tax.csv"},
		"breadboard exact -T ":         nil,
		"breadboard exact -T 10 --sk":  {"--skip-last-kernel"},
		"breadboard sample --se":       {"--seed"},
		"breadboard sample --mc":       {"--mc-seed"},
		"breadboard completion ":       {"bash", "zsh", "fish", "--format", "--help", "-h", "--version"},
		"breadboard completion z":      {"zsh"},
		"breadboard help sw":           {"sweep"},
	})
}

func TestBashCompletionOfValues(t *testing.T) {
	toyWords := toyWords()
	bashOffers(t, map[string][]string{
		"breadboard exact --toy ":                    toyWords,
		"breadboard exact --toy ba":                  {"barrier"},
		"breadboard exact --toy = ba":                {"barrier"},
		"breadboard exact --toy =":                   toyWords,
		"breadboard exact --kernel he":               {"heat-bath", "heat-bath:"},
		"breadboard sample --toy easy --bridge ":     {"geometric", "mixture", "power:", "observations"},
		"breadboard exact --initial t":               {"tempered:", "target.csv", "tax.csv"},
		"breadboard exact --initial u":               {"uniform"},
		"breadboard exact --schedule best":           {"best-b", "best-j"},
		"breadboard exact --schedule cu":             {"curve:"},
		"breadboard sample --format ":                {"table", "markdown", "csv", "json"},
		"breadboard list --format c":                 {"csv"},
		"breadboard exact --schedule s":              {"sigmoid:"},
		"breadboard aide --gold po":                  {"posterior"},
		"breadboard aide --program sm":               {"smc:", "smc-data:"},
		"breadboard sweep --toy easy,ba":             {"easy,barrier"},
		"breadboard sweep --kernel king,lazy:0.5,he": {"king,lazy:0.5,heat-bath", "king,lazy:0.5,heat-bath:"},
		"breadboard sweep --target a.csv,ta":         {"a.csv,target.csv", "a.csv,tax.csv"},
		"breadboard exact --toy easy,ba":             nil, // it takes one
	})
}

// The scripts of the other shells offer the same names, and are accepted by
// those of the shells that are there.
func TestOtherCompletion(t *testing.T) {
	var words []string
	for _, e := range kernels.Families {
		if e.Make.Param != "" {
			e.Name += ":"
		}
		words = append(words, e.Name)
	}
	names := strings.Join(words, " ")
	dir := t.TempDir()
	for shell, has := range map[string][]string{
		"zsh": {
			"#compdef breadboard",
			"exact:--kernel)\n            compadd -- " + names,
			"'exact:J, B and everything",
			`'--target:A target from a file\: log f as CSV`,
		},
		"fish": {
			"-l kernel -x -a '" + names + "'",
			"-a exact -d 'J, B and everything",
			"-l target -r -F",
		},
	} {
		script := works(t, dir, "completion", shell)
		for _, s := range has {
			if !strings.Contains(script, s) {
				t.Errorf("%s: %q is missing", shell, s)
			}
		}
		if strings.Count(script, "'")%2 != 0 {
			t.Errorf("%s: a quote is open", shell)
		}
		if _, err := exec.LookPath(shell); err == nil {
			parses(t, shell, script)
		}
	}
}
