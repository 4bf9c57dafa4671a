package experiments

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestModelBridges: along both bridges R is p(y), the sum of the joint density over all
// cells. Through N observations with N+1 levels each level is a joint density.
func TestModelBridges(t *testing.T) {
	for _, toy := range []string{"clustering:4:3", "attributes:3:2", "lowrank:2:2:1"} {
		for _, bridge := range []string{"", "observations"} {
			c := must.Have(Setting{Toy: toy, Bridge: bridge}.Chain())(t)
			if c.Initial != "prior" {
				t.Errorf("%s begins at %s", toy, c.Initial)
			}
			a := at(t, c, c.Target.Model.N+1)
			r := must.Have(exact.Run(t.Context(), a))(t)
			want := chains.LogSum(c.Target.LogF)
			must.Near(t, r.LogR, want, 1e-12*math.Abs(want), "%s, bridge %s: log R", toy, bridge)
			level := a.NewLevel()
			for i, step := range c.Target.Model.Steps {
				if a.LevelAt(level, i+1); bridge == "observations" && !slices.Equal(level.LogF(), step) {
					t.Errorf("%s: level %d is not the density after %d observations", toy, i+1, i)
				}
			}
		}
	}
}

func TestModelRefuses(t *testing.T) {
	data := must.File(t, "y.csv", "1,2\n-1,0\n")
	seed := uint64(3)
	refuseAll(t, []refusal{
		{setting{Toy: "barrier", Initial: "prior"},
			[]string{"--initial prior: barrier has none, for it is no model; uniform would do"}},
		{setting{Toy: "clustering:2:2", Initial: "prior:1"}, []string{"prior takes no parameter"}},
		{setting{Toy: "barrier", Bridge: "observations"},
			[]string{"--bridge observations: barrier is no model and has no observations"}},
		{setting{Toy: "clustering:2:2", Bridge: "observations", Initial: "uniform"},
			[]string{"--bridge observations begins at the prior, and --initial is uniform; --initial prior would do"}},
		{setting{Toy: "clustering:3:2", Data: data},
			[]string{"y.csv: 2 rows; for clustering:3:2 3 rows of 2 numbers would do"}},
		{setting{Toy: "lowrank:2:3:1", Data: data}, []string{"row 2 has 2 columns; for lowrank:2:3:1"}},
		{setting{Toy: "clustering:2:2", Data: data + "x"},
			[]string{"y.csvx: ", "a CSV or .npy file of data, one observation a row, would do"}},
		{setting{Toy: "clustering:2:2", Data: data, Seed: &seed},
			[]string{"--seed 3 is given, but nothing in --data ", "leave it out"}},
		{setting{Toy: "easy", Data: data}, []string{"--toy easy is no model; leave it out"}},
		{setting{Target: data, Data: data}, []string{"no model; --toy clustering:6:2, say, would do"}},
		{setting{Toy: "clustering:40:2"}, []string{`--toy clustering:40:2: N is "40"; a whole number from 1 to 30`}},
	})
}

// TestOn: a setting on a target at hand is the chain of the setting that names it, from the
// prior; and the target of another seed is another chain.
func TestOn(t *testing.T) {
	seed := uint64(3)
	model := toys.NewClustering(4, 2).Model()
	s := Setting{Toy: "clustering:4:2", Seed: &seed, Kernel: "heat-bath"}
	measured := func(c Chain) [2]float64 {
		rows := must.Have(c.Exactly(t.Context(), []int{10}, nil))(t)
		return [2]float64{rows[0].LogR, rows[0].B()}
	}
	want := measured(must.Have(s.Chain())(t))
	for _, c := range []struct {
		seed uint64
		same bool
	}{{3, true}, {4, false}} {
		chain := must.Have(Setting{Toy: "a name", Kernel: "heat-bath"}.On(model.Simulated(c.seed)))(t)
		if got := measured(chain); (got == want) != c.same {
			t.Errorf("seed %d: log R and B are %v, want those of the named target, %v: %v", c.seed, got, want, c.same)
		}
	}
	must.Refuse((Setting{Kernel: "none"}).On(toys.Barrier()))(t, "", "an unknown kernel ran on a target at hand")
}

