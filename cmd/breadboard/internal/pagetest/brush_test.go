package pagetest

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

const board = "target=" + blank + "&kernel=metropolis&bridge=geometric&schedule=linear&T=20"

// blank is a board of 7x7 cells without anything on it.
const blank = "0,0,0,0,0,0,0;0,0,0,0,0,0,0;0,0,0,0,0,0,0;0,0,0,0,0,0,0;0,0,0,0,0,0,0;0,0,0,0,0,0,0;0,0,0,0,0,0,0"

// spots are the middles of cells, rows and columns counted from 0.
func spots(tab *page, cells ...[2]int) (all []place) {
	tab.t.Helper()
	const grid = `[role="grid"]`
	tab.wait(element(grid) + `.scrollIntoView({block: "center", behavior: "instant"}) ?? true`)
	of := tab.box(grid)
	for _, c := range cells {
		row := float64(c[0]) + 0.5
		column := float64(c[1]) + 0.5
		all = append(all, place{X: of.Left + of.Width*column/7, Y: of.Top + of.Height*row/7})
	}
	return all
}

// picked chooses a tool of the brush.
func picked(tab *page, name, value string) {
	tab.t.Helper()
	tool := element(fmt.Sprintf(`[name=%s][value="%s"]`, name, value))
	tab.wait(fmt.Sprintf(`(%[1]s.click(), %[1]s.checked)`, tool))
}

// shown waits until the link has a board, given by rows without commas, as "0110000 ...".
func shown(tab *page, rows ...string) {
	tab.t.Helper()
	var all []string
	for _, row := range rows {
		all = append(all, strings.Join(strings.Split(row, ""), ","))
	}
	tab.wait(fmt.Sprintf(`new URLSearchParams(location.hash.slice(1)).get("target") === %q`, strings.Join(all, ";")))
}

const none = "0000000"

// A brush of several cells paints all that it covers, once a stroke; lines and rectangles come when the pointer is let
// go; and each stroke is taken back by itself.
func TestBrushes(t *testing.T) {
	tab := painting(t, desk, served(t).link(board))
	picked(tab, "size", "3")
	tab.drag(spots(tab, [2]int{1, 1}, [2]int{1, 2}, [2]int{1, 1})...) // to and fro
	shown(tab, "1111000", "1111000", "1111000", none, none, none, none)
	tab.wait(drawnAnew)
	settled(tab)
	numbers(tab).holds(t, exact(t, tab))
	picked(tab, "shape", "disc")
	tab.drag(spots(tab, [2]int{5, 5})...)
	const three = "1111000"
	shown(tab, three, three, three, none, "0000010", "0000111", "0000010")
	picked(tab, "shape", "line")
	picked(tab, "size", "1")
	tab.drag(spots(tab, [2]int{6, 0}, [2]int{0, 0}, [2]int{3, 3})...) // where it was on the way does not count
	shown(tab, three, three, three, "0001000", "0010010", "0100111", "1000010")
	picked(tab, "shape", "rectangle")
	tab.drag(spots(tab, [2]int{1, 6}, [2]int{0, 5})...)
	shown(tab, "1111011", "1111011", three, "0001000", "0010010", "0100111", "1000010")
	picked(tab, "brush", "wall")
	tab.drag(spots(tab, [2]int{6, 5}, [2]int{6, 6})...)
	shown(tab, "1111011", "1111011", three, "0001000", "0010010", "0100111", "10000ww")
	undo := func() { tab.click("#undo") }
	undo()
	shown(tab, "1111011", "1111011", three, "0001000", "0010010", "0100111", "1000010")
	undo()
	shown(tab, three, three, three, "0001000", "0010010", "0100111", "1000010")
	undo()
	shown(tab, three, three, three, none, "0000010", "0000111", "0000010")
	undo()
	shown(tab, three, three, three, none, none, none, none)
	undo()
	shown(tab, none, none, none, none, none, none, none)
	if !value[bool](tab, element("#undo")+".disabled") {
		t.Error("there is more to take back than five strokes")
	}
	tab.wait(drawnAnew)
	settled(tab)
	must.Near(t, numbers(tab).J, 0, 1e-9, "J of the flat board")
}

// By keys: [ and ] change the size, Enter begins a rectangle and ends it, a digit sets all that is outlined, and Escape
// gives up what was begun.
func TestBrushByKeys(t *testing.T) {
	tab := painting(t, desk, served(t).link(board))
	tab.focus(cell(1, 1))
	tab.press("+", "+", "-")
	shown(tab, "1000000", none, none, none, none, none, none)
	tab.press("]", "]", "5", kb.End, kb.PageDown, kb.Enter)
	shown(tab, "5500000", "5500000", none, none, none, "0000011", "0000011")
	tab.press("[", "[", "[", "w")
	shown(tab, "5500000", "5500000", none, none, none, "0000011", "000001w")
	tab.press("w")
	picked(tab, "shape", "rectangle")
	tab.focus(cell(4, 4))
	tab.press(kb.Enter, kb.ArrowRight, kb.ArrowDown)
	outlined(t, tab, [2]int{3, 3}, [2]int{4, 4})
	tab.press(kb.Escape)
	outlined(t, tab, [2]int{4, 4}, [2]int{4, 4})
	tab.press(kb.Enter, kb.ArrowRight, kb.Enter)
	shown(tab, "5500000", "5500000", none, none, "0000110", "0000011", "0000010")
}

