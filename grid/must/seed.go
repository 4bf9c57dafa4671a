package must

import (
	"flag"

	_ "pgregory.net/rapid" // has the flag
)

// seed begins the random cases of every test that has some, so that a test fails by a change alone. Others are tried by
// go test -rapid.seed 2, or by RAPID_SEED=2 for all packages.
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
