package figure

import (
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
)

// This file says which pages have room for a figure whose letters have a size in points.

// NoRoom is the error of a page that is too small for a figure: its panels would be too small to show anything, or its
// words would touch or leave the page.
type NoRoom struct {
	Page    Size
	Letters float64 // the height of the smallest
	Least   Size    // a page with room: as wide if any has it, else of the same form; zero for none
}

func (n NoRoom) Error() string {
	said := fmt.Sprintf("a page of %s has no room for the figure with letters of %g points", n.Page, n.Letters)
	if n.Least.Width == 0 {
		return said + "; smaller letters (--font-size), fewer of what is shown, or a page of its own size " +
			"(no --size) would do"
	}
	return fmt.Sprintf("%s; --size %s would do", said, n.Least)
}

// String is a size in whole millimetres, as it is read.
func (s Size) String() string {
	return fmt.Sprintf("%.0fx%.0fmm", s.Width/vg.Millimeter, s.Height/vg.Millimeter)
}

// larger is the factor from one page that is tried to the next.
const larger = 1.05

// largest is the longest side of a page.
const largest = 50 * vg.Centimeter

// grown is a page of the same form, the first of a row of larger and larger ones that has room; the last if none has.
func (s Size) grown(has func(Size) bool) Size {
	for !has(s) && max(s.Width, s.Height) < 4*largest {
		s.Width *= larger
		s.Height *= larger
	}
	return s
}

// least is the smallest page in whole millimetres that has room: as wide as s if that has at some height, and else of
// the same form; a zero Size if none has.
func (s Size) least(has func(Size) bool) Size {
	higher := func(by float64) Size { return Size{s.Width, s.Height * vg.Length(by)}.roundedUp() }
	alike := func(by float64) Size { return Size{s.Width * vg.Length(by), s.Height * vg.Length(by)}.roundedUp() }
	for _, pages := range []func(by float64) Size{higher, alike} {
		most := 1.0 // a factor with which the page has room
		for !has(pages(most)) && max(pages(most).Width, pages(most).Height) < largest {
			most *= 1.25
		}
		if !has(pages(most)) {
			continue
		}
		low := 1.0
		for pages(low) != pages(most) && most-low > 1e-4 {
			middle := (low + most) / 2
			if has(pages(middle)) {
				most = middle
			} else {
				low = middle
			}
		}
		return pages(most)
	}
	return Size{}
}

// roundedUp is a size rounded up to millimetres.
func (s Size) roundedUp() Size {
	const slack = 1e-6 // a whole number stays
	up := func(l vg.Length) vg.Length {
		return vg.Length(math.Ceil(float64(l/vg.Millimeter)-slack)) * vg.Millimeter
	}
	return Size{up(s.Width), up(s.Height)}
}

// columnsTried are how many panels a figure may have side by side, its own number first.
var columnsTried = []int{0, 6, 5, 4, 3, 2, 1}

// noted draws a figure, and leaves its file out if it has no room and there are notes that say so.
func noted(w io.Writer, name string, m Medium, draw func(w io.Writer, m Medium) error) error {
	err := fitted(w, m, draw)
	if m.Notes == nil {
		return err
	}
	none, out := errors.AsType[NoRoom](err)
	m.Notes.leave(name, none, out)
	if out {
		return left{none}
	}
	return err
}

// fitted draws a figure in the columns that its look says, or in its own. If it has a page that has no room for these,
// and may choose, it takes the most columns that have room there. A figure of its own size, in letters that would be
// too small in a column of a page, is drawn as wide as that if it has room there in some columns.
func fitted(w io.Writer, m Medium, draw func(w io.Writer, m Medium) error) error {
	own := m
	m.column = !m.Prints() && m.Theme != Slide
	if m.Columns == 0 && (m.Size.Width > 0 || m.column) {
		m.tried = true
		for _, columns := range columnsTried {
			m.Columns = columns
			err := draw(w, m)
			if _, none := errors.AsType[NoRoom](err); !none {
				return err
			}
		}
	}
	return draw(w, own)
}
