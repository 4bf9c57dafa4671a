package explorer_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/charts"
	"breadboard/reports/explorer"
)

// inNode runs the body of an asynchronous function in JavaScript, in Node and without a browser, and returns what it
// returns, in a document of its own. input is what Go hands over, as JSON; load imports a module by its name:
//
//	said := inNode[string](t, `
//		const {digits} = await load("explorer/digits.js");
//		return digits(input);`, 0.25)
//
// testdata/dom.js stands for the document. It lays nothing out, so what needs a layout is held by package pagetest, in
// a browser. Without Node the test is skipped; where the variable CI is true it fails.
func inNode[T any](t testing.TB, body string, input any) (answer T) {
	t.Helper()
	if running == nil {
		startNode(t)
	}
	must.Do(t, json.NewEncoder(running.questions).Encode(map[string]any{"body": body, "input": input}))
	said := struct {
		Answer json.RawMessage
		Fault  string
	}{}
	err := running.answers.Decode(&said)
	if err == nil && said.Fault == "" {
		err = json.Unmarshal(said.Answer, &answer)
	}
	if err != nil || said.Fault != "" {
		errs := running.errs.String()
		endNode()
		t.Fatalf("%s\n%v\n%s%s\n%s", body, err, said.Fault, errs, said.Answer)
	}
	return answer
}

// running is the Node that answers all questions, one after the other; nil before the first. Its modules are loaded
// once, and what they remember lasts, as it does on a page.
var running *nodeProcess

type nodeProcess struct {
	*exec.Cmd
	questions io.WriteCloser
	answers   *json.Decoder
	errs      bytes.Buffer
}

func startNode(t testing.TB) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		say := t.Skip
		if os.Getenv("CI") == "true" {
			say = t.Fatal
		}
		say("no node is on the PATH: Node 20 or later, as Debian's nodejs, would do, and the tests of the page's " +
			"modules need it")
	}
	running = new(nodeProcess)
	running.Cmd = exec.Command(node, filepath.Join(modules, "run.js"))
	running.questions = must.Have(running.StdinPipe())(t)
	running.answers = json.NewDecoder(must.Have(running.StdoutPipe())(t))
	running.Stderr = &running.errs
	must.Do(t, running.Start())
}

// endNode ends the Node, so that the next question has modules that remember nothing.
func endNode() {
	if running != nil {
		_ = running.questions.Close()
		_ = running.Wait()
		running = nil
	}
}

// modules is a folder with the page's modules. Node finds explorer/digits.js as the file of a package there.
var modules string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "modules")
	for name, files := range map[string]fs.FS{"node_modules/explorer": explorer.Files(),
		"node_modules/charts": charts.Files(), "": os.DirFS("testdata")} {
		into := filepath.Join(folder, filepath.FromSlash(name))
		err = errors.Join(err, os.MkdirAll(into, 0o755), os.CopyFS(into, files),
			os.WriteFile(filepath.Join(into, "package.json"), []byte(`{"type": "module"}`), 0o644))
	}
	if err != nil {
		panic(err)
	}
	modules = folder
	code := m.Run()
	endNode()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// A savedFile is one that a page saves.
type savedFile struct{ Name, Text string }

// Rows reads a file of comma-separated values.
func (f savedFile) Rows(t testing.TB) [][]string {
	t.Helper()
	read := csv.NewReader(strings.NewReader(f.Text))
	read.FieldsPerRecord = -1
	rows, err := read.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return rows
}

// sameRows fails the test unless rows that a page shows are those of a table of Go's. A cell of the table is a text, a
// number, or nil for none. Numbers may be off by a share of themselves: what the page's digits round away.
func sameRows(t testing.TB, what string, got [][]string, want [][]any, off float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d rows, want %d:\n%q", what, len(got), len(want), got)
		return
	}
	for i, row := range want {
		if len(got[i]) != len(row) {
			t.Errorf("%s, row %d is %q, want %v", what, i, got[i], row)
			continue
		}
		for k, cell := range row {
			if !sameCell(got[i][k], cell, off) {
				t.Errorf("%s, row %d, column %d is %q, want %v", what, i, k, got[i][k], cell)
			}
		}
	}
}

func sameCell(got string, want any, off float64) bool {
	switch want := want.(type) {
	case nil:
		return got == "" || got == "–"
	case string:
		return got == want
	case int:
		return got == strconv.Itoa(want)
	case float64:
		return nearly(numberOf(got), want, off)
	}
	return false
}

// nearly reports whether a number is another one but for a share of it.
func nearly(got, want, off float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return math.IsNaN(got) && math.IsNaN(want) || got == want
	}
	return math.Abs(got-want) <= off*math.Abs(want)
}

// words are those that the page has for numbers that are not finite; none is not known.
var words = map[string]float64{"": math.NaN(), "–": math.NaN(), "not known": math.NaN(), "infinite": math.Inf(1),
	"Infinity": math.Inf(1), "∞": math.Inf(1), "minus infinite": math.Inf(-1), "-Infinity": math.Inf(-1)}

