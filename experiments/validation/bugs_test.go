package validation_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/reports"
)

var update = flag.Bool("update", false, "write the committed table of seeded bugs anew")

const again = "go test ./experiments/validation -run Bugs -update would bring it up to date"

var coordinates = regexp.MustCompile(`\[(\d) (\d)\]`)

// Every bug is caught by the law that is to catch it, with a witness that is the
// bug's place; and the annealing that it was put into is not accused.
func TestEveryBugIsCaught(t *testing.T) {
	sound, err := validation.Run(t.Context(), validation.Seeded(bugs.Bug{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !sound.OK() {
		t.Fatalf("without a bug: %s", sound.Verdict())
	}
	if n := len(bugs.Catalogue); n < 31 {
		t.Errorf("%d bugs", n)
	}
	catches := map[laws.Law]int{}
	for _, b := range bugs.Catalogue {
		t.Run(b.Name, func(t *testing.T) {
			v, err := validation.Caught(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(v.Verdict(), "breaks") {
				t.Errorf("the verdict is %q", v.Verdict())
			}
			for _, f := range v.Broken() {
				catches[f.Law]++
			}
			i := slices.IndexFunc(v.Broken(), func(f laws.Finding) bool { return f.Law == b.Caught })
			if i < 0 {
				t.Fatalf("%q does not catch it; those that do: %v", b.Caught, v.Broken())
			}
			testWitness(t, b, v.Broken()[i].Witness)
		})
	}
	for _, law := range validation.ExactLaws {
		if catches[law] == 0 {
			t.Errorf("no bug breaks the law %q", law)
		}
	}
}

// testWitness fails t unless the witness is the bug's, and every cell that it names is near
// the bug.
func testWitness(t *testing.T, b bugs.Bug, witness string) {
	t.Helper()
	if !regexp.MustCompile(b.Witness).MatchString(witness) {
		t.Errorf("the witness %q is not the bug's", witness)
	}
	for _, at := range coordinates.FindAllStringSubmatch(witness, -1) {
		var row, col int
		fmt.Sscan(at[1]+" "+at[2], &row, &col)
		if !b.Guilty(bugs.Scene().Grid.Index(row, col)) {
			t.Errorf("%s of %q has nothing to do with it", at[0], witness)
		}
	}
}

// tables are for people: the witness of the law that is to catch each bug, all exact
// checks that catch it, and the power of the sampled ones.
func tables(s validation.BugStudy) []reports.Table {
	caught := reports.Table{Title: "Seeded bugs, each by the law that is to catch it",
		Columns: []reports.Column{{Key: "bug"}, {Key: "about", Head: "what it does"}, {Key: "caught_by", Head: "caught by"},
			{Key: "value", Head: "off by"}, {Key: "witness", Head: "witness"}}}
	checks := reports.Table{Title: "Which exact check catches which bug", Columns: []reports.Column{{Key: "bug"}}}
	for i, law := range validation.ExactLaws {
		checks.Columns = append(checks.Columns, reports.Column{Key: fmt.Sprint(i + 1)})
		checks.Notes = append(checks.Notes, fmt.Sprintf("%d: %s", i+1, law))
	}
	power := reports.Table{Title: fmt.Sprintf("How many of %d samplings each sampled check finds a bug in, by %s moves "+
		"of the kernel at the target and as many of annealed chains",
		s.Repeats, thousands(s.Moves)), Columns: []reports.Column{{Key: "bug"}, {Key: "any"}}}
	for i, law := range validation.SeenLaws {
		power.Columns = append(power.Columns, reports.Column{Key: string(rune('a' + i))})
		power.Notes = append(power.Notes, fmt.Sprintf("%c: %s", 'a'+i, law))
	}
	power.Notes = append(power.Notes, fmt.Sprintf("Each check is at level %g, its p-values corrected for how many it "+
		"has.", s.Level))
	for i, c := range s.Catches {
		name := c.Bug.Name
		if i == 0 {
			name = "none: a sound kernel"
		} else {
			caught.Rows = append(caught.Rows, []any{name, c.Bug.About, c.Caught.Law.String(),
				reports.ThreeDigits(c.Caught.Value), c.Caught.Witness})
		}
		marks, found := []any{name}, []any{name, c.Any}
		for _, law := range validation.ExactLaws {
			mark := ""
			if slices.Contains(c.Checks, law) {
				mark = "x"
			}
			marks = append(marks, mark)
		}
		for _, law := range validation.SeenLaws {
			found = append(found, c.Found[law])
		}
		checks.Rows, power.Rows = append(checks.Rows, marks), append(power.Rows, found)
	}
	return []reports.Table{caught, checks, power}
}

// thousands writes 100000 as 100,000.
func thousands(n int) string {
	return regexp.MustCompile(`(\d)(\d{3})$`).ReplaceAllString(fmt.Sprint(n), "$1,$2")
}

// data is the same for programs: a row for each bug, the first of a sound kernel; the
// power of each sampled check as a share of the samplings.
func data(s validation.BugStudy) reports.Table {
	t := reports.Table{}
	for _, key := range []string{"bug", "about", "balance", "caught_by", "value", "limit", "witness", "exact_checks",
		"moves", "samplings", "found_by_any"} {
		t.Columns = append(t.Columns, reports.Column{Key: key})
	}
	for _, law := range validation.SeenLaws {
		t.Columns = append(t.Columns, reports.Column{Key: "found_by: " + law.String()})
	}
	share := func(n int) float64 { return float64(n) / float64(s.Repeats) }
	for i, c := range s.Catches {
		by, checks := "", []string{}
		if i > 0 {
			by = c.Caught.Law.String()
		}
		for _, law := range c.Checks {
			checks = append(checks, law.String())
		}
		row := []any{c.Bug.Name, c.Bug.About, c.Balance.String(), by, c.Caught.Value, c.Caught.Limit, c.Caught.Witness,
			checks, s.Moves, s.Repeats, share(c.Any)}
		for _, law := range validation.SeenLaws {
			row = append(row, share(c.Found[law]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// files are the study as Markdown, CSV and JSON.
func files(t *testing.T, s validation.BugStudy) map[string][]byte {
	t.Helper()
	var md, csv, js bytes.Buffer
	write := func(w *bytes.Buffer, of reports.Table, f reports.Format, style reports.Style) {
		if err := of.Write(w, f, style); err != nil {
			t.Fatal(err)
		}
	}
	for i, of := range tables(s) {
		if i > 0 {
			md.WriteString("\n")
		}
		write(&md, of, reports.Markdown, reports.Style{Width: -1})
	}
	write(&csv, data(s), reports.CSV, reports.Style{})
	write(&js, data(s), reports.JSON, reports.Style{})
	return map[string][]byte{"bugs.md": md.Bytes(), "bugs.csv": csv.Bytes(), "bugs.json": js.Bytes()}
}

type row = map[string]any

func parsed(t *testing.T, data []byte) []row {
	t.Helper()
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// committed reads a file of the committed table.
func committed(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "reports", "validation", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The committed table is what the study makes today: what is exact of every bug,
// and of some, and of the sound kernel, every sampling. What a bug's row says does
// not depend on which others are there. With -update all of it is made anew.
func TestCommittedBugsAreUpToDate(t *testing.T) {
	if *update {
		s, err := validation.Hunt(t.Context(), bugs.Catalogue, validation.HuntMoves, validation.HuntRepeats)
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range files(t, s) {
			if err := os.WriteFile(filepath.Join("..", "..", "reports", "validation", name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	was := parsed(t, committed(t, "bugs.json"))
	if len(was) != len(bugs.Catalogue)+1 {
		t.Fatalf("%d rows are committed; %s", len(was), again)
	}
	exactly, err := validation.Hunt(t.Context(), bugs.Catalogue, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, is := range parsed(t, files(t, exactly)["bugs.json"]) {
		testExactPart(t, is, was[i])
		checks := is["exact_checks"].([]any)
		if i == 0 && len(checks) > 0 {
			t.Errorf("the sound annealing is accused by %v", checks)
		}
		if i > 0 && !slices.Contains(checks, is["caught_by"]) {
			t.Errorf("%v is caught by %v alone", is["bug"], checks)
		}
	}
	some := []bugs.Bug{bugs.Catalogue[0], bugs.Catalogue[5], bugs.Catalogue[len(bugs.Catalogue)-2]}
	sampled, err := validation.Hunt(t.Context(), some, validation.HuntMoves, validation.HuntRepeats)
	if err != nil {
		t.Fatal(err)
	}
	for _, is := range parsed(t, files(t, sampled)["bugs.json"]) {
		k := slices.IndexFunc(was, func(r row) bool { return r["bug"] == is["bug"] })
		for key, v := range is {
			if strings.HasPrefix(key, "found_by") && was[k][key] != v {
				t.Errorf("%v: %s is %v, committed %v; %s", is["bug"], key, v, was[k][key], again)
			}
		}
	}
}

var number = regexp.MustCompile(`-?\d+\.?\d*(e[-+]?\d+)?`)

// testExactPart compares what is exact of a row with what is committed. Values are sums of
// a few hundred terms, and witnesses have twelve digits of them, of which the last may be
// rounded the other way on another machine: numbers count to six digits.
func testExactPart(t *testing.T, is, was row) {
	t.Helper()
	sixDigits := func(v any) string {
		return number.ReplaceAllStringFunc(fmt.Sprint(v), func(s string) string {
			var f float64
			fmt.Sscan(s, &f)
			return fmt.Sprintf("%.6g", f)
		})
	}
	for _, key := range []string{"bug", "about", "balance", "caught_by", "exact_checks", "value", "limit", "witness"} {
		if a, b := sixDigits(is[key]), sixDigits(was[key]); a != b {
			t.Errorf("%v: %s is %s, committed %s; %s", is["bug"], key, a, b, again)
		}
	}
}

// The other files say the same as the one compared.
func TestBugFilesAgree(t *testing.T) {
	md, csv := string(committed(t, "bugs.md")), string(committed(t, "bugs.csv"))
	for _, b := range bugs.Catalogue {
		if strings.Count(md, "| "+b.Name) < 3 {
			t.Errorf("%s is not in every table; %s", b.Name, again)
		}
		if !strings.Contains(csv, "\n"+b.Name+",") {
			t.Errorf("%s is not in bugs.csv; %s", b.Name, again)
		}
	}
}

// The README's figures are those of the table.
func TestReadmeTellsOfBugs(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := parsed(t, committed(t, "bugs.json"))[1:]
	for _, law := range validation.SeenLaws {
		if !slices.ContainsFunc(rows, func(r row) bool { return r["found_by: "+law.String()] == 1.0 }) {
			t.Errorf("no bug is always found by %q", law)
		}
	}
	always, never := 0, 0
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
			thousands(validation.HuntMoves), validation.HuntRepeats),
		"`" + strings.TrimSuffix(again, " would bring it up to date") + "`",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
