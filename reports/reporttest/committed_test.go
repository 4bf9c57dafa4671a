package reporttest

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiffersSeesWhatItShould(t *testing.T) {
	csv := "toy,T,J,defect,warnings\neasy,10,1.0158997,1e-15,\n"
	for name, c := range map[string]struct {
		file, old, new string
		differs        bool
	}{
		"nothing":        {"tightness.csv", "", "", false},
		"round-off":      {"tightness.csv", "1.0158997", "1.01589970000001", false},
		"a digit":        {"tightness.csv", "1.0158997", "1.0158999", true},
		"a defect":       {"tightness.csv", "1e-15", "3e-16", false},
		"a word":         {"tightness.csv", "easy", "hard", true},
		"a row":          {"tightness.csv", "easy", "easy,20,1,1,\neasy", true},
		"an integer":     {"tightness.csv", ",10,", ",11,", true},
		"a small number": {"figure3.csv", "1.0158997", "1e-9", true},
		"a z":            {"crosscheck.csv", "1.0158997", "1.01589970009", false},
	} {
		changed := csv
		if c.old != "" {
			changed = strings.Replace(csv, c.old, c.new, 1)
		}
		if fault := Differs(c.file, []byte(changed), []byte(csv)); (fault != "") != c.differs {
			t.Errorf("%s: %q", name, fault)
		}
	}
}

// Every kind of file that is committed is seen through when it is a stale or a
// broken one.
func TestDiffersSeesStaleFiles(t *testing.T) {
	replace := func(old, new string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, new, 1) }
	}
	half, empty := func(s string) string { return s[:len(s)/2] }, func(string) string { return "" }
	roundOff := func(s string) string { return worstDefect.ReplaceAllString(s, "differ by at most 1.2e-16 of") }
	other := func(name string) func(string) string { return func(string) string { return committed(t, name) } }
	for _, c := range []struct {
		file    string
		change  func(string) string
		differs bool
	}{
		{"tightness.md", replace("1.1834e-06", "1.1835e-06"), true},
		{"tightness.md", replace("1.1834e-06", "0.01"), true},
		{"tightness.md", roundOff, false},
		{"crosscheck.md", replace("+0.64", "+0.65"), true},
		{"report.html", replace("1.1834e-06", "1.1835e-06"), true},
		{"report.html", replace(">100,000<", ">100,001<"), true},
		{"report.html", replace("66.031", "66.041"), false},
		{"report.html", replace("<style>", "<style> "), false},
		{"report.html", replace(`"version">Made by breadboard`, `"version">Made by another`), false},
		{"figure3.svg", replace("66.031", "66.041"), false},
		{"figure3.svg", replace("66.031", "66.131"), true},
		{"figure3.svg", replace(">100,000<", ">100,001<"), true},
		{"figure3.svg", other("figure4.svg"), true},
		{"figure3.png", empty, true},
		{"figure3.pdf", half, true},
		{"figure3.pdf", empty, true},
		{"figure3.pdf", other("figure4.pdf"), true},
		{"figure3.pdf", other("figure3.pdf"), false},
		{"figure4.csv", replace("0.", "0.0"), true},
	} {
		now := committed(t, c.file)
		if fault := Differs(c.file, []byte(now), []byte(c.change(now))); (fault != "") != c.differs {
			t.Errorf("%s: %q", c.file, fault)
		}
	}
}

func committed(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "paper", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A picture may differ by rounding and no more.
func TestDiffersSeesPixels(t *testing.T) {
	encoded := func(by uint8) []byte {
		w := image.NewRGBA(image.Rect(0, 0, 5, 4))
		draw.Draw(w, w.Bounds(), image.White, image.Point{}, draw.Src)
		w.Pix[w.PixOffset(3, 3)+1] -= by
		var b bytes.Buffer
		if err := png.Encode(&b, w); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for by, differs := range map[uint8]bool{0: false, level: false, level + 1: true} {
		if fault := differentPixels(encoded(0), encoded(by)); (fault != "") != differs {
			t.Errorf("off by %d: %q", by, fault)
		}
	}
}

// A number that is off in its eighth digit is seen, and one that is not there.
func TestNear(t *testing.T) {
	for want, is := range map[any]bool{1.0: true, 1 + 1e-12: true, 1 + 1e-7: false, nil: false} {
		if near(1, want) != is {
			t.Errorf("1 is near %v: %v", want, !is)
		}
	}
}
