package page

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// square draws an SVG of 500 points with letters of 10 and of 8 points.
func square(w io.Writer, _ figure.Medium) error {
	_, err := io.WriteString(w, `<?xml version="1.0"?>
<svg width="500pt" height="500pt" viewBox="0 0 500 500" xmlns="http://www.w3.org/2000/svg">
<path d="M0,0L500,0L500,500L0,500Z" style="fill:#FFFFFF" />
<text style="font-size:10px">ten</text><text style="font-size:8px">eight</text></svg>`)
	return err
}

func example() Page {
	numbers := table.Table{Title: "Numbers", Columns: table.Keys("name J"), Notes: []string{"a note"}}
	numbers.Add("a <b>", 1.5)
	return Page{
		Title: "A page", Intro: []string{"After [a paper](https://arxiv.org/abs/1606.02275)."},
		Sections: []Section{
			{ID: "one", Title: "One", Text: []string{"Run `ls`."}, Figures: []Figure{{Alt: "a square", Draw: square}},
				Tables: []table.Table{numbers, numbers}, Command: "breadboard exact", Files: []string{"a.csv",
					"a.json", "b.csv"},
				Explore: []Explored{{Name: "T = 100", Link: "#toy=barrier&schedule=sigmoid:4&T=100"}}},
			{ID: "two", Title: "Two", Tables: []table.Table{numbers}},
		},
		Made: Made{Version: "breadboard, commit 1cba2ef"},
	}
}

func written(t *testing.T, p Page) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, p.Write(&b))
	return b.String()
}

func TestPageHoldsAllAndFetchesNothing(t *testing.T) {
	text := written(t, example())
	count := reporttest.Alone(t, text)
	if strings.Contains(text, "<script") {
		t.Error("the page has a script")
	}
	for tag, want := range map[string]int{"svg": 1, "table": 3, "tr": 6, "section": 2, "h2": 2} {
		if count[tag] != want {
			t.Errorf("%d of <%s>, want %d", count[tag], tag, want)
		}
	}
	must.Say(t, text,
		`<a href="https://arxiv.org/abs/1606.02275">a paper</a>`, `<code>ls</code>`, `<a href="#two">Two</a>`,
		`<a href="a.csv">a.csv</a>, <a href="a.json">.json</a>, <a href="b.csv">b.csv</a>`,
		// a schedule has a colon, which a template takes for a protocol's if it does not see the whole address
		`<a href="http://127.0.0.1:8080/#toy=barrier&amp;schedule=sigmoid:4&amp;T=100">T = 100</a>`,
		`<td>a &lt;b&gt;</td>`, `<td class="n">1.5000</td>`,
		"a note", "<pre>breadboard exact</pre>", "breadboard, commit 1cba2ef")
}

// A title stays on one printed page with the first figure, or else with the first table.
func TestTitleStaysWithTheFirstThing(t *testing.T) {
	text := written(t, example())
	for _, part := range strings.Split(text, `<div class="whole">`)[1:] {
		whole, _, _ := strings.Cut(part, "\n</div>\n<")
		if !strings.Contains(whole, "<h2>") {
			t.Errorf("no title in %q", whole)
		}
		if n := strings.Count(whole, "<svg") + strings.Count(whole, "<table>"); n > 1 {
			t.Errorf("%d figures and tables in one piece with the title", n)
		}
	}
}

// 500 points with letters of 8 shrink to 563 pixels, in which these have 9 pixels.
func TestLettersStayReadable(t *testing.T) {
	swapped := func(w io.Writer, m figure.Medium) error {
		var b strings.Builder
		must.Do(t, square(&b, m))
		_, err := strings.NewReplacer(":10px", ":8px", ":8px", ":10px").WriteString(w, b.String())
		return err
	}
	d := must.Have(draw("", Figure{Draw: square}))(t)
	if other := must.Have(draw("", Figure{Draw: swapped}))(t); d.Style != "min-width:563px" || other.Style != d.Style {
		t.Errorf("%s, and %s with the smallest letters first", d.Style, other.Style)
	}
	if strings.Contains(string(d.SVG), "#FFFFFF") {
		t.Error("the figure is white in the dark")
	}
}

func TestAFigureThatFailsIsNamed(t *testing.T) {
	p := example()
	p.Sections[0].Figures[0].Draw = func(io.Writer, figure.Medium) error { return errors.New("no ink") }
	must.Fail(t, p.Write(io.Discard), `"One": no ink`, "it")
}

// What is neither right nor wrong has neither's colour.
func TestPageMarksDoubt(t *testing.T) {
	z := table.Table{Columns: table.Columns("z")}
	z.Add(table.Verdict{Text: "+1.00"})
	z.Add(table.Verdict{Text: "-16.78 (!)", Mark: table.Uncertain})
	z.Add(table.Verdict{Text: "+9.00 (!!)", Mark: table.Failed})
	z.Add(table.Verdict{Text: "1.50", Mark: table.NoMark})
	for i, want := range []string{"n good", "n unsure", "n bad", "n"} {
		if got := class(z, 0, z.Rows[i][0]); got != want {
			t.Errorf("%s is %q, want %q", z.Rows[i][0], got, want)
		}
	}
}

// The first cell with a value says whether a column is of numbers.
func TestPageAlignsByTheFirstValue(t *testing.T) {
	for _, c := range []struct {
		first any
		want  string
	}{{"J", ""}, {1.5, "n"}} {
		least := table.Table{Columns: table.Columns("least"), Rows: [][]any{{nil}, {c.first}}}
		if got := class(least, 0, nil); got != c.want {
			t.Errorf("a column of %v is %q, want %q", c.first, got, c.want)
		}
	}
}