// outlined holds what is outlined on the grid to a box of cells, from one corner to the other.
func outlined(t *testing.T, tab *page, from, to [2]int) {
	t.Helper()
	want := rectangle{float64(from[1]), float64(from[0]), float64(to[1] - from[1] + 1), float64(to[0] - from[0] + 1)}
	tab.wait(fmt.Sprintf(`(() => {
		const {x, y, width, height} = document.querySelector('.marks path').getBBox();
		return x === %v && y === %v && width === %v && height === %v;
	})()`, want.Left, want.Top, want.Width, want.Height))
}

// The size of the brush is to be seen under the pointer, and gone when the pointer is. A finger paints with it too, and
// a finger that is lifted leaves no outline.
func TestBrushIsSeen(t *testing.T) {
	server := served(t)
	tab := painting(t, desk, server.link(board))
	picked(tab, "size", "3")
	at := spots(tab, [2]int{3, 2}, [2]int{0, 0})
	hover := func(p place) { tab.hover(p) }
	hover(at[0])
	outlined(t, tab, [2]int{2, 1}, [2]int{4, 3})
	hover(at[1])
	outlined(t, tab, [2]int{0, 0}, [2]int{1, 1})
	tab.wait(element(`.canvas .told`) + `.textContent === "row 0, column 0: log f 0"`)
	hover(place{X: 1, Y: 1})
	const path = `document.querySelector('.marks path').getAttribute("d")`
	tab.wait(path + ` === ""`)
	if question(tab).Get("target") != blank {
		t.Error("a pointer that is not pressed paints")
	}
	tab = painting(t, phone, server.link(board))
	picked(tab, "size", "2")
	down := spots(tab, [2]int{2, 2}, [2]int{3, 2})
	scrolled := value[float64](tab, "scrollY")
	tab.finger(down...)
	shown(tab, none, none, "0011000", "0011000", "0011000", none, none)
	tab.wait(path + ` === ""`)
	if now := value[float64](tab, "scrollY"); now != scrolled {
		t.Errorf("under a finger that paints the page is scrolled from %v to %v", scrolled, now)
	}
}

// While one paints, the cells have the colours of p, on the scale that the map of p had. It stays while it holds all:
// so a cell that nobody touches changes as much as its p does, and no more. The bar below says which scale is shown.
func TestPaintKeepsTheScale(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=20"))
	const map0 = `.map[data-law=p]`
	before := value[string](tab, element(map0+" > .scale > span:last-child")+".textContent")
	brushes(tab)
	bar := map0 + " .canvas .scale"
	is := func(low, told, high string) {
		t.Helper()
		const texts = `[...document.querySelectorAll('%s span')].map((one) => one.textContent).join("; ") === %q`
		tab.wait(fmt.Sprintf(texts, bar, low+"; "+told+"; "+high))
	}
	is("0", "colours: p, probability", before)
	top := number(numberOf(t, before)) // two digits of it, which are enough for the shade of a cell far below
	shades := func(logf [2]float64) []string {
		t.Helper()
		sum := 9*math.Exp(3) + 25 + 13*math.Exp(-10) + math.Exp(logf[0]) + math.Exp(logf[1])
		return value[[]string](tab, fmt.Sprintf(`import("charts/charts.js").then(({colour}) =>
			[%v, %v, %v].map((p) => colour(p, {low: 0, high: %s})))`, math.Exp(logf[0])/sum, math.Exp(logf[1])/sum,
			1/sum, top))
	}
	// The cells at row 6, columns 0 and 1, are painted, and that at row 6, column 2, is not.
	coloured := func(logf [2]float64) {
		t.Helper()
		want := shades(logf)
		tab.wait(fmt.Sprintf(`(() => {
			const canvas = document.querySelector('%s canvas'), pen = canvas.getContext("2d");
			const parts = (shade) => [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16));
			return %s.every((shade, column) => {
				const x = Math.round((column + 0.15) * canvas.width / 7), y = Math.round(6.15 * canvas.height / 7);
				const is = pen.getImageData(x, y, 1, 1).data;
				return parts(shade).every((v, i) => Math.abs(v - is[i]) <= 3);
			});
		})()`, map0+" [role=grid]", must.Have(json.Marshal(want))(t)))
	}
	coloured([2]float64{0, 0})
	for k := range 2 {
		tab.drag(spots(tab, [2]int{6, 0})...)
		tab.hover(place{X: 1, Y: 1})
		coloured([2]float64{float64(k + 1), 0})
		is("0", "colours: p, probability", before)
	}
	picked(tab, "brush", "set")
	tab.wait(fmt.Sprintf(`(%[1]s.value = "5", true)`, element(`[aria-label="Brush value"]`)))
	tab.drag(spots(tab, [2]int{6, 1})...)
	tab.hover(place{X: 1, Y: 1})
	sum := 9*math.Exp(3) + 25 + 13*math.Exp(-10) + math.Exp(2) + math.Exp(5)
	most := math.Exp(5) / sum // more than the scale holds
	is("0", "colours: p, probability", strconv.FormatFloat(1.5*most, 'g', 2, 64))
	picked(tab, "shows", "log f")
	is("−10", "colours: log f", "8.8") // 5, and a quarter of the range
	texts := value[[]string](tab, `[...document.querySelectorAll('[role=gridcell]')].slice(42, 45).map(
		(one) => one.ariaLabel)`)
	want := []string{"row 6, column 0: log f 2", "row 6, column 1: log f 5", "row 6, column 2: log f 0"}
	if !slices.Equal(texts, want) {
		t.Errorf("the cells are named %q, want %q", texts, want)
	}
}

// numberOf reads a number of the page.
func numberOf(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
