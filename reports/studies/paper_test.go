package studies

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments/paper"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const again = "go run ./cmd/breadboard reproduce --out reports/paper --force would bring it up to date"

// A full run makes the committed reproduction today: the same files, the same words, and
// the same numbers up to rounding.
func TestCommittedReproductionIsUpToDate(t *testing.T) {
	r, err := paper.Reproduce(t.Context(), paper.Full(), nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := PaperFiles(r, "")
	if err != nil {
		t.Fatal(err)
	}
	reporttest.Complete(t, "../paper", files, again)
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join("..", "paper", f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if fault := reporttest.Differs(f.Name, reporttest.Content(t, f), want); fault != "" {
			t.Errorf("%s: %s; %s", f.Name, fault, again)
		}
	}
}

// says checks that a text has all of some words.
func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("no %q in\n%s", word, text)
		}
	}
}

// small returns a reproduction of the least size that has every part.
func small(t *testing.T, quick bool) paper.Reproduction {
	t.Helper()
	size := paper.Quick()
	size.Quick, size.Ts, size.Along, size.Draws, size.Chains = quick, []int{10, 100, 1000}, []int{10, 100}, 5, 500
	r, err := paper.Reproduce(t.Context(), size, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTablesInEveryFormat(t *testing.T) {
	r := small(t, true)
	for _, f := range table.Formats {
		var b bytes.Buffer
		if err := WritePaper(&b, r, f, table.Style{}); err != nil {
			t.Fatal(err)
		}
		switch f {
		case table.JSON:
			holdsStudies(t, b.Bytes())
		case table.CSV:
			if blocks := strings.Split(b.String(), "\n\n"); len(blocks) != 3 {
				t.Errorf("%d blocks of CSV, want 3", len(blocks))
			}
		default:
			if n := strings.Count(b.String(), "(quick run)"); n != 8 {
				t.Errorf("%s: %d of 8 tables say that the run was quick", f, n)
			}
		}
		if f == table.Plain {
			for line := range strings.Lines(b.String()) {
				if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
		}
	}
}

// holdsStudies checks the tables in JSON.
func holdsStudies(t *testing.T, data []byte) {
	t.Helper()
	var studies map[string][]map[string]any
	if err := json.Unmarshal(data, &studies); err != nil {
		t.Fatal(err)
	}
	if n := len(studies["tightness"]); n != 9 {
		t.Fatalf("%d rows of tightness, want 9", n)
	}
	if n := len(studies["ensemble"]); n != 8 {
		t.Errorf("%d rows of the ensemble, want 8", n)
	}
	if len(studies["crosscheck"]) == 0 {
		t.Error("no rows of the cross-check")
	}
	if v := studies["tightness"][8]["J_verdict"]; v != "agrees to the digits published" {
		t.Errorf("BARRIER at T = 1000 has verdict %v", v)
	}
	if v, ok := studies["tightness"][6]["J_verdict"]; v != nil || !ok {
		t.Errorf("BARRIER at T = 10 has verdict %v, in the row: %v", v, ok)
	}
}

func TestABrokenRowDiffers(t *testing.T) {
	r := small(t, false)
	row := &r.Tightness[8] // BARRIER at T = 1000
	c := &row.Claims[0]
	c.Computed *= 1.001
	var b bytes.Buffer
	if err := publishedTable(r.Tightness[6:]).Write(&b, table.Plain, table.Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		broken := strings.Contains(line, "J(1000)")
		if strings.Contains(line, "barrier") && strings.Contains(line, "\x1b[31mdiffers by") != broken {
			t.Errorf("%q", line)
		}
	}
	if v := tightnessData(r.Tightness).Rows[8][10]; !strings.HasPrefix(v.(string), "differs by +0.00") {
		t.Errorf("verdict %q in the data", v)
	}
}
