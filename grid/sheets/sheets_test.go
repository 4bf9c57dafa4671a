package sheets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	pq "github.com/parquet-go/parquet-go"

	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
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
		return nil, s.Wrong(errors.New("no columns; log_w or group would do"))
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
	defer s.Close()
	return all(s)
}

func numbers(all ...float64) (rows [][]Value) {
	for _, v := range all {
		rows = append(rows, []Value{{Number: v}})
	}
	return rows
}

// A run has a column of every kind, and others beside them.
type (
	run struct {
		Note  string  `parquet:"note"`
		LogW  float64 `parquet:"log_w,optional"`
		Group string  `parquet:"group,optional"`
	}
	short struct {
		LogW  float32 `parquet:"log_w,split"`
		Group string  `parquet:"group,plain"`
	}
	dictionaries struct {
		LogW  float64 `parquet:"log_w,dict"`
		Group string  `parquet:"group,dict"`
	}
	wholes struct {
		LogW  int32 `parquet:"log_w,delta"`
		Group int64 `parquet:"group"`
	}
	nulls struct {
		LogW *float64 `parquet:"log_w,optional"`
	}
)

// written returns a Parquet file of two groups of rows.
func written[T any](t *testing.T, codec pq.WriterOption, rows ...T) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, pq.Write(&b, rows, pq.MaxRowsPerRowGroup(int64(len(rows)+1)/2), codec))
	return b.Bytes()
}

// saved returns an array as numpy.save writes it.
func saved(descr, shape string, fortran string, values any) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, fortran, shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(b, binary.LittleEndian, values)
	return b.Bytes()
}

