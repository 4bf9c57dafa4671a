package run

import (
	"fmt"
	"strings"
	"testing"
)

// TestDraws: other draws have other seeds, and none twice. A name with SEED has its seed in it, and another beside it.
func TestDraws(t *testing.T) {
	fresh := func(s Setting) string {
		var words []string
		for _, one := range s.EasyAndHard() {
			words = append(words, fmt.Sprint(one.Toy, *one.Seed))
		}
		return strings.Join(words, " ")
	}
	for _, c := range []struct{ got, want string }{
		{fresh(Setting{}), "easy300 easy301 easy302 easy303 easy304 easy305 easy306 easy307 easy308 easy309 hard300 " +
			"hard301 hard302 hard303 hard304 hard305 hard306 hard307 hard308 hard309"},
		{fresh(Setting{Seed: 2, Quick: true}), "easy320 hard320"},
		{fmt.Sprint(Setting{}.Draws("a b:2", 0, 0)), "[{a 0} {b:2 0}]"},
		{fmt.Sprint(Setting{Seed: 1}.Draws("a:SEED b", 5, 6)), "[{a:1005 0} {a:1006 0} {b 1005} {b 1006}]"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
