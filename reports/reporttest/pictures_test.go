package reporttest

import (
	"encoding/xml"
	"image"
	"image/color"
	_ "image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// screenshots are pictures of the page, and have no drawing behind them.
var screenshots = []string{"../../cmd/breadboard/doc/explorer.png", "../../cmd/breadboard/doc/compare.png",
	"../../cmd/breadboard/doc/article.png"}

// TestCommittedPictures: beside every PNG that is committed lies the SVG of the same drawing. Where the SVG draws a
// line or fills a shape, the PNG has its colour; where the PNG has ink, so has the SVG. So one that is of another
// drawing, or of an older one, is found.
func TestCommittedPictures(t *testing.T) {
	const (
		least = 0.985 // the share of points where the PNG has ink too: one drawn anew with one mark moved has less
		pairs = 15    // fewer would mean that the walk finds nothing
	)
	seen := 0
	must.Do(t, filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".png" {
			return err
		}
		seen++
		drawn, found := strings.CutSuffix(path, ".png")
		svg, noFile := os.Open(drawn + ".svg")
		if !found || noFile != nil {
			t.Errorf("%s has no SVG beside it; the command of its page draws both", path)
			return nil
		}
		defer svg.Close()
		points := strokes(t, svg)
		if share := matching(decoded(t, path), points); !(share >= least) {
			t.Errorf("%s: of %d points on lines of its SVG %.3f have their colour; the command of its page draws both",
				path, len(points.at), share)
		}
		return nil
	}))
	if seen < pairs {
		t.Errorf("only %d pictures were found", seen)
	}
	for _, path := range screenshots {
		must.Have(os.Stat(path))(t)
	}
}

// TestOtherPictures: the test tells any two committed drawings of one page size apart.
func TestOtherPictures(t *testing.T) {
	one, other := "../aide/modes", "../aide/bias"
	for _, pair := range [][2]string{{one, other}, {other, one}} {
		svg := must.Have(os.Open(pair[0] + ".svg"))(t)
		defer svg.Close()
		if share := matching(decoded(t, pair[1]+".png"), strokes(t, svg)); share > 0.9 {
			t.Errorf("the PNG of %s passes for that of %s: %.3f", pair[1], pair[0], share)
		}
	}
}

// a point of a stroke, in shares of the page's width and height from its top left, and its colour.
type inked struct {
	x, y   float64
	colour color.RGBA
}

type drawing struct {
	width, height float64
	at            []inked
}

var (
	lineTo = regexp.MustCompile(`([ML])(-?[0-9.]+),(-?[0-9.]+)`)
	stroke = regexp.MustCompile(`stroke:#([0-9A-Fa-f]{6})`)
	fill   = regexp.MustCompile(`fill:#([0-9A-Fa-f]{6})`)
	faint  = regexp.MustCompile(`opacity|dasharray`) // such ink has other colours, or gaps
)

// strokes reads the straight lines of an SVG, a few points of each.
func strokes(t *testing.T, r io.Reader) (p drawing) {
	t.Helper()
	d := xml.NewDecoder(r)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return p
		}
		must.Do(t, err)
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range start.Attr {
			attr[a.Name.Local] = a.Value
		}
		switch start.Name.Local {
		case "svg":
			box := strings.Fields(attr["viewBox"]) // the page may be smaller than what is drawn on it
			p.width = number(t, box[2])
			p.height = number(t, box[3])
		case "path":
			p.add(t, attr)
		}
	}
}

func number(t *testing.T, text string) float64 { return must.Have(strconv.ParseFloat(text, 64))(t) }

// add takes points of the lines of a path that is stroked in a full colour, and the middle of a rectangle that is
// filled with one, but for the page itself.
func (p *drawing) add(t *testing.T, attr map[string]string) {
	style := attr["style"]
	if faint.MatchString(style) {
		return
	}
	steps := lineTo.FindAllStringSubmatch(attr["d"], -1)
	if of := fill.FindStringSubmatch(style); of != nil && len(steps) == 4 {
		x := (number(t, steps[0][2]) + number(t, steps[2][2])) / 2
		y := (number(t, steps[0][3]) + number(t, steps[2][3])) / 2
		if x != p.width/2 && y != p.height/2 {
			p.take(x, y, colourOf(t, of[1]))
		}
	}
	of := stroke.FindStringSubmatch(style)
	if of == nil {
		return
	}
	colour := colourOf(t, of[1])
	var x, y float64
	for _, step := range steps {
		toX, toY := number(t, step[2]), number(t, step[3])
		if step[1] == "L" && math.Hypot(toX-x, toY-y) > 1 {
			for _, share := range []float64{0.3, 0.5, 0.7} {
				p.take(x+share*(toX-x), y+share*(toY-y), colour)
			}
		}
		x, y = toX, toY
	}
}

func (p *drawing) take(x, y float64, colour color.RGBA) {
	p.at = append(p.at, inked{x / p.width, 1 - y/p.height, colour})
}

func colourOf(t *testing.T, text string) color.RGBA {
	rgb := must.Have(strconv.ParseUint(text, 16, 32))(t)
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

func decoded(t *testing.T, path string) image.Image {
	t.Helper()
	file := must.Have(os.Open(path))(t)
	defer file.Close()
	picture, _, err := image.Decode(file)
	must.Do(t, err)
	return picture
}

// matching is the share of points at which a picture, or one of its pixels close by, has the colour, or other ink: a
// line may lie below another, and a hairline is grey.
func matching(picture image.Image, p drawing) float64 {
	const (
		near  = 2   // pixels either way
		apart = 60  // steps of a colour's part
		ink   = 220 // the darkest part of paper and of lines of a grid is lighter
	)
	size := picture.Bounds().Size()
	hits := 0
	for _, at := range p.at {
		x := int(at.x * float64(size.X))
		y := int(at.y * float64(size.Y))
		hit := false
		for dx := -near; dx <= near && !hit; dx++ {
			for dy := -near; dy <= near && !hit; dy++ {
				r, g, b, _ := picture.At(x+dx, y+dy).RGBA()
				off := max(part(r, at.colour.R), part(g, at.colour.G), part(b, at.colour.B))
				hit = off <= apart || min(r>>8, g>>8, b>>8) < ink
			}
		}
		if hit {
			hits++
		}
	}
	return float64(hits) / float64(max(len(p.at), 1))
}

func part(have uint32, want uint8) int {
	d := int(have>>8) - int(want)
	return max(d, -d)
}
