package sandwich

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
)

const folder = "../../../reports/sandwich"

// TestStudy: a quick study keeps the promises of the intervals and of the test. In the long form the whole is made,
// and is the committed page.
func TestStudy(t *testing.T) {
	s := must.Have(Measure(t.Context(), run.Setting{Quick: true}))(t)
	for size, n := range runsEachWay {
		c := s.Coverage[size]
		if c.LogR.Yes < c.LogR.Of*97/100 || c.At001.Yes > 1+c.At001.Of/200 || c.Bar.Yes < c.Bar.Of*85/100 {
			t.Errorf("%d runs: %+v", n, c)
		}
	}
	if os.Getenv("BREADBOARD_LONG") == "" {
		return
	}
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	if got := words(must.Have(Measure(t.Context(), run.Setting{}))(t)); got != page {
		t.Errorf("reports/sandwich/README.md is not what the study finds; go -C experiments/studies run . sandwich "+
			"makes it:\n%s", got)
	}
}
