package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// uneven is a target of five rows and columns whose 25 cells all differ.
func uneven() (csv string, logf [25]float64) {
	for x := range logf {
		logf[x] = math.Round(1000*math.Sin(2.9*float64(x)+0.4)*1.6) / 1000
		csv += fmt.Sprint(logf[x], map[bool]string{true: "\n", false: ","}[x%5 == 4])
	}
	return csv, logf
}

// metropolisCSV returns the matrix of Metropolis on five rows and columns. share is the probability
// with which a move is proposed from cell x, which has so many moves; write changes each entry.
func metropolisCSV(logf [25]float64, share func(ways int) float64, entry func(x, y int, m [][]float64) float64) string {
	m := make([][]float64, 25)
	for x := range m {
		m[x] = make([]float64, 25)
		var to []int
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			if i, j := x/5+d[0], x%5+d[1]; min(i, j) >= 0 && max(i, j) < 5 {
				to = append(to, 5*i+j)
			}
		}
		m[x][x] = 1
		for _, y := range to {
			m[x][y] = share(len(to)) * math.Exp(min(0, logf[y]-logf[x]))
			m[x][x] -= m[x][y]
		}
	}
	var b strings.Builder
	for x := range m {
		for y := range m {
			fmt.Fprint(&b, entry(x, y, m), map[bool]string{true: "\n", false: ","}[y == 24])
		}
	}
	return b.String()
}

// caused holds the part of --format json on the cause.
type caused struct {
	Verdict string
	Cause   *struct {
		Name, Says, Advice string
		Tolerance          float64
	}
}

// asIs writes entries in full.
func asIs(x, y int, m [][]float64) float64 { return m[x][y] }

// quarter proposes each of four moves alike.
func quarter(int) float64 { return 0.25 }

// slips are matrices with one slip each, by its cause, and what the verdict says.
func slips(logf [25]float64) map[string]struct{ matrix, says string } {
	halved := logf
	for x := range halved {
		halved[x] /= 2
	}
	upright := func(x, y int, m [][]float64) float64 {
		across := 0.0
		for _, z := range [2]int{x - 1, x + 1} {
			if z >= 0 && z/5 == x/5 && z < 25 {
				across += m[x][z]
			}
		}
		switch {
		case x == y:
			return m[x][x] + across
		case x/5 == y/5:
			return 0
		}
		return m[x][y]
	}
	return map[string]struct{ matrix, says string }{
		"transposed": {metropolisCSV(logf, quarter, func(x, y int, m [][]float64) float64 { return m[y][x] }),
			"rows and columns are exchanged"},
		"edges": {metropolisCSV(logf, func(ways int) float64 { return 1 / float64(ways) }, asIs),
			"the proposal has fewer moves at the border, and the acceptance forgets that ratio"},
		"single": {metropolisCSV(logf, quarter, func(x, y int, m [][]float64) float64 { return float64(float32(m[x][y])) }),
			"the entries are in single precision"},
		"digits": {metropolisCSV(logf, quarter, func(x, y int, m [][]float64) float64 {
			return math.Round(m[x][y]*1e6) / 1e6
		}), "the entries have 6 digits after the point"},
		"displaced":   {metropolisCSV(logf, quarter, func(x, y int, m [][]float64) float64 { return m[(x+1)%25][y] }), "the rows are one off"},
		"square-root": {metropolisCSV(halved, quarter, asIs), "it leaves the square root of f invariant"},
		"axis":        {metropolisCSV(logf, quarter, upright), "no move changes axis 2"},
	}
}

// The verdict on a matrix with one slip names it, in words and for programs, and the exit code is 1.
// A tolerance that it names does.
func TestValidateNamesCause(t *testing.T) {
	target, logf := uneven()
	for name, c := range slips(logf) {
		dir := files(t, map[string]string{"g.csv": target, "k.csv": c.matrix})
		r := program(t, dir, "validate", "--target", "g.csv", "--matrix", "k.csv", "--format", "json")
		if r.code != 1 {
			t.Errorf("%s: the exit code is %d, want 1", name, r.code)
		}
		var v caused
		if err := json.Unmarshal([]byte(r.stdout), &v); err != nil {
			t.Fatal(err)
		}
		if v.Cause == nil {
			t.Errorf("%s: no cause in %q", name, v.Verdict)
			continue
		}
		if v.Cause.Name != name {
			t.Errorf("the cause is %q, want %q", v.Cause.Name, name)
		}
		if !strings.Contains(v.Verdict, "; likely cause: ") || !strings.Contains(v.Verdict, c.says) {
			t.Errorf("%s: %q is not in %q", name, c.says, v.Verdict)
		}
		if at := v.Cause.Tolerance; at > 0 {
			works(t, dir, "validate", "--target", "g.csv", "--matrix", "k.csv", "--tolerance", fmt.Sprint(at))
		}
	}
}

// A folder of matrices whose every level has the matrix of the level before is told from others.
func TestValidateNamesLevelBefore(t *testing.T) {
	target, logf := uneven()
	dir := files(t, map[string]string{"g.csv": target})
	if err := os.Mkdir(filepath.Join(dir, "k"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := 0.0
	for _, beta := range []float64{0.2, 0.3, 0.6, 1} {
		stale := logf
		for x := range stale {
			stale[x] *= before
		}
		before = beta
		csv := metropolisCSV(stale, quarter, asIs)
		if err := os.WriteFile(filepath.Join(dir, "k", fmt.Sprintf("beta-%g.csv", beta)), []byte(csv), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := program(t, dir, "validate", "--target", "g.csv", "--matrix", "k")
	says := "Likely cause: it leaves the density at beta = 0.6 invariant, not 1: f from the level before"
	if text := strings.Join(strings.Fields(r.stdout), " "); !strings.Contains(text, says) {
		t.Errorf("%q is not in\n%s", says, r.stdout)
	}
	if r.code != 1 {
		t.Errorf("the exit code is %d, want 1", r.code)
	}
}

// Walls change nothing about a cause: what is wrong with the rows of other cells is found, though rows of walls may hold
// anything. Below the verdict stands what to do.
func TestValidateCausesBesideWalls(t *testing.T) {
	_, logf := uneven()
	walls := ""
	for x := range logf {
		if x == 6 || x == 13 || x == 20 {
			logf[x] = math.Inf(-1)
		}
		walls += fmt.Sprint(logf[x], map[bool]string{true: "\n", false: ","}[x%5 == 4])
	}
	target := strings.ReplaceAll(walls, "-Inf", "-inf")
	for name, c := range slips(logf) {
		if name == "square-root" || name == "axis" {
			continue // the walls' own rows and ways differ
		}
		dir := files(t, map[string]string{"g.csv": target, "k.csv": strings.ReplaceAll(c.matrix, "NaN", "0")})
		r := program(t, dir, "validate", "--target", "g.csv", "--matrix", "k.csv")
		text := strings.Join(strings.Fields(r.stdout), " ")
		if !strings.Contains(text, "Likely cause: ") || !strings.Contains(text, c.says) {
			t.Errorf("%s: %q is not in %.600s", name, c.says, text)
		}
		if !strings.Contains(text, " What to do: ") {
			t.Errorf("%s: what to do is not in %.600s", name, text)
		}
	}
}
