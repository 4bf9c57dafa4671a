package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/toys"
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

// The map of a wrong kernel is not empty: it shows cells that are entered too often and too
// seldom in its two colours, by moves that are asked for and by those of a file.
func TestValidateSamplesPictures(t *testing.T) {
	wrong := strings.ReplaceAll(record(t, 500), "1,", "0,") // cell 1 is seen as cell 0
	dir := files(t, map[string]string{"g.csv": wallCSV, "moves.csv": wrong})
	sources := [][]string{{"--moves", "moves.csv"}}
	if _, err := exec.LookPath("python3"); err == nil {
		source, err := os.ReadFile("clients/metropolis.py")
		if err != nil {
			t.Fatal(err)
		}
		bad := strings.Replace(string(source), "logf[y] - logf[x]", "0.3*(logf[y] - logf[x])", 1)
		if err := os.WriteFile(filepath.Join(dir, "bad.py"), []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		sources = append(sources, []string{"--exec", "python3 bad.py"})
	}
	for _, source := range sources {
		args := append([]string{"validate", "--target", "g.csv", "--kernel", "metropolis", "--beta", "1", "--pictures",
			"pics"}, source...)
		if r := program(t, dir, args...); r.code != 1 {
			t.Errorf("%v: exit code %d, want 1: %s", source, r.code, r.stderr)
		}
		for _, name := range []string{"invariance.png", "moves.png"} {
			red, blue := colours(t, filepath.Join(dir, "pics", name))
			if red < 1000 || blue < 1000 {
				t.Errorf("%v: %s has %d red and %d blue pixels, want a thousand of each", source, name, red, blue)
			}
		}
	}
}

// colours counts the pixels of a picture that are rather red, and rather blue.
func colours(t *testing.T, path string) (red, blue int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	all := picture.Bounds()
	for y := all.Min.Y; y < all.Max.Y; y++ {
		for x := all.Min.X; x < all.Max.X; x++ {
			switch r, _, b, _ := picture.At(x, y).RGBA(); {
			case r > b+b/8:
				red++
			case b > r+r/8:
				blue++
			}
		}
	}
	return red, blue
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

// record writes moves of Metropolis on the wall's grid, n from each cell with mass.
func record(t *testing.T, n int) string {
	t.Helper()
	target, err := toys.Read(strings.NewReader(wallCSV), "g.csv", toys.LogF)
	if err != nil {
		t.Fatal(err)
	}
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}, target.Grid.Size())
	l.Move(1, 1)
	op := kernels.Metropolis{}.On(target.Grid)
	op.Aim(l)
	d := sample.Seeded(23, uint64(n))
	var b strings.Builder
	for x, v := range target.LogF {
		for range n {
			if !math.IsInf(v, -1) {
				fmt.Fprintf(&b, "%d,%d\n", x, op.Step(x, d))
			}
		}
	}
	return b.String()
}

// A record of moves is held to the declared kernel: many sound ones pass, a few are
// not enough to tell, and one impossible move is enough.
func TestValidateMoves(t *testing.T) {
	many, few := record(t, 4000), record(t, 5)
	dir := files(t, map[string]string{
		"g.csv":    wallCSV,
		"many.csv": many,
		"few.csv":  few,
		"jump.csv": few + "0,5\n",
		"out.csv":  few + "0,6\n",
		"none.csv": "",
	})
	validate := func(name string) (validated, result) {
		t.Helper()
		return validateJSON(t, dir, "--moves", name, "--target", "g.csv", "--kernel", "metropolis")
	}
	v, r := validate("many.csv")
	keepsAll(t, v, r)
	if strings.Contains(v.Verdict, "not enough") {
		t.Errorf("many are said to be too few: %s", v.Verdict)
	}
	v, r = validate("few.csv")
	if r.code != 0 {
		t.Errorf("few: exit code %d, want 0: %s", r.code, r.stderr)
	}
	if !strings.Contains(v.Verdict, "not enough data to tell") {
		t.Errorf("few are said to be enough: %s", v.Verdict)
	}
	v, r = validate("jump.csv")
	breaks(t, v, r, "moves are the declared kernel's",
		"from cell 0 [0 0] to 5 [1 2] 1 of 6 times, 0 expected (impossible)")
	for name, says := range map[string]string{
		"out.csv":                       "out.csv: row 26, column to is 6; a whole number from 0 to 5 would do",
		"none.csv":                      "none.csv: no moves",
		filepath.Join("no", "such.csv"): "no such file",
	} {
		_, r := validate(name)
		refused(t, r, says)
	}
}

// chainRecord writes the states of a chain of Metropolis on the wall's grid: n of them from cell 0.
func chainRecord(t *testing.T, n int) string {
	t.Helper()
	target, err := toys.Read(strings.NewReader(wallCSV), "g.csv", toys.LogF)
	if err != nil {
		t.Fatal(err)
	}
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}, target.Grid.Size())
	l.Move(1, 1)
	op := kernels.Metropolis{}.On(target.Grid)
	op.Aim(l)
	d, x := sample.Seeded(23, uint64(n)), 0
	var b strings.Builder
	b.WriteString("state\n")
	for range n {
		fmt.Fprintln(&b, x)
		x = op.Step(x, d)
	}
	return b.String()
}

// The states of a chain are as good as its moves: a sound chain passes, and one that jumps where
// nothing goes is found out.
func TestValidateStates(t *testing.T) {
	sound := chainRecord(t, 40_000)
	dir := files(t, map[string]string{"g.csv": wallCSV, "sound.csv": sound, "jumps.csv": sound + "0\n5\n",
		"one.csv": "state\n0\n", "out.csv": "state\n0\n6\n"})
	states := func(name string) (validated, result) {
		t.Helper()
		return validateJSON(t, dir, "--moves", name, "--target", "g.csv", "--kernel", "metropolis")
	}
	v, r := states("sound.csv")
	keepsAll(t, v, r)
	v, r = states("jumps.csv")
	breaks(t, v, r, "moves are the declared kernel's", "from cell 0 [0 0] to 5 [1 2]")
	for name, says := range map[string]string{
		"one.csv": "one.csv: no moves; two states of a chain, or rows of from and to, would do",
		"out.csv": "out.csv: row 2, column state is 6; a whole number from 0 to 5 would do",
	} {
		_, r := states(name)
		refused(t, r, says)
	}
}
