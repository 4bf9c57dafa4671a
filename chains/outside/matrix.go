package outside

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// MostCells is the number of cells above which no matrix is read: its entries
// would take more than 128 MiB.
const MostCells = 4096

// OpenMatrix reads the n x n matrix in the file at path: NPY where it begins
// as such a file does or is called .npy, else CSV. The entries are row-major.
func OpenMatrix(path string, n int) ([]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(path, err, "a CSV or NPY file of transition probabilities")
	}
	defer f.Close()
	in := bufio.NewReader(f)
	head, err := in.Peek(len(magic))
	if err != nil && err != io.EOF {
		return nil, plain(path, err, "a CSV or NPY file of transition probabilities")
	}
	if string(head) == magic || strings.EqualFold(filepath.Ext(path), ".npy") {
		return ReadNPY(in, path, n)
	}
	return ReadCSV(in, path, n)
}

// ReadCSV reads an n x n matrix from CSV: n lines of n numbers, the entry of
// row x and column y being the probability of going from cell x to cell y. "nan"
// and "inf" are numbers. A byte order mark, blanks around numbers, CRLF and blank
// lines at the end are passed over. Errors count rows and columns from 1 and call
// the file name.
func ReadCSV(r io.Reader, name string, n int) ([]float64, error) {
	if err := room(n); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	most := int64(n)*int64(n)*40 + 1<<20
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, plain(name, err, "a CSV file of transition probabilities")
	case int64(len(data)) > most:
		return nil, fmt.Errorf("%s: longer than %d MiB; %s of %s would do", name, most>>20, many(n, "row"), many(n, "number"))
	}
	p, err := matrixOf(bytes.TrimRight(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n"), n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// room is an error where a matrix of n cells is not read.
func room(n int) error {
	if n < 1 || n > MostCells {
		return fmt.Errorf("the target has %d cells; one of up to %d would do beside a matrix", n, MostCells)
	}
	return nil
}

// matrixOf reads the lines of CSV.
func matrixOf(data []byte, n int) ([]float64, error) {
	if len(data) == 0 {
		return nil, fmt.Errorf("empty; %s of %s, one for each cell of the target, would do", many(n, "row"), many(n, "number"))
	}
	in := csv.NewReader(bytes.NewReader(data))
	in.FieldsPerRecord, in.TrimLeadingSpace, in.ReuseRecord = -1, true, true
	p := make([]float64, 0, n*n)
	var wrong faults
	rows := 0
	for ; ; rows++ {
		row, err := in.Read()
		var at *csv.ParseError
		if err == io.EOF {
			break
		} else if errors.As(err, &at) {
			return nil, fmt.Errorf("row %d: %w; numbers separated by commas would do", rows+1, at.Err)
		} else if err != nil {
			return nil, err
		}
		if line, _ := in.FieldPos(0); line != rows+1 {
			return nil, fmt.Errorf("row %d is empty; one row of the matrix a line would do", rows+1)
		}
		p = appendRow(p, row, rows, n, &wrong)
	}
	if rows != n {
		wrong.add("%s; the target has %s, and so many rows would do", many(rows, "row"), many(n, "cell"))
	}
	return p, wrong.err()
}

// appendRow appends the numbers of row i, counted from 0, and tells what is wrong.
func appendRow(p []float64, row []string, i, n int, wrong *faults) []float64 {
	if len(row) != n {
		wrong.add("row %d has %s; the target has %s, and so many columns would do", i+1, many(len(row), "column"), many(n, "cell"))
		return p
	}
	for j, s := range row {
		s = strings.TrimSpace(s)
		v, err := strconv.ParseFloat(s, 64)
		switch {
		case s == "":
			wrong.add("row %d, column %d is empty; a probability would do", i+1, j+1)
		case errors.Is(err, strconv.ErrRange):
			wrong.add("row %d, column %d: %s is too large for a number of 64 bits; a probability would do", i+1, j+1, quote(s))
		case err != nil:
			wrong.add("row %d, column %d: %s is not a number; a probability would do", i+1, j+1, quote(s))
		}
		p = append(p, v)
	}
	return p
}
