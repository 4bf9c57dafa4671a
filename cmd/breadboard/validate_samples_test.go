package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// validated holds a part of the object that validate prints.
type validated struct {
	Verdict string
	Laws    []struct {
		Name, Witness string
		OK            bool
		Value         *float64
	}
}

// broken returns the witnesses of the broken laws, by name.
func (v validated) broken() map[string]string {
	found := map[string]string{}
	for _, l := range v.Laws {
		if !l.OK {
			found[l.Name] = l.Witness
		}
	}
	return found
}

func validateJSON(t *testing.T, dir string, args ...string) (validated, result) {
	t.Helper()
	r := program(t, dir, append([]string{"validate", "--format", "json"}, args...)...)
	var v validated
	if err := json.Unmarshal([]byte(r.stdout), &v); err != nil && r.code != 2 {
		t.Fatalf("%v: %s%s", err, r.stdout, r.stderr)
	}
	return v, r
}

// keepsAll checks a run of validate in which no law is broken.
func keepsAll(t *testing.T, v validated, r result) {
	t.Helper()
	if r.code != 0 {
		t.Errorf("exit code %d, want 0: %s", r.code, r.stderr)
	}
	for law, witness := range v.broken() {
		t.Errorf("%q is said to be broken: %s", law, witness)
	}
}

// breaks checks a run of validate in which a law is broken, with a witness.
func breaks(t *testing.T, v validated, r result, law, witness string) {
	t.Helper()
	if r.code != 1 {
		t.Errorf("exit code %d, want 1: %s", r.code, r.stderr)
	}
	if got := v.broken()[law]; !strings.Contains(got, witness) {
		t.Errorf("the witness against %q is %q, want %q", law, got, witness)
	}
}

const wallCSV = "0,1,-inf\n2,-1,1\n"

// The Python client keeps all laws. Versions of it with one slip each break what
// they are to break, are told with a witness, and exit with 1.
func TestValidateExec(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	source, err := os.ReadFile("clients/metropolis.py")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, law, witness string }{
		"sound": {"", "", "", ""},
		"wrong temperature": {"logf[y] - logf[x]", "0.7 * (logf[y] - logf[x])",
			"steps from draws of p are draws of p", "at beta = 1 cell "},
		"accepts the worse": {"logf[y] - logf[x]", "logf[x] - logf[y]",
			"moves are the declared kernel's", "at beta = 1 from cell "},
		"enters the wall": {"return y if", "return y if y == 2 or",
			"no cell without mass is seen entered", "to 2 [0 2], which has no mass"},
		"a rare wrong jump": {"    axis, way", "    if random.random() < 1e-3: return 0\n    axis, way",
			"moves are the declared kernel's", "to 0 [0 0]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := strings.Replace(string(source), c.old, c.new, 1)
			dir := files(t, map[string]string{"g.csv": wallCSV, "my.py": client})
			v, r := validateJSON(t, dir, "--exec", "python3 my.py", "--target", "g.csv", "--kernel", "metropolis",
				"--beta", "1")
			if c.law == "" {
				keepsAll(t, v, r)
			} else {
				breaks(t, v, r, c.law, c.witness)
			}
		})
	}
}

// What a program does wrong with the protocol is exit code 2, told once and at the
// end, with its stderr; nothing is printed.
func TestValidateExecFaults(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": wallCSV})
	for says, command := range map[string]string{
		"no answer within 300ms":     `sh -c "echo stuck >&2; cat >/dev/null"`,
		"it ended (exit status 7)":   `sh -c "echo stuck >&2; read a; read b; read c; exit 7"`,
		"no-such-program":            "no-such-program",
		"a quote does not end":       "sh -c 'cat",
		`it answered "{\"states\":[`: `sh -c "echo stuck >&2; read a; read b; cat"`,
		"a cell number from 0 to 5 would do": `sh -c "read a; read b; ` +
			`while read c; do echo $c | tr -d 'states{}\":' | sed 's/[0-9][0-9]*/77/g'; done"`,
		"Traceback": `python3 -c "x = input()
raise ValueError(x)"`,
	} {
		if strings.HasPrefix(command, "python3") {
			if _, err := exec.LookPath("python3"); err != nil {
				continue
			}
			says = "ValueError"
		}
		timeout := "30s"
		if strings.Contains(says, "300ms") {
			timeout = "300ms"
		}
		_, r := validateJSON(t, dir, "--exec", command, "--target", "g.csv", "--beta", "1", "--timeout", timeout)
		testExecFault(t, command, says, r)
	}
}

// testExecFault holds what is printed of a program's fault to one line that says so.
func testExecFault(t *testing.T, command, says string, r result) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(r.stderr), "\n")
	last := lines[len(lines)-1]
	ended(t, r, result{code: 2, stderr: r.stderr})
	if !strings.Contains(last, says) {
		t.Errorf("%s: the last line is %s, want %q", command, last, says)
	}
	if n := strings.Count(last, "--exec"); n != 1 {
		t.Errorf("%s: --exec is told %d times, want once: %s", command, n, last)
	}
	if len(lines) > 1 {
		t.Errorf("%s: %d lines, want one: %s", command, len(lines), r.stderr)
	}
	if strings.Contains(command, "stuck") != strings.Contains(last, "its stderr ends: stuck") {
		t.Errorf("%s: its stderr: %s", command, last)
	}
}
