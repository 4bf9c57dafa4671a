package client

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// withMass are the cells of testLogF that have mass.
var withMass = []int{0, 1, 2, 3, 4}

// startRows starts a program that tells rows on testGrid, and aims it.
func startRows(t *testing.T, command string) Rows {
	t.Helper()
	r := must.Have(StartRows(t.Context(), command, testWait, 1, testGrid))(t)
	t.Cleanup(func() { r.Close() })
	must.Do(t, r.Aim(t.Context(), 0.5, testLogF))
	return r
}

// Rows are read dense and as pairs, as languages print them, and beside one another.
func TestReadRows(t *testing.T) {
	for in, want := range map[string]string{
		"[[0.5,0.5,0],[0,1,0]]":                     "[0.5 0.5 0 0 1 0]",
		" [ [0.5, 5e-1 ,0.0],[ [1,1] ]]\r":          "[0.5 0.5 0 0 1 0]",
		"[[[1.0,0.25],[0,0.75]],[[0,1],[2,0]]]":     "[0.75 0.25 0 1 0 0]",
		"[[1.2,-0.2,-1e-17],[[2,1e0]]]":             "[1.2 -0.2 -1e-17 0 0 1]", // no probabilities: the laws judge
		"[[1,0,4e-324],[[2,0.3333333333333333]]]\n": "[1 0 5e-324 0 0 0.3333333333333333]",
	} {
		rows := make([]float64, 6)
		err := readRows([]byte(in), []int{4, 7}, rows)
		if got := fmt.Sprint(rows); err != nil || got != want {
			t.Errorf("%q: %s (%v), want %s", in, got, err, want)
		}
	}
	for in, says := range map[string]string{
		"":                            `it answered ""; use a line with a JSON array of rows, 2 of them`,
		"null":                        `it answered "null"`,
		"[[1,0,0],[NaN,0,1]]":         "JSON has no NaN and no infinity; null is no probability either",
		"[[1,0,0]]":                   "it answered 1 row to a question for 2; use one for each",
		"[4,7]":                       `row 1 of 2, of cell 4, is "4"; use 3 numbers, one for each cell, or pairs`,
		"[[1,0,0],null]":              "row 2 of 2, of cell 7, has null; use a probability in its place",
		`[[1,0,0],["1",0,0]]`:         `row 2 of 2, of cell 7, is "[\"1\",0,0]"`,
		"[[1,0,0],[1,0]]":             "row 2 of 2, of cell 7, has 2 numbers; use 3 numbers, one for each cell, or",
		"[[],[1,0,0]]":                "row 1 of 2, of cell 4, has 0 numbers",
		"[[1,null,0],[1,0,0]]":        "row 1 of 2, of cell 4, has null",
		"[[[0,1]],[[0,1,2]]]":         "row 2 of 2, of cell 7, has a pair that is no cell and probability",
		"[[[0,1]],[[0]]]":             "has a pair that is no cell and probability",
		"[[[0,1]],[[0,null]]]":        "row 2 of 2, of cell 7, has null",
		"[[[0,1]],[[3,1]]]":           "has a probability of cell 3; use a whole number from 0 to 2",
		"[[[0,1]],[[-1,1]]]":          "has a probability of cell -1",
		"[[[0,1]],[[0.5,1]]]":         "has a probability of cell 0.5",
		"[[[0,1]],[[0,0.5],[0,0.5]]]": "has cell 0 twice; use once, with the sum of both",
		"[[1e999,0,0],[1,0,0]]":       `row 1 of 2, of cell 4, is "[1e999,0,0]"`,
		"[[1,0,0],[1,0,0]] and more":  "and nothing else",
	} {
		must.Fail(t, readRows([]byte(in), []int{4, 7}, make([]float64, 6)), says, "%q", in)
	}
}

// Whatever a program answers is either rows of numbers or one line's error.
func FuzzReadRows(f *testing.F) {
	f.Add("[[0.5,0.5,0],[[1,1]]]")
	f.Add("[[],[[2,null],[2,1]]]")
	f.Add("[[[[1\n")
	f.Fuzz(func(t *testing.T, in string) {
		rows := make([]float64, 6)
		if err := readRows([]byte(in), []int{0, 1}, rows); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatal(err)
			}
			return
		}
		for _, p := range rows {
			if math.IsNaN(p) || math.IsInf(p, 0) {
				t.Fatalf("%v, want numbers", rows)
			}
		}
	})
}