func npz(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("x.npy")
	if err == nil {
		_, err = f.Write(data)
	}
	must.Do(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

// What was written is read, from whatever file.
func TestOpen(t *testing.T) {
	inf, dir := math.Inf(1), t.TempDir()
	two := [][]Value{{{Number: -1.5}, {Word: "a"}}, {{Number: inf}, {Word: "b b"}}, {{Number: -inf}, {Word: "a"}}}
	whole := [][]Value{{{Number: -1}, {Word: "7"}}, {{Number: 5}, {Word: "-7"}}}
	for i := range whole {
		whole[i][1].Number = 7 - 14*float64(i)
	}
	for name, c := range map[string]struct {
		data []byte
		want [][]Value
	}{
		"bare.csv":  {[]byte("-1.5\ninf\n-inf\n"), numbers(-1.5, inf, -inf)},
		"named.csv": {[]byte("\ufefflog_w\r\n -1.5\r\nInf\r\n-Infinity\r\n"), numbers(-1.5, inf, -inf)},
		"two.csv":   {[]byte("group,x,log_w\na,1,-1.5\n\n b b ,2,inf\na,3,-inf\n"), two},
		"R.csv": {[]byte("\"\",\"log_w\",\"group\"\n\"1\",-1.5,\"a\"\n\"2\",Inf,\"b b\"\n\"3\",-Inf,\"a\"\n"),
			two},
		"snappy": {written(t, pq.Compression(&pq.Snappy), run{"x", -1.5, "a"}, run{"y", inf, "b b"},
			run{"", -inf, "a"}), two},
		"zstd": {written(t, pq.Compression(&pq.Zstd), run{"x", -1.5, "a"}, run{"y", inf, "b b"},
			run{"", -inf, "a"}), two},
		"short": {written(t, pq.DataPageVersion(1), short{-1.5, "a"}, short{float32(inf), "b b"},
			short{float32(-inf), "a"}), two},
		"dict": {written(t, pq.DataPageVersion(1), dictionaries{-1.5, "a"}, dictionaries{inf, "b b"},
			dictionaries{-inf, "a"}), two},
		"whole":   {written(t, pq.DataPageVersion(2), wholes{-1, 7}, wholes{5, -7}), whole},
		"one.npy": {saved("<f8", "(3,)", "False", []float64{-1.5, inf, -inf}), numbers(-1.5, inf, -inf)},
		"one.npz": {npz(t, saved("<f4", "(2,)", "False", []float32{-1.5, 2})), numbers(-1.5, 2)},
		"rows.npy": {saved("<f8", "(2, 1)", "False", []float64{3, 4}),
			[][]Value{{{3, ""}, {0, "0"}}, {{4, ""}, {1, "1"}}}},
		"columns.npy": {saved("<f8", "(1, 2)", "True", []float64{3, 4}),
			[][]Value{{{3, ""}, {0, "0"}}, {{4, ""}, {0, "0"}}}},
		"semicolons":    {[]byte("group;x;log_w\na;1;-1,5\n b b ;2;inf\na;3;-inf\n"), two},
		"tabs":          {[]byte("group\tx\tlog_w\na\t1\t-1.5\nb b\t2\tinf\na\t3\t-inf\n"), two},
		"write.table":   {[]byte("\"log_w\" \"group\"\n-1,5 \"a\"\nInf \"b b\"\n-Inf \"a\"\n"), two},
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

// What was read in place of plain CSV is told at the end, with the name of the file; of plain CSV nothing is.
func TestWhatWasReadIsTold(t *testing.T) {
	for data, want := range map[string]string{
		"log_w,group\n0.5,a\n":      "",
		"log_w;group\n0.5;a,b\n":    ": read with semicolons between numbers",
		"log_w;group\n1;a\n0,5;a\n": ": read with semicolons between numbers, commas in numbers",
	} {
		path := filepath.Join(t.TempDir(), "a.csv")
		must.Do(t, os.WriteFile(path, []byte(data), 0o644))
		s := must.Have(Open(path, would))(t)
		told := ""
		must.Do(t, s.As(Reading{Note: func(words string) { told += words }}, Words{}))
		must.Have(all(s))(t)
		s.Close()
		if want != "" {
			want = path + want
		}
		if told != want {
			t.Errorf("%q: %q is told, want %q", data, told, want)
		}
	}
}

// Columns of many rows and many words, over several batches and pages, are read as they were written.
func TestManyRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "many")
	var rows []run
	var want [][]Value
	for i := range 5000 {
		r := run{"", math.Sin(float64(i + 1)), strings.Repeat("g", i%3+1) + fmt.Sprint(i%700)}
		rows = append(rows, r)
		want = append(want, []Value{{Number: r.LogW}, {Word: r.Group}})
	}
	for _, o := range []pq.WriterOption{pq.DataPageVersion(1), pq.DataPageVersion(2), pq.PageBufferSize(1000)} {
		must.Do(t, os.WriteFile(path, written(t, o, rows...), 0o644))
		got, err := opened(path)
		must.Do(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff[:min(len(diff), 1000)])
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	var many []run
	for i := range 1<<16 + 1 {
		many = append(many, run{"", 1, fmt.Sprint(i)})
	}
	for says, data := range map[string][]byte{
		"no rows; a CSV file of numbers would do":                             nil,
		`row 2, column log_w is "x"; a number would do`:                       []byte("1\nx\n"),
		`row 1, column log_w is "0x1p-2"; a number would do`:                  []byte("log_w\n0x1p-2\n"),
		`row 1, column log_w is "1e999"`:                                      []byte("log_w\n1e999\n"),
		`row 2, column group is ""; a word would do`:                          []byte("log_w,group\n1,a\n1,\n"),
		"two columns are called log_w":                                        []byte("log_w,log_w\n1,2\n"),
		"an empty line before row 2; a number in every line":                  []byte("1\n\n2\n"),
		"row 2 has 1 column, and the first line has 2; rows of one length":    []byte("1,2\n1\n"),
		"row 1 has 2 columns, and the first line has 1; a name for the first": []byte("log_w\n1,2\n"),
		"row 1 is longer than 1 MiB":                                          []byte(strings.Repeat("1", 1<<20+5000)),
		"the shape is (1, 1, 1); one axis or two would do":                    saved("<f8", "(1, 1, 1)", "False", 1.0),
		"the file ends at row 2, column 1":                                    saved("<f8", "(2, 1)", "False", 1.0),
		"a whole archive":                                                     []byte("PK\x03\x04 and no more"),
		"column log_w has words; numbers would do": written(t, pq.DataPageVersion(2), struct {
			W string `parquet:"log_w"`
		}{"a"}),
		"row 2, column log_w is null; a number would do": written(t, pq.DataPageVersion(2),
			nulls{new(float64)}, nulls{}),
		`row 2, column log_w is "1.5", and numbers have points and commas; one of them in all`: []byte(
			"log_w;T\n0,5;1\n1.5;1\n"),
		`row 1, column log_w is "1,000,5"; a number would do`: []byte("log_w;T\n1,000,5;1\n"),
		"after 65536 others": written(t, pq.DataPageVersion(2), many...),
		"a word of 65 bytes": written(t, pq.DataPageVersion(2), run{"", 1, strings.Repeat("x", 65)}),
		"a page of words is encoded as DELTA_BYTE_ARRAY; PLAIN, RLE_DICTIONARY": written(t,
			pq.DataPageVersion(2), struct {
				G string `parquet:"group,delta"`
			}{"a"}),
		"a whole Parquet file would do": []byte("PAR1 and no more"),
	} {
		path := filepath.Join(dir, "s")
		must.Do(t, os.WriteFile(path, data, 0o644))
		_, err := opened(path)
		must.FailAt(t, err, path+": ", says, "it")
	}
	must.Refuse(opened(filepath.Join(dir, "none")))(t, "no such file or directory; "+would, "no file")
	must.Do(t, os.WriteFile(filepath.Join(dir, "not.parquet"), []byte("1\n"), 0o644))
	must.Refuse(opened(filepath.Join(dir, "not.parquet")))(t, `does not begin with "PAR1"`, "not Parquet")
}

// A Parquet file of floats and words with any byte changed is an error of a line or other values, and takes little
// memory.
func TestEveryByte(t *testing.T) {
	c := faulty.Tally{What: "changed bytes"}
	rows := []short{{1, "forward"}, {2, "reverse"}, {3, "x"}, {4, "forward"}}
	for k, data := range [][]byte{written(t, pq.DataPageVersion(1), rows...), written(t, pq.DataPageVersion(2),
		run{"", 1, "forward"}, run{"", 2, "reverse"}), written(t, pq.Compression(&pq.Zstd), dictionaries{1, "a"},
		dictionaries{2, "b"})} {
		for at, was := range data {
			for step := 1; step < 256; step++ {
				if (step+131*at+37*k)%faulty.Times(97, 1) != 0 {
					continue
				}
				data[at] = was + byte(step)
				var err, broken error
				used := faulty.Bytes(func() {
					s, wrong := Parquet(bytes.NewReader(data), int64(len(data)))
					if err = wrong; err == nil {
						_, err = all(s)
					}
				})
				if err != nil && strings.Contains(err.Error(), "\n") || used > 24<<20 {
					broken = fmt.Errorf("%d bytes, and the error %v", used, err)
				}
				c.Count(fmt.Sprintf("byte %d = %#x", at, data[at]), broken)
			}
			data[at] = was
		}
	}
	c.Report(t)
}

func TestCSVFaulty(t *testing.T) {
	faulty.Test(t, "log_w,group\n-1.5,a\n2,\"b\"\n", func(r io.Reader, name string) ([][]Value, error) {
		s, err := CSV(r, would)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.path = name
		rows, err := all(s)
		if err != nil {
			return nil, err
		}
		return rows, nil
	}, func(part string) bool { // after the line of names, or after any row that has both of its fields
		last := strings.TrimSpace(part[1+strings.LastIndexByte(strings.TrimSpace(part), '\n'):])
		return strings.HasPrefix(last, "log_w") || len(part) > len("log_w") && !strings.HasSuffix(last, "-1.5") &&
			!strings.HasSuffix(last, ",") &&
			last != "-" && last != "-1" && last != "-1." && last != "2" && strings.Count(last, `"`) != 1
	})
}
