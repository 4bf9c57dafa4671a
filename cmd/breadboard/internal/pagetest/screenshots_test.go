package pagetest

import (
	"flag"
	"path/filepath"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

var out = flag.String("out", "", "the folder into which TestScreenshots writes its pictures")

// TestScreenshots takes pictures of all views to look at:
//
//	go test ./cmd/breadboard/internal/pagetest -run Screenshots -args -out DIR
func TestScreenshots(t *testing.T) {
	if *out == "" {
		t.Skip("-args -out DIR says where pictures go")
	}
	dir, err := filepath.Abs(*out)
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, "127.0.0.1:0")
	const barrier = "toy=barrier&T=100"
	for name, link := range map[string]string{"levels": barrier + "&view=levels", "spectrum": barrier + "&view=spectrum",
		"sampled": barrier + "&view=sampled", "against": barrier + "&view=against", "tour": "tour=4",
		"compare": barrier + "&b.toy=barrier&b.T=100&b.schedule=sigmoid:4"} {
		for size, screen := range map[string]browsertest.Screen{"desk": browsertest.Desk, "phone": browsertest.Phone} {
			for light, dark := range map[string]bool{"light": false, "dark": true} {
				screen.Dark = dark
				tab := open(t, screen, s.link(link))
				tab.Wait(`document.querySelectorAll("#view .waiting").length === 0`)
				if name == "sampled" {
					tab.Click("#view .controls button, #view button")
				}
				question(tab) // a pause
				file := filepath.Join(dir, name+"-"+size+"-"+light)
				tab.Picture(file + ".png")
				tab.WholePicture(file + "-whole.png")
			}
		}
	}
}
