package pagetest

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// The pages that commands write have live charts, and without script the still figures stand.
// Neither asks for anything.
func TestStaticPages(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "exact", "--toy", "barrier", "-T", "30", "--pictures", "exact")
	report, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "reports", "paper", "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(dir, "exact", "run.html"), report} {
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		dark := alone
		dark.Dark = true
		tab := browsertest.Open(t, dark, "file://"+file)
		tab.Wait(`[...document.querySelectorAll("figure.chart svg")].filter((one) => one.checkVisibility()).length > 1`)
		legible(t, tab, file)
		fits(t, tab, file)
		asksNobody(t, tab, file)
		still := alone
		still.Scriptless = true
		tab = browsertest.Open(t, still, "file://"+file)
		tab.Wait(`[...document.querySelectorAll("svg")].filter((one) => one.checkVisibility()).length > 1`)
		fits(t, tab, file+" without script")
	}
}

// The licences of the libraries are served with them.
func TestLicences(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := open(t, browsertest.Desk, s.link(flat))
	text := browsertest.Value[string](tab, `Promise.all(["d3", "plot"].map((name) =>
		fetch("charts/vendor/" + name + ".LICENSE")
			.then((answer) => answer.ok ? answer.text() : ""))).then((all) => all.join())`)
	if text == "" {
		t.Error("no licence")
	}
}
