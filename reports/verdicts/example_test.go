package verdicts_test

import (
	"fmt"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/reports/page"
	"breadboard/reports/verdicts"
)

// A page of two draws, which are too few to tell.
func Example() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		panic(err)
	}
	even := make([]float64, 49)
	for x := range even {
		even[x] = 1. / 49
	}
	judged := draws.Result{Name: "mine", Verdict: draws.Unclear, Law: even, Q: even, Z: even}
	p := verdicts.Draws(chain, []draws.Result{judged}, page.Made{Command: "breadboard draws mine.csv --toy barrier"})
	var file strings.Builder
	if err := p.Write(&file); err != nil {
		panic(err)
	}
	fmt.Println(p.Title)
	fmt.Println(strings.Contains(file.String(), "The draws are too few to tell."))
	// Output:
	// Draws beside barrier on 7x7
	// true
}
