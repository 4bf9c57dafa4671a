// Package reporttest is used only by the tests of the packages below reports. It holds a
// committed folder and its numbers to what is made now (committed.go), and reads
// pages (page.go).
package reporttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/reports/table"
)

// Complete ends t unless the folder has these files and the others by name, and no more. again
// says how to make the files anew.
func Complete(t *testing.T, folder string, files []table.File, again string, others ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var committed []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") { // the manifest of who made them here is not committed
			committed = append(committed, e.Name())
		}
	}
	made := others
	for _, f := range files {
		made = append(made, f.Name)
	}
	slices.Sort(made)
	if !slices.Equal(committed, made) {
		t.Fatalf("committed: %v\nmade: %v\n%s", committed, made, again)
	}
}

// UpToDate fails t unless the committed file at path is the one made now, but for rounding. If update is
// true it writes the file instead. again says how to make it anew.
func UpToDate(t *testing.T, path string, made []byte, again string, update bool) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fault := Differs(filepath.Base(path), made, want)
	switch {
	case fault != "" && update:
		if err := os.WriteFile(path, made, 0o644); err != nil {
			t.Fatal(err)
		}
	case fault != "":
		t.Errorf("%s: %s; %s", path, fault, again)
	}
}

// Content returns the bytes that a file writes.
func Content(t *testing.T, f table.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}

// How far apart two numbers may be that only rounding tells apart.
const (
	// closely is half of the digits that J and B are promised with, and far above
	// round-off.
	closely = 1e-9
	// errors in standard errors, z, may be near 0: their round-off is that of the
	// estimate over its standard error.
	roundedZ = 1e-9
	// coordinates are written with two decimals or five digits, the last of which
	// may be rounded the other way.
	coordinate = 0.02
)

// Differs says in what a file differs from the committed one in more than
// round-off; "" where it does not. What is written for people is the same to the
// byte: in numbers of five digits round-off turns the last one in 1e8 times.
func Differs(name string, got, want []byte) string {
	if bytes.Equal(got, want) {
		return ""
	}
	switch filepath.Ext(name) {
	case ".png":
		return differentSize(got, want)
	case ".pdf":
		return differentPDF(got, want)
	case ".svg":
		return differentDrawing(string(got), string(want))
	case ".html":
		return differentPage(string(got), string(want))
	case ".md":
		return differentWords(string(got), string(want))
	}
	got, want = withoutDefects(name, got), withoutDefects(name, want)
	if strings.HasPrefix(name, "crosscheck") {
		return Apart(string(got), string(want), closely, roundedZ)
	}
	return Apart(string(got), string(want), closely, 0)
}

var figures = regexp.MustCompile(`[-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?`)

// Apart compares two texts, number by number and all between them byte by byte.
func Apart(got, want string, relative, absolute float64) string {
	g, w := figures.FindAllString(got, -1), figures.FindAllString(want, -1)
	if figures.ReplaceAllString(got, "#") != figures.ReplaceAllString(want, "#") {
		return "its words or its numbers are others"
	}
	for i := range g {
		a, errA := strconv.ParseFloat(g[i], 64)
		b, errB := strconv.ParseFloat(w[i], 64)
		if errA != nil || errB != nil {
			return "not a number: " + g[i] + " or " + w[i]
		}
		if math.Abs(a-b) > relative*max(math.Abs(a), math.Abs(b))+absolute {
			return "number " + strconv.Itoa(i+1) + " is " + g[i] + ", committed is " + w[i]
		}
	}
	return ""
}

// worstDefect is the note of a table for people that is round-off by its nature.
var worstDefect = regexp.MustCompile(`differ by at most [-+.e0-9]+ of`)

// differentWords compares what is written for people.
func differentWords(got, want string) string {
	g, w := worstDefect.ReplaceAllString(got, ""), worstDefect.ReplaceAllString(want, "")
	if g == w {
		return ""
	}
	at := 0
	for at < min(len(g), len(w)) && g[at] == w[at] {
		at++
	}
	from := max(at-20, 0)
	return fmt.Sprintf("found %q, committed is %q", g[from:min(at+20, len(g))], w[from:min(at+20, len(w))])
}

