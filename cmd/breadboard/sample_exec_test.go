package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A movedRow is a row of sample --exec --format json.
type movedRow struct {
	Program, How, Quantity string
	Exact, Estimate, Z     *float64
	Warnings               []string
}

// moved runs the Python client and returns the rows by their quantities.
func moved(t *testing.T, args string) map[string]movedRow {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	client, err := filepath.Abs(filepath.Join("clients", "metropolis.py"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []movedRow
	worksJSON(t, &rows, t.TempDir(), append(strings.Fields("sample --toy barrier -T 20 "+args),
		"--exec", "python3 "+client)...)
	all := map[string]movedRow{}
	for _, r := range rows {
		if !strings.HasPrefix(r.Program, "python3 ") {
			t.Errorf("the program of %s is %q", r.Quantity, r.Program)
		}
		all[r.Quantity] = r
	}
	return all
}

// A program that is metropolis has the estimates of metropolis, within four standard errors: by
// chance one quantity in 16,000 is farther off, and the seed is fixed.
func TestSampleExec(t *testing.T) {
	rows := moved(t, "--kernel metropolis --chains 4000")
	for _, name := range []string{"e_log_w_fwd", "e_log_w_rev", "B", "log_r_lower", "ess", "chi_square"} {
		if r, ok := rows[name]; !ok || r.Z == nil || !(math.Abs(*r.Z) < 4) {
			t.Errorf("%s is %v, want a z within 4", name, r)
		}
	}
}

// A program that claims to make exact draws, and is metropolis, is far from their values.
func TestSampleExecOfAnotherKernel(t *testing.T) {
	rows := moved(t, "--kernel perfect --chains 4000")
	if r := rows["e_log_w_fwd"]; !(math.Abs(*r.Z) > 4) {
		t.Errorf("E_fwd[log w] of metropolis is %v standard errors from that of perfect moves", *r.Z)
	}
}

// Without a claim there are estimates alone, and log R, to which every sound kernel leads. Without
// a word that the kernel is reversible nothing runs in reverse.
func TestSampleExecUndeclared(t *testing.T) {
	rows := moved(t, "--chains 1000")
	if r := rows["e_log_w_fwd"]; r.Exact != nil || r.Estimate == nil {
		t.Errorf("E_fwd[log w] is exactly %v, estimated %v; want the estimate alone", r.Exact, r.Estimate)
	}
	if r := rows["log_r_lower"]; r.Exact == nil || !(math.Abs(*r.Z) < 4) {
		t.Errorf("log E_fwd[w] is %v, want a z within 4", r)
	}
	if r, ok := rows["B"]; ok {
		t.Errorf("there is a B, %v, without reverse chains", r)
	}
	if _, ok := rows["chi_square_p"]; !ok {
		t.Error("the final states are not compared with p")
	}
	if r, ok := moved(t, "--chains 1000 --reversible")["B"]; !ok || r.Exact != nil {
		t.Errorf("B by reversible moves is %v, want the estimate alone", r)
	}
}

func TestSampleExecRefuses(t *testing.T) {
	const client = " --exec none"
	for args, says := range map[string]string{
		"--reversible":                         "--reversible is given without --exec",
		"--program sir:4" + client:             "--exec makes the moves of an annealing, one after the other; leave --program out",
		"--schedule best-b" + client:           "--schedule best-b is found for a kernel, and none is named",
		"--kernel lifted" + client:             "--kernel lifted moves in a larger space",
		"--kernel cycle --reversible" + client: "--kernel cycle, which it claims to be, does not",
		"--timeout 0s" + client:                "--timeout 0s; a time above 0",
		"--chains 2" + client:                  "a program that can be started",
	} {
		refused(t, program(t, t.TempDir(), strings.Fields("sample --toy barrier "+args)...), says)
	}
}

// What a program from outside does not have is on no medium: no kernel, unless it claims one, and beside exact draws no
// schedule, bridge or T either. The default kernel's name stands in no byte of text, CSV, JSON and Parquet.
func TestExecHasNoKernel(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("clients", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	dir := files(t, map[string]string{"mine.py": read("metropolis.py"), "draws.py": read("sir.py")})
	sample, aide := "sample --toy barrier -T 7 --chains 20 --exec|python3 mine.py|", "aide --toy barrier --runs 20 "+
		"--exec|python3 draws.py 2|"
	for _, c := range []struct {
		args   string
		none   []string // of these words
		absent bool
	}{
		{sample, []string{"metropolis"}, true},
		{sample + "--kernel king", []string{"king"}, false},
		{aide, []string{"metropolis", "geometric", "linear"}, true},
		{aide + "-T 7,9", []string{"metropolis", "geometric", "linear"}, true},
		{aide + "--gold ais", []string{"metropolis", "geometric", "linear"}, false},
	} {
		for _, medium := range []string{"--format table", "--format csv", "--format json", "--save runs.parquet --force"} {
			if strings.HasPrefix(c.args, "aide") && strings.HasPrefix(medium, "--save") {
				continue
			}
			var args []string
			for i, part := range strings.Split(c.args, "|") {
				if i == 1 {
					args = append(args, part) // the command is one argument
				} else {
					args = append(args, strings.Fields(part)...)
				}
			}
			out := works(t, dir, append(args, strings.Fields(medium)...)...)
			if strings.HasPrefix(medium, "--save") {
				saved, err := os.ReadFile(filepath.Join(dir, "runs.parquet"))
				if err != nil {
					t.Fatal(err)
				}
				out = string(saved)
			}
			for _, word := range c.none {
				if strings.Contains(out, word) == c.absent {
					t.Errorf("%s %s: %q is there: %v", c.args, medium, word, !c.absent)
				}
			}
		}
	}
}
