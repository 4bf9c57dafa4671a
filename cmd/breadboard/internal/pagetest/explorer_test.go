package pagetest

import (
	"encoding/csv"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// cell is the selector of a cell of side a's grid, by row and column from 1.
func cell(r, c int) string {
	return fmt.Sprintf(`[data-side="a"] [role="grid"] [role="row"]:nth-child(%d) [role="gridcell"]:nth-child(%d)`, r, c)
}

// open opens the page of a server at a link, and waits until its numbers are there.
func open(t *testing.T, screen browsertest.Screen, link string) *browsertest.Tab {
	t.Helper()
	tab := browsertest.Open(t, screen, link)
	settled(tab)
	return tab
}

// settled waits until the grid and the numbers of every row belong to the question that is shown.
func settled(tab *browsertest.Tab) {
	tab.Wait(`document.querySelector('[role="gridcell"]') !== null && ` +
		`[...document.querySelectorAll("#numbers tbody tr")].length > 0 && ` +
		`[...document.querySelectorAll("#numbers tbody tr")].every((row) => !row.classList.contains("stale") && ` +
		`[...row.querySelectorAll("td")].every((cell) => cell.title !== ""))`)
}

// numbers are J, both divergences, B and B - J of a row of the page, with all of their digits. Rows count from 1.
func numbers(tab *browsertest.Tab, line int) row {
	titles := browsertest.Value[[]float64](tab, fmt.Sprintf(
		`[...document.querySelectorAll("#numbers tbody tr:nth-child(%d) td")].map((cell) => Number(cell.title))`, line))
	if len(titles) != 5 {
		return row{}
	}
	return row{J: titles[0], KLQP: titles[1], KLPQ: titles[2], B: titles[3], Slack: titles[4]}
}

// near reports whether a number of the page is one of a command: both are of the same sums, but a page may ask for J
// in another way, which rounds differently.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Max(math.Abs(want), 1e-3) }

// holds fails the test unless a row of the page has the numbers of a command.
func (got row) holds(t *testing.T, want row) {
	t.Helper()
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"J", got.J, want.J}, {"KL(q||p)", got.KLQP, want.KLQP}, {"KL(p||q)", got.KLPQ, want.KLPQ}, {"B", got.B, want.B},
		{"B - J", got.Slack, want.Slack}} {
		if !near(c.got, c.want) {
			t.Errorf("the page shows %s = %v, and the command prints %v", c.name, c.got, c.want)
		}
	}
}

// question returns the keys of the page's link, when it has been written.
func question(tab *browsertest.Tab) url.Values {
	tab.Wait(`new Promise((done) => setTimeout(() => done(true), 400))`) // the link is written when the hand rests
	fragment := browsertest.Value[string](tab, `location.hash.slice(1)`)
	values, err := url.ParseQuery(strings.ReplaceAll(fragment, ";", "%3B"))
	if err != nil {
		return nil
	}
	return values
}

// exactly runs breadboard exact, and returns the row that it prints.
func exactly(t *testing.T, args ...string) row {
	t.Helper()
	return rowOf(t, run(t, "", append(append([]string{"exact"}, args...), "--format", "json")...))
}

// painted writes the target of the page's link to a file, as breadboard exact --target reads it.
func painted(t *testing.T, tab *browsertest.Tab) string {
	t.Helper()
	target := question(tab).Get("target")
	if target == "" {
		t.Fatalf("the link has no painted target: %s", browsertest.Value[string](tab, "location.href"))
	}
	var rows [][]string
	for line := range strings.SplitSeq(target, ";") {
		rows = append(rows, strings.Split(strings.ReplaceAll(line, "w", "-inf"), ","))
	}
	file := filepath.Join(t.TempDir(), "target.csv")
	f, err := os.Create(file)
	if err == nil {
		err = csv.NewWriter(f).WriteAll(rows)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// pick chooses a view by its tab.
func pick(tab *browsertest.Tab, view string) {
	tab.Click("#tab-" + view)
	tab.Wait(`document.querySelector("#tab-` + view + `").getAttribute("aria-selected") === "true"`)
}

// element is an expression for the first element that a selector finds.
func element(selector string) string {
	return "document.querySelector(" + strconv.Quote(selector) + ")"
}

// number is a number as JavaScript has it.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