var (
	words    = regexp.MustCompile(`>[^<]*<`)
	drawings = regexp.MustCompile(`(?s)<svg.*?</svg>`)
	// version is what built a page: for a committed page it is always an older commit than its own.
	// styles say how a page looks: as the version, they are of the program, and a change of them makes no page stale.
	styles  = regexp.MustCompile(`(?s)<style>.*?</style>`)
	version = regexp.MustCompile(`\n*<footer class="version">.*?</footer>`)
)

// differentDrawing compares the words of an SVG, and then its coordinates.
func differentDrawing(got, want string) string {
	if fault := differentWords(fmt.Sprint(words.FindAllString(got, -1)),
		fmt.Sprint(words.FindAllString(want, -1))); fault != "" {
		return fault
	}
	return Apart(got, want, 0, coordinate)
}

// differentPage compares a page's drawings apart from the rest of it. It compares neither its
// styles nor its version.
func differentPage(got, want string) string {
	g, w := drawings.FindAllString(got, -1), drawings.FindAllString(want, -1)
	if len(g) != len(w) {
		return fmt.Sprintf("%d drawings, committed are %d", len(g), len(w))
	}
	for i := range g {
		if fault := differentDrawing(g[i], w[i]); fault != "" {
			return fault
		}
	}
	rest := func(page string) string {
		for _, part := range []*regexp.Regexp{drawings, styles, version} {
			page = part.ReplaceAllString(page, "")
		}
		return page
	}
	return differentWords(rest(got), rest(want))
}

// differentSize holds a picture to the size of another. What is drawn on it is in the SVG of the same figure.
func differentSize(got, want []byte) string {
	g, err := png.DecodeConfig(bytes.NewReader(got))
	w, wrong := png.DecodeConfig(bytes.NewReader(want))
	if err != nil || wrong != nil {
		return fmt.Sprintf("found %v, committed %v", err, wrong)
	}
	return differentWords(fmt.Sprint(g.Width, g.Height), fmt.Sprint(w.Width, w.Height))
}

var mediaBox = regexp.MustCompile(`/MediaBox \[[^\]]*\]`)

// differentPDF holds a document to the page of another. What is drawn on it is in the SVG of the same figure.
func differentPDF(got, want []byte) string {
	for _, pdf := range [][]byte{got, want} {
		if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.HasSuffix(pdf, []byte("\n%%EOF\n")) {
			return fmt.Sprintf("%d bytes are no PDF", len(pdf))
		}
	}
	return differentWords(string(mediaBox.Find(got)), string(mediaBox.Find(want)))
}

var defect = regexp.MustCompile(`("defect": )[-+.e0-9]+`)

// withoutDefects takes out what is round-off by its nature.
func withoutDefects(name string, data []byte) []byte {
	if !strings.HasPrefix(name, "tightness") {
		return data
	}
	if strings.HasSuffix(name, ".json") {
		return defect.ReplaceAll(data, []byte("${1}defect"))
	}
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines {
		if cells := strings.Split(string(line), ","); i > 0 && len(cells) > 1 {
			cells[len(cells)-2] = "defect"
			lines[i] = []byte(strings.Join(cells, ","))
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// Rows reads the rows of a JSON file of data.
func Rows(t *testing.T, path ...string) (rows []map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// Today fails t unless a committed number is the one that is made today. It may differ by half of the
// digits that exact accounts promise.
func Today(t *testing.T, what string, got float64, want any) {
	t.Helper()
	if !near(got, want) {
		t.Errorf("%s is %v, committed is %v; the command that wrote it would bring it up to date", what, got, want)
	}
}

func near(got float64, want any) bool {
	w, ok := want.(float64)
	return ok && math.Abs(got-w) <= 1e-8*max(1, math.Abs(w))
}
