package main

import (
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// certifiedRow holds what JSON says of a certified quantity.
type certifiedRow struct {
	Quantity, Certified        string
	Value, Within, Digits, Off float64
	Bits, T                    int
}

// TestCertifyProves: the certified digits do not depend on the machine, and float64
// agrees with them to 13 digits.
func TestCertifyProves(t *testing.T) {
	var rows []certifiedRow
	dir := files(t, inputs)
	worksJSON(t, &rows, dir, "certify", "--toy", "barrier", "-T", "3")
	want := map[string]string{
		"J":           "2.6506304913314551730",
		"B":           "4.0552406696155732180",
		"kl_q_p":      "1.6968157300561735659",
		"kl_p_q":      "0.95381476127528160703",
		"path_kl_fwd": "2.8918840940720665133",
		"path_kl_rev": "1.1633565755435067047",
		"log_r":       "1.4446134340800062206",
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows, want %d", len(rows), len(want))
	}
	for _, r := range rows {
		r.proves(t, want[r.Quantity])
	}
}

// proves checks a row of TestCertifyProves.
func (r certifiedRow) proves(t *testing.T, want string) {
	t.Helper()
	if r.Certified != want {
		t.Errorf("%s is %s, want %s", r.Quantity, r.Certified, want)
	}
	if !(r.Within < 1e-19) {
		t.Errorf("%s is within %g, want less than 1e-19", r.Quantity, r.Within)
	}
	if r.T != 3 {
		t.Errorf("%s is that of %d levels, want 3", r.Quantity, r.T)
	}
	if r.Bits != 256 {
		t.Errorf("%s is found with %d bits, want 256", r.Quantity, r.Bits)
	}
	if !(r.Digits > 13) {
		t.Errorf("%s has %v right digits, want more than 13", r.Quantity, r.Digits)
	}
	if !(r.Off < 1e-13) {
		t.Errorf("%s is off by %g, want less than 1e-13", r.Quantity, r.Off)
	}
}

// TestCertifyWidth: no line is wider than a terminal of 80 columns.
func TestCertifyWidth(t *testing.T) {
	dir := files(t, inputs)
	for _, args := range []string{
		"--toy barrier -T 3,20",
		"--toy easy -T 4 --kernel perfect --bridge mixture",
		"--target row.csv --kernel lifted -T 4 --skip-last-kernel",
		"--target wall.csv --initial everywhere.csv -T 3",
	} {
		for line := range strings.Lines(works(t, dir, append([]string{"certify"}, strings.Fields(args)...)...)) {
			if n := twwidth.Width(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", args, n, line)
			}
		}
	}
}

// TestCertifyRefuses: the catalogue has its own list.
func TestCertifyRefuses(t *testing.T) {
	for _, flag := range []string{
		"--toy barrier",
		"--target wall.csv",
		"-T 10",
		"--seed 3",
		"--kernel barker",
		"--bridge mixture",
		"--schedule sigmoid:4",
		"--initial tempered:0.3",
		"--skip-last-kernel",
		"--yes",
	} {
		name, _, _ := strings.Cut(flag, " ")
		args := strings.Fields("certify --catalogue " + flag)
		refused(t, program(t, t.TempDir(), args...), "leave "+name+" out")
	}
	for _, args := range []string{"certify --catalogue --toy barrier -T 3", "certify --toy barrier --kernel nothing"} {
		refused(t, program(t, t.TempDir(), strings.Fields(args)...))
	}
}
