package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"breadboard/experiments/explore"
)

// A page sends a question as JSON. Here somebody painted two hills with a wall between them, and dragged the schedule.
func Example() {
	var q explore.Question
	err := json.Unmarshal([]byte(`{"target": "2,0,w,0,3;2,0,-4,0,3", "schedule": "curve:0:0.2:1", "T": 100}`), &q)
	if err != nil {
		log.Fatal(err)
	}
	m, err := explore.Measure(context.Background(), q)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%dx%d cells: J = %.4f, B = %.4f\n", m.Rows, m.Columns, m.J.Sum, m.B.Sum)
	// Output: 2x5 cells: J = 0.1653, B = 0.2762
}

// BARRIER breaks in no single place: each quarter of the way adds much the same to B.
func ExampleAlong() {
	l, err := explore.Along(context.Background(), explore.Question{Toy: "barrier", T: 101}, 5)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range l.Frames[1:] {
		fmt.Printf("to beta = %.2f: %.3f nats of B\n", f.Beta, f.Step)
	}
	// Output:
	// to beta = 0.25: 0.475 nats of B
	// to beta = 0.50: 0.455 nats of B
	// to beta = 0.75: 0.440 nats of B
	// to beta = 1.00: 0.438 nats of B
}
