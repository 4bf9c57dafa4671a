package papers

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/journal"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/bdmc"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const bdmcFolder = "../bdmc"

// committedBDMC returns what is committed, read from its rows.
func committedBDMC(t *testing.T) bdmc.Found {
	return bdmc.Found{Size: bdmc.Sized(false), Rows: reporttest.Committed[bdmc.Row](t, bdmcFolder, "rows"),
		Fits: reporttest.Committed[bdmc.Fit](t, bdmcFolder, "table1")}
}

// TestBDMCPage holds Table 1 of the README to the committed rows.
func TestBDMCPage(t *testing.T) {
	var says []string
	for _, row := range bdmcTable1(committedBDMC(t)).Rows {
		says = append(says, "| "+strings.Join(table.Each(row, table.ForPeople), " | ")+" |")
	}
	reporttest.Says(t, filepath.Join(bdmcFolder, "README.md"), says...)
}

// TestBDMCPictures: the committed pictures are drawn from the committed rows.
func TestBDMCPictures(t *testing.T) {
	for _, part := range BDMC(committedBDMC(t)).Parts {
		for _, f := range part.Figures {
			reporttest.Picture(t, filepath.Join(bdmcFolder, f.Name+".png"), f,
				"breadboard reproduce bdmc --out reports/bdmc draws it")
		}
	}
}

// TestBDMCGoesOn: a quick reproduction that is kept is the same again without work, and its tables fit a terminal.
func TestBDMCGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	reproduced := func() bdmc.Found {
		u := must.Have(papers.Open(path, "bdmc", journal.Build{}))(t)
		defer func() { must.Do(t, u.Close()) }()
		return must.Have(bdmc.Reproduce(t.Context(), papers.Setting{Quick: true, Unfinished: u}))(t)
	}
	f := reproduced()
	if diff := cmp.Diff(f, reproduced()); diff != "" {
		t.Errorf("it finds something else again:\n%s", diff)
	}
	kept := bytes.Count(must.Have(os.ReadFile(path))(t), []byte("\n"))
	if pieces := 2 * len(bdmc.Models) * f.Sets; kept != pieces { // the rows and the fits of each data set, once
		t.Errorf("%d pieces of work are kept, want %d", kept, pieces)
	}
	var b bytes.Buffer
	must.Do(t, BDMC(f).Write(&b, table.Plain, table.Style{}))
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if n := strings.Count(strings.ReplaceAll(b.String(), "\n", " "), "(quick run)"); n != 1 {
		t.Errorf("%d of 1 table says that the run was quick", n)
	}
}
