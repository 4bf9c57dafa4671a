package explorer_test

import (
	"fmt"
	"net/url"

	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// A setting as a link that opens the page there, and a link as the setting that it names.
func Example() {
	barrier := explore.Question{Toy: "barrier", Schedule: "sigmoid:4", T: 1000}
	link := explorer.Link(barrier, url.Values{"beta": {"0.5"}})
	fmt.Println("http://127.0.0.1:8080/" + link)

	q, page, err := explorer.ParseLink("#toy=easy&seed=1&T=100&beta=0.1")
	fmt.Println(*q.Seed, q.Kernel, page.Get("beta"), err)
	_, _, err = explorer.ParseLink("#toy=easy&T=ten")
	fmt.Println(err)
	// Output:
	// http://127.0.0.1:8080/#toy=barrier&schedule=sigmoid:4&T=1000&beta=0.5
	// 1 metropolis 0.1 <nil>
	// the link has T=ten: a whole number, as 100, would do
}
