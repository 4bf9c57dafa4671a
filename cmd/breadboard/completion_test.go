package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"breadboard/chains/kernels"
	"breadboard/grid/must"
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

// What bash offers after lines: commands, flags, files, names, and the last word of a list.
func TestBashCompletion(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	dir := files(t, map[string]string{"target.csv": "", "other.csv": ""})
	script := works(t, dir, "completion", "bash")
	parses(t, "bash", script)
	for line, want := range map[string][]string{
		"breadboard ex":                       {"exact", "explore"},
		"breadboard --v":                      {"--version"},
		"breadboard exact --target ta":        {"target.csv"},
		"breadboard exact -T ":                nil,
		"breadboard exact -T 10 --sk":         {"--skip-last-kernel"},
		"breadboard completion z":             {"zsh"},
		"breadboard help sw":                  {"sweep"},
		"breadboard exact --toy ":             toyWords(),
		"breadboard exact --toy = ba":         {"barrier"},
		"breadboard exact --kernel he":        {"heat-bath"},
		"breadboard exact --initial t":        {"tempered:", "target.csv"},
		"breadboard sample --format c":        {"csv"},
		"breadboard sample --theme ":          {"paper", "slide"},
		"breadboard aide --program sm":        {"smc:", "smc-data:"},
		"breadboard sweep --kernel king,he":   {"king,heat-bath"},
		"breadboard sweep --target a.csv,ta":  {"a.csv,target.csv"},
		"breadboard score --zoo small,poste":  {"small,posteriors"},
		"breadboard exact --toy easy,ba":      nil, // it takes one
		"breadboard protocol --data-as stand": {"standardized"},
	} {
		got := complete(t, dir, script, line)
		if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
			t.Errorf("%q: %s", line, diff)
		}
	}
}

// The scripts of the other shells offer the same names, and are accepted by
// those of the shells that are there.
func TestOtherCompletion(t *testing.T) {
	var words []string
	for _, e := range kernels.Named {
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
			"'exact:J and B of an annealing",
			`'--target:A target from a file\: log f as CSV`,
		},
		"fish": {
			"-l kernel -x -a '" + names + "'",
			"-a exact -d 'J and B of an annealing",
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

// The commands help and version print what the flags --help and --version print.
func TestHelpAndVersion(t *testing.T) {
	for command, flag := range map[string]string{"help": "--help", "help exact": "exact --help",
		"version": "--version"} {
		got := works(t, "", strings.Fields(command)...)
		want := works(t, "", strings.Fields(flag)...)
		if got != want || got == "" {
			t.Errorf("%s prints\n%s, want what %s prints,\n%s", command, got, flag, want)
		}
	}
}

// quotedProgram is a command line of a program in an example.
var quotedProgram = regexp.MustCompile(`'python3 \w+\.py'`)

// Every command has an example in its help, which fits a terminal and is parsed.
func TestUsage(t *testing.T) {
	parser := must.Have(kong.New(&cli{}, append(decimals(), spelling(), vars())...))(t)
	for _, command := range parser.Model.Leaves(true) {
		name := command.Name
		help := works(t, "", "help", name)
		_, examples, ok := strings.Cut(command.Detail, "For example:\n\n")
		if !ok {
			t.Errorf("%s has no example: a line that can be typed, behind \"For example:\" and an empty line", name)
		}
		for line := range strings.Lines(examples) {
			line = strings.TrimSpace(line)
			if !strings.Contains(help, "\n    "+line+"\n") || len(line) > 76 {
				t.Errorf("the help of %s shows no line %q, or cuts it:\n%s", name, line, help)
			}
			args := strings.Fields(quotedProgram.ReplaceAllString(line, "mine"))
			if args[0] == "breadboard" && !strings.Contains(line, "|") {
				if _, err := parser.Parse(args[1:]); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
}

// The manual page has every command and every flag, and no letter that roff would take for a request.
func TestMan(t *testing.T) {
	page := works(t, "", "man")
	for _, command := range model(t).Leaves(true) {
		if !strings.Contains(page, "\n.SS "+command.Name) {
			t.Errorf("the page has no command %s", command.Name)
		}
		for _, f := range command.Flags {
			if !f.Hidden && !strings.Contains(page, roff("--"+f.Name)) {
				t.Errorf("the page has no --%s of %s", f.Name, command.Name)
			}
		}
	}
	if _, err := exec.LookPath("groff"); err == nil {
		cmd := exec.Command("groff", "-man", "-ww", "-z")
		cmd.Stdin = strings.NewReader(page)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("groff says %s (%v)", out, err)
		}
	}
}

// A backslash, a hyphen and a point at the beginning of a line keep their meaning, and an empty line begins
// a paragraph.
func TestRoff(t *testing.T) {
	got, want := roff(".a-b\\c\n\n  x\n  y"), "\\&.a\\-b\\ec\n.PP\n\\&  x\n.br\n\\&  y"
	if got != want {
		t.Errorf("roff writes %q, want %q", got, want)
	}
}

// A program without a commit is named by its bytes, so that other code does not go on with its rows.
func TestBuild(t *testing.T) {
	defer func(was string) { commit = was }(commit)
	commit = ""
	name, bytes := build().Commit, bytesOfProgram()
	if len(bytes) != 16 || !strings.Contains(name, "program ") || !strings.HasSuffix(name, bytes) {
		t.Errorf("the commit is %q of a program with the bytes %s", name, bytes)
	}
}
