package main

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// An execRow is what aide prints of a program from outside.
type execRow struct {
	Gold, Program, Exec string
	Estimate, Stderr    float64
	Expected            *float64
	P                   float64 `json:"exec_p"`
	LogR                float64 `json:"log_r"`
	OwnLogR             float64 `json:"exec_log_r"`
	OwnStderr           float64 `json:"exec_log_r_stderr"`
}

// The Python client has the estimate of the program of the catalogue that it rewrites, as the program
// and as the gold standard. Versions of it with one slip each are accused, with exit code 1.
func TestAideExec(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	source, err := os.ReadFile("clients/sir.py")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		old, new string
		broken   bool
	}{
		"sound":             {"", "", false},
		"a constant":        {"t - i if", "t - i + 7 if", false},
		"x is not kept":     {"[self.logw[x]] + ", "", true},
		"one draw too many": {"self.draws - 1", "self.draws", true},
		"unweighted pick":   {"random.choices(cells, weights)", "random.choices(cells)", true},
		"half in reverse":   {"return log_mean([self", "return math.log(0.5) + log_mean([self", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := files(t, map[string]string{"sir.py": strings.Replace(string(source), c.old, c.new, 1)})
			r := program(t, dir, "aide", "--toy", "barrier", "--exec", "python3 sir.py 4", "--program", "exec,sir:4",
				"--format", "json")
			if code := map[bool]int{true: 1}[c.broken]; r.code != code {
				t.Fatalf("exit code %d, want %d: %s", r.code, code, r.stderr)
			}
			var rows []execRow
			if err := json.Unmarshal([]byte(r.stdout), &rows); err != nil {
				t.Fatal(err)
			}
			if !c.broken {
				soundExec(t, rows[0], *rows[1].Expected)
			}
		})
	}
}

// soundExec checks the row of a sound program, whose estimate has this expectation.
func soundExec(t *testing.T, r execRow, want float64) {
	t.Helper()
	if math.Abs(r.Estimate-want) > 5*r.Stderr {
		t.Errorf("the estimate is %v +- %v, want about %v", r.Estimate, r.Stderr, want)
	}
	if r.Expected != nil {
		t.Errorf("its expectation is %v, want none", *r.Expected)
	}
	if r.Program != "exec" {
		t.Errorf("the program is called %s, want exec", r.Program)
	}
	if r.Exec != "python3 sir.py 4" {
		t.Errorf("the command is %s", r.Exec)
	}
	if off := math.Abs(r.OwnLogR - r.LogR); off > 5*r.OwnStderr && math.Abs(off-7) > 5*r.OwnStderr {
		t.Errorf("by its weights log R is %v, want %v or 7 more", r.OwnLogR, r.LogR)
	}
}

// execInShell is a program that always returns cell 0, which alone has mass.
const execInShell = `read a; read b; read c; list() { yes "$1" | head -n $2 | paste -sd, | sed 's/.*/[&]/'; }
while read q; do
	case $q in
	*forward*) n=${q#*:}; list '[0,0]' ${n%\}};;
	*) list 0 $(echo "$q" | awk -F, '{ print NF }');;
	esac
done`

// People read what is known of the program; as the gold standard it is as near.
func TestAideExecForPeople(t *testing.T) {
	dir := files(t, map[string]string{"one.csv": "0,-inf\n", "exec.sh": execInShell})
	common := []string{"aide", "--target", "one.csv", "--runs", "20", "--exec", "sh exec.sh"}
	for _, args := range [][]string{{}, {"--gold", "exec", "--program", "posterior"},
		{"--program", "exec", "--meta", "3"}} {
		out := works(t, dir, append(slices.Clone(common), args...)...)
		text := strings.Join(strings.Fields(out), " ")
		for _, want := range []string{"exec: sh exec.sh. Its forward and reverse runs fit together (20 each way,",
			"By its weights log R is 0; the truth is 0.", "exec is a program from outside, which shows runs alone"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in %s", args, want, text)
			}
		}
	}
}

// What a program does wrong with the protocol is exit code 2 and one line; nothing is printed.
func TestAideExecFaults(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": wallCSV})
	const told = "read a; read b; read c; read q; "
	for says, script := range map[string]string{
		"no answer within 300ms; a line for each line that asks for runs": "cat >/dev/null",
		"it ended (exit status 7) before the last question":               told + "exit 7",
		"with a JSON array of pairs such as [3,-0.5], 2 of them":          told + "echo hello; cat",
		`returned cell "6"; a whole number from 0 to 5 would do`:          told + "echo '[[6,0],[0,0]]'; cat",
		"run 2 of 2 returned cell 2, which has no mass":                   told + "echo '[[0,0],[2,0]]'; cat",
		"JSON has no NaN":                            told + "echo '[[0,NaN],[0,0]]'; cat",
		"it answered 1 run to a question for 2":      told + "echo '[[0,0]]'; cat",
		"it answered a line of more than 7424 bytes": told + "head -c 100000 /dev/zero | tr '\\0' 1; cat",
		"run 1 of 2 has the log weight":              told + "echo '[[0,0],[0,0]]'; read q; echo '[\"x\",0]'; cat",
		"its stderr ends: stuck":                     "echo stuck >&2; " + told + "exit 7",
	} {
		timeout := "30s"
		if strings.Contains(says, "300ms") {
			timeout = "300ms"
		}
		r := program(t, dir, "aide", "--target", "g.csv", "--runs", "2", "--timeout", timeout, "--exec",
			`sh -c "`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script)+`"`)
		refused(t, r, says)
		if n := strings.Count(r.stderr, "--exec"); n != 1 {
			t.Errorf("--exec is told %d times, want once: %s", n, r.stderr)
		}
	}
}

// Flags that do not fit together.
func TestAideExecBadInput(t *testing.T) {
	refuseAll(t, [][2]string{
		{"exec is the program of --exec, which is not given; --exec COMMAND would do", "aide --toy easy --program exec"},
		{"exec is the program of --exec, which is not given", "aide --toy easy --gold exec"},
		{"--exec is given, but neither --gold nor --program is exec", "aide --toy easy --program ais --exec true"},
		{"--timeout 0s; a time above 0, such as 30s, would do", "aide --toy easy --exec true --timeout 0s"},
		{"--exec is empty; a value, as in --exec 'python3 mykernel.py', would do", "aide --toy easy --exec="},
		{"--exec is empty", "score --toy easy --exec="},
		{"--timeout is given without --exec; both or none would do", "aide --toy easy --timeout 3s"},
		{"--timeout is given without --exec; both or none would do", "score --toy easy --timeout 3s"},
		{"--exec no-such-program: ", "aide --toy easy --exec no-such-program"},
	})
}
