package main

import (
	"strings"
	"testing"
)

const wallCSV = "0,1,-inf\n2,-1,1\n"

// A version of the Python client with a slip breaks what it is to break, is told with a witness, and exits with 1.
func TestValidateExec(t *testing.T) {
	python(t)
	slip := strings.Replace(read(t, "clients/metropolis.py"), "return y if", "return y if y == 2 or", 1)
	dir := files(t, map[string]string{"g.csv": wallCSV, "slip.py": slip})
	args := strings.Fields("validate --target g.csv --kernel metropolis --beta 1 --format json --exec")
	r := program(t, dir, append(args, "python3 slip.py")...)
	ended(t, r, result{code: 1, stdout: r.stdout, stderr: "breadboard: a law is broken\n"})
	holds(t, r.stdout, "no cell without mass is seen entered", "to (0, 2), which has no mass")
}

// What a program does wrong with the protocol is exit code 2, told once and at the end, with its stderr.
func TestExecFaults(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": wallCSV})
	const validate, aide = "validate --beta 1 --timeout ", "aide --runs 2 --timeout 30s"
	for _, c := range [][3]string{
		{validate + "300ms", `sh -c "echo stuck >&2; cat >/dev/null"`,
			"no answer within 300ms ... its stderr ends: stuck"},
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
