package reports

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/reports/table"
)

const bugsAgain = "go run ./cmd/breadboard validate --bugs reports/validation would bring it up to date"

type bugRow = map[string]any

func bugRows(t *testing.T, s experiments.BugStudy) []bugRow {
	t.Helper()
	files, err := BugFiles(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name == "bugs.json" {
			return parseRows(t, f.Data)
		}
	}
	t.Fatal("no bugs.json")
	return nil
}

func parseRows(t *testing.T, data []byte) []bugRow {
	t.Helper()
	var rows []bugRow
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// The committed table is what the study makes today: what is exact of every bug,
// and of some, and of the sound kernel, every sampling. What a bug's row says does
// not depend on which others are there.
func TestCommittedBugsAreUpToDate(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("validation", "bugs.json"))
	if err != nil {
		t.Fatal(err)
	}
	committed := parseRows(t, data)
	exactly, err := experiments.Hunt(t.Context(), experiments.Bugs, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range bugRows(t, exactly) {
		if i >= len(committed) || len(committed) != len(experiments.Bugs)+1 {
			t.Fatalf("%d rows are committed; %s", len(committed), bugsAgain)
		}
		for _, key := range []string{"bug", "about", "balance", "caught_by"} {
			if row[key] != committed[i][key] {
				t.Errorf("%v: %s is %v, committed %v; %s", row["bug"], key, row[key], committed[i][key], bugsAgain)
			}
		}
		// Values are sums of a few hundred terms; witnesses have twelve digits of
		// them, of which the last may be rounded the other way.
		if a, b := exactPart(row), exactPart(committed[i]); a != b {
			if diff := apart(a, b, 1e-6, 0); diff != "" {
				t.Errorf("%v: %s; %s", row["bug"], diff, bugsAgain)
			}
		}
		if checks := row["exact_checks"].([]any); i == 0 != (len(checks) == 0) || i > 0 &&
			!slices.Contains(checks, row["caught_by"]) {
			t.Errorf("%v is caught by %v", row["bug"], checks)
		}
	}
	some := []experiments.Bug{experiments.Bugs[0], experiments.Bugs[5], experiments.Bugs[len(experiments.Bugs)-2]}
	sampled, err := experiments.Hunt(t.Context(), some, experiments.HuntMoves, experiments.HuntRepeats, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range bugRows(t, sampled) {
		k := slices.IndexFunc(committed, func(c bugRow) bool { return c["bug"] == row["bug"] })
		for key, v := range row {
			if strings.HasPrefix(key, "found_by") && committed[k][key] != v {
				t.Errorf("%v: %s is %v, committed %v; %s", row["bug"], key, v, committed[k][key], bugsAgain)
			}
		}
	}
}

// exactPart is the exact numbers and words of a row.
func exactPart(row bugRow) string {
	data, _ := json.Marshal([]any{row["value"], row["limit"], row["witness"], row["exact_checks"]})
	return string(data)
}

// The other files say the same as the one compared.
func TestBugFilesAgree(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("validation", "bugs.md"))
	if err != nil {
		t.Fatal(err)
	}
	csv, err := os.ReadFile(filepath.Join("validation", "bugs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range experiments.Bugs {
		if strings.Count(string(page), "| "+b.Name) < 3 || !strings.Contains(string(csv), "\n"+b.Name+",") {
			t.Errorf("%s is not in every table; %s", b.Name, bugsAgain)
		}
	}
}

// The README's figures are those of the table.
func TestReadmeTellsOfBugs(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("validation", "bugs.json"))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	always, never := 0, 0
	rows := parseRows(t, data)[1:]
	for _, law := range experiments.SeenLaws {
		if !slices.ContainsFunc(rows, func(r bugRow) bool { return r["found_by: "+law] == 1.0 }) {
			t.Errorf("no bug is always found by %q", law)
		}
	}
	for _, row := range rows {
		switch row["found_by_any"] {
		case 1.0:
			always++
		case 0.0:
			never++
		}
	}
	text := strings.Join(strings.Fields(string(readme)), " ")
	for _, want := range []string{
		fmt.Sprintf("by %d seeded bugs", len(rows)),
		fmt.Sprintf("find %d of them every time, %d now and then, and %d never", always, len(rows)-always-never, never),
		fmt.Sprintf("By %s moves of the kernel and as many of annealed chains, %d times over",
			table.Thousands(experiments.HuntMoves), experiments.HuntRepeats),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
