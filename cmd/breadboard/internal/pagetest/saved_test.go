package pagetest

import (
	"flag"
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
	long(t)
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

var out = flag.String("out", "", "the folder into which TestReadmePicture writes its picture")

// TestReadmePicture takes the picture of the page that stands in README.md and in doc/explore.md:
//
//	go test ./cmd/breadboard/internal/pagetest -run ReadmePicture -args -out ../../doc
//
// The folder is seen from this package. The picture is looked at, and no test compares it.
func TestReadmePicture(t *testing.T) {
	if *out == "" {
		t.Skip("-args -out DIR says where the picture goes")
	}
	tab := open(t, browsertest.Screen{Width: 1280, Height: 960}, serve(t, "127.0.0.1:0").link("toy=barrier&T=100&view=levels&beta=0.5"))
	tab.Click(".offer button:last-of-type") // of the tour
	tab.Wait(`document.querySelectorAll("#view .waiting").length === 0`)
	tab.Wait(`document.querySelectorAll(".chip:disabled").length === 0`) // best-b and best-j are slow to find
	tab.Picture(filepath.Join(*out, "explorer.png"))
}