// Texts have code and links. A link to anything but a page or a file is not followed.
func TestSpans(t *testing.T) {
	for text, want := range map[string][]span{
		"":                  {{}},
		"plain":             {{Words: "plain"}},
		"my[1](2*3)_x_.csv": {{Words: "my"}, {Words: "1", Href: "2*3"}, {Words: "_x_.csv"}},
		"run `a [b](c)`!":   {{Words: "run "}, {Words: "a [b](c)", Code: true}, {Words: "!"}},
		"[0, 1) (x)":        {{Words: "[0, 1) (x)"}},
	} {
		if diff := cmp.Diff(want, spans(text)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
	p := example()
	p.Intro = []string{"[words](javascript:alert(1))"}
	if strings.Contains(written(t, p), "javascript:") {
		t.Error("the page has a script in a link")
	}
}

// The styles of pages name no colour of the light or the dark: these are those of charts.css, which the explorer has as
// well. Print is black.
func TestColoursAreInOneFile(t *testing.T) {
	all := must.Have(allStyles())(t)
	shared := strings.TrimSuffix(string(all), styles)
	screen, _, _ := strings.Cut(styles, "@media print {\n")
	if own := regexp.MustCompile(`--[a-z]+: *#[0-9a-f]+`).FindAllString(screen, -1); own != nil {
		t.Errorf("page.css has %v", own)
	}
	for _, name := range regexp.MustCompile(`var\((--[a-z0-9-]+)\)`).FindAllStringSubmatch(styles, -1) {
		if name[1] != "--box" && !strings.Contains(shared, name[1]+":") {
			t.Errorf("charts.css has no %s", name[1])
		}
	}
}

// measured replaces what is around the page by the width of its contents and the size of the smallest
// letters of a figure, in pixels.
const measured = `<script>
var least = Infinity;
for (const svg of document.querySelectorAll("svg"))
	for (const text of svg.querySelectorAll("text"))
		least = Math.min(least, parseFloat(text.style.fontSize) *
			svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
var wide = document.documentElement.scrollWidth;
var scrolls = Array.from(document.querySelectorAll("figure, .scroll")).every(e => e.scrollWidth > e.clientWidth);
var cut = Array.from(document.querySelectorAll("figure")).some(e => e.scrollWidth > e.clientWidth);
parent.document.body.textContent = "width " + wide + " letters " + least + " scrolls " + scrolls + " cut " + cut;
</script></body>`

// wider draws an SVG of 889 points, as a row of three panels, whose letters have nine.
func wider(w io.Writer, _ figure.Medium) error {
	_, err := io.WriteString(w, `<?xml version="1.0"?>
<svg width="889pt" height="200pt" viewBox="0 0 889 200" xmlns="http://www.w3.org/2000/svg">
<path d="M0,0L889,0L889,200L0,200Z" style="fill:#FFFFFF" />
<text style="font-size:9px">nine</text></svg>`)
	return err
}

// On a desk nothing of a figure is cut that the window has room for, and the page does not scroll to the side.
func TestDesk(t *testing.T) {
	p := example()
	p.Sections = []Section{{ID: "one", Title: "One", Figures: []Figure{{Alt: "three panels", Draw: wider},
		{Alt: "a square", Draw: square}}}}
	for width, cut := range map[int]bool{1440: false, 1000: false, 700: true} {
		m := shownAt(t, width, p)
		if m.wide != strconv.Itoa(width) {
			t.Errorf("the page is %s pixels wide, on a screen of %d", m.wide, width)
		}
		if m.cut != strconv.FormatBool(cut) {
			t.Errorf("on a screen of %d pixels a figure of 889 is cut: %s, want %v", width, m.cut, cut)
		}
	}
}

// sizes are what was measured of a page in a frame.
type sizes struct{ wide, letters, scrolls, cut string }

// shownAt measures a page in a frame of a width.
func shownAt(t *testing.T, width int, p Page) sizes {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil || os.Getenv("BREADBOARD_LONG") == "" {
		t.Skip("the width of pages is tested in Chromium, in the long form")
	}
	// a window is never as narrow as a phone, but a frame may be
	text := fmt.Sprintf(`<iframe width="%d" height="800" style="border:0" srcdoc="`, width) +
		html.EscapeString(strings.Replace(written(t, p), "</body>", measured, 1)) + `"></iframe>`
	file := must.File(t, "page.html", text)
	out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+t.TempDir(), "--hide-scrollbars", "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Skipf("%s does not run here (%v): the width of pages was not tested", browser, err)
	}
	m := regexp.MustCompile(`width ([0-9]+) letters ([0-9.]+) scrolls (\w+) cut (\w+)`).FindStringSubmatch(string(out))
	if m == nil {
		t.Fatalf("nothing was measured: %s", out)
	}
	return sizes{m[1], m[2], m[3], m[4]}
}

// On a phone the page is no wider than the screen, the letters of its figures have nine pixels, and
// what is too wide scrolls in its box.
func TestPhone(t *testing.T) {
	p := example()
	wide := table.Table{Columns: table.Keys(strings.Repeat("a_long_name ", 8))}
	p.Sections = append(p.Sections[:1], Section{ID: "wide", Title: "Wide", Tables: []table.Table{wide}})
	p.Sections[0].Tables = nil
	m := shownAt(t, 400, p)
	if m.wide != "400" {
		t.Errorf("the page is %s pixels wide, on a screen of 400", m.wide)
	}
	if least, _ := strconv.ParseFloat(m.letters, 64); least < leastLetters-0.05 {
		t.Errorf("letters of %v pixels", least)
	}
	if m.scrolls != "true" {
		t.Error("a wide figure or table does not scroll")
	}
}