// A question is for so many cells that its longest answer stays below four million bytes or so.
func TestRowsOfAQuestion(t *testing.T) {
	for _, c := range []struct{ cells, batch int }{{1, 1}, {49, 49}, {256, 256}, {400, 163}, {4096, 16}, {1 << 20, 1}} {
		r := telling(c.cells)
		if r.batch != c.batch || r.longest < 64*c.batch*c.cells || c.cells <= 4096 && r.longest > 64*mostNumbers+1024 {
			t.Errorf("%d cells: %d rows of at most %d bytes, want %d rows", c.cells, r.batch, r.longest, c.batch)
		}
	}
}

// Clients tell the rows of Metropolis, where the interpreter or the compiler is here.
func TestClientsTellRows(t *testing.T) {
	a := chains.Annealing{Grid: testGrid, Bridge: chains.Geometric{From: make([]float64, 6), To: testLogF},
		Kernel: kernels.Metropolis{}}
	for name, command := range testKernels(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			op, _ := a.Aimed(2, 1) // of this goroutine
			r := startRows(t, command)
			got := must.Have(r.Of(t.Context(), withMass))(t)
			for i, x := range withMass {
				want := make([]float64, 6)
				want[x] = 1
				op.Row(x, func(y int, p float64) { want[y] += p; want[x] -= p })
				for y, p := range want {
					must.Near(t, got[i*6+y], p, 1e-15, "from %d to %d", x, y)
				}
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// On many cells there are several questions, and each row is in its place.
func TestRowsOfManyCells(t *testing.T) {
	const n = 400
	const stays = `sed -un 's/.*"rows":\[\(.*\)]}/\1/; t rows; d; : rows; s/[0-9]\+/[[&,1]]/g; s/.*/[&]/p'`
	r := must.Have(StartRows(t.Context(), stays, testWait, 1, grid.New(n)))(t)
	must.Do(t, r.Aim(t.Context(), 1, make([]float64, n)))
	cells := make([]int, n)
	for i := range cells {
		cells[i] = (i + 7) % n
	}
	rows := must.Have(r.Of(t.Context(), cells))(t)
	for i, x := range cells {
		if row := rows[i*n:][:n]; row[x] != 1 || slices.Max(row[:x+1]) != 1 || row[(x+1)%n] != 0 {
			t.Fatalf("row %d is not that of cell %d", i, x)
		}
	}
	must.Do(t, r.Close())
}

// A program that only makes moves is told what it lacks, whether it answers moves, ends or says nothing. One that has
// told rows before is not.
func TestOnlyMoves(t *testing.T) {
	const lacks = "a program that only makes moves lacks the rows that are asked for here; sample --exec, and " +
		"validate --exec without --rows, take moves"
	for script, says := range map[string]string{
		"read a; read b; read c; echo '[0,1,2,3,4]'; cat": `row 1 of 5, of cell 0, is "0"; use 6 numbers`,
		"read a; read b; read c; echo no >&2; exit 1":     "it ended (exit status 1) before the last question",
		"cat >/dev/null": "no answer within 300ms",
	} {
		r := must.Have(StartRows(t.Context(), `sh -c "`+script+`"`, testWait, 1, testGrid))(t)
		must.Do(t, r.Aim(t.Context(), 0.5, testLogF))
		if strings.HasPrefix(script, "cat") {
			r.wait = 300 * time.Millisecond
		}
		_, err := r.Of(t.Context(), withMass)
		must.Fail(t, err, says, "%s", script)
		must.Fail(t, err, lacks, "%s", script)
	}
	r := startRows(t, `sh -c "read a; read b; read c; echo '[[[0,1]],[[1,1]],[[2,1]],[[3,1]],[[4,1]]]'; exit 1"`)
	must.Have(r.Of(t.Context(), withMass))(t)
	_, err := r.Of(t.Context(), withMass)
	must.Fail(t, err, "it ended (exit status 1)", "a program that ends after its first answer")
	if strings.Contains(err.Error(), "lacks") {
		t.Errorf("it lacks rows, and has told some: %v", err)
	}
}
