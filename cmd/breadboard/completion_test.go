package main

import (
	"os/exec"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestCompletion: bash completes commands, flags, names of catalogues and words of a command by the script, also after
// an equals sign or a comma; zsh has the same script, and fish a line for each flag.
func TestCompletion(t *testing.T) {
	script := works(t, "", "--completion", "bash")
	completes := func(line string) string {
		const asks = `t() { COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _breadboard; echo "${COMPREPLY[*]}"; }; t `
		out, err := exec.Command("bash", "-c", script+asks+line).Output()
		must.Do(t, err)
		return strings.TrimSpace(string(out))
	}
	for line, want := range map[string]string{
		"breadboard ex":                                      "exact explore",
		"breadboard exact --toy ba":                          "barrier",
		"breadboard exact --toy = ba":                        "barrier",
		"breadboard sweep -T 3,4 --schedule best":            "best-b best-j",
		"breadboard sweep --kernel metropolis,he":            "metropolis,heat-bath",
		"breadboard sweep --schedule = linear,best-b":        "linear,best-b",
		"breadboard sweep --schedule linear,sigmoid : 4,fis": "4,fisher",
		"breadboard sweep --schedule = sigmoid : 4,best-b":   "4,best-b",
		"breadboard exact --format ma":                       "markdown",
		"breadboard exact --format gi":                       "",
		"breadboard sandwich --format gi":                    "github",
		"breadboard reproduce bd":                            "bdmc",
		"breadboard validate --req":                          "--require",
		"breadboard list sch":                                "schedules",
		"breadboard help sw":                                 "sweep",
		"breadboard exact a b c d e f g h i --bridge":        "--bridge",
	} {
		if got := completes(line); got != want {
			t.Errorf("%s is completed by %q, want %q", line, got, want)
		}
	}
	_, after, _ := strings.Cut(works(t, "", "--completion=zsh"), "bashcompinit\n")
	if !strings.HasSuffix(script, after) {
		t.Error("zsh has another script")
	}
	must.Say(t, works(t, "", "--completion", "fish"), "complete -c breadboard -n __fish_use_subcommand -f -a exact\n",
		"from exact' -l kernel", "from list' -f -a 'toys kernels")
	r := program(t, "", "--completion", "tcsh")
	must.Say(t, r.stderr, `the shell "tcsh" is unknown; use`)
}
