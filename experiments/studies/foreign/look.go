package foreign

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments/draws"
	"breadboard/experiments/sandwich"
	"breadboard/grid/sheets"
)

// Seen has the verdict of one look at so many draws, or at so many runs each way.
type Seen struct {
	Look    string
	N       int
	Accused bool
	Unclear bool
	P       float64 // NaN if there is none
	Says    string  // where it is accused
}

// A look knows what a script is asked for, and judges what it wrote.
type look interface {
	sizes(ns []int) []string
	at(dir string, t target, ns []int) ([]Seen, error)
}

// The names of looks.
const (
	byDraws    = "draws"
	bySandwich = "sandwich"
	byKept     = "draws, kept by weight"
	byLast     = "draws, last cells"
	byLogZ     = "log Z"
)

// drawn looks at draws.csv, whose rows are chain by chain. A sample of n draws has the first draws of each chain: so
// many as if the script had stopped there.
type drawn struct {
	columns string // those of the cell, "" for row and col
	from    int
}

func (drawn) sizes(ns []int) []string { return []string{strconv.Itoa(ns[len(ns)-1])} }

func (d drawn) at(dir string, t target, ns []int) (all []Seen, err error) {
	file, err := os.ReadFile(filepath.Join(dir, "draws.csv"))
	if err != nil {
		return nil, err
	}
	for _, n := range ns {
		s, err := d.judge(beginnings(file, n, ns[len(ns)-1]), t)
		if err != nil {
			return nil, err
		}
		s.N = n
		all = append(all, s)
	}
	return all, nil
}

// judge is `breadboard draws` of a file, with --columns and --from.
func (d drawn) judge(file []byte, t target) (Seen, error) {
	sheet, err := sheets.CSV(bytes.NewReader(file), "a CSV file of cells")
	if err != nil {
		return Seen{}, err
	}
	how := sheets.Reading{From: d.from}
	if d.columns != "" {
		how.Columns = strings.Split(d.columns, ",")
	}
	return judged(byDraws, sheet, how, t)
}

// judged reads cells and compares them with p. Cells that are refused are a mistake that is seen.
func judged(name string, sheet *sheets.Sheet, how sheets.Reading, t target) (Seen, error) {
	if err := sheet.As(how, draws.Words(t.grid)); err != nil {
		return Seen{}, err
	}
	samples, err := draws.Read(sheet, t.grid, func(draws.Need) error { return nil })
	if err != nil {
		return Seen{Look: name, Accused: true, P: math.NaN(), Says: "refused: " + err.Error()}, nil
	}
	r := draws.Judge(t.grid, t.law(), samples)[0]
	s := Seen{Look: name, Accused: r.Verdict == draws.Differs, Unclear: r.Verdict == draws.Unclear, P: r.P}
	switch {
	case s.Accused && r.Why != "":
		s.Says = r.Verdict + "; " + r.Why
	case s.Accused:
		s.Says = r.Verdict
	}
	return s, nil
}

// beginnings is a file of most draws, cut to n: of each chain, which is the first word of a row, the first rows.
func beginnings(file []byte, n, most int) []byte {
	names, rows, _ := bytes.Cut(file, []byte("\n"))
	chainOf := func(row []byte) string {
		chain, _, _ := bytes.Cut(row, []byte(","))
		return string(chain)
	}
	left := map[string]int{}
	for row := range bytes.Lines(rows) {
		left[chainOf(row)]++
	}
	for chain, all := range left {
		left[chain] = all * n / most
	}
	var kept bytes.Buffer
	kept.Write(names)
	kept.WriteByte('\n')
	for row := range bytes.Lines(rows) {
		chain := chainOf(row)
		if left[chain] > 0 {
			left[chain]--
			kept.Write(row)
		}
	}
	return kept.Bytes()
}

// weighed looks at log weights both ways, at the cells where forward runs ended, and at their estimate of log Z.
type weighed struct{}

func (weighed) sizes(ns []int) (words []string) {
	for _, n := range ns {
		words = append(words, strconv.Itoa(n))
	}
	return words
}

func (weighed) at(dir string, t target, ns []int) (all []Seen, err error) {
	for _, n := range ns {
		path := func(name string) string { return filepath.Join(dir, fmt.Sprintf("%s-%d.npy", name, n)) }
		weights, err := judgedWeights(path("forward"), path("reverse"), t)
		if err != nil {
			return nil, err
		}
		all = append(all, weights...)
		for _, cells := range []struct{ look, file string }{{byKept, "kept"}, {byLast, "last"}} {
			s, err := judgedCells(cells.look, path(cells.file), t)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		}
		for i := range all {
			if all[i].N == 0 {
				all[i].N = n
			}
		}
	}
	return all, nil
}

// judgedWeights is `breadboard sandwich` of two files, and log Z beside the exact one.
func judgedWeights(forward, reverse string, t target) ([]Seen, error) {
	sets, err := sandwich.Open(forward, reverse, sheets.Reading{}, func(sandwich.Need) error { return nil })
	if err != nil {
		return nil, err
	}
	whole := sandwich.JudgeAll(sets)
	r := whole.Results[0]
	s := Seen{Look: bySandwich, Accused: whole.Verdict == sandwich.Fails,
		Unclear: whole.Verdict == sandwich.CannotTell, P: r.P}
	if s.Accused {
		s.Says = r.Why
	}
	e := r.LogMeans[0]
	off := math.Abs(e.Value-t.logZ()) / e.StdErr
	z := Seen{Look: byLogZ, P: 2 * distuv.UnitNormal.Survival(off)}
	z.Accused = z.P <= draws.Level
	if z.Accused {
		z.Says = fmt.Sprintf("log of the mean of w: %.4g, and log Z is %.4g", e.Value, t.logZ())
	}
	return []Seen{s, z}, nil
}

// judgedCells is `breadboard draws` of an array. Without a draw nothing can be told.
func judgedCells(name, path string, t target) (Seen, error) {
	sheet, err := sheets.Open(path, "an array of cells")
	if err != nil {
		return Seen{}, err
	}
	defer sheet.Close()
	if sheet.Shape[0] == 0 {
		return Seen{Look: name, Unclear: true, P: math.NaN()}, nil
	}
	return judged(name, sheet, sheets.Reading{}, t)
}
