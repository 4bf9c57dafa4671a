package sweeps

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// A printedWord is a word of an SVG: its letters in points, and the box around it on the page.
type printedWord struct {
	says                     string
	letters                  float64
	left, right, bottom, top float64
}

// A matrix takes a point to (m[0] x + m[2] y + m[4], m[1] x + m[3] y + m[5]), as in SVG.
type matrix [6]float64

func (m matrix) times(n matrix) matrix {
	return matrix{m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5]}
}

var oneMove = regexp.MustCompile(`(scale|translate|rotate)\(([-0-9.e]+)(?:, ?([-0-9.e]+))?\)`)

// moved is what the attribute transform of an element says.
func moved(t *testing.T, says string) matrix {
	at := matrix{1, 0, 0, 1, 0, 0}
	for _, m := range oneMove.FindAllStringSubmatch(says, -1) {
		a := must.Have(strconv.ParseFloat(m[2], 64))(t)
		b := a
		if m[3] != "" {
			b = must.Have(strconv.ParseFloat(m[3], 64))(t)
		}
		switch m[1] {
		case "scale":
			at = at.times(matrix{a, 0, 0, b, 0, 0})
		case "translate":
			at = at.times(matrix{1, 0, 0, 1, a, b})
		case "rotate":
			angle := a * math.Pi / 180
			at = at.times(matrix{math.Cos(angle), math.Sin(angle), -math.Sin(angle), math.Cos(angle), 0, 0})
		}
	}
	return at
}

// printedWords reads the words of an SVG, and how large its page is in points.
func printedWords(t *testing.T, svg []byte) (words []printedWord, wide, high float64) {
	t.Helper()
	head := regexp.MustCompile(`width="([0-9.]+)pt" height="([0-9.]+)pt"\s*viewBox="0 0 ([0-9.]+) `).FindSubmatch(svg)
	if head == nil {
		t.Fatalf("no size in %.300s", svg)
	}
	number := func(of []byte) float64 { return must.Have(strconv.ParseFloat(string(of), 64))(t) }
	wide = number(head[1])
	high = number(head[2])
	scale := wide / number(head[3])
	at := []matrix{{scale, 0, 0, scale, 0, 0}}
	size := regexp.MustCompile(`font-size:([0-9.]+)px`)
	read := xml.NewDecoder(bytes.NewReader(svg))
	var word *printedWord
	var origin matrix
	for {
		token, err := read.Token()
		if err == io.EOF {
			return words, wide, high
		}
		must.Do(t, err)
		switch part := token.(type) {
		case xml.StartElement:
			named := map[string]string{}
			for _, a := range part.Attr {
				named[a.Name.Local] = a.Value
			}
			on := at[len(at)-1].times(moved(t, named["transform"]))
			at = append(at, on)
			if part.Name.Local == "text" {
				x := number([]byte(named["x"]))
				y := number([]byte(named["y"]))
				origin = on.times(matrix{1, 0, 0, 1, x, y})
				word = &printedWord{letters: number(size.FindSubmatch([]byte(named["style"]))[1])}
			}
		case xml.CharData:
			if word != nil {
				word.says += string(part)
			}
		case xml.EndElement:
			at = at[:len(at)-1]
			if part.Name.Local == "text" {
				words = append(words, word.placed(origin))
				word = nil
			}
		}
	}
}

// placed is a word with the box around it, by the widths of its font, 0.7 of its size above the line and 0.2 below.
func (w printedWord) placed(origin matrix) printedWord {
	long := float64(figure.Label(vg.Length(w.letters)).Width(w.says))
	var xs, ys []float64
	for _, x := range []float64{0, long} {
		for _, y := range []float64{0.2 * w.letters, -0.7 * w.letters} {
			corner := origin.times(matrix{1, 0, 0, 1, x, y})
			xs = append(xs, corner[4])
			ys = append(ys, corner[5])
		}
	}
	w.left = slices.Min(xs)
	w.right = slices.Max(xs)
	w.bottom = slices.Min(ys)
	w.top = slices.Max(ys)
	w.letters *= math.Hypot(origin[0], origin[1])
	return w
}

// targetRows are two schedules at five T on so many of the paper's targets, in three draws where these are random.
func targetRows(targets int) (rows []sweep.Row) {
	for i, toy := range []string{"easy", "hard", "barrier"}[:targets] {
		for seed := uint64(1); seed <= 3; seed++ {
			for k, T := range []int{10, 32, 100, 316, 1000} {
				j := math.Pow(0.3, float64(k)) * float64(i+1) * float64(seed)
				rows = append(rows, cell(toy, seed, "linear", T, j, 2*j), cell(toy, seed, "sigmoid:4", T, j/3, j))
			}
			if toy == "barrier" {
				break
			}
		}
	}
	return rows
}

// TestPrintedSweeps: in figures of one, two and three targets no word lies on another or leaves the page, letters have
// 8 points at least, and each panel has two numbers at least on either axis.
func TestPrintedSweeps(t *testing.T) {
	for targets := 1; targets <= 3; targets++ {
		files := SummaryFiles(ranking.Summarize(targetRows(targets)))
		at := slices.IndexFunc(files, func(f table.File) bool { return f.Name == "summary.svg" })
		checkPrinted(t, fmt.Sprint(targets, " targets"), reporttest.Content(t, files[at]))
	}
}

func checkPrinted(t *testing.T, of string, svg []byte) {
	t.Helper()
	const slack = 0.5 // of a point
	words, wide, high := printedWords(t, svg)
	for i, a := range words {
		if !(a.letters > 7.99) {
			t.Errorf("%s: %q has letters of %.2f points", of, a.says, a.letters)
		}
		if a.left < -slack || a.right > wide+slack || a.bottom < -slack || a.top > high+slack {
			t.Errorf("%s: %q leaves the page: %+v", of, a.says, a)
		}
		for _, b := range words[:i] {
			across := min(a.right, b.right) - max(a.left, b.left)
			up := min(a.top, b.top) - max(a.bottom, b.bottom)
			if across > slack && up > slack {
				t.Errorf("%s: %q lies on %q", of, a.says, b.says)
			}
		}
	}
	if strings.Count(string(svg), ">10<") == 0 || strings.Count(string(svg), ">1,000<") == 0 {
		t.Errorf("%s: the axis of T has not two numbers", of)
	}
}

// TestPrintedWordsAreSeen: the check of the test above reads words where they are.
func TestPrintedWordsAreSeen(t *testing.T) {
	svg := []byte(`<svg width="100pt" height="50pt" viewBox="0 0 200 100">` +
		`<g transform="scale(1, -1) translate(0, -100)">` +
		`<text x="10" y="-50" transform="scale(1, -1)" style="font-size:16px">one</text>` +
		`<g transform="rotate(90)"><text x="60" y="20" transform="scale(1, -1)" style="font-size:20px">up</text></g>` +
		`</g></svg>`)
	words, wide, high := printedWords(t, svg)
	if len(words) != 2 || wide != 100 || high != 50 {
		t.Fatalf("%d words on %g x %g", len(words), wide, high)
	}
	one := words[0]
	must.Near(t, one.left, 5, 1e-9, "the left of a word")
	must.Near(t, one.letters, 8, 1e-9, "its letters")
	must.Near(t, one.top, 25+0.2*8, 1e-9, "its lower end, from above")
	up := words[1]
	must.Near(t, up.right, 10+0.2*10, 1e-9, "the right of a word that runs upwards, where it is deepest")
	must.Near(t, up.top, 20, 1e-9, "where it begins, from above")
}
