package toys_test

import (
	"io"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/text/faulty"
	"breadboard/toys"
)

// mayEnd reports whether a part of a CSV file is such a file too: numbers may be cut, as 12 to 1, and rows may be
// left out, but its last row has as many fields as the first, and the last of them is a number.
func mayEnd(part string) bool {
	rows := strings.Split(strings.TrimSpace(part), "\n")
	last := rows[len(rows)-1]
	return strings.Count(last, ",") == strings.Count(rows[0], ",") && !strings.HasSuffix(last, ",") &&
		!strings.HasSuffix(last, "-") && !strings.HasSuffix(last, "-i")
}

func readTarget(r io.Reader, name string) (toys.Target, error) { return toys.Read(r, name, toys.LogF) }

func TestReadFaulty(t *testing.T) {
	faulty.Test(t, "\ufeff0.5,-inf,2\n\"-3\", 14,0\n", readTarget, mayEnd)
}

func TestReadInitialFaulty(t *testing.T) {
	faulty.Test(t, "0.5,-1,2\n3,14,0\n", func(r io.Reader, name string) ([]float64, error) {
		return toys.ReadInitial(r, name, toys.LogF, grid.New(2, 3))
	}, mayEnd)
}

func TestReadDataFaulty(t *testing.T) {
	m := toys.NewClustering(3, 2).Model()
	faulty.Test(t, "0.5,-1\n3,14\n0,0\n", func(r io.Reader, name string) ([][]float64, error) {
		return toys.ReadData(r, name, m)
	}, func(part string) bool { return strings.HasSuffix(part, "0,0") })
}

func TestReadArrayFaulty(t *testing.T) {
	data := array("(2, 2)", "False", 0, 1, 2, 3)
	faulty.Test(t, string(data), readTarget, nil)
	faulty.Test(t, string(zipped(t, map[string][]byte{"logf.npy": data})), readTarget, nil)
}

// A stream that never ends takes some three times as much memory as the longest file that is read: it is gathered in
// slices that grow by a half, and are copied once.
func TestReadEndless(t *testing.T) {
	for what, says := range map[string]string{
		"\x00":       "longer than 64 MiB; a CSV",
		"PK\x03\x04": "longer than 256 MiB; a CSV",
	} {
		most := uint64(64 << 20)
		if strings.HasPrefix(what, "PK") {
			most = 256 << 20
		}
		refusesEndless(t, what, says, most, readTarget)
	}
	m := toys.NewClustering(3, 2).Model()
	refusesEndless(t, "1,2\n", "longer than 64 MiB; a CSV file of data", 64<<20,
		func(r io.Reader, name string) ([][]float64, error) { return toys.ReadData(r, name, m) })
}

func refusesEndless[T any](t *testing.T, what, says string, most uint64, read faulty.Reader[T]) {
	t.Helper()
	var err error
	used := faulty.Bytes(func() { _, err = read(faulty.Endless(what), faulty.Name) })
	switch {
	case err == nil || !strings.Contains(err.Error(), says):
		t.Errorf("%q for ever: the error is %v, want %s", what, err, says)
	case faulty.Unlike(err) != "":
		t.Errorf("%q for ever: %s: %v", what, faulty.Unlike(err), err)
	}
	if used > 4*most {
		t.Errorf("%q for ever took %d bytes, of %d that are read at most", what, used, most)
	}
}

// The faults of the first hundred fields are told, and no more are looked for: 33 million empty fields take what
// the text itself takes, and a line more.
func TestReadStopsAtFaults(t *testing.T) {
	const most = 33_000_000
	for what, says := range map[string]string{",": "row 1, column 1: the field is empty", "x\n": "row 1, column 1: \"x\""} {
		var err error
		text := strings.Repeat(what, most/len(what))
		used := faulty.Bytes(func() { _, err = readTarget(strings.NewReader(text), faulty.Name) })
		if err == nil || !strings.Contains(err.Error(), says) || !strings.HasSuffix(err.Error(), "; and many more") {
			t.Errorf("%q 33 million times: %v", what, err)
		}
		if used > 4*most {
			t.Errorf("%q 33 million times took %d bytes", what, used)
		}
	}
}