// TestFamilyByName: a model has the width that is asked for, unless its name says another.
func TestFamilyByName(t *testing.T) {
	for spec, width := range map[string]int{"clustering:3:2": 5, "attributes:2:2": 5, "lowrank:2:3:1": 3} {
		f, err := Setting{Toy: spec}.Family(5)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		} else if f.D != width || f.Name != spec {
			t.Errorf("%s: %s of width %d, want %d", spec, f.Name, f.D, width)
		}
	}
	for spec, says := range map[string]string{"": "no model: toy NAME, one of clustering:N:K", "barrier": "is no model",
		"clustering:3:1": "K is", "lowrank:0:1:1": "N is", "attributes:x:1": "N is", "clustring:3:2": "nearest known"} {
		must.Refuse((Setting{Toy: spec}).Family(1))(t, says, "%q", spec)
	}
}

// A board is a target as a table of log f, in which 'x' is a cell without mass.
type board [][]float64

// moves says which cells one move of a kernel may lead to, whatever the masses.
var moves = map[string]func(r, c, r2, c2 int) bool{
	"metropolis": func(r, c, r2, c2 int) bool { return abs(r-r2)+abs(c-c2) == 1 },
	"king":       func(r, c, r2, c2 int) bool { return max(abs(r-r2), abs(c-c2)) == 1 },
	"heat-bath":  func(r, c, r2, c2 int) bool { return r == r2 || c == c2 },
	"barker":     func(r, c, r2, c2 int) bool { return abs(r-r2)+abs(c-c2) == 1 },
	"perfect":    func(r, c, r2, c2 int) bool { return true },
	"identity":   func(r, c, r2, c2 int) bool { return false },
}

func abs(n int) int { return max(n, -n) }

// flood paints the part of cell r, c with a number.
func (b board) flood(paint [][]int, r, c, number int, leads func(r, c, r2, c2 int) bool) {
	paint[r][c] = number
	for r2, row := range b {
		for c2, v := range row {
			if !math.IsInf(v, -1) && paint[r2][c2] == 0 && leads(r, c, r2, c2) {
				b.flood(paint, r2, c2, number, leads)
			}
		}
	}
}

// want is what Parted should say, by the definition: how many cells the heaviest does not lead to, of how many, their
// mass, and the Jeffreys divergence between the masses of the parts in the beginning and in the end.
func (b board) want(leads func(r, c, r2, c2 int) bool, initial board) (apart, cells int, mass, j float64) {
	paint := make([][]int, len(b))
	for r := range b {
		paint[r] = make([]int, len(b[r]))
	}
	start := map[int]float64{}
	end := map[int]float64{}
	number := 0
	sumStart := 0.0
	sumEnd := 0.0
	heaviest := 0
	top := math.Inf(-1)
	for r, row := range b {
		for c, v := range row {
			if math.IsInf(v, -1) {
				continue
			}
			if paint[r][c] == 0 {
				number++
				b.flood(paint, r, c, number, leads)
			}
			start[paint[r][c]] += math.Exp(initial[r][c])
			sumStart += math.Exp(initial[r][c])
			end[paint[r][c]] += math.Exp(v)
			sumEnd += math.Exp(v)
			if v > top {
				top, heaviest = v, paint[r][c]
			}
		}
	}
	for r := range paint {
		for c := range paint[r] {
			if paint[r][c] > 0 {
				cells++
			}
			if paint[r][c] > 0 && paint[r][c] != heaviest {
				apart++
			}
		}
	}
	for k := range end {
		q, p := start[k]/sumStart, end[k]/sumEnd
		j += (q - p) * math.Log(q/p)
	}
	return apart, cells, 1 - end[heaviest]/sumEnd, j
}

// csv writes a board as a target's file.
func (b board) csv() string {
	var lines []string
	for _, row := range b {
		lines = append(lines, strings.Trim(strings.ReplaceAll(fmt.Sprint(row), " ", ","), "[]"))
	}
	return strings.Join(lines, "\n") + "\n"
}

