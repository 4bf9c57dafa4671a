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
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// mostCells is the largest number of cells of a matrix. Its 4096² entries take 128 MiB.
const mostCells = 4096

// OpenMatrix reads the n x n transition matrix in the file at path. The file is NPY if
// it begins like one or its name ends in .npy, and CSV otherwise. The entries are
// row-major: row x, column y has the probability of going from x to y.
func OpenMatrix(path string, n int) (p []float64, err error) {
	data, err := text.File(path, "a CSV or NPY file of transition probabilities")
	if err != nil {
		return nil, err
	}
	read := readCSV
	if strings.HasPrefix(data, npy.Magic) || strings.EqualFold(filepath.Ext(path), ".npy") {
		read = readNPY
	}
	if n < 1 || n > mostCells {
		err = fmt.Errorf("the target has %s cells; one of up to %s would do beside a matrix", text.Thousands(n),
			text.Thousands(mostCells))
	} else {
		p, err = read(data, n)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// readNPY reads an n x n matrix as numpy.save writes it.
func readNPY(data string, n int) ([]float64, error) {
	a, err := npy.Read(data)
	if err == nil && !slices.Equal(a.Shape, []int{n, n}) {
		err = fmt.Errorf("the shape is %s; the target has %s, and (%d, %d) would do",
			npy.Tuple(a.Shape), text.Count(n, "cell"), n, n)
	}
	return a.Values, err
}

// readCSV reads n lines of n numbers. "nan" and "inf" are numbers. A byte order mark,
// blanks around numbers, CRLF and blank lines at the end are passed over. An error
// counts rows and columns from 1.
func readCSV(data string, n int) ([]float64, error) {
	table, err := text.ReadTable(data)
	if err == nil {
		err = table.Plain("matrix")
	}
	if err == nil && len(table.Rows) == 0 {
		err = fmt.Errorf("empty; %s of %s, one for each cell of the target, would do", text.Count(n, "row"),
			text.Count(n, "number"))
	}
	if err != nil {
		return nil, err
	}
	var p []float64
	var wrong text.Faults
	for i, row := range table.Rows {
		if len(row) != n {
			wrong.Add("row %d has %s; the target has %s, and so many columns would do",
				i+1, text.Count(len(row), "column"), text.Count(n, "cell"))
			continue
		}
		for j, s := range row {
			v, err := text.FloatOrInf(s)
			switch {
			case s == "":
				wrong.Add("row %d, column %d is empty; a probability would do", i+1, j+1)
			case errors.Is(err, strconv.ErrRange):
				wrong.Add("row %d, column %d: %s is too large for a number of 64 bits; a probability would do",
					i+1, j+1, text.Quote(s))
			case err != nil:
				wrong.Add("row %d, column %d: %s is not a number; a probability would do", i+1, j+1, text.Quote(s))
			}
			p = append(p, v)
		}
	}
	if rows := len(table.Rows); rows != n {
		wrong.Add("%s; the target has %s, and so many rows would do", text.Count(rows, "row"), text.Count(n, "cell"))
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

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
	if err != nil {
		return f, err
	}
	// Together they may have as many entries as one matrix of mostCells cells.
	if most := mostCells * mostCells; n > 0 && len(f.files) > most/n/n {
		return f, fmt.Errorf("%s: %d matrices of %d cells; up to %d would do", path, len(f.files), n, most/n/n)
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
	return f, wrong.Err()
}

// stem is a matrix's file name without .csv or .npy; ok is false if it has neither.
func stem(name string) (s string, ok bool) {
	ending := filepath.Ext(name)
	return strings.TrimSuffix(name, ending), ending == ".csv" || ending == ".npy"
}

// byBeta sorts files called beta-0.25.csv by their betas.
func byBeta(path string, names []string) (f Folder, err error) {
	type level struct {
		beta float64
		file string
	}
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
	if err := wrong.Err(); err != nil {
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
		f.files = append(f.files, l.file)
		betas = append(betas, l.beta)
	}
	last := levels[len(levels)-1]
	if len(levels) < 2 || last.beta != 1 {
		return f, fmt.Errorf("%s: the last matrix is %s; one of beta 1, the target's, would do", path, last.file)
	}
	f.Schedule, err = chains.NewSchedule(betas)
	return f, err
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
