package reporttest

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/reports/figure"
)

// A Heat is a heat map of a figure in the numbers of its colour bar: what a reader finds who looks every colour up.
type Heat struct {
	Values [][]float64 // from the top left; NaN for a wall
	Off    float64     // how far two neighbours of the bar lie apart: no number is read better than that
	Unit   string
}

// A rect is a filled rectangle, with its upper left corner.
type rect struct {
	left, top float64
	colour    color.RGBA
}

// HeatMaps reads the heat maps of a figure one after the other. The cells of a map, or of several, come before the bar
// of all shades and its ticks, with words between them.
func HeatMaps(t *testing.T, svg []byte) (all []Heat) {
	t.Helper()
	var maps [][]rect // on the bar to come
	var cells []rect  // since the last words
	elements := Elements(t, svg)
	for i, e := range elements {
		r, ok := rectOf(e)
		bar := len(cells) - figure.Shades
		switch {
		case ok:
			cells = append(cells, r)
		case bar >= 0 && isTick(elements[i:]):
			if bar > 0 {
				maps = append(maps, cells[:bar])
			}
			for _, one := range maps {
				all = append(all, heatOf(t, one, cells[bar:], elements[i:]))
			}
			maps, cells = nil, nil
		case e.Name == "text" && len(cells) > 0:
			if len(cells) > 1 { // one alone is the ground
				maps = append(maps, cells)
			}
			cells = nil
		}
	}
	return all
}

// rectOf is an element that fills a rectangle with a colour.
func rectOf(e Element) (r rect, ok bool) {
	at := placesOf(e.D)
	if e.Name != "path" || len(at) != 4 || !strings.HasPrefix(e.Style, "fill:#") || strings.Contains(e.Style, "stroke") {
		return r, false
	}
	low, high := at[0], at[0]
	for _, p := range at {
		low, high = [2]float64{min(low[0], p[0]), min(low[1], p[1])}, [2]float64{max(high[0], p[0]), max(high[1], p[1])}
	}
	r = rect{left: low[0], top: high[1]}
	_, err := fmt.Sscanf(e.Style, "fill:#%02X%02X%02X", &r.colour.R, &r.colour.G, &r.colour.B)
	return r, err == nil
}

// isTick reports whether elements begin with a tick: a line across, and its label.
func isTick(elements []Element) bool {
	return len(elements) > 1 && elements[0].Name == "path" && len(placesOf(elements[0].D)) == 2 &&
		elements[1].Name == "text"
}

func heatOf(t *testing.T, cells, bar []rect, ticks []Element) (h Heat) {
	t.Helper()
	var at, values []float64
	for ; isTick(ticks); ticks = ticks[2:] {
		v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(ticks[1].Text), ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		at, values = append(at, placesOf(ticks[0].D)[0][1]), append(values, v)
	}
	if len(ticks) > 0 {
		h.Unit = strings.TrimSpace(ticks[0].Text)
	}
	last := len(at) - 1
	value := func(y float64) float64 {
		return values[0] + (y-at[0])/(at[last]-at[0])*(values[last]-values[0])
	}
	step := bar[0].top - bar[1].top
	h.Off = math.Abs(value(step) - value(0))
	lefts, tops := placed(cells, func(r rect) float64 { return r.left }), placed(cells,
		func(r rect) float64 { return -r.top })
	h.Values = make([][]float64, len(tops))
	for i := range h.Values {
		h.Values[i] = slices.Repeat([]float64{math.NaN()}, len(lefts))
	}
	for _, cell := range cells {
		best := slices.MinFunc(bar, func(a, b rect) int {
			return apart(a.colour, cell.colour) - apart(b.colour,
				cell.colour)
		})
		if apart(best.colour, cell.colour) < 30 { // another colour is that of a wall
			h.Values[slices.Index(tops, -cell.top)][slices.Index(lefts, cell.left)] = value(best.top - step/2)
		}
	}
	return h
}

// placed are the places of cells along one side.
func placed(cells []rect, of func(rect) float64) (all []float64) {
	for _, cell := range cells {
		all = append(all, of(cell))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func apart(a, b color.RGBA) int {
	dr, dg, db := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return dr*dr + dg*dg + db*db
}

// Is fails the test unless the map shows these numbers, as far as its colours tell. NaN is a cell without a colour.
func (h Heat) Is(t *testing.T, what string, want [][]float64) {
	t.Helper()
	for _, fault := range h.faults(want) {
		t.Errorf("%s: %s", what, fault)
	}
}

func (h Heat) faults(want [][]float64) (all []string) {
	for i, row := range want {
		for j, v := range row {
			got := math.NaN()
			if i < len(h.Values) && j < len(h.Values[i]) {
				got = h.Values[i][j]
			}
			if math.IsNaN(got) != math.IsNaN(v) || math.Abs(got-v) > 2*h.Off {
				all = append(all, fmt.Sprintf("the cell in row %d and column %d shows %v, want %v", i, j, got, v))
			}
		}
	}
	return all
}
