package draws

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// FuzzRead: any file has draws of cells of the grid, which are judged, or is refused in a line.
func FuzzRead(f *testing.F) {
	for _, data := range []string{"", "#", "cell\n0\n1\n5\n", "chain,draw,cell\n1,0,0\n1,1,5\n2,0,3\n",
		"x_1,x_2\n0,1\n1,2\n", "T,program,direction,state\n3,ais,forward,1\n", "walker,step,i,j\n0,0,1,1",
		"draw,cell\nnan,1\n", "0\n1\n"} {
		f.Add(data, 0)
	}
	g := grid.New(2, 3)
	logf := []float64{0, 1, 2, -1, -2, 0}
	path := filepath.Join(f.TempDir(), "d.csv")
	f.Fuzz(func(t *testing.T, data string, first int) {
		must.Do(t, os.WriteFile(path, []byte(data), 0o600))
		s, err := sheets.Open(path, "a file of draws")
		must.Sentence(t, err, path+": ")
		if err != nil {
			return
		}
		s.From = first
		samples, err := Read(s, g)
		must.Sentence(t, err, path+": ")
		if err != nil {
			return
		}
		for _, one := range samples {
			for _, cells := range one.Chains {
				for _, x := range cells {
					if x < 0 || int(x) >= g.Size() {
						t.Errorf("a draw of cell %d", x)
					}
				}
			}
		}
		if results := Judge(t.Context(), g, logf, samples, first > 0); len(results) < len(samples) {
			t.Errorf("%d results of %d samples", len(results), len(samples))
		}
	})
}
