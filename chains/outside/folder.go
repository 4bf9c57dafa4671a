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
	"breadboard/grid/text"
)

// A Folder is one matrix for each level of an annealing.
type Folder struct {
	Schedule chains.Schedule
	P        [][]float64 // by level from the first, each row-major; the first is nil if it has no matrix

	files []string // the name of each matrix's file, "" if there is none
}

// betasFile is the name of the schedule in a folder that numbers its levels.
const betasFile = "betas.csv"

// OpenFolder reads the matrices in a folder, each of n x n entries. The package's
// documentation lists the names of the files.
func OpenFolder(path string, n int) (f Folder, err error) {
	list, err := os.ReadDir(path)
	if err != nil {
		return f, text.Unreadable(path, err, "a folder of matrices")
	}
	var names []string
	for _, entry := range list {
		if !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	if len(names) == 0 {
		return f, fmt.Errorf("%s: empty; beta-0.5.csv, beta-1.csv, or betas.csv with 2.csv, 3.csv, ... would do", path)
	}
	if slices.Contains(names, betasFile) {
		f, err = byNumber(path, names)
	} else {
		f, err = byBeta(path, names)
	}
	if err == nil {
		err = f.read(path, n)
	}
	return f, err
}

// read reads the matrices. Together they may have as many entries as one matrix of
// mostCells cells.
func (f *Folder) read(path string, n int) error {
	if most := mostCells * mostCells; n > 0 && len(f.files) > most/n/n {
		return fmt.Errorf("%s: %d matrices of %d cells; up to %d would do", path, len(f.files), n, most/n/n)
	}
	f.P = make([][]float64, len(f.files))
	var wrong text.Faults
	for i, name := range f.files {
		if name == "" {
			continue
		}
		var err error
		if f.P[i], err = OpenMatrix(filepath.Join(path, name), n); err != nil {
			wrong.Add("%w", err)
		}
	}
	return wrong.Err()
}

// stem is a matrix's file name without .csv or .npy; ok is false if it has neither.
func stem(name string) (s string, ok bool) {
	ending := filepath.Ext(name)
	return strings.TrimSuffix(name, ending), ending == ".csv" || ending == ".npy"
}

// A level is a beta with the file of its matrix.
type level struct {
	beta float64
	file string
}

// byBeta sorts files called beta-0.25.csv by their betas.
func byBeta(path string, names []string) (f Folder, err error) {
	levels, err := betasInNames(path, names)
	if err != nil {
		return f, err
	}
	slices.SortStableFunc(levels, func(a, b level) int { return cmp.Compare(a.beta, b.beta) })
	if levels[0].beta != 0 {
		levels = slices.Insert(levels, 0, level{})
	}
	var betas []float64
	for i, l := range levels {
		if i > 0 && l.beta == levels[i-1].beta {
			return f, fmt.Errorf("%s: %s and %s are of one beta; betas.csv beside 2.csv, 3.csv, ... would do where a "+
				"schedule stands still", path, levels[i-1].file, l.file)
		}
		f.files, betas = append(f.files, l.file), append(betas, l.beta)
	}
	last := levels[len(levels)-1]
	if len(levels) < 2 || last.beta != 1 {
		return f, fmt.Errorf("%s: the last matrix is %s; one of beta 1, the target's, would do", path, last.file)
	}
	f.Schedule, err = chains.NewSchedule(betas)
	return f, err
}

// betasInNames reads the beta of each file from its name.
func betasInNames(path string, names []string) ([]level, error) {
	var levels []level
	var wrong text.Faults
	for _, name := range names {
		s, ok := stem(name)
		number, named := strings.CutPrefix(s, "beta-")
		beta, err := text.Float(number)
		switch {
		case !ok || !named || err != nil:
			wrong.Add("%s: a name like beta-0.25.csv or beta-0.25.npy, or a betas.csv beside 2.csv, 3.csv, ..., "+
				"would do", filepath.Join(path, name))
		case !(beta >= 0 && beta <= 1):
			wrong.Add("%s: beta %v; one between 0 and 1 would do", filepath.Join(path, name), beta)
		default:
			levels = append(levels, level{beta, name})
		}
	}
	return levels, wrong.Err()
}

// byNumber gives each level of betas.csv the file with its number.
func byNumber(path string, names []string) (f Folder, err error) {
	at := filepath.Join(path, betasFile)
	in, err := os.Open(at)
	if err != nil {
		return f, text.Unreadable(at, err, "a file of betas from 0 to 1")
	}
	defer in.Close()
	if f.Schedule, err = chains.ReadBetas(in, at); err != nil {
		return f, err
	}
	T := f.Schedule.Len()
	f.files = make([]string, T)
	var wrong text.Faults
	for _, name := range names {
		if name == betasFile {
			continue
		}
		s, ok := stem(name)
		t, err := strconv.ParseUint(s, 10, 31)
		switch {
		case !ok || errors.Is(err, strconv.ErrSyntax):
			wrong.Add("%s: beside betas.csv a name like 2.csv or 2.npy would do", filepath.Join(path, name))
		case err != nil || t < 1 || t > uint64(T):
			wrong.Add("%s: level %s; betas.csv has %d, and one from 1 to %d would do",
				filepath.Join(path, name), s, T, T)
		case f.files[t-1] != "":
			wrong.Add("%s and %s are of one level; one would do", filepath.Join(path, f.files[t-1]), name)
		default:
			f.files[t-1] = name
		}
	}
	for t, name := range f.files {
		if t > 0 && name == "" {
			wrong.Add("%s: level %d has no matrix; %d.csv or %d.npy would do", path, t+1, t+1, t+1)
		}
	}
	return f, wrong.Err()
}
