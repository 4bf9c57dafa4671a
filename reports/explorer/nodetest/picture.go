package nodetest

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A Tree is an element of a page, as tree in dom.js makes it.
type Tree struct {
	Name, Text string
	Hidden     bool
	Attributes map[string]string
	Children   []Tree
}

// All are the elements inside of a tree whose attribute has this value, from the first to the last.
func (tree Tree) All(attribute, value string) (all []Tree) {
	for _, child := range tree.Children {
		if child.Attributes[attribute] == value {
			all = append(all, child)
		}
		all = append(all, child.All(attribute, value)...)
	}
	return all
}

// Named are the elements of a name inside of a tree.
func (tree Tree) Named(name string) (all []Tree) {
	for _, child := range tree.Children {
		if child.Name == name {
			all = append(all, child)
		}
		all = append(all, child.Named(name)...)
	}
	return all
}

// At is an attribute that is a number.
func (tree Tree) At(attribute string) float64 { return Number(tree.Attributes[attribute]) }

var numbers = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:e-?\d+)?`)

// Places are the numbers in an attribute, two by two: those of translate(3,4), and of the path M1,2L3,4.
func (tree Tree) Places(attribute string) (all [][2]float64) {
	found := numbers.FindAllString(tree.Attributes[attribute], -1)
	for i := 0; i+1 < len(found); i += 2 {
		x, _ := strconv.ParseFloat(found[i], 64) // the pattern is that of a number
		y, _ := strconv.ParseFloat(found[i+1], 64)
		all = append(all, [2]float64{x, y})
	}
	return all
}

// Marks are the places of the marks in a group: of circles, and of other symbols, which are paths.
func (tree Tree) Marks() (all [][2]float64) {
	for _, mark := range tree.Children {
		if mark.Name == "circle" {
			all = append(all, [2]float64{mark.At("cx"), mark.At("cy")})
		} else {
			all = append(all, mark.Places("transform")...)
		}
	}
	return all
}

// An Axis turns pixels into values as a reader does: by two of its ticks.
type Axis struct {
	Log       bool
	from, to  float64 // values, or their logarithms
	low, high float64 // pixels
}

// AxisOf reads the axis "x" or "y" of a picture. All ticks must lie where it says.
func AxisOf(t testing.TB, picture Tree, name string, log bool) Axis {
	t.Helper()
	labels := picture.All("aria-label", name+"-axis tick label")
	if len(labels) != 1 || len(labels[0].Children) < 2 {
		t.Fatalf("the axis %s cannot be read", name)
	}
	along, a := map[string]int{"x": 0, "y": 1}[name], Axis{Log: log}
	ticks := labels[0].Children
	first, last := ticks[0], ticks[len(ticks)-1]
	a.low, a.high = first.Places("transform")[0][along], last.Places("transform")[0][along]
	a.from, a.to = a.scaled(Number(first.Text)), a.scaled(Number(last.Text))
	for _, tick := range ticks {
		if at := tick.Places("transform")[0][along]; math.Abs(at-a.Pixel(Number(tick.Text))) > 0.5 {
			t.Errorf("the tick %s of the axis %s is at %v, want %v", tick.Text, name, at, a.Pixel(Number(tick.Text)))
		}
	}
	return a
}

func (a Axis) scaled(v float64) float64 {
	if a.Log {
		return math.Log(v)
	}
	return v
}

// Pixel is where a value lies.
func (a Axis) Pixel(v float64) float64 {
	return a.low + (a.scaled(v)-a.from)/(a.to-a.from)*(a.high-a.low)
}

// Legend returns the colour and the dashes that a picture gives to each name: in its legend, and at the ends of lines.
func Legend(picture Tree) map[string][2]string {
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
func (tree Tree) Words() string {
	var all []string
	for _, child := range tree.Children {
		if child.Text != "" {
			all = append(all, child.Text)
		}
		if words := child.Words(); words != "" {
			all = append(all, words)
		}
	}
	return strings.Join(all, "\n")
}
