package runs_test

import (
	"context"
	"fmt"
	"log"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/reports/page"
	"breadboard/reports/runs"
)

// Files are rendered into memory, and each writes itself.
func ExampleFiles() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		log.Fatal(err)
	}
	all, err := portrait.Exactly(context.Background(), chain, []int{10}, nil)
	if err != nil {
		log.Fatal(err)
	}
	files, err := runs.Files(all, page.Made{Command: "breadboard exact --toy barrier -T 10"})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files[:4] {
		fmt.Println(f.Name)
	}
	// Output:
	// run.html
	// maps-T10.png
	// maps-T10.svg
	// steps-T10.png
}
