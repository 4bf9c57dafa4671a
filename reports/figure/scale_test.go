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
