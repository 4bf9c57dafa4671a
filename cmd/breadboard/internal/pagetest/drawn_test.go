package pagetest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/explorer"
)

// The places of what is drawn. All else is read off the screen, as a reader does.
const (
	curvesAt  = ".curves"
	plotAt    = ".curves svg.done:not(.lens)"
	lensAt    = ".curves svg.lens.done"
	barAt     = ".column"
	tickAt    = "#plot > .upright span" // of the scale of nats
	mapAt     = "[data-map=%s] canvas"
	legendAt  = "[data-map=%s] .scale i"
	endsAt    = "[data-map=%s] .scale span"
	colourOfJ = ".words .j"
	colourOfB = ".words .b"
)

// A box is where an element lies on the screen, in CSS pixels.
type box struct{ Left, Top, Width, Height float64 }

// boxes returns the boxes of all elements that a selector finds.
func boxes(tab *page, selector string) []box {
	tab.t.Helper()
	return value[[]box](tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((one) => {
		const {left, top, width, height} = one.getBoundingClientRect();
		return {Left: left, Top: top, Width: width, Height: height};
	})`, selector))
}

// A screenshot holds what a reader sees, a pixel for each CSS pixel.
type screenshot struct {
	tab *page
	image.Image
}

// shot takes a screenshot when nothing moves any more.
func shot(tab *page) screenshot {
	tab.t.Helper()
	value[bool](tab, nextPaint+".then(() => true)")
	taken, err := chromedp.Call(tab.ctx, cdpage.CaptureScreenshot, cdpage.CaptureScreenshotParams{})
	must.Do(tab.t, err)
	return screenshot{tab, must.Have(png.Decode(bytes.NewReader(taken.Data)))(tab.t)}
}

// at returns the colour at a place of a box, given as shares of its width and height and a shift in pixels.
func (s screenshot) at(b box, x, y, dx, dy float64) color.Color {
	return s.At(int(math.Floor(b.Left+x*b.Width+dx)), int(math.Floor(b.Top+y*b.Height+dy)))
}

// apart returns how far two colours are apart: the largest difference of red, green or blue, of 255.
func apart(a, b color.Color) float64 {
	r, g, u, _ := a.RGBA()
	r2, g2, u2, _ := b.RGBA()
	of := func(v, w uint32) float64 { return math.Abs(float64(v)-float64(w)) / 257 }
	return max(of(r, r2), of(g, g2), of(u, u2))
}

// ink returns the colour of an element's words.
func (s screenshot) ink(selector string) color.Color {
	var r, g, b uint8
	style := value[string](s.tab, "getComputedStyle("+element(selector)+").color")
	if _, err := fmt.Sscanf(style, "rgb(%d, %d, %d)", &r, &g, &b); err != nil {
		s.tab.t.Fatalf("%s is written in %s", selector, style)
	}
	return color.RGBA{r, g, b, 255}
}

// height returns how high a value stands in the plot, in pixels of the screen, by the numbers of its scale.
func (s screenshot) height(v float64) float64 {
	ticks := boxes(s.tab, tickAt)
	last := value[string](s.tab, `[...document.querySelectorAll("`+tickAt+`")].at(-1).textContent`)
	top := must.Have(strconv.ParseFloat(last, 64))(s.tab.t)
	low := ticks[0].Top + ticks[0].Height/2
	high := ticks[len(ticks)-1].Top + ticks[len(ticks)-1].Height/2
	return low - v/top*(low-high)
}

// stroke returns where, about a place, a colour is drawn in a column of pixels: its middle. It is NaN if it is not.
func (s screenshot) stroke(x, y float64, of color.Color) float64 {
	const reach, like = 9, 40
	sum, n := 0.0, 0.0
	for dy := -reach; dy <= reach; dy++ {
		if apart(s.At(int(x), int(y)+dy), of) < like {
			sum += math.Floor(y) + float64(dy) + 0.5
			n++
		}
	}
	return sum / n
}

// read returns the number that a colour of a map stands for, by the legend below it.
func (s screenshot) read(name string, of color.Color) float64 {
	bar := boxes(s.tab, fmt.Sprintf(legendAt, name))[0]
	ends := value[[]string](s.tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((one) => one.textContent)`,
		fmt.Sprintf(endsAt, name)))
	best, share := math.Inf(1), 0.0
	for x := 1.0; x < bar.Width-1; x++ {
		if off := apart(s.at(bar, 0, 0.5, x, 0), of); off < best {
			best, share = off, (x+0.5)/bar.Width
		}
	}
	if best > 8 {
		return math.NaN()
	}
	number := func(text string) float64 {
		text = strings.NewReplacer("−", "-", "%", "", "+", "").Replace(text)
		return must.Have(strconv.ParseFloat(text, 64))(s.tab.t) / 100
	}
	low, high := number(ends[0]), number(ends[1])
	return low + share*(high-low)
}

// A scene is a setting, with what a command prints of it.
type scene struct {
	explore.Question
	rows, columns int
	steps         []level
	walk          explore.Walk
	frames        []explore.Frame
}

