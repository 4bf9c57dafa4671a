package figure

import "testing"

// Lightness rises, for a reader who sees no colour.
func TestColoursGrowLighter(t *testing.T) {
	last := -1.0
	for i := range Shades {
		r, g, b, _ := Scale{High: 1}.Colour(float64(i) / (Shades - 1)).RGBA()
		light := 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
		if light < last {
			t.Fatalf("shade %d is darker than the one before", i)
		}
		last = light
	}
}

// Where there is nothing a signed map is neither blue nor red.
func TestNothingIsPale(t *testing.T) {
	if nothing, middle := (Scale{Signed: true}).Colour(0), (Scale{Low: -1, High: 1, Signed: true}).Colour(0); nothing != middle {
		t.Errorf("nothing is %v, and 0 is %v", nothing, middle)
	}
}
