package page

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/reports/table"
)

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
parent.document.body.textContent = "width " + wide + " letters " + least + " scrolls " + scrolls;
</script></body>`

// On a phone the page is no wider than the screen, the letters of its figures have nine pixels, and
// what is too wide scrolls in its box.
func TestPhone(t *testing.T) {
	browser := chromium(t)
	p := example()
	wide := table.Table{Columns: table.Keys(strings.Repeat("a_long_name ", 8))}
	p.Sections = append(p.Sections[:1], Section{ID: "wide", Title: "Wide", Tables: []table.Table{wide}})
	p.Sections[0].Tables = nil
	// a window is never as narrow as a phone, but a frame may be
	text := `<iframe width="400" height="800" style="border:0" srcdoc="` +
		html.EscapeString(strings.Replace(written(t, p), "</body>", measured, 1)) + `"></iframe>`
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+t.TempDir(), "--hide-scrollbars", "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Skipf("%s does not run here (%v): the width of pages was not tested", browser, err)
	}
	m := regexp.MustCompile(`width ([0-9]+) letters ([0-9.]+) scrolls (\w+)`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("nothing was measured: %s", out)
	}
	if string(m[1]) != "400" {
		t.Errorf("the page is %s pixels wide, on a screen of 400", m[1])
	}
	if least, _ := strconv.ParseFloat(string(m[2]), 64); least < leastLetters-0.05 {
		t.Errorf("letters of %v pixels", least)
	}
	if string(m[3]) != "true" {
		t.Error("a wide figure or table does not scroll")
	}
}

// chromium finds the browser, or skips the test.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium on this machine: the width of pages was not tested")
	return ""
}
