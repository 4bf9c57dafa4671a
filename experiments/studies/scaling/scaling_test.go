package scaling

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/scaling"

// TestFiles: the committed figure and table follow from the committed output of the benchmarks.
func TestFiles(t *testing.T) {
	text := string(must.Have(os.ReadFile(filepath.Join(folder, "bench.txt")))(t))
	reporttest.FiguresUpToDate(t, folder, must.Have(Page(text))(t).Unrendered(),
		"go -C experiments/studies run . scaling makes it", false)
	s := must.Have(read(text))(t)
	for _, all := range [][]scaled{s.spins, s.planes} {
		if largest := all[len(all)-1]; largest.Cells != 1<<22 {
			t.Errorf("the largest space is %s", largest.Name)
		}
	}
}
