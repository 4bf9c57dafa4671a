package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/chains"
	"breadboard/experiments/protocol"
	"breadboard/grid/must"
)

// TestGeweke: a sound kernel fits, with a picture; and bad input is one line.
func TestGeweke(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir,
		strings.Fields("geweke --toy clustering:3:2 --kernel heat-bath --draws 200 --pictures pics")...)
	if want := "The kernel fits clustering:3:2, as far as 200 draws tell."; !strings.Contains(out, want) {
		t.Errorf("no line %q in %s", want, out)
	}
	for _, name := range []string{"geweke.png", "geweke.svg"} {
		if info, err := os.Stat(filepath.Join(dir, "pics", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s is not drawn: %v", name, err)
		}
	}
}

// TestGewekeExec: a program's steps are tested in three ways, each of its faults is found, and the right one is not
// accused. In the short form the test asks for three of the faults.
func TestGewekeExec(t *testing.T) {
	python(t)
	dir := files(t, map[string]string{"broken.py": read(t, "testdata/broken.py"),
		"mine.py": read(t, "clients/metropolis.py")})
	asked := func(command, test string) []string {
		args := strings.Fields("geweke --toy clustering:2:4 --axes line --yes --test " + test)
		return append(args, "--exec", command)
	}
	for _, test := range []string{"joint --draws 100", "sbc --steps 20 --others 2 --draws 40",
		"invariance --reversible --draws 40"} {
		holds(t, works(t, dir, asked("python3 mine.py", test)...), "The kernel fits clustering:2:4, as far as")
	}
	for i, c := range []struct{ fault, test string }{
		{"acceptance inverted", "joint --steps 4 --draws 100"},
		{"prior for posterior", "sbc --draws 300 --others 3"},
		{"right edge forgotten", "invariance --reversible --steps 4 --draws 200"},
		{"no Hastings ratio at edges", "invariance --reversible --draws 2000"},
		{"lopsided proposal", "invariance --reversible --draws 2000"},
		{"until accepted", "invariance --reversible --draws 2000"},
		{"wrong temperature", "invariance --reversible --draws 2000"},
		{"moves against the odds dropped", "invariance --reversible --steps 4 --draws 400"},
		{"data before", "invariance --reversible --steps 4 --draws 400"},
	} {
		if i >= 3 && !long {
			break
		}
		r := program(t, dir, asked("python3 broken.py '"+c.fault+"'", c.test)...)
		says := "The kernel does not fit clustering:2:4"
		if strings.HasPrefix(c.test, "sbc") {
			says = "the kernel is wrong, or slow"
		}
		if holds(t, r.stdout, says); r.code != 1 {
			t.Errorf("%s: exit code %d, want 1: %s", c.fault, r.code, r.stderr)
		}
	}
}

// TestProtocolOnData: the tables of a user's own data, files of the same, and one object with an array for each study;
// a seed repeats.
func TestProtocolOnData(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n"})
	args := strings.Fields("protocol --toy clustering:4:2 --data y.csv -T 5,10 --out new/out")
	out := works(t, dir, args...)
	holds(t, out, "y.csv: 4 rows; standardized; clustering:4:2", "nothing speaks against", "17 files in new/out")
	made := contents(t, filepath.Join(dir, "new", "out"))
	if len(made) != 17 || !strings.Contains(made["protocol.md"], "nothing speaks against") {
		t.Errorf("%d files, want 4 studies of two, a page with a verdict and 4 figures of two", len(made))
	}
	if other := works(t, dir, append(args, "--seed", "3")...); other == out {
		t.Error("another seed printed the same")
	}
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, append(args, "--sweeps", "0,7", "--sets", "3")...)
	if len(studies["reverse"]) != 12 || studies["representations"] != nil || studies["forward"][1]["T"] != 10.0 {
		t.Errorf("%v, want two T and two S of three sets in reverse, and no representations of a user's data", studies)
	}
}

