package charts_test

import "breadboard/experiments/explore"

// What a page hands to charts.js, which draws each by a function of its name.

// lines are curves on axes. charts.js draws them by lines(spec).
type lines struct {
	Title  string   `json:"title,omitempty"`
	About  string   `json:"about"` // for readers who do not see it: what it shows
	X      axis     `json:"x"`
	Y      axis     `json:"y"`
	Series []series `json:"series"`
	Rules  []rule   `json:"rules,omitempty"`
}

// An axis has a label with its unit, such as "J, nats".
type axis struct {
	Label string `json:"label"`
	Log   bool   `json:"log,omitempty"`
	Zero  bool   `json:"zero,omitempty"` // 0 is on the axis
}

// A series is one curve. Points without a y are left out; those with an infinite one are told in words.
type series struct {
	Name   string     `json:"name"`
	Points []point    `json:"points"`
	Style  int        `json:"style"`            // the colour and the mark, by their order: one style is of one thing
	Dashed bool       `json:"dashed,omitempty"` // a bound, where solid lines are what it bounds
	Dots   bool       `json:"dots,omitempty"`
	Glyph  string     `json:"glyph,omitempty"` // marks alone, without a line: "dot", "ring" or "cross"
	Bands  []interval `json:"bands,omitempty"` // x, low and high, of an interval around each point
	Steps  bool       `json:"steps,omitempty"` // level between points, as histograms are
}

// A point is x and y.
type point [2]explore.Number

// An interval is x with low and high, or two x with a y.
type interval [3]explore.Number

// A rule is a line across the chart at one x or at one y, with its name.
type rule struct {
	Name  string   `json:"name"`
	X     *float64 `json:"x,omitempty"`
	Y     *float64 `json:"y,omitempty"`
	Style *int     `json:"style,omitempty"` // of the series that it belongs to; nil for ink
}

// bars are numbers side by side, such as what each step adds to B. charts.js draws them by bars(spec).
type bars struct {
	Title string     `json:"title,omitempty"`
	About string     `json:"about"`
	X     axis       `json:"x"`
	Y     axis       `json:"y"`
	Bars  []interval `json:"bars"` // from x, to x, y
	Rules []rule     `json:"rules,omitempty"`
}

// heatMaps are heat maps of one grid. charts.js draws them by maps(spec). Those with the same Scale share colours.
type heatMaps struct {
	Title   string    `json:"title,omitempty"`
	About   string    `json:"about"`
	Rows    int       `json:"rows"`
	Columns int       `json:"columns"`
	Walls   []bool    `json:"walls,omitempty"` // by cell, row by row
	Maps    []heatMap `json:"maps"`
}

// A heatMap is one number a cell.
type heatMap struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit"`
	Scale  string           `json:"scale,omitempty"`  // maps of one name here have one scale
	Signed bool             `json:"signed,omitempty"` // around 0, in two colours
	Low    *float64         `json:"low,omitempty"`    // the ends of the scale; nil for those of the values
	High   *float64         `json:"high,omitempty"`
	Values []explore.Number `json:"values"`         // by cell, row by row; NaN for none
	Dots   []int            `json:"dots,omitempty"` // cells with a dot, such as those of walkers
}
