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
