package outside

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
)

// A Folder is one matrix for each level of an annealing.
type Folder struct {
	Schedule chains.Schedule
	Files    []string    // by level, from the first; "" where the first has none
	P        [][]float64 // likewise; each row-major, nil where the first has none
}

// OpenFolder reads the matrices in a folder, each of n x n entries; the package's
// documentation says what they are called.
func OpenFolder(path string, n int) (Folder, error) {
	list, err := os.ReadDir(path)
	if err != nil {
		return Folder{}, plain(path, err, "a folder of matrices")
	}
	var names []string
	numbered := false
	for _, entry := range list {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		names = append(names, entry.Name())
		numbered = numbered || entry.Name() == "betas.csv"
	}
	if len(names) == 0 {
		return Folder{}, fmt.Errorf("%s: empty; beta-0.5.csv, beta-1.csv, or betas.csv with 2.csv, 3.csv, ... would do", path)
	}
	var f Folder
	if numbered {
		f, err = byNumber(path, names)
	} else {
		f, err = byBeta(path, names)
	}
	if err != nil {
		return Folder{}, err
	}
	if err := f.read(path, n); err != nil {
		return Folder{}, err
	}
	return f, nil
}

// read reads the matrices of the files.
func (f *Folder) read(path string, n int) error {
	if most := MostCells * MostCells; n > 0 && len(f.Files) > most/n/n {
		return fmt.Errorf("%s: %d matrices of %d cells; up to %d would do", path, len(f.Files), n, most/n/n)
	}
	f.P = make([][]float64, len(f.Files))
	var wrong faults
	for i, name := range f.Files {
		if name == "" {
			continue
		}
		var err error
		if f.P[i], err = OpenMatrix(filepath.Join(path, name), n); err != nil {
			wrong.add("%w", err)
		}
	}
	return wrong.err()
}

// matrixName is a file's name without its ending.
func matrixName(name string) (string, bool) {
	for _, ending := range []string{".csv", ".npy"} {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			return stem, true
		}
	}
	return "", false
}

// byBeta finds the files that have their betas in their names.
func byBeta(path string, names []string) (Folder, error) {
	type level struct {
		beta float64
		name string
	}
	var levels []level
	var wrong faults
	for _, name := range names {
		stem, ok := matrixName(name)
		text, named := strings.CutPrefix(stem, "beta-")
		beta, err := strconv.ParseFloat(text, 64)
		switch {
		case !ok || !named || err != nil:
			wrong.add("%s: a name like beta-0.25.csv or beta-0.25.npy, or a betas.csv beside 2.csv, 3.csv, ..., would do", filepath.Join(path, name))
		case !(beta >= 0 && beta <= 1):
			wrong.add("%s: beta %v; one between 0 and 1 would do", filepath.Join(path, name), beta)
		default:
			levels = append(levels, level{beta, name})
		}
	}
	if wrong.err() != nil {
		return Folder{}, &wrong
	}
	slices.SortFunc(levels, func(a, b level) int { return cmp.Or(cmp.Compare(a.beta, b.beta), cmp.Compare(a.name, b.name)) })
	if levels[0].beta != 0 {
		levels = slices.Insert(levels, 0, level{})
	}
	f := Folder{}
	var betas []float64
	for i, l := range levels {
		if i > 0 && l.beta == levels[i-1].beta {
			return Folder{}, fmt.Errorf("%s: %s and %s are of one beta; betas.csv beside 2.csv, 3.csv, ... would do where a schedule stands still", path, levels[i-1].name, l.name)
		}
		f.Files, betas = append(f.Files, l.name), append(betas, l.beta)
	}
	last := levels[len(levels)-1]
	if len(levels) < 2 || last.beta != 1 {
		return Folder{}, fmt.Errorf("%s: the last matrix is %s; one of beta 1, the target's, would do", path, last.name)
	}
	var err error
	f.Schedule, err = chains.NewSchedule(betas)
	return f, err
}

// byNumber finds the files that have their levels in their names.
func byNumber(path string, names []string) (Folder, error) {
	at := filepath.Join(path, "betas.csv")
	in, err := os.Open(at)
	if err != nil {
		return Folder{}, plain(at, err, "a file of betas from 0 to 1")
	}
	defer in.Close()
	f := Folder{}
	if f.Schedule, err = chains.ReadBetas(in, at); err != nil {
		return Folder{}, err
	}
	T := f.Schedule.Len()
	f.Files = make([]string, T)
	var wrong faults
	for _, name := range names {
		if name == "betas.csv" {
			continue
		}
		stem, ok := matrixName(name)
		t, err := strconv.ParseUint(stem, 10, 31)
		switch {
		case !ok || errors.Is(err, strconv.ErrSyntax):
			wrong.add("%s: beside betas.csv a name like 2.csv or 2.npy would do", filepath.Join(path, name))
		case err != nil || t < 1 || t > uint64(T):
			wrong.add("%s: level %s; betas.csv has %d, and one from 1 to %d would do", filepath.Join(path, name), stem, T, T)
		case f.Files[t-1] != "":
			wrong.add("%s and %s are of one level; one would do", filepath.Join(path, f.Files[t-1]), name)
		default:
			f.Files[t-1] = name
		}
	}
	for t, name := range f.Files {
		if t > 0 && name == "" {
			wrong.add("%s: level %d has no matrix; %d.csv or %d.npy would do", path, t+1, t+1, t+1)
		}
	}
	return f, wrong.err()
}
