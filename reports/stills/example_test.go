package stills_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"breadboard/experiments/explore"
	"breadboard/reports/figure"
	"breadboard/reports/stills"
)

// A setting is measured and drawn: what it is, p, q, q - p, and J and B as bars.
func Example() {
	q := explore.Question{Toy: "barrier", T: 100}
	m, err := explore.Measure(context.Background(), q)
	if err != nil {
		log.Fatal(err)
	}
	var picture bytes.Buffer
	err = stills.Draw(&picture, figure.SVG, stills.Still{
		Title: "A barrier",
		Says:  "A hundred levels are too few to cross it.",
		Sides: []stills.Side{{Question: q, Measured: m}},
	})
	if err != nil {
		log.Fatal(err)
	}
	words := []byte(fmt.Sprintf(">%.3f<", float64(m.J.Sum)))
	fmt.Printf("J = %.3f stands in the picture: %v\n", m.J.Sum, bytes.Contains(picture.Bytes(), words))
	// Output: J = 1.648 stands in the picture: true
}