// TestOwnModel: a model by a file and a program has Geweke's test, with a kernel of the catalogue and with a program's
// steps, and the protocol. Its posterior is found by hand. Half a model and programs that are none are one line.
func TestOwnModel(t *testing.T) {
	python(t)
	dir := files(t, map[string]string{"model.py": read(t, "clients/model.py"),
		"metropolis.py": read(t, "clients/metropolis.py"), "prior.csv": "0,-1,-2,-1,0\n",
		"y.csv": "0.5\n1.2\n"})
	own := func(command string, more ...string) []string {
		return append([]string{command, "--prior", "prior.csv", "--model", "python3 model.py"}, more...)
	}
	const few = "--draws 100 --steps 2"
	out := works(t, dir, own("geweke", strings.Fields(few)...)...)
	holds(t, out, "The kernel fits python3 model.py, as far as 100 draws")
	both := append(own("geweke", strings.Fields(few)...), "--exec", "python3 metropolis.py")
	holds(t, works(t, dir, both...), "The kernel fits python3 model.py")

	var studies map[string][]map[string]any
	small := strings.Fields("--data y.csv -T 5 --sets 2 --hyperparameters 2")
	worksJSON(t, &studies, dir, own("protocol", small...)...)
	prior := []float64{0, -1, -2, -1, 0}
	var joint []float64
	for i, logp := range prior {
		mean := float64(i) - 2
		joint = append(joint, logp-((0.5-mean)*(0.5-mean)+(1.2-mean)*(1.2-mean))/2)
	}
	for i, p := range chains.Normalized(joint) {
		if got := studies["fit"][i]["p_real"].(float64); math.Abs(got-p) > 1e-12 {
			t.Errorf("p(axis 2 = %d | y) is %v, want %v", i, got, p)
		}
	}
	noModel := []string{"geweke", "--prior", "prior.csv", "--model", "python3 metropolis.py"}
	for says, args := range map[string][]string{
		"--model is missing":                        {"geweke", "--prior", "prior.csv"},
		"--prior is missing":                        {"protocol", "--model", "python3 model.py", "--data", "y.csv"},
		"one of the two would do":                   own("geweke", "--toy", "clustering:2:2"),
		"--data is missing":                         own("protocol"),
		"--hyperparameters 3; a number from 1 to 2": own("protocol", "--data", "y.csv", "--hyperparameters", "3"),
		"none.csv: no such file":                    {"geweke", "--prior", "none.csv", "--model", "python3 model.py"},
		"answers simulate and loglik":               noModel,
		"--model false: it ended":                   {"geweke", "--prior", "prior.csv", "--model", "false"},
		"--exec false: it ended":                    append(own("geweke"), "--exec", "false"),
	} {
		refused(t, program(t, dir, args...), says)
	}
}

// TestProtocolDefaults: the flags have the defaults of the committed results.
func TestProtocolDefaults(t *testing.T) {
	var c cli
	parser := must.Have(kong.New(&c, append(decimals(), vars())...))(t)
	if _, err := parser.Parse([]string{"protocol"}); err != nil {
		t.Fatal(err)
	}
	o := protocol.Defaults()
	if c.Protocol.Sets != o.Sets || c.Protocol.Seed != o.Seed {
		t.Errorf("%d sets with seed %d, want %d with %d", c.Protocol.Sets, c.Protocol.Seed, o.Sets, o.Seed)
	}
	list := func(all []int) string { return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(all), "[]")), ",") }
	if got, want := c.Protocol.Sweeps, list(o.Sweeps); got != want {
		t.Errorf("sweeps %s, want %s", got, want)
	}
	help := strings.Join(strings.Fields(works(t, t.TempDir(), "protocol", "--help")), " ")
	if want := fmt.Sprintf("(default %s)", list(o.Ts)); !strings.Contains(help, want) {
		t.Errorf("the help does not say %s: %s", want, help)
	}
}
