package bread

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/paper"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

func TestPageHoldsEverythingAndFetchesNothing(t *testing.T) {
	r := small(t, false)
	text := pageOf(t, r)
	count := reporttest.Alone(t, text)
	rows := 8 // of heads: three toys, the published figures, the ensemble, three cross-checks
	for _, s := range paperParts(r) {
		for _, made := range s.people {
			rows += len(made.Rows)
		}
	}
	for tag, want := range map[string]int{"svg": 2, "table": 8, "tr": rows} {
		if count[tag] != want {
			t.Errorf("%d of <%s>, want %d", count[tag], tag, want)
		}
	}
	must.Say(t, text, "breadboard reproduce", "breadboard exact --toy barrier -T 10,100,1000",
		"go -C experiments/studies run . seeds", "breadboard sample --toy hard -T 100 --chains 500 --mc-seed 1",
		`good">agrees to the digits published`, `bad">differs by`, `<a href="figure4.svg">.svg</a>`,
		`<a href="https://arxiv.org/abs/1606.02275">`, "Made by breadboard, commit 1234567.")
}

func pageOf(t *testing.T, r paper.Reproduction) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, paperPage(r, "breadboard, commit 1234567").Write(&b))
	return b.String()
}

// Every file that the page names is made, and only a quick page says that it is one.
func TestPageLinksToFilesThatAreMade(t *testing.T) {
	for _, quick := range []bool{false, true} {
		r := small(t, quick)
		files := Paper(r, "").Unrendered()
		for _, s := range paperPage(r, "").Sections {
			for _, name := range s.Files {
				if !slices.ContainsFunc(files, func(f table.File) bool { return f.Name == name }) {
					t.Errorf("%s links to %s, which is not made", s.ID, name)
				}
			}
		}
		if says := strings.Contains(pageOf(t, r), "quick run"); says != quick {
			t.Errorf("quick is %v, the page says %v", quick, says)
		}
	}
}
