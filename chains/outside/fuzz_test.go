package outside

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// FuzzOpenMatrix: any file is a matrix of as many rows and columns as cells, or is refused in a line that begins with
// its path.
func FuzzOpenMatrix(f *testing.F) {
	for _, data := range []string{"", "#", "0.5,0.5\n0.5,0.5\n", "1;0\n0,5;0,5\n", "a,b\n1,0\n0,1\n", "nan,1\ninf,0",
		"1,0\n0,1\n0,0", npyStates("(2, 2)", 1, 0, 0, 1), npyStates("(4,)", 1, 0, 0, 1)} {
		f.Add(data)
	}
	path := filepath.Join(f.TempDir(), "k.csv")
	f.Fuzz(func(t *testing.T, data string) {
		must.Do(t, os.WriteFile(path, []byte(data), 0o600))
		p, err := OpenMatrix(path, 2)
		must.Sentence(t, err, path+": ")
		if err == nil && len(p) != 4 {
			t.Errorf("%d entries", len(p))
		}
	})
}

// FuzzOpenFolder: a folder with any one file is a kernel with a matrix for its beta, or is refused in a line that
// begins with the folder.
func FuzzOpenFolder(f *testing.F) {
	for _, name := range []string{"beta-1.csv", "beta-1.0.npy", "beta-.csv", "beta-1e0.csv", "beta-nan.csv",
		"beta-inf.csv", "1.csv", ".hidden", "beta-0.5.csv", "beta--1.csv"} {
		f.Add(name)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, name string) {
		path := filepath.Join(dir, name)
		if filepath.Dir(path) != dir || os.WriteFile(path, []byte("0,1\n1,0\n"), 0o600) != nil {
			t.Skip("no name of a file in the folder")
		}
		defer os.Remove(path)
		k, err := OpenFolder(dir, 2)
		place := dir + ": "
		if is := filepath.Join(dir, text.OneLine(name)) + ": "; err != nil && strings.HasPrefix(err.Error(), is) {
			place = is
		}
		must.Sentence(t, err, place)
		if err == nil && (len(k.P) != k.Schedule.Len() || len(k.P[len(k.P)-1]) != 4) {
			t.Errorf("%q has %d matrices at %v", name, len(k.P), k.Schedule.Betas())
		}
	})
}

// FuzzOpenMoves: any file has moves between cells of the grid, or is refused in a line that begins with its path.
func FuzzOpenMoves(f *testing.F) {
	for _, data := range []string{"", "#", "0,5\n4,1\n", "from,to\n0,5\n", "chain,draw,x_1,x_2\n1,0,0,0\n1,1,1,2\n",
		"state\n0\n5\n", "i,j\n0,0\n1,2", "0\n\n1",
		npyStates("(2, 2)", 0, 5, 5, 4), npyStates("(1, 2, 2)", 0, 0, 1, 2)} {
		f.Add(data, 0)
	}
	path := filepath.Join(f.TempDir(), "m.csv")
	f.Fuzz(func(t *testing.T, data string, first int) {
		must.Do(t, os.WriteFile(path, []byte(data), 0o600))
		moves := 0
		for _, g := range []grid.Grid{box, grid.New(3)} {
			err := OpenMoves(path, sheets.Reading{From: first}, g, func(x, y int) {
				moves++
				if min(x, y) < 0 || max(x, y) >= g.Size() {
					t.Errorf("from %d to %d on %v", x, y, g)
				}
			})
			must.Sentence(t, err, path+": ")
			if err == nil && moves == 0 {
				t.Error("no moves, and no error")
			}
		}
	})
}
