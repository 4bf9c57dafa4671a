package pagetest

import (
	"path/filepath"
	"strings"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// alone is a machine without a network.
var alone = browsertest.Screen{Width: 1280, Height: 900, Offline: true}

// asksNobody fails the test if a tab has asked for anything but its file and what is inside of it.
func asksNobody(t *testing.T, tab *browsertest.Tab, file string) {
	t.Helper()
	for _, address := range tab.Requests() {
		if address != "file://"+file && !strings.HasPrefix(address, "data:") && !strings.HasPrefix(address, "blob:") {
			t.Errorf("the saved page asks for %s", address)
		}
	}
}

// A page that --export writes shows the numbers of exact, and plays, on a machine without a network.
func TestExport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saved.html")
	run(t, "", "explore", "target=0,1.5;2,-0.25&T=30", "--export", file)
	tab := open(t, alone, "file://"+file)
	numbers(tab, 1).holds(t, rowOf(t, shell(t, t.TempDir(), `printf '0,1.5\n2,-0.25\n' > target.csv && `+
		"breadboard exact --target target.csv -T 30 --format json")))
	ready(tab)
	at := browsertest.Value[float64](tab, element(slider)+".valueAsNumber")
	tab.Click(player)
	tab.Wait(element(slider) + ".valueAsNumber > " + number(at))
	tab.Click(player)
	asksNobody(t, tab, file)
	if tab.Has("#lost") {
		t.Error("the saved page says that its server is lost")
	}
}

// The button saves what is on the screen: both settings, painted and all, and the views that nobody has opened.
func TestSaveByButton(t *testing.T) {
	dir := t.TempDir()
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat+"&b.toy=barrier&b.T=20"))
	tab.Downloads(dir)
	tab.Click(cell(1, 1))
	tab.Wait(`location.hash.includes("target=1,0")`)
	settled(tab)
	ready(tab)
	tab.Click("#save")
	file := tab.Downloaded(dir, "*.html")
	saved := open(t, alone, "file://"+file)
	for line := 1; line <= 3; line++ {
		if got, want := numbers(saved, line), numbers(tab, line); got != want {
			t.Errorf("row %d is %v in the saved page, and was %v", line, got, want)
		}
	}
	for _, view := range []string{"levels", "spectrum", "sampled"} { // schedules at every T may take too long
		if browsertest.Value[bool](saved, element("#tab-"+view)+".disabled") {
			t.Errorf("the page was saved without the view %s", view)
		}
	}
	asksNobody(t, saved, file)
}