// aBoard draws a table of three rows: few numbers, so that parts may weigh the same, and walls.
func aBoard(t *rapid.T, walls bool) board {
	b := make(board, 3)
	for r := range b {
		for range 4 {
			v := rapid.SampledFrom([]float64{0, 0.5, 1, -2}).Draw(t, "log f")
			if walls && rapid.IntRange(0, 2).Draw(t, "wall") == 0 {
				v = math.Inf(-1)
			}
			b[r] = append(b[r], v)
		}
	}
	return b
}

// Matrices need no wall to part a target.
func TestPartedMatrix(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"g.csv": "0,1\n0,1\n", "m/beta-1.csv": "0.5,0,0.5,0\n0,0.5,0,0.5\n" +
		"0.5,0,0.5,0\n0,0.5,0,0.5\n", "n/beta-1.csv": strings.Repeat("0.13447071068499755,0.36552928931500245,"+
		"0.13447071068499755,0.36552928931500245\n", 4)} {
		path := filepath.Join(dir, name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
	for folder, want := range map[string]string{"m": "never reaches 2 of its 4 cells, which have 0.269 of the mass",
		"n": ""} {
		chain, err := Setting{Target: filepath.Join(dir, "g.csv"), Matrix: filepath.Join(dir, folder)}.Chain()
		must.Do(t, err)
		got := strings.Join(chain.Parted(), "")
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: it says %q, want %q", folder, got, want)
		}
	}
}

// What is said of a target that is parted is what a flood of its cells shows, and no exact J is below the J that is
// said.
func TestParted(t *testing.T) {
	dir := t.TempDir()
	said := 0
	const last = 60
	rapid.Check(t, func(t *rapid.T) {
		target := aBoard(t, true)
		initial := aBoard(t, false)
		kernel := rapid.SampledFrom([]string{"metropolis", "king", "heat-bath", "barker", "perfect", "identity"}).
			Draw(t, "kernel")
		apart, cells, mass, j := target.want(moves[kernel], initial)
		if cells < 2 {
			return
		}
		s := Setting{Target: filepath.Join(dir, "g.csv"), Initial: "file:" + filepath.Join(dir, "i.csv"),
			Kernel: kernel, SkipLast: rapid.Bool().Draw(t, "skip the last")}
		for r, row := range target { // a part that begins on cells without mass has no J
			for c, v := range row {
				if math.IsInf(v, -1) {
					initial[r][c] = v
				}
			}
		}
		for path, b := range map[string]board{"g.csv": target, "i.csv": initial} {
			must.Do(t, os.WriteFile(filepath.Join(dir, path), []byte(b.csv()), 0o600))
		}
		chain := must.Have(s.Chain())(t)
		got := chain.Parted()
		// else it does not look: of all kernels identity alone parts a target
		walled := strings.Contains(target.csv(), "Inf")
		if parted := walled && apart > 0 && j > 1e-9; parted != (got != nil) {
			t.Fatalf("%s on\n%sfrom\n%s%d cells apart with J = %g; it says %v", kernel, target.csv(),
				initial.csv(), apart, j,
				got)
		}
		if got == nil {
			return
		}
		said++
		want := fmt.Sprintf("%s never reaches %d of its %d cells, which have %.3g of the mass; each part keeps the "+
			"mass that chains begin with there, so that J is at least %.5g,", kernel, apart, cells, mass, j)
		if !strings.Contains(got[0], want) || !IsParted(got[0]) {
			t.Fatalf("%s on\n%sfrom\n%sit says %s, want %s", kernel, target.csv(), initial.csv(), got[0], want)
		}
		rows := must.Have(chain.Exactly(t.Context(), []int{2, 5, last}, nil))(t)
		for _, r := range rows {
			if !(r.J() > j*(1-1e-9)-1e-12) || r.Warnings[0] != got[0] {
				t.Fatalf("J = %g at T = %d, and %g is least; the warnings are %v",
					r.J(), r.T, j, r.Warnings)
			}
		}
	})
	if said < 10 {
		t.Errorf("only %d targets were parted", said)
	}
}
