package main

import (
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/reports/table"
)

// If the budget ends first, it is said how many moves would do, and they do.
func TestValidateExecBudget(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	client := "python3 " + absolute(t, "clients/metropolis.py")
	run := func(budget string) (v struct {
		Verdict               string
		Moves, Budget, Enough int
	}) {
		worksJSON(t, &v, "", "validate", "--exec", client, "--toy", "barrier", "--beta", "1", "--budget", budget)
		return v
	}
	short := run("20000")
	if says := fmt.Sprintf("the budget is 20,000 moves, and %s would do", table.Thousands(short.Enough)); !strings.Contains(short.Verdict,
		says) {
		t.Errorf("the verdict is %q, want %q in it", short.Verdict, says)
	}
	if short.Moves > 20_000 {
		t.Errorf("%d moves, and the budget is 20000", short.Moves)
	}
	if enough := run(fmt.Sprint(short.Enough)); !strings.HasSuffix(enough.Verdict, "enough to find a fault of 0.1") &&
		!strings.Contains(enough.Verdict, "enough to find a fault of 0.1;") {
		t.Errorf("%d moves are to be enough: %q", short.Enough, enough.Verdict)
	}
}

// Versions of the Python client with one slip each, and what the verdict says of them.
func TestValidateExecCauses(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	source, err := os.ReadFile("clients/metropolis.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, says string }{
		{"logf[y] - logf[x]", "logf[x] - logf[y]", "likely cause: it leaves 1/f invariant"},
		{"return y if random.random() < math.exp(min(0, logf[y] - logf[x])) else x", "return y",
			"likely cause: it leaves the flat density invariant, as if every move were accepted"},
		{"random.randrange(len(grid)), random", "0, random", "none changes it; not every cell was seen to lead to every other at 3 of 3 betas; likely cause: no move changes axis 2"},
		{"    axis, way", "    return x\n    axis, way", "; likely cause: it never moves"},
		{"", "", "enough to find a fault of 0.1"},
	} {
		dir := files(t, map[string]string{"my.py": strings.Replace(string(source), c.old, c.new, 1)})
		v, _ := validateJSON(t, dir, "--exec", "python3 my.py", "--toy", "easy", "-T", "3")
		if !strings.Contains(v.Verdict, c.says) {
			t.Errorf("%q in place of %q: the verdict is %q, want %q in it", c.new, c.old, v.Verdict, c.says)
		}
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
