package experiments

import (
	"os"
	"strconv"

	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/grid/text"
)

// mostRelabellings is the size of the longest file of relabellings, as of a table of log f: some images of all cells.
const mostRelabellings = 64 << 20

// readRelabellings reads the file whole, or refuses it: a device has no end.
func readRelabellings(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return text.ReadAll(file, mostRelabellings)
}

// openRelabellings reads a file of relabellings, one a line.
func openRelabellings(path string, box grid.Grid) (*orbits.Group, error) {
	content, err := readRelabellings(path)
	if err != nil {
		return nil, Faultf("%v: %v", FieldOrbits, text.Unreadable(path, err, "a file of relabellings"))
	}
	data := text.Trim(content)
	if data == "" {
		return nil, Faultf("%v %s is empty; a line with the images of all cells would do", FieldOrbits, path)
	}
	var by []orbits.Symmetry
	for row, err := range text.Rows(data, "file") {
		wrong := func(format string, args ...any) (*orbits.Group, error) {
			return nil, Faultf("%v %s, row %d: "+format, append([]any{FieldOrbits, path, len(by) + 1}, args...)...)
		}
		if err != nil {
			return nil, Faultf("%v %s: %v", FieldOrbits, path, err)
		}
		if n := row.Len(); n != box.Size() {
			return wrong("%d numbers for %d cells; one for each would do", n, box.Size())
		}
		image := make([]int, box.Size())
		seen := make([]bool, box.Size())
		for x, word := range row.Fields() {
			y, err := strconv.Atoi(word)
			if err != nil || y < 0 || y >= box.Size() || seen[y] {
				return wrong("%s is no cell of %v, or stands twice; the numbers from 0 to %d in the order of the "+
					"images of the cells would do", text.Quote(word), box, box.Size()-1)
			}
			image[x], seen[y] = y, true
		}
		one, err := orbits.SymmetryOf(box, image)
		if err != nil {
			return wrong("%v; one that takes each line of neighbours to a line of neighbours would do", err)
		}
		by = append(by, one)
	}
	group, err := orbits.NewGroup(box, by...)
	if err != nil {
		return nil, Faultf("%v %s has %v", FieldOrbits, path, err)
	}
	return group, nil
}
