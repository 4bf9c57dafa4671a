package reporttest

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/must"
	"breadboard/reports/figure"
)

// ReadCSV reads the rows of a CSV file of data. What can be read as a number is one, true and false are booleans, and
// an empty cell is nil.
func ReadCSV(t must.Test, path ...string) (rows []map[string]any) {
	t.Helper()
	data := must.Have(os.ReadFile(filepath.Join(path...)))(t)
	lines := must.Have(csv.NewReader(bytes.NewReader(data)).ReadAll())(t)
	for _, line := range lines[1:] {
		row := map[string]any{}
		for i, key := range lines[0] {
			row[key] = cellOf(line[i])
		}
		rows = append(rows, row)
	}
	return rows
}

func cellOf(text string) any {
	if text == "" {
		return nil
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	if text == "true" || text == "false" {
		return text == "true"
	}
	return text
}

// Says fails t unless the page at path has each of these sentences and lines of tables, which a test makes of computed
// numbers. Where lines break, and how columns are padded, does not matter.
func Says(t must.Test, path string, all ...string) {
	t.Helper()
	plainly := func(words string) string { return strings.Join(strings.Fields(words), " ") }
	page := plainly(string(must.Have(os.ReadFile(path))(t)))
	for _, words := range all {
		if !strings.Contains(page, plainly(words)) {
			t.Errorf("%s does not say: %s", path, words)
		}
	}
}

// Picture fails t unless the PNG at path is the figure as it is drawn now: it has the same size, and almost all pixels
// are alike. again says how to make it anew.
func Picture(t must.Test, path string, drawn figure.Figure, again string) {
	t.Helper()
	const most = 0.002 // the share of pixels that may differ: another font hinting has less, one mark moved has more
	var b bytes.Buffer
	must.Do(t, drawn.Write(&b, figure.PNG, 0))
	was := must.Have(os.ReadFile(path))(t)
	if bytes.Equal(was, b.Bytes()) {
		return
	}
	old := must.Have(png.Decode(bytes.NewReader(was)))(t)
	if share := differing(old, must.Have(png.Decode(&b))(t)); share > most {
		t.Errorf("%s is not as it is drawn now: %.4f of its pixels differ; %s", path, share, again)
	}
}

// wordOfPicture matches a text of a drawing that has a word.
var wordOfPicture = regexp.MustCompile(`>([^<>\n]*[a-z]{3}[^<>\n]*)<`)

// Words returns the texts of a figure that have a word, each once, in the order of drawing; and last a hash of all that
// is drawn.
func Words(t must.Test, f figure.Figure) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, f.Write(&b, figure.SVG, 0))
	drawn := must.Rounded(b.String())
	var words []string
	for _, found := range wordOfPicture.FindAllStringSubmatch(drawn, -1) {
		if !slices.Contains(words, found[1]) {
			words = append(words, found[1])
		}
	}
	hash := fnv.New32()
	io.WriteString(hash, drawn)
	return fmt.Sprintf("%s | %08x", strings.Join(words, " | "), hash.Sum32())
}

// differing returns the share of pixels that differ in two pictures, and 1 if the sizes differ.
func differing(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	size := a.Bounds().Size()
	n := 0
	for y := range size.Y {
		for x := range size.X {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(size.X*size.Y)
}