// numberOf reads a number as people read it: 1,200 and −0.5 and 2.5e-6. What is none is -1e300, which is never
// expected.
func numberOf(text string) float64 {
	if v, known := words[text]; known {
		return v
	}
	v, err := strconv.ParseFloat(strings.NewReplacer(",", "", "−", "-", "+", "").Replace(text), 64)
	if err != nil {
		if v, err = strconv.ParseFloat(text, 64); err != nil {
			return -1e300
		}
	}
	return v
}

// A tree is an element of a page, as tree in dom.js makes it.
type tree struct {
	Name, Text string
	Hidden     bool
	Attributes map[string]string
	Children   []tree
}

// All are the elements inside of a tree whose attribute has this value, from the first to the last.
func (e tree) All(attribute, value string) (all []tree) {
	for _, child := range e.Children {
		if child.Attributes[attribute] == value {
			all = append(all, child)
		}
		all = append(all, child.All(attribute, value)...)
	}
	return all
}

// Named are the elements of a name inside of a tree.
func (e tree) Named(name string) (all []tree) {
	for _, child := range e.Children {
		if child.Name == name {
			all = append(all, child)
		}
		all = append(all, child.Named(name)...)
	}
	return all
}

// At is an attribute that is a number.
func (e tree) At(attribute string) float64 { return numberOf(e.Attributes[attribute]) }

var numbers = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:e-?\d+)?`)

// Places are the numbers in an attribute, two by two: those of translate(3,4), and of the path M1,2L3,4.
func (e tree) Places(attribute string) (all [][2]float64) {
	found := numbers.FindAllString(e.Attributes[attribute], -1)
	for i := 0; i+1 < len(found); i += 2 {
		x, _ := strconv.ParseFloat(found[i], 64) // the pattern is that of a number
		y, _ := strconv.ParseFloat(found[i+1], 64)
		all = append(all, [2]float64{x, y})
	}
	return all
}

// Marks are the places of the marks in a group: of circles, and of other symbols, which are paths.
func (e tree) Marks() (all [][2]float64) {
	for _, mark := range e.Children {
		if mark.Name == "circle" {
			all = append(all, [2]float64{mark.At("cx"), mark.At("cy")})
		} else {
			all = append(all, mark.Places("transform")...)
		}
	}
	return all
}

// An pixels turns pixels into values as a reader does: by two of its ticks.
type pixels struct {
	Log       bool
	from, to  float64 // values, or their logarithms
	low, high float64 // pixels
}

// axisOf reads the axis "x" or "y" of a picture. All ticks must lie where it says.
func axisOf(t testing.TB, picture tree, name string, log bool) pixels {
	t.Helper()
	labels := picture.All("aria-label", name+"-axis tick label")
	if len(labels) != 1 || len(labels[0].Children) < 2 {
		t.Fatalf("the axis %s cannot be read", name)
	}
	along, a := 0, pixels{Log: log}
	if name == "y" {
		along = 1
	}
	ticks := labels[0].Children
	first, last := ticks[0], ticks[len(ticks)-1]
	a.low = first.Places("transform")[0][along]
	a.high = last.Places("transform")[0][along]
	a.from = a.scaled(numberOf(first.Text))
	a.to = a.scaled(numberOf(last.Text))
	for _, tick := range ticks {
		must.Near(t, tick.Places("transform")[0][along], a.Pixel(numberOf(tick.Text)), 0.5,
			"the tick %s of the axis %s is at", tick.Text, name)
	}
	return a
}

func (a pixels) scaled(v float64) float64 {
	if a.Log {
		return math.Log(v)
	}
	return v
}

// Pixel is where a value lies.
func (a pixels) Pixel(v float64) float64 {
	return a.low + (a.scaled(v)-a.from)/(a.to-a.from)*(a.high-a.low)
}

// legendOf returns the colour and the dashes that a picture gives to each name: in its legend, and at the ends of
// lines.
func legendOf(picture tree) map[string][2]string {
	all := map[string][2]string{}
	for _, entry := range picture.All("class", "plot chart-legend") {
		for _, g := range entry.Named("g") {
			sample := g.Children[0]
			all[g.Named("text")[0].Text] = [2]string{sample.Attributes["stroke"], sample.Attributes["stroke-dasharray"]}
		}
	}
	for _, ends := range picture.All("aria-label", "names of lines") {
		for i := 0; i+1 < len(ends.Children); i += 2 {
			all[ends.Children[i+1].Text] = [2]string{ends.Children[i].Attributes["stroke"], ""}
		}
	}
	return all
}

// Words are the texts of all elements inside of a tree, one a line.
func (e tree) Words() string {
	var all []string
	for _, child := range e.Children {
		if child.Text != "" {
			all = append(all, child.Text)
		}
		if words := child.Words(); words != "" {
			all = append(all, words)
		}
	}
	return strings.Join(all, "\n")
}
