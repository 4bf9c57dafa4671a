package explorer

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// A lesson's drawing as lessons.json has it, read here without the code that made it.
type lessonPanel struct {
	Name, Cells string
	Signed      bool
	Bars        []string
	Shares      []float64
}

type lesson struct {
	Title, Alt, Link, Draws string
	Panels                  []lessonPanel
}

// lessonsOf are the lessons of the gallery.
func lessonsOf(t *testing.T) (all []lesson) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Have(os.ReadFile("page/gallery/lessons.json"))(t), &all))
	return all
}

// Every panel of the gallery has its name, and beside it the numbers of its cells: row by row in the file, column by
// column
// in a row, the law that its name says of the setting that it says, on a scale of 35 steps for a law and 17 to both
// sides
// for a difference. Cells are found by row and column of the answer, so a drawing that is turned, or of the other
// setting,
// is another one.
func TestGalleryPanelsAreTheirNames(t *testing.T) {
	seen := map[string]int{}
	for _, l := range lessonsOf(t) {
		a, b, _, err := ParseLink(l.Link)
		must.Do(t, err)
		both := map[string]explore.Measured{"left": must.Have(explore.Measure(t.Context(), *a))(t),
			"right": must.Have(explore.Measure(t.Context(), *b))(t)}
		most := 0.0 // of a difference, in either setting
		for _, m := range both {
			for x := range m.P {
				most = max(most, math.Abs(float64(m.Q[x]-m.P[x])))
			}
		}
		if names := strings.Fields(l.Draws); len(names) != len(l.Panels) {
			t.Errorf("%s has %d panels, and is to have %q", l.Title, len(l.Panels), names)
		}
		for i, p := range l.Panels {
			if p.Bars != nil {
				barsAre(t, l.Title, p, both)
				seen["bars"]++
				continue
			}
			setting, law, named := strings.Cut(p.Name, ":")
			if !named {
				setting, law = "left", p.Name // both settings have this law
			}
			if want := strings.Fields(l.Draws)[i]; p.Name != want {
				t.Errorf("%s: panel %d is named %s, want %s", l.Title, i, p.Name, want)
			}
			m := both[setting]
			rows := strings.Split(strings.TrimSuffix(p.Cells, ";"), ";")
			if len(rows) != m.Rows || p.Signed != (law == "q−p") {
				t.Errorf("%s: %s has %d rows and is signed: %v", l.Title, p.Name, len(rows), p.Signed)
				continue
			}
			for r, row := range rows {
				for c, sign := range row {
					x := r*m.Columns + c
					values := map[string]float64{"p": float64(m.P[x]), "q": float64(m.Q[x]),
						"q−p": float64(m.Q[x] - m.P[x])}
					level := math.Round(35 * values[law] / largestOf(m.P))
					if p.Signed {
						level = 17 + math.Round(17*values[law]/most)
					}
					want := strconv.FormatInt(int64(level), 36)
					if m.Walls[x] {
						want = "."
					}
					if string(sign) != want {
						t.Errorf("%s: %s has %c in row %d, column %d, want %s", l.Title, p.Name, sign, r, c, want)
					}
				}
				if len(row) != m.Columns {
					t.Errorf("%s: row %d of %s has %d cells, want %d", l.Title, r, p.Name, len(row), m.Columns)
				}
			}
			seen[law]++
		}
	}
	for _, kind := range []string{"p", "q", "q−p", "bars"} {
		if seen[kind] == 0 {
			t.Errorf("no panel of the gallery is of %s", kind)
		}
	}
}

func largestOf(law []explore.Number) (most float64) {
	for _, p := range law {
		most = max(most, float64(p))
	}
	return most
}

// barsAre holds two bars to J and B of their settings, in percent of the longer one.
func barsAre(t *testing.T, title string, p lessonPanel, both map[string]explore.Measured) {
	t.Helper()
	var values []float64
	for _, name := range p.Bars {
		measure, setting, _ := strings.Cut(name, ":")
		m := both[setting]
		of := map[string]explore.Number{"J": m.J.Sum, "B": m.B.Sum}
		values = append(values, float64(of[measure]))
	}
	for i, v := range values {
		must.Near(t, p.Shares[i], 100*v/max(values[0], values[1]), 0.5001, "%s: the bar %s has", title, p.Bars[i])
	}
}

// No reader of the gallery meets a letter for a setting: B is the bound alone.
func TestGalleryNamesNoSettingByLetter(t *testing.T) {
	for _, l := range lessonsOf(t) {
		for _, word := range strings.FieldsFunc(l.Alt, func(r rune) bool { return strings.ContainsRune(" ,;.", r) }) {
			if word == "A" {
				t.Errorf("%s: the picture is told as %q", l.Title, l.Alt)
			}
		}
	}
}
