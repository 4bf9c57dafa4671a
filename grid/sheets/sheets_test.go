package sheets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/grid/must"
	"breadboard/grid/npy"
)

const would = "a CSV file of numbers"

// all reads the columns called log_w and group, or the only ones.
func all(s *Sheet) (rows [][]Value, err error) {
	var columns []Column
	for i, name := range []string{"log_w", "group"} {
		at, err := s.Find(name)
		switch {
		case err != nil:
			return nil, err
		case at < 0 && s.Names == nil && i < s.Width:
			at = i
		}
		if at >= 0 {
			columns = append(columns, Column{At: at, Name: name, Words: name == "group"})
		}
	}
	if len(columns) == 0 {
		return nil, s.Wrong(errors.New("no columns; use log_w or group"))
	}
	err = s.Each(columns, func(row int, values []Value) error {
		if s.Shape == nil && row != len(rows)+1 {
			return fmt.Errorf("row %d after %d rows", row, len(rows))
		}
		rows = append(rows, append([]Value(nil), values...))
		return nil
	})
	return rows, err
}

// opened reads them from the file at path.
func opened(path string) ([][]Value, error) {
	s, err := Open(path, would)
	if err != nil {
		return nil, err
	}
	return all(s)
}

func numbers(all ...float64) (rows [][]Value) {
	for _, v := range all {
		rows = append(rows, []Value{{Number: v}})
	}
	return rows
}

// saved returns an array as numpy.save writes it.
func saved(shape []int, values ...float64) []byte {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }\n", npy.Tuple(shape))
	file := binary.LittleEndian.AppendUint16([]byte(npy.Magic+"\x01\x00"), uint16(len(header)))
	file = append(file, header...)
	for _, v := range values {
		file = binary.LittleEndian.AppendUint64(file, math.Float64bits(v))
	}
	return file
}

// TestOpen: what was written is read, from whatever file.
func TestOpen(t *testing.T) {
	inf, dir := math.Inf(1), t.TempDir()
	two := [][]Value{{{Number: -1.5}, {Word: "a"}}, {{Number: inf}, {Word: "b b"}}, {{Number: -inf}, {Word: "a"}}}
	for name, c := range map[string]struct {
		data []byte
		want [][]Value
	}{
		"bare.csv":  {[]byte("-1.5\ninf\n-inf\n"), numbers(-1.5, inf, -inf)},
		"named.csv": {[]byte("\ufefflog_w\r\n -1.5\r\nInf\r\n-Infinity\r\n"), numbers(-1.5, inf, -inf)},
		"two.csv":   {[]byte("group,x,log_w\na,1,-1.5\n\n b b ,2,inf\na,3,-inf\n"), two},
		"R.csv": {[]byte("\"\",\"log_w\",\"group\"\n\"1\",-1.5,\"a\"\n\"2\",Inf,\"b b\"\n\"3\",-Inf,\"a\"\n"),
			two},
		"pandas.csv": {[]byte(",0\n0,-1.5\n1,inf\n2,-Infinity\n"), numbers(-1.5, inf, -inf)},
		"one.npy":    {saved([]int{3}, -1.5, inf, -inf), numbers(-1.5, inf, -inf)},
		"rows.npy": {saved([]int{2, 1}, 3, 4),
			[][]Value{{{3, ""}, {0, "0"}}, {{4, ""}, {1, "1"}}}},
		"columns.npy": {saved([]int{1, 2}, 3, 4),
			[][]Value{{{3, ""}, {0, "0"}}, {{4, ""}, {0, "0"}}}},
		"Stan.csv": {[]byte("# a = 1\n# b = \"c\nlp,log_w\n# d = 0.9\n# 1, 1\n5,-1.5\n5,inf\n#\n5,-inf\n# \n# 2\n"),
			numbers(-1.5, inf, -inf)},
		"semicolons":    {[]byte("group;x;log_w\na;1;-1,5\n b b ;2;inf\na;3;-inf\n"), two},
		"no rows.csv":   {[]byte("log_w,group\n"), nil},
		"number of 0.c": {[]byte("0\n-3\n"), numbers(0, -3)},
	} {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, c.data, 0o644))
		got, err := opened(path)
		must.Do(t, err)
		if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for says, data := range map[string][]byte{
		"no rows; use a CSV file of numbers":                                      nil,
		`row 2, column log_w is "x"; use a number`:                                []byte("1\nx\n"),
		`row 1, column log_w is "0x1p-2"; use a number`:                           []byte("log_w\n0x1p-2\n"),
		`row 1, column log_w is "1e999"`:                                          []byte("log_w\n1e999\n"),
		`row 2, column group is ""; use a word`:                                   []byte("log_w,group\n1,a\n1,\n"),
		"two columns are called log_w":                                            []byte("log_w,log_w\n1,2\n"),
		"line 2 is empty; use a number in every line":                             []byte("1\n\n2\n"),
		"row 2 has 1 column, and the first line has 2; use rows of one length":    []byte("1,2\n1\n"),
		"row 1 has 2 columns, and the first line has 1; use a name for the first": []byte("log_w\n1,2\n"),
		"the shape is (1, 1, 1, 1); use one axis, two or three":                   saved([]int{1, 1, 1, 1}, 1),
		"the file has 8 bytes of entries":                                         saved([]int{2, 1}, 1),
		`line 3, column 1 is "1.5", and numbers have points and commas; use one of them in all`: []byte(
			"log_w;T\n0,5;1\n1.5;1\n"),
		`row 1, column log_w is "1,000,5"; use a number`: []byte("log_w;T\n1,000,5;1\n"),
	} {
		path := filepath.Join(dir, "s")
		must.Do(t, os.WriteFile(path, data, 0o644))
		_, err := opened(path)
		must.FailAt(t, err, path+": ", says, "it")
	}
	must.Refuse(opened(filepath.Join(dir, "none")))(t, "no such file or directory; use "+would, "no file")
}
