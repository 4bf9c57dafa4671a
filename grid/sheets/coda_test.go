package sheets

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// writeAll writes files into a folder.
func writeAll(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, data := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
	}
}

// columnsAt reads columns of the file at path by their names.
func columnsAt(path string, names ...string) (rows [][]float64, err error) {
	s, err := Open(path, would)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var columns []Column
	for _, name := range names {
		at, err := s.Find(name)
		if err != nil {
			return nil, err
		}
		if at < 0 {
			return nil, fmt.Errorf("no column %s among %v", name, s.Names)
		}
		columns = append(columns, Column{At: at, Name: name})
	}
	err = s.Each(columns, func(row int, values []Value) error {
		var numbers []float64
		for _, v := range values {
			numbers = append(numbers, v.Number)
		}
		rows = append(rows, numbers)
		if row != len(rows) {
			return fmt.Errorf("row %d after %d", row, len(rows)-1)
		}
		return nil
	})
	most, known := s.Rows()
	if err == nil && (!known || most != len(rows)) {
		return nil, fmt.Errorf("%d rows were foretold, and there are %d", most, len(rows))
	}
	return rows, err
}

// What three variables of two chains were is read, in any order and number, of all chains or of one.
func TestCODA(t *testing.T) {
	const draws, thin = 40, 5
	variables := []string{"tau", "x[1,2]", "my var"}
	dice := rand.New(rand.NewPCG(1, 2))
	index := ""
	for i, name := range variables {
		index += fmt.Sprintf("%s %d %d\n", name, 1+i*draws, (i+1)*draws)
	}
	var values [2][3][draws]float64                         // by chain, variable and draw
	for _, form := range []string{"%d  %g\n", "%d\t%g\n"} { // JAGS, OpenBUGS
		files := map[string]string{"CODAindex.txt": index}
		for chain := range values {
			lines := ""
			for v := range variables {
				for draw := range draws {
					values[chain][v][draw] = float64(dice.IntN(2000)) / 8
					lines += fmt.Sprintf(form, 1000+thin*draw, values[chain][v][draw])
				}
			}
			files[fmt.Sprintf("CODAchain%d.txt", chain+1)] = lines
		}
		dir := t.TempDir()
		writeAll(t, dir, files)
		for file, chains := range map[string][]int{"CODAindex.txt": {0, 1}, "CODAchain1.txt": {0},
			"CODAchain2.txt": {1}} {
			var want [][]float64
			for _, chain := range chains {
				for draw := range draws {
					want = append(want, []float64{values[chain][2][draw], float64(chain + 1), values[chain][0][draw],
						float64(1000 + thin*draw), values[chain][1][draw]})
				}
			}
			got := must.Have(columnsAt(filepath.Join(dir, file), "my var", "chain", "tau", "draw", "x[1,2]"))(t)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", file, diff)
			}
		}
		one := must.Have(columnsAt(filepath.Join(dir, "CODAindex.txt"), "draw"))(t)
		if len(one) != 2*draws || one[draws-1][0] != 1000+thin*(draws-1) {
			t.Errorf("the iterations alone are %v", one)
		}
	}
}

// Files that do not fit together are refused with the line. Files that only have the names of CODA's are CSV.
func TestCODARefuses(t *testing.T) {
	const good = "1 5\n2 6\n1 7\n2 8\n"
	for says, files := range map[string]map[string]string{
		"line 2 is \"b 3\"; a variable, its first line": {"index.txt": "a 1 2\nb 3\n", "chain1.txt": good},
		"line 1 has lines 2 to 1; numbers from 1":       {"index.txt": "a 2 1\n", "chain1.txt": good},
		"has 3 lines, and the index has more of b": {"index.txt": "a 1 2\nb 3 4\n",
			"chain1.txt": "1 5\n2 6\n1 7\n"},
		"b has 1 draw, and a has 2 draws; as many of both": {"index.txt": "a 1 2\nb 3 3\n", "chain1.txt": good},
		"line 4 of": {"index.txt": "a 1 2\nb 3 4\n", "chain1.txt": "1 5\n2 6\n1 7\n3 8\n"},
		`of b, is "2 x"; an iteration and a value would do`: {"index.txt": "a 1 2\nb 3 4\n",
			"chain1.txt": "1 5\n2 6\n1 7\n2 x\n"},
		`of b, is "2"; an iteration and a value`: {"index.txt": "a 1 2\nb 3 4\n", "chain1.txt": "1 5\n2 6\n1 7\n2\n"},
		"no column a among [cell]":               {"index.txt": "cell\n1\n2\n", "chain1.txt": good},
		"no column b among [a 1 2]":              {"index.txt": "a 1 2\nb 3 4\n"},
	} {
		dir := t.TempDir()
		writeAll(t, dir, files)
		names := []string{"a"}
		if strings.Contains(files["index.txt"], "\nb ") {
			names = append(names, "b")
		}
		rows, err := columnsAt(filepath.Join(dir, "index.txt"), names...)
		must.Fail(t, err, says, "rows %v", rows)
	}
}
