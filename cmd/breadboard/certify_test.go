package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// TestCertifyProves: what is certified does not depend on the machine, and what
// float64 makes of it hardly.
func TestCertifyProves(t *testing.T) {
	var rows []struct {
		Quantity, Certified        string
		Value, Within, Digits, Off float64
		Bits, T                    int
	}
	dir := files(t, inputs)
	if err := json.Unmarshal([]byte(works(t, dir, "certify", "--toy", "barrier", "-T", "3", "--format", "json")), &rows); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"J": "2.6506304913314551730", "B": "4.0552406696155732180", "kl_q_p": "1.6968157300561735659", "kl_p_q": "0.95381476127528160703",
		"path_kl_fwd": "2.8918840940720665133", "path_kl_rev": "1.1633565755435067047", "log_r": "1.4446134340800062206"}
	if len(rows) != len(want) {
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		if r.Certified != want[r.Quantity] || !(r.Within < 1e-19) || r.T != 3 || r.Bits != 256 {
			t.Errorf("%s is %s within %g, by %d bits; want %s", r.Quantity, r.Certified, r.Within, r.Bits, want[r.Quantity])
		}
		if !(r.Digits > 13 && r.Off < 1e-13) {
			t.Errorf("%s: %v digits, off by %g", r.Quantity, r.Digits, r.Off)
		}
	}
	for _, args := range []string{"--toy barrier -T 3,20", "--toy easy -T 4 --kernel perfect --bridge mixture", "--target row.csv --kernel lifted -T 4 --skip-last-kernel",
		"--target wall.csv --initial everywhere.csv -T 3"} {
		for line := range strings.Lines(works(t, dir, append([]string{"certify"}, strings.Fields(args)...)...)) {
			if n := twwidth.Width(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", args, n, line)
			}
		}
	}
}

// TestCertifyRefuses: the catalogue has its own list.
func TestCertifyRefuses(t *testing.T) {
	for _, flag := range []string{"--toy barrier", "--target wall.csv", "-T 10", "--seed 3", "--kernel barker", "--bridge mixture", "--schedule sigmoid:4",
		"--initial tempered:0.3", "--skip-last-kernel", "--yes"} {
		name, _, _ := strings.Cut(flag, " ")
		r := program(t, t.TempDir(), append([]string{"certify", "--catalogue"}, strings.Fields(flag)...)...)
		if r.code != 2 || r.stdout != "" || !strings.Contains(r.stderr, "leave "+name+" out") {
			t.Errorf("--catalogue %s: exit %d, %s %s", flag, r.code, r.stdout, r.stderr)
		}
	}
	for _, args := range []string{"--catalogue --toy barrier -T 3", "--toy barrier --kernel nothing"} {
		if r := program(t, t.TempDir(), append([]string{"certify"}, strings.Fields(args)...)...); r.code != 2 || r.stdout != "" || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s %s", args, r.code, r.stdout, r.stderr)
		}
	}
}
