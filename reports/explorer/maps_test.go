package explorer_test

import (
	"encoding/json"
	"fmt"
	"image/color"
	"io/fs"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/charts"
)

// paper are the colours of lines on paper, by the names that charts.css has for them: var(--line-0) is #0072b2.
func paper(t *testing.T) map[string]string {
	t.Helper()
	text := must.Have(fs.ReadFile(charts.Files(), "charts.css"))(t)
	light, _, _ := strings.Cut(string(text), "@media")
	all := map[string]string{}
	for _, found := range regexp.MustCompile(`(--line-\d): (#[0-9a-f]{6})`).FindAllStringSubmatch(light, -1) {
		all["var("+found[1]+")"] = found[2]
	}
	return all
}

// heat are maps of a grid with a wall, which is no square: two laws on one scale, one map with a scale that is given,
// and one that is signed. All numbers differ.
func heat(dice *rand.Rand, rows, columns int) heatMaps {
	c := heatMaps{About: "laws", Rows: rows, Columns: columns, Walls: make([]bool, rows*columns)}
	c.Walls[columns+1] = true
	for k, m := range []heatMap{{Name: "p", Unit: "probability", Scale: "law"}, {Name: "q", Unit: "probability",
		Scale: "law"},
		{Name: "J, final states", Unit: "nats", Low: new(-0.5), High: new(3.0)}, {Name: "q − p", Unit: "probability",
			Signed: true}} {
		for range rows * columns {
			v := dice.Float64() * float64(1+k)
			if m.Signed {
				v -= 1
			}
			m.Values = append(m.Values, explore.Number(v))
		}
		c.Maps = append(c.Maps, m)
	}
	c.Maps[1].Dots = []int{2, columns}
	return c
}

// What is drawn of maps, what is saved and what stands under Numbers are one table: each cell has the colour of its
// number on the scale of its map, and a dot is in the middle of its cell. On a fine grid the cells are pixels.
func TestMapsAreTheirTable(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	for _, lens := range [][2]int{{2, 3}, {25, 17}} {
		c := heat(dice, lens[0], lens[1])
		got := drawn(t, "maps", c)
		rows := [][]any{{"cell", "row", "column", "wall", "p (probability)", "q (probability)",
			"J, final states (nats)",
			"q − p (probability)"}}
		for cell := range c.Walls {
			row := []any{cell, cell / c.Columns, cell % c.Columns, fmt.Sprint(c.Walls[cell])}
			for _, m := range c.Maps {
				row = append(row, float64(m.Values[cell]))
			}
			rows = append(rows, row)
		}
		sameRows(t, "the CSV", got.CSV.Rows(t), rows, 0)
		sameRows(t, "the numbers", got.Numbers, rows, 1e-7)
		shades := inNode[[][]string](t, `const {colour, scalesOf} = await load("charts/charts.js");
			const scales = scalesOf(input);
			return input.maps.map(({values}, k) => values.map((v) => colour(v, scales[k])));`, c)
		panels := got.Picture.All("role", "img")
		for k, m := range c.Maps {
			cells := cellsOf(t, panels[k], c)
			for cell, wall := range c.Walls {
				if is, there := cells[cell]; there == wall || there && is.colour != rgb(t, shades[k][cell]) {
					t.Errorf("cell %d of %s, a wall: %v, is %v, want %s", cell, m.Name, wall, is.colour,
						shades[k][cell])
				}
			}
			if words := panels[k].Words(); !strings.Contains(words, m.Name) || !strings.Contains(words, m.Unit) {
				t.Errorf("the map of %s, %s says %q", m.Name, m.Unit, words)
			}
			for i, dot := range panels[k].All("class", "dots")[0].Children {
				at := cells[m.Dots[i]].at
				must.Near(t, dot.At("cx"), at[0], pixel, "a dot, across")
				must.Near(t, dot.At("cy"), at[1], pixel, "a dot, down")
			}
		}
	}
}

// A painted cell has its middle, in pixels, and its colour.
type painted struct {
	at     [2]float64
	colour color.RGBA
}

