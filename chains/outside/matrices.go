package outside

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/grid/npy"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// OpenMatrix reads the n x n transition matrix in the file at path. The file is NPY if
// it begins like one, and CSV otherwise. The entries are row-major: row x, column y has
// the probability of going from x to y. "nan" and "inf" are numbers.
func OpenMatrix(path string, n int) (p []float64, err error) {
	s, err := sheets.Open(path, "a CSV or NPY file of transition probabilities")
	if err != nil {
		return nil, err
	}
	columns := make([]sheets.Column, n)
	for i := range columns {
		columns[i] = sheets.Column{At: i, Name: strconv.Itoa(i + 1), Cure: "a probability"}
	}
	switch {
	case s.Names != nil:
		return nil, s.Wrong(s.Fault(1, columns[0], text.Quote(s.Names[0])))
	case s.Shape != nil && !slices.Equal(s.Shape, []int{n, n}):
		return nil, s.Wrong(fmt.Errorf("the shape is %s; the target has %s, and (%d, %d) would do",
			npy.Tuple(s.Shape), text.Count(n, "cell"), n, n))
	case s.Shape != nil:
		columns = columns[:1] // an array comes entry by entry
	case s.Width != n:
		return nil, s.Wrong(fmt.Errorf("row 1 has %s; the target has %s, and so many columns would do",
			text.Count(s.Width, "column"), text.Count(n, "cell")))
	}
	p = make([]float64, n*n)
	rows := 0
	err = s.Each(columns, func(row int, values []sheets.Value) error {
		rows = row
		for i, v := range values {
			if at := (row-1)*len(values) + i; at < len(p) {
				p[at] = v.Number
			}
		}
		return nil
	})
	if err == nil && rows*len(columns) != len(p) {
		err = s.Wrong(fmt.Errorf("%s; the target has %s, and so many rows would do", text.Count(rows, "row"),
			text.Count(n, "cell")))
	}
	return p, err
}

// A Folder is one matrix for each level of an annealing.
type Folder struct {
	Schedule chains.Schedule
	P        [][]float64 // by level from the first, each row-major; the first is nil if it has no matrix
}

// OpenFolder reads the matrices in a folder, each of n x n entries. The package's
// documentation lists the names of the files.
func OpenFolder(path string, n int) (f Folder, err error) {
	levels, err := levelsIn(path)
	if err != nil {
		return f, err
	}
	var betas []float64
	for _, l := range levels {
		betas = append(betas, l.beta)
	}
	if f.Schedule, err = chains.NewSchedule(betas); err != nil {
		return f, err
	}
	f.P = make([][]float64, len(levels))
	for i, l := range levels {
		if l.file == "" {
			continue
		}
		if f.P[i], err = OpenMatrix(filepath.Join(path, l.file), n); err != nil {
			return f, err
		}
	}
	return f, nil
}

// A level is a beta, and the name of its matrix's file; "" if there is none.
type level struct {
	beta float64
	file string
}

// levelsIn sorts the files of a folder, called beta-0.25.csv, by their betas.
func levelsIn(path string) (levels []level, err error) {
	list, err := os.ReadDir(path)
	if err != nil {
		return nil, text.Unreadable(path, err, "a folder of matrices")
	}
	for _, entry := range list {
		name := entry.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		ending := filepath.Ext(name)
		number, named := strings.CutPrefix(strings.TrimSuffix(name, ending), "beta-")
		beta, err := text.Float(number)
		switch {
		case ending != ".csv" && ending != ".npy" || !named || err != nil:
			return nil, fmt.Errorf("%s: a name like beta-0.25.csv or beta-0.25.npy would do", filepath.Join(path, name))
		case !(beta >= 0 && beta <= 1):
			return nil, fmt.Errorf("%s: beta %v; one between 0 and 1 would do", filepath.Join(path, name), beta)
		}
		levels = append(levels, level{beta, name})
	}
	if levels == nil {
		return nil, fmt.Errorf("%s: empty; beta-0.5.csv, beta-1.csv and so on would do", path)
	}
	slices.SortStableFunc(levels, func(a, b level) int { return cmp.Compare(a.beta, b.beta) })
	if levels[0].beta != 0 {
		levels = slices.Insert(levels, 0, level{})
	}
	for i, l := range levels[1:] {
		if l.beta == levels[i].beta {
			return nil, fmt.Errorf("%s: %s and %s are of one beta; one of them would do", path, levels[i].file, l.file)
		}
	}
	if last := levels[len(levels)-1]; len(levels) < 2 || last.beta != 1 {
		return nil, fmt.Errorf("%s: the last matrix is %s; one of beta 1, the target's, would do", path, last.file)
	}
	return levels, nil
}
