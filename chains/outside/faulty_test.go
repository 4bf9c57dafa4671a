package outside

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/text/faulty"
)

func readMoves(r io.Reader, name string) ([][2]int, error) {
	moves, err := collect(func(visit func(x, y int)) error {
		_, err := readMovesCSV(r, name, box, visit)
		return err
	})
	if err != nil {
		moves = nil // a caller of OpenMoves has seen moves, and drops what it made of them
	}
	return moves, err
}

// A file of moves may end after any of them.
func TestReadMovesCSVFaulty(t *testing.T) {
	faulty.Test(t, "\ufefffrom,to\n0,5\n4,4\n\"5\",2\n", readMoves, func(part string) bool {
		last := strings.TrimSpace(part[1+strings.LastIndexByte(strings.TrimSpace(part), '\n'):])
		return len(part) > 10 && (last == "" || len(last) > 2 && !strings.HasSuffix(last, ","))
	})
}

func readMatrix(r io.Reader, name string) ([]float64, error) { return readCSV(r, name, 2) }

func TestReadCSVFaulty(t *testing.T) {
	faulty.Test(t, "0.5,0.5\n0.25,0.75\n", readMatrix, func(part string) bool {
		return strings.Count(part, ",") == 2 && !strings.HasSuffix(part, ",")
	})
}

func TestReadNPYFaulty(t *testing.T) {
	faulty.Test(t, npySaved, func(r io.Reader, name string) ([]float64, error) { return readNPY(r, name, 2) }, nil)
}

// An array of states that is cut short, anywhere after its magic word, is an error. As of CSV, moves
// before the cut have been seen.
func TestOpenStatesShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "states.npy")
	ends := faulty.Tally{What: "ends of files"}
	array := npyStates("(4,)", 0, 5, 5, 4)
	for _, whole := range [][]byte{array, npzStates(t, array)} {
		for n := 7; n < len(whole); n++ { // what is shorter is CSV
			if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
				t.Fatal(err)
			}
			moves, err := opened(path)
			var wrong error
			if err == nil || !strings.HasPrefix(err.Error(), path+": ") {
				wrong = fmt.Errorf("the moves are %v, and the error is %v", moves, err)
			}
			ends.Count(fmt.Sprintf("the first %d of %d bytes", n, len(whole)), wrong)
		}
	}
	ends.Report(t)
}

// Streams without an end are refused by the bound on a row, or on the file.
func TestReadEndless(t *testing.T) {
	for in, says := range map[string]string{
		"\x00": "row 1 is longer than 1 MiB; shorter lines of numbers separated by commas would do",
		",":    "row 1 is longer than 1 MiB",
		"\n":   "row 1 is longer than 1 MiB",
	} {
		refusesEndless(t, in, says, 256<<20, readMoves) // a million fields, in slices that grow
	}
	for _, in := range []string{"\x00", "1", "0,1\n"} {
		refusesEndless(t, in, "longer than 1 MiB; a CSV file of 2 rows of 2 numbers would do", 16<<20, readMatrix)
	}
}

func refusesEndless[T any](t *testing.T, in, says string, most uint64, read faulty.Reader[T]) {
	t.Helper()
	var err error
	used := faulty.Bytes(func() { _, err = read(faulty.Endless(in), faulty.Name) })
	if want := faulty.Name + ": " + says; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%q for ever: the error is %v, want %s", in, err, want)
	}
	if used > most {
		t.Errorf("%q for ever took %d bytes, and %d were to be enough", in, used, most)
	}
}

// The number of a chain is bounded, for the last state of each is kept.
func TestReadMovesManyChains(t *testing.T) {
	_, err := readMoves(strings.NewReader(fmt.Sprintf("chain,state\n%d,0\n", mostChains)), faulty.Name)
	const says = "row 1, column chain is 1048576; a whole number from 0 to 1048575 would do"
	if err == nil || !strings.HasSuffix(err.Error(), says) {
		t.Errorf("the error is %v, want %s", err, says)
	}
}
