package must

import (
	"flag"

	_ "pgregory.net/rapid" // has the flag
)

// seed is the seed of the random cases of all tests, so that only a change makes a test fail. To try others use go test
// -rapid.seed 2, or RAPID_SEED=2 for all packages.
const seed = "1"

func init() {
	const name = "rapid.seed"
	if flag.Lookup(name).Value.String() != "0" {
		return // one is given
	}
	if err := flag.Set(name, seed); err != nil {
		panic(err)
	}
}
