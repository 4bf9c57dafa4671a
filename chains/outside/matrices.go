package outside

import (
	"fmt"
	"maps"
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
	case s.Names != nil && !text.Counted(s.Names):
		return nil, s.Wrong(s.Fault(1, columns[0], text.Quote(s.Names[0])))
	case s.Shape != nil && !slices.Equal(s.Shape, []int{n, n}):
		return nil, s.Wrong(fmt.Errorf("the shape is %s; the target has %s; use (%d, %d)",
			npy.Tuple(s.Shape), text.Count(n, "cell"), n, n))
	case s.Shape != nil:
		columns = columns[:1] // an array comes entry by entry
	case s.Width != n:
		return nil, s.Wrong(fmt.Errorf("row 1 has %s; the target has %s; use a column for each",
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
		err = s.Wrong(fmt.Errorf("%s; the target has %s; use a row for each", text.Count(rows, "row"),
			text.Count(n, "cell")))
	}
	return p, err
}

// A Folder holds one matrix for each level of an annealing.
type Folder struct {
	Schedule chains.Schedule
	P        [][]float64 // by level from the first, each row-major; the first is nil if it has no matrix
}

// OpenFolder reads the matrices in a folder, each of n x n entries. The package's
// documentation lists the names of the files.
func OpenFolder(path string, n int) (f Folder, err error) {
	names, err := namesByBeta(path)
	if err != nil {
		return f, err
	}
	betas := slices.Sorted(maps.Keys(names))
	if len(betas) > 0 && betas[0] != 0 {
		betas = slices.Insert(betas, 0, 0)
	}
	if f.Schedule, err = chains.NewSchedule(betas); err != nil {
		return f, fmt.Errorf("%s: %w; name the matrices beta-0.5.csv, beta-1.csv and so on", path, err)
	}
	const copies = 2 // the file's and the kernel's
	perMatrix := copies * 8 * float64(n) * float64(n)
	err = text.CheckMemory(len(names), "matrices", func(many float64) float64 { return many * perMatrix })
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	f.P = make([][]float64, len(betas))
	for i, beta := range betas {
		if names[beta] == "" {
			continue
		}
		if f.P[i], err = OpenMatrix(filepath.Join(path, names[beta]), n); err != nil {
			return f, err
		}
	}
	return f, nil
}

// namesByBeta returns the names of the files in a folder, called beta-0.25.csv, by their betas.
func namesByBeta(path string) (map[float64]string, error) {
	files, err := os.ReadDir(path)
	if err != nil {
		return nil, text.Unreadable(path, err, "a folder of matrices")
	}
	names := map[float64]string{}
	for _, file := range files {
		name := file.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		ending := filepath.Ext(name)
		number, named := strings.CutPrefix(strings.TrimSuffix(name, ending), "beta-")
		beta, err := text.Float(number)
		if ending != ".csv" && ending != ".npy" || !named || err != nil {
			return nil, fmt.Errorf("%s: not the name of a matrix; use one like beta-0.25.csv or beta-0.25.npy",
				filepath.Join(path, text.OneLine(name)))
		}
		if other, taken := names[beta]; taken {
			return nil, fmt.Errorf("%s: %s and %s are of one beta; use one of them", path, other, name)
		}
		names[beta] = name
	}
	return names, nil
}