// sceneOf returns the scene of a question, whose command has these arguments.
func sceneOf(t *testing.T, q explore.Question, args ...string) scene {
	t.Helper()
	q = explorer.Completed(q)
	l := must.Have(explore.LevelDistributions(t.Context(), q, 101))(t)
	return scene{Question: q, rows: l.Rows, columns: l.Columns, steps: levels(t, args...), frames: l.Frames,
		walk: must.Have(explore.ChainsAlong(t.Context(), q, 0))(t)}
}

// link returns the link to a level.
func (s scene) link(level int) string {
	return fmt.Sprintf("%s&beta=%v&t=%d", explorer.Link(s.Question)[1:], s.frames[level-1].Beta, level)
}

// TestDrawn: what is drawn on the screen is what exact --by-step prints: both curves and the bar of J and B, the line
// of the level, the colours of the maps as their legends have them, and the dots of 200 runs. A board of 3x5 cells
// tells rows from columns.
func TestDrawn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "target.csv")
	must.Do(t, os.WriteFile(file, []byte("0,1,2,3,0\n0,-2,-9,1,0\n3,2,0,0,4\n"), 0o600))
	for name, s := range map[string]scene{
		"BARRIER": sceneOf(t, explore.Question{Toy: "barrier", T: 20}, "--toy", "barrier", "-T", "20"),
		"3x5": sceneOf(t, explore.Question{Target: "0,1,2,3,0;0,-2,-9,1,0;3,2,0,0,4", T: 12},
			"--target", file, "-T", "12"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, level := range []int{2, 8, s.T} {
				tab := open(t, desk, served(t).link(s.link(level)))
				drawn := shot(tab)
				t.Run(fmt.Sprintf("curves at level %d", level), func(t *testing.T) { s.checkCurves(t, drawn, level) })
				t.Run(fmt.Sprintf("bar at level %d", level), func(t *testing.T) { s.checkBar(t, drawn, level) })
				t.Run(fmt.Sprintf("line at level %d", level), func(t *testing.T) { s.checkLine(t, drawn, level) })
				t.Run(fmt.Sprintf("maps at level %d", level), func(t *testing.T) { s.checkMaps(t, drawn, level) })
				t.Run(fmt.Sprintf("dots at level %d", level), func(t *testing.T) { s.checkDots(t, drawn, level) })
			}
		})
	}
}

// checkCurves finds both curves at the levels that have gone by, at their heights.
func (s scene) checkCurves(t *testing.T, drawn screenshot, level int) {
	plot := boxes(drawn.tab, plotAt)[0]
	for _, step := range s.steps {
		if step.T > level-1 || step.T < 2 { // the line of the level lies over its own values
			continue
		}
		x := plot.Left + plot.Width*float64(step.T-1)/float64(s.T-1)
		for name, v := range map[string]float64{colourOfJ: step.Jt, colourOfB: step.Bt} {
			if math.Abs(drawn.height(step.Jt)-drawn.height(step.Bt)) < 4 {
				continue // one lies over the other
			}
			want := drawn.height(v)
			if got := drawn.stroke(x, want, drawn.ink(name)); !(math.Abs(got-want) < 2) {
				t.Errorf("at level %d of the curve %s is at the height %v, want %v", step.T, name, got, want)
			}
		}
	}
}

// valuesAt returns J and B at a level.
func (s scene) valuesAt(level int) (j, b float64) { return s.steps[level-2].Jt, s.steps[level-2].Bt }

// checkBar finds the colours of J, of B - J and of the page one above the other, where J and B end.
func (s scene) checkBar(t *testing.T, drawn screenshot, level int) {
	bar := boxes(drawn.tab, barAt)[0]
	j, b := s.valuesAt(level)
	middle := func(y float64) color.Color { return drawn.At(int(bar.Left+bar.Width/2), int(y)) }
	inJ, page := drawn.ink(colourOfJ), drawn.At(int(bar.Left+bar.Width/2), int(bar.Top)-6)
	const like = 12
	atJ, atB := drawn.height(j), drawn.height(b)
	for name, c := range map[string]struct {
		y     float64
		of    color.Color
		isThe bool
	}{
		"J below its end": {atJ + 3, inJ, true}, "J above its end": {atJ - 3, inJ, false},
		"J at its middle": {(atJ + drawn.height(0)) / 2, inJ, true},
		"B below its end": {atB + 1.5, page, false}, "B above its end": {atB - 3, page, true},
	} {
		isClear := drawn.height(0)-atJ > 8 && atJ-atB > 8 || strings.HasPrefix(name, "B above")
		if isThe := apart(middle(c.y), c.of) < like; isClear && isThe != c.isThe {
			t.Errorf("%s the bar is %v at the height %v: J ends at %v, B at %v", name, middle(c.y), c.y, atJ, atB)
		}
	}
}

