package charts

import (
	"breadboard/experiments/explore"
	"breadboard/grid"
)

// Lines are curves on axes. charts.js draws them by lines(spec).
type Lines struct {
	Title  string   `json:"title,omitempty"`
	About  string   `json:"about"` // for readers who do not see it: what it shows
	X      Axis     `json:"x"`
	Y      Axis     `json:"y"`
	Series []Series `json:"series"`
	Rules  []Rule   `json:"rules,omitempty"`
}

// An Axis has a label with its unit, such as "J, nats".
type Axis struct {
	Label string `json:"label"`
	Log   bool   `json:"log,omitempty"`
	Zero  bool   `json:"zero,omitempty"` // 0 is on the axis
}

// A Series is one curve. Points without a y are left out; those with an infinite one are told in words.
type Series struct {
	Name   string     `json:"name"`
	Points []Point    `json:"points"`
	Style  int        `json:"style"`            // the colour and the mark, by their order: one style is of one thing
	Dashed bool       `json:"dashed,omitempty"` // a bound, where solid lines are what it bounds
	Dots   bool       `json:"dots,omitempty"`
	Glyph  string     `json:"glyph,omitempty"` // marks alone, without a line: "dot", "ring" or "cross"
	Bands  []Interval `json:"bands,omitempty"` // x, low and high, of an interval around each point
	Steps  bool       `json:"steps,omitempty"` // level between points, as histograms are
}

// A Point is x and y.
type Point [2]explore.Number

// An Interval is x with low and high, or two x with a y.
type Interval [3]explore.Number

// A Rule is a line across the chart at one x or at one y, with its name.
type Rule struct {
	Name  string   `json:"name"`
	X     *float64 `json:"x,omitempty"`
	Y     *float64 `json:"y,omitempty"`
	Style *int     `json:"style,omitempty"` // of the series that it belongs to; nil for ink
}

// Bars are numbers side by side, such as what each step adds to B. charts.js draws them by bars(spec).
type Bars struct {
	Title string     `json:"title,omitempty"`
	About string     `json:"about"`
	X     Axis       `json:"x"`
	Y     Axis       `json:"y"`
	Bars  []Interval `json:"bars"` // from x, to x, y
	Rules []Rule     `json:"rules,omitempty"`
}

// Maps are heat maps of one grid. charts.js draws them by maps(spec). Those with the same Scale share colours.
type Maps struct {
	Title   string `json:"title,omitempty"`
	About   string `json:"about"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Walls   []bool `json:"walls,omitempty"` // by cell, row by row
	Maps    []Map  `json:"maps"`
}

// MapsOn are maps of a grid, with its walls and none of the maps yet.
func MapsOn(g grid.Grid) Maps {
	rows, columns := g.Folded()
	c := Maps{Rows: rows, Columns: columns}
	for x := range g.Size() {
		if g.Wall(x) && c.Walls == nil {
			c.Walls = make([]bool, g.Size())
		}
		if g.Wall(x) {
			c.Walls[x] = true
		}
	}
	return c
}

// A Map is one number a cell.
type Map struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit"`
	Scale  string           `json:"scale,omitempty"`  // maps of one name here have one scale
	Signed bool             `json:"signed,omitempty"` // around 0, in two colours
	Low    *float64         `json:"low,omitempty"`    // the ends of the scale; nil for those of the values
	High   *float64         `json:"high,omitempty"`
	Values []explore.Number `json:"values"`         // by cell, row by row; NaN for none
	Dots   []int            `json:"dots,omitempty"` // cells with a dot, such as those of walkers
}

// A Chart is Lines, Bars or Maps.
type Chart interface {
	// Kind names the function of charts.js that draws it.
	Kind() string
}

// Kind implements Chart.
func (Lines) Kind() string { return "lines" }

// Kind implements Chart.
func (Bars) Kind() string { return "bars" }

// Kind implements Chart.
func (Maps) Kind() string { return "maps" }
