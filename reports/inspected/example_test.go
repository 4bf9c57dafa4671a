package inspected_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/reports/inspected"
	"breadboard/reports/page"
)

// The page of a kernel of the catalogue on two spins, with its pictures.
func Example() {
	chain, err := experiments.Setting{Toy: "ising:1x2:0.4", Kernel: "metropolis"}.Chain()
	if err != nil {
		fmt.Println(err)
		return
	}
	candidate, err := validation.Of(context.Background(), chain, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := validation.Run(context.Background(), candidate, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := inspected.Files(v, page.Made{Command: "breadboard validate --kernel metropolis"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// validation.html
	// density.png
	// density.svg
}