// cellsOf reads the cells of a panel by where they lie in its frame: rectangles, or the pixels of one picture.
func cellsOf(t *testing.T, panel tree, c heatMaps) map[int]painted {
	t.Helper()
	frame := panel.All("aria-label", "frame")[0]
	all := map[int]painted{}
	wide := frame.At("width") / float64(c.Columns)
	high := frame.At("height") / float64(c.Rows)
	put := func(column, row int, colour string) {
		at := [2]float64{frame.At("x") + (float64(column)+0.5)*wide, frame.At("y") + (float64(row)+0.5)*high}
		all[row*c.Columns+column] = painted{at, rgb(t, colour)}
	}
	for _, image := range panel.All("class", "cells") {
		var pixels map[string]string
		if image.Name == "image" {
			must.Do(t, json.Unmarshal([]byte(image.Attributes["href"]), &pixels))
		}
		for place, colour := range pixels {
			var column, row int
			_, _ = fmt.Sscanf(place, "%d,%d", &column, &row)
			put(column, row, colour)
		}
		for _, rect := range image.Children {
			column := math.Round((rect.At("x") - frame.At("x")) / wide)
			row := math.Round((rect.At("y") - frame.At("y")) / high)
			put(int(column), int(row), rect.Attributes["fill"])
		}
	}
	return all
}

func rgb(t *testing.T, hex string) (c color.RGBA) {
	t.Helper()
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		t.Fatalf("%q is no colour", hex)
	}
	return c
}

// Maps that share a scale have it, a given one is given, and a signed one reaches as far below 0 as above. A map that
// is brought up to date is the one that is drawn anew.
func TestMapsKeepTheirScales(t *testing.T) {
	c := heat(rand.New(rand.NewPCG(5, 6)), 3, 2)
	type scale struct {
		Low, High float64
		Signed    bool
	}
	got := inNode[struct {
		Scales        []scale
		Brought, Anew string
	}](t, `
		const {maps, scalesOf, update} = await load("charts/charts.js");
		const other = structuredClone(input);
		other.maps.forEach((map) => map.values.reverse());
		const cells = (figure) => JSON.stringify(tree(figure).children[1].children
			.map((line) => line.children.map((panel) =>
			panel.children.filter((one) => ["cells", undefined].includes(one.attributes.class)))));
		const figure = maps(input);
		update(figure, other);
		return {scales: scalesOf(input), brought: cells(figure), anew: cells(maps(other))};`, c)
	largest := func(of ...int) (most float64) {
		for _, k := range of {
			for cell, v := range c.Maps[k].Values {
				if !c.Walls[cell] {
					most = max(most, math.Abs(float64(v)))
				}
			}
		}
		return most
	}
	law, signed := largest(0, 1), largest(3)
	for i, want := range []scale{{0, law, false}, {0, law, false}, {-0.5, 3, false}, {-signed, signed, true}} {
		if got.Scales[i] != want {
			t.Errorf("map %d has the scale %v, want %v", i, got.Scales[i], want)
		}
	}
	if got.Brought != got.Anew {
		t.Errorf("brought up to date it is %s, drawn anew %s", got.Brought, got.Anew)
	}
}

// The tip says the cell that the pointer is at, with its number and its unit. A wall has none.
func TestTipIsTheCell(t *testing.T) {
	c := heat(rand.New(rand.NewPCG(7, 8)), 2, 3)
	said := inNode[[][]string](t, `
		const {maps} = await load("charts/charts.js");
		const figure = maps(input);
		return figure.querySelectorAll("svg").map((svg) => {
			const frame = svg.querySelector('[aria-label="frame"]'), at = (name) => Number(frame.getAttribute(name));
			return input.walls.map((_, cell) => {
				const clientX = at("x") + (cell % 3 + 0.5) * at("width") / 3;
				const clientY = at("y") + (Math.floor(cell / 3) + 0.5) * at("height") / 2;
				svg.dispatchEvent(Object.assign(new Event("pointermove"), {clientX, clientY}));
				return figure.querySelector(".chart-tip")?.textContent ?? "";
			});
		});`, c)
	for k, m := range c.Maps {
		for cell, v := range m.Values {
			name, number, _ := strings.Cut(said[k][cell], ": ")
			value, unit, _ := strings.Cut(number, " ")
			want := fmt.Sprintf("%s\nrow %d, column %d", m.Name, cell/3, cell%3)
			switch {
			case c.Walls[cell]:
				if said[k][cell] != "" {
					t.Errorf("of a wall it says %q", said[k][cell])
				}
			case name != want || unit != m.Unit || !nearly(numberOf(value), float64(v), 1e-6):
				t.Errorf("of cell %d of %s it says %q, want %s: %v", cell, m.Name, said[k][cell], want, v)
			}
		}
	}
}
