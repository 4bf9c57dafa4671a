package reporttest

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

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
	// A coordinate is rounded to a 64th of a pixel, so that four of 255 levels
	// where it is the other way; a shade of a heat map is as far from the next.
	level = 4
)

// Differs says in what a file differs from the committed one in more than
// round-off; "" where it does not. What is written for people is the same to the
// byte: in numbers of five digits round-off turns the last one in 1e8 times.
func Differs(name string, got, want []byte) string {
	switch filepath.Ext(name) {
	case ".png":
		return differentPixels(got, want)
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

// differentPixels compares pictures, whose fonts are the program's own.
func differentPixels(got, want []byte) string {
	g, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		return err.Error()
	}
	w, err := png.Decode(bytes.NewReader(want))
	if err != nil {
		return "committed: " + err.Error()
	}
	box := g.Bounds()
	if box != w.Bounds() {
		return fmt.Sprintf("%v pixels, committed are %v", box, w.Bounds())
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			a, b := g.At(x, y), w.At(x, y)
			ar, ag, ab, aa := a.RGBA()
			br, bg, bb, ba := b.RGBA()
			for _, v := range [][2]uint32{{ar, br}, {ag, bg}, {ab, bb}, {aa, ba}} {
				if max(v[0], v[1])-min(v[0], v[1]) > level<<8|level {
					return fmt.Sprintf("pixel (%d, %d) is %v, committed is %v", x, y, a, b)
				}
			}
		}
	}
	return ""
}

// differentPDF compares the streams of two documents, which are the drawing and
// its font, and all that is around them; not where in the file each part is.
func differentPDF(got, want []byte) string {
	g, err := parts(got)
	if err != nil {
		return err.Error()
	}
	w, err := parts(want)
	if err != nil {
		return "committed: " + err.Error()
	}
	if len(g) != len(w) {
		return fmt.Sprintf("%d parts, committed are %d", len(g), len(w))
	}
	for i := range g {
		if fault := Apart(g[i], w[i], 0, coordinate); g[i] != w[i] && fault != "" {
			return fault
		}
	}
	return ""
}

var (
	stream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	places = regexp.MustCompile(`(?s)\nxref\n.*?\ntrailer|startxref\n[0-9]+|/Length [0-9]+`)
)

// parts returns a document's streams, unpacked where they are packed, and at last what is around them.
func parts(pdf []byte) ([]string, error) {
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.HasSuffix(pdf, []byte("\n%%EOF\n")) ||
		!bytes.Contains(pdf, []byte("/MediaBox ")) {
		return nil, fmt.Errorf("%d bytes are no PDF with a page", len(pdf))
	}
	var all []string
	for _, m := range stream.FindAllSubmatch(pdf, -1) {
		packed, err := zlib.NewReader(bytes.NewReader(m[1]))
		if errors.Is(err, zlib.ErrHeader) { // it is text
			all = append(all, string(m[1]))
			continue
		}
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(packed)
		if err != nil {
			return nil, err
		}
		all = append(all, string(data))
	}
	return append(all, string(places.ReplaceAll(stream.ReplaceAll(pdf, nil), nil))), nil
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
