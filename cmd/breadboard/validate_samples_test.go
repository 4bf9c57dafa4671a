package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// validated holds a part of the object that validate prints.
type validated struct {
	Verdict string
	Balance *string
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
	python(t)
	source := read(t, "clients/metropolis.py")
	for _, c := range []struct{ old, new, law, witness string }{
		{},
		{"return y if", "return y if y == 2 or", "no cell without mass is seen entered", "to 2 [0 2], which has no mass"},
		{"logf[y] - logf[x]", "0.7 * (logf[y] - logf[x])", "steps from draws of p are draws of p", "at beta = 1 cell "},
		{"logf[y] - logf[x]", "logf[x] - logf[y]", "moves are the declared kernel's", "at beta = 1 from cell "},
	}[:times(2, 4)] {
		dir := files(t, map[string]string{"g.csv": wallCSV, "my.py": strings.Replace(source, c.old, c.new, 1)})
		v, r := validateJSON(t, dir, "--exec", "python3 my.py", "--target", "g.csv", "--kernel", "metropolis", "--beta", "1")
		if c.law == "" {
			keepsAll(t, v, r)
		} else {
			breaks(t, v, r, c.law, c.witness)
		}
	}
}

// What a program does wrong with the protocol is exit code 2, told once and at the end, with its stderr.
func TestExecFaults(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": wallCSV})
	const validate, aide = "validate --beta 1 --timeout ", "aide --runs 2 --timeout 30s"
	for _, c := range [][3]string{
		{validate + "300ms", `sh -c "echo stuck >&2; cat >/dev/null"`, "no answer within 300ms ... its stderr ends: stuck"},
		{validate + "30s", `sh -c "echo stuck >&2; read a; read b; read c; exit 7"`,
			"it ended (exit status 7) ... its stderr ends: stuck"},
		{validate + "30s", `sh -c "printf '\033[2Jgone' >&2; exit 3"`, `its stderr ends: \x1b[2Jgone`},
		{aide, `sh -c "echo stuck >&2; read a; read b; read c; read q; exit 7"`, "its stderr ends: stuck"},
	} {
		r := program(t, dir, append(strings.Fields(c[0]+" --target g.csv --exec"), c[1])...)
		refused(t, r, strings.Split(c[2], " ... ")...)
		if n := strings.Count(r.stderr, "--exec"); n != 1 {
			t.Errorf("%s: --exec is told %d times, want once: %s", c, n, r.stderr)
		}
	}
}
