package pagetest

import (
	"path/filepath"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

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
