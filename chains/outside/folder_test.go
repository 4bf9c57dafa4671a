package outside

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func folder(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Levels come in the order of their betas, whatever their names' order is.
func TestOpenFolder(t *testing.T) {
	one := func(v float64) string {
		s := strconv.FormatFloat(v, 'g', -1, 64)
		return s + ",0\n0," + s + "\n"
	}
	for name, content := range map[string]map[string]string{
		"betas in names": {
			"beta-1.csv":    one(1),
			"beta-1e-1.csv": one(0.1),
			"beta-0.50.csv": one(0.5),
			".hidden":       "x",
		},
		"numbers": {
			"betas.csv": "0\n0.1\n0.5\n1\n",
			"4.csv":     one(1),
			"002.csv":   one(0.1),
			"3.csv":     one(0.5),
		},
		"a matrix of beta = 0": {
			"beta-0.csv":   one(0),
			"beta-1.csv":   one(1),
			"beta-0.1.csv": one(0.1),
			"beta-0.5.csv": one(0.5),
		},
	} {
		t.Run(name, func(t *testing.T) { opens(t, content) })
	}
}

// opens checks the four matrices of a folder.
func opens(t *testing.T, content map[string]string) {
	t.Helper()
	f, err := OpenFolder(folder(t, content), 2)
	if err != nil {
		t.Fatal(err)
	}
	if n := f.Schedule.Len(); n != 4 {
		t.Errorf("%d levels, want 4", n)
	}
	for level := 2; level <= 4; level++ {
		if beta := f.Schedule.Beta(level); f.P[level-1][0] != beta {
			t.Errorf("level %d: beta %v, matrix %v", level, beta, f.P[level-1])
		}
	}
	if first := f.P[0]; (first != nil) != (content["beta-0.csv"] != "") {
		t.Errorf("level 1 has %v", first)
	}
}

func TestOpenFolderRefuses(t *testing.T) {
	const m = "1,0\n0,1\n"
	for says, content := range map[string]map[string]string{
		"empty; beta-0.5.csv, beta-1.csv":                {},
		"the last matrix is beta-0.5.csv; one of beta 1": {"beta-0.5.csv": m},
		"beta-1.0.csv and beta-1.csv are of one beta":    {"beta-1.csv": m, "beta-1.0.csv": m},
		"bata-1.csv: a name like beta-0.25.csv":          {"bata-1.csv": m, "beta-1.csv": m},
		"beta-0.5.txt: a name like":                      {"beta-0.5.txt": m, "beta-1.csv": m},
		"beta 2; one between 0 and 1 would do":           {"beta-2.csv": m},
		"beta-nan.csv: a name like beta-0.25.csv":        {"beta-nan.csv": m},
		"beta-0x1p-1.csv: a name like beta-0.25.csv":     {"beta-0x1p-1.csv": m},
		"level 3 has no matrix; 3.csv or 3.npy would do": {"betas.csv": "0,0.5,1", "2.csv": m},
		"level 4; betas.csv has 3": {"betas.csv": "0,0.5,1", "2.csv": m, "3.csv": m,
			"4.csv": m},
		"3.csv and 3.npy are of one level": {"betas.csv": "0,0.5,1", "2.csv": m, "3.csv": m,
			"3.npy": npySaved},
		"beta-1.csv: beside betas.csv a name like 2.csv": {"betas.csv": "0,0.5,1", "beta-1.csv": m},
		"betas.csv: beta 3 is 0.4, below beta 2":         {"betas.csv": "0,0.5,0.4,1", "2.csv": m},
		"3.csv: row 1, column 2: \"x\" is not a number": {"betas.csv": "0,0.5,1", "2.csv": m,
			"3.csv": "1,x\n0,1\n"},
		"beta-1.csv: 1 row; the target has 2 cells, and so m": {"beta-1.csv": "1,0\n"},
	} {
		dir := folder(t, content)
		_, err := OpenFolder(dir, 2)
		refused(t, says, err, dir, says)
	}
	none := filepath.Join(t.TempDir(), "none")
	_, err := OpenFolder(none, 2)
	refused(t, "a folder that is not there", err, none, "no such file")
}
