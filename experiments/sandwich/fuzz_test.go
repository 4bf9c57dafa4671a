package sandwich

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// FuzzOpen: any two files are sets of log weights, or are refused in a line that begins with the path of one.
func FuzzOpen(f *testing.F) {
	for _, data := range [][2]string{{"", ""}, {"#", ""}, {"1\n2\n", ""}, {"1\n2\n", "log_w\n3\ninf\n"},
		{"T,direction,log_w\n3,forward,1\n3,reverse,2\n3,forward,2\n3,reverse,3\n", ""},
		{"group,log_w\na,1\na,2\n", "1\n2\n"}, {"program,cell,log_w\nx,1.0,1\nx,1,2\n", "1\n2\n"},
		{"log_w\n-inf\n1e101\n", ""}, {array(2, 1, 3, 4, 7, 5, 1), array(2, 4, 4, 9, 9, 4, 6)}} {
		f.Add(data[0], data[1])
	}
	dir := f.TempDir()
	forward, reverse := filepath.Join(dir, "f"), filepath.Join(dir, "r")
	f.Fuzz(func(t *testing.T, ahead, back string) {
		must.Do(t, os.WriteFile(forward, []byte(ahead), 0o600))
		must.Do(t, os.WriteFile(reverse, []byte(back), 0o600))
		for _, paths := range [][2]string{{forward, ""}, {"", reverse}, {forward, reverse}} {
			sets, err := Open(paths[0], paths[1], sheets.Reading{})
			must.Sentence(t, err, dir)
			if err == nil && len(sets) == 0 {
				t.Error("no sets, and no error")
			}
			for _, s := range sets {
				for side, runs := range s.Sides {
					if n := len(runs.Group); n != 0 && n != len(runs.LogW) {
						t.Errorf("%d groups of %d runs", n, len(runs.LogW))
					}
					for _, w := range runs.LogW {
						if !(math.Abs(w) <= mostLogW) && w != math.Inf(2*side-1) {
							t.Errorf("log w is %v %s", w, directions[side])
						}
					}
				}
			}
		}
	})
}
