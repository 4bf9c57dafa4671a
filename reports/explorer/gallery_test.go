package explorer

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

var update = flag.Bool("update", false, "compute the drawings of the gallery's lessons anew")

// A lesson is a card of the gallery, as lessons.json has it. Its drawing is made by this test.
type lesson struct {
	Title, Link, Says, Alt string
	Panels                 []panel
}

// A panel is a map of cells, row by row, or a few bars of 0 to 100. A cell is a digit of base 36, from 0 to the largest
// of its scale, z; where it is signed, from 0 to 17, which is nothing, and y. A wall is a dot.
type panel struct {
	Name    string
	Rows    int            `json:",omitempty"`
	Columns int            `json:",omitempty"`
	Signed  bool           `json:",omitempty"`
	Cells   string         `json:",omitempty"`
	Bars    map[string]int `json:",omitempty"`
}

// A sight is what the link of a lesson shows, and what other questions show beside it.
type sight struct {
	t      *testing.T
	asked  *string // all that was asked for
	qa, qb explore.Question
	a, b   explore.Measured
}

func (s sight) at(link string) sight {
	s.t.Helper()
	a, b, page, err := ParseLink(link)
	must.Do(s.t, err)
	if len(page) > 0 || b == nil {
		s.t.Fatalf("%s has the keys %v of the page, or one setting alone", link, page)
	}
	*s.asked += link
	s.qa, s.qb = *a, *b
	s.a, s.b = must.Have(explore.Measure(s.t.Context(), *a))(s.t), must.Have(explore.Measure(s.t.Context(), *b))(s.t)
	return s
}

// draws shows the draws 0 to 199 of a target that is random in both settings.
func (s sight) draws() (all []sight) {
	for seed := range uint64(200) {
		link := strings.Replace(Link(&s.qa, &s.qb, nil), "&b.", "&seed="+strconv.FormatUint(seed, 10)+"&b.seed="+strconv.FormatUint(seed, 10)+"&b.", 1)
		all = append(all, s.at(link))
	}
	return all
}
