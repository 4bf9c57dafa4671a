package outside

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// mostCells is the largest number of cells of a matrix. Its 4096² entries take 128 MiB.
const mostCells = 4096

// OpenMatrix reads the n x n transition matrix in the file at path. The file is NPY if
// it begins like one or its name ends in .npy, and CSV otherwise. The entries are
// row-major: row x, column y has the probability of going from x to y.
func OpenMatrix(path string, n int) ([]float64, error) {
	const wouldDo = "a CSV or NPY file of transition probabilities"
	f, err := os.Open(path)
	if err != nil {
		return nil, text.Unreadable(path, err, wouldDo)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	head, err := in.Peek(len(npy.Magic))
	if err != nil && err != io.EOF {
		return nil, text.Unreadable(path, err, wouldDo)
	}
	if string(head) == npy.Magic || strings.EqualFold(filepath.Ext(path), ".npy") {
		return readNPY(in, path, n)
	}
	return readCSV(in, path, n)
}

// readNPY reads an n x n matrix as numpy.save writes it.
func readNPY(r io.Reader, name string, n int) ([]float64, error) {
	err := tooLarge(n)
	var a npy.Array
	if err == nil {
		a, err = npy.Read(r, func(shape []int) error {
			if !slices.Equal(shape, []int{n, n}) {
				return fmt.Errorf("the shape is %s; the target has %s, and (%d, %d) would do",
					npy.Tuple(shape), text.Count(n, "cell"), n, n)
			}
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return a.Values, nil
}

// readCSV reads n lines of n numbers. "nan" and "inf" are numbers. A byte order mark,
// blanks around numbers, CRLF and blank lines at the end are passed over. An error
// begins with name and counts rows and columns from 1.
func readCSV(r io.Reader, name string, n int) ([]float64, error) {
	if err := tooLarge(n); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	most := int64(n)*int64(n)*40 + 1<<20 // 40 bytes are enough for any float64, its comma and a few blanks
	data, err := text.ReadAll(r, most)
	if err != nil {
		return nil, text.Unreadable(name, err, fmt.Sprintf("a CSV file of %s of %s", text.Count(n, "row"),
			text.Count(n, "number")))
	}
	p, err := parseCSV(text.Trim(data), n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// tooLarge is the error of a target with so many cells that no matrix is read for it.
func tooLarge(n int) error {
	if n < 1 || n > mostCells {
		return fmt.Errorf("the target has %d cells; one of up to %d would do beside a matrix", n, mostCells)
	}
	return nil
}

func parseCSV(data string, n int) ([]float64, error) {
	if len(data) == 0 {
		return nil, fmt.Errorf("empty; %s of %s, one for each cell of the target, would do",
			text.Count(n, "row"), text.Count(n, "number"))
	}
	p, rows := make([]float64, 0, n*n), 0
	var wrong text.Faults
	for row, err := range text.Rows(data, "matrix") {
		if err != nil {
			return nil, err
		}
		rows++
		if p = appendRow(p, row, rows, n, &wrong); wrong.Full() {
			return nil, wrong.Err()
		}
	}
	if rows != n {
		wrong.Add("%s; the target has %s, and so many rows would do", text.Count(rows, "row"), text.Count(n, "cell"))
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// appendRow appends the numbers of a row to p and adds its faults to wrong.
func appendRow(p []float64, row text.Row, at, n int, wrong *text.Faults) []float64 {
	if row.Len() != n {
		wrong.Add("row %d has %s; the target has %s, and so many columns would do",
			at, text.Count(row.Len(), "column"), text.Count(n, "cell"))
		return p
	}
	for j, s := range row.Fields() {
		v, err := text.FloatOrInf(s)
		switch {
		case s == "":
			wrong.Add("row %d, column %d is empty; a probability would do", at, j+1)
		case errors.Is(err, strconv.ErrRange):
			wrong.Add("row %d, column %d: %s is too large for a number of 64 bits; a probability would do",
				at, j+1, text.Quote(s))
		case err != nil:
			wrong.Add("row %d, column %d: %s is not a number; a probability would do", at, j+1, text.Quote(s))
		}
		p = append(p, v)
	}
	return p
}