// checkLine finds the line of the level, above both curves.
func (s scene) checkLine(t *testing.T, drawn screenshot, level int) {
	plot := boxes(drawn.tab, curvesAt)[0]
	want := plot.Width * float64(level-1) / float64(s.T-1)
	best, at := math.Inf(1), 0.0
	for x := -8.0; x < plot.Width+8; x++ {
		if off := apart(drawn.at(plot, 0, 0, x, 2), color.Black); off < best {
			best, at = off, x+0.5
		}
	}
	if !(math.Abs(at-want) < 3) {
		t.Errorf("the line of the level is at %v of %v pixels, want %v", at, plot.Width, want)
	}
}

// checkMaps reads each cell of each map by its legend, in its corner, where no dot and no sign lies.
func (s scene) checkMaps(t *testing.T, drawn screenshot, level int) {
	frame := s.frames[level-1]
	for _, name := range []string{"p", "q", "less"} {
		board := boxes(drawn.tab, fmt.Sprintf(mapAt, name))[0]
		off := 0
		for i := range frame.P {
			p, q := float64(frame.P[i]), float64(frame.Forward[i])
			want := q - p
			switch name {
			case "p":
				want = p
			case "q":
				want = q
			}
			got := drawn.read(name, drawn.at(board, float64(i%s.columns)/float64(s.columns),
				float64(i/s.columns)/float64(s.rows), 3, 3))
			if !(math.Abs(got-want) < 0.016*s.reach(name)) {
				off++
				if off < 4 {
					t.Errorf("cell %d of the map of %s is %v, want %v", i, name, got, want)
				}
			}
		}
	}
}

// reach returns the length of the legend of a map.
func (s scene) reach(name string) (most float64) {
	for _, f := range s.frames {
		for i := range f.P {
			p, q := float64(f.P[i]), float64(f.Forward[i])
			if name == "less" {
				most = max(most, 2*math.Abs(q-p)) // from below 0 to above
			} else {
				most = max(most, p, q)
			}
		}
	}
	return most
}

// checkDots finds a white dot for each run in its cell, apart from the other runs there, and none elsewhere.
func (s scene) checkDots(t *testing.T, drawn screenshot, level int) {
	board := boxes(drawn.tab, fmt.Sprintf(mapAt, "q"))[0]
	const like = 30
	var spots []place
	full := map[int]bool{}
	for i, cell := range s.walk.Cells[level-1] {
		full[int(cell)] = true
		spots = append(spots, s.spot(i, int(cell)))
	}
	missing := 0
	for i, spot := range spots {
		isCovered := slices.ContainsFunc(spots[i+1:], func(over place) bool {
			return math.Hypot((over.X-spot.X)*board.Width, (over.Y-spot.Y)*board.Height) < 7
		})
		if !isCovered && apart(drawn.at(board, spot.X, spot.Y, 0, 0), color.White) > like {
			missing++
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d dots are not there", missing, len(spots))
	}
	for i := range s.rows * s.columns {
		for k := range 81 {
			x, y := float64(i%s.columns)+0.1+0.1*float64(k%9), float64(i/s.columns)+0.1+0.1*float64(k/9)
			pixel := drawn.at(board, x/float64(s.columns), y/float64(s.rows), 0, 0)
			if !full[i] && apart(pixel, color.White) < like {
				t.Fatalf("a dot is in cell %d, where no run is", i)
			}
		}
	}
}

// spot returns where the dot of a run lies in a cell, as shares of the map.
func (s scene) spot(run, cell int) place {
	_, right := math.Modf(float64(run) * 0.618033988749895)
	_, down := math.Modf(float64(run) * 0.754877666246693)
	return place{(float64(cell%s.columns) + 0.2 + 0.6*right) / float64(s.columns),
		(float64(cell/s.columns) + 0.2 + 0.6*down) / float64(s.rows)}
}

// TestDrawnLens: the lens shows the whole curve of J, its largest value a tenth below its upper end, below both curves.
func TestDrawnLens(t *testing.T) {
	const T = 1000
	s := sceneOf(t, explore.Question{Toy: "easy", Schedule: "sigmoid:4", T: T}, "--toy", "easy", "--schedule",
		"sigmoid:4", "-T", strconv.Itoa(T))
	tab := open(t, desk, served(t).link(explorer.Link(s.Question)[1:]))
	drawn := shot(tab)
	lens, plot := boxes(tab, lensAt)[0], boxes(tab, plotAt)[0]
	most := 0.0
	for _, step := range s.steps {
		most = max(most, step.Jt)
	}
	if lens.Top < plot.Top+plot.Height || lens.Height < 40 {
		t.Errorf("the lens is at %+v, and the plot at %+v", lens, plot)
	}
	for _, step := range s.steps {
		if step.T%30 > 0 {
			continue
		}
		want := lens.Top + lens.Height*(1-step.Jt/(1.1*most))
		got := drawn.stroke(lens.Left+lens.Width*float64(step.T-1)/(T-1), want, drawn.ink(colourOfJ))
		if !(math.Abs(got-want) < 2.5) {
			t.Errorf("at level %d the lens has J at the height %v, want %v", step.T, got, want)
		}
	}
}
