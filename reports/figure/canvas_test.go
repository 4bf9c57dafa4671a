package figure

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An SVG stays one, whatever the name in it is.
func TestSVGOfAnyName(t *testing.T) {
	var b bytes.Buffer
	err := Render(&b, SVG, 100, 100, func(c draw.Canvas) {
		c.FillText(Label(10), vg.Point{X: 50, Y: 50}, "\x1b[31m\a\u202e</text><script>alert(1)</script>&amp;\xff")
	})
	if err != nil {
		t.Fatal(err)
	}
	var words strings.Builder
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Error("there is a script in it")
		}
		if data, ok := token.(xml.CharData); ok {
			words.Write(data)
		}
	}
	if want := `\x1b[31m\a\u202e</text><script>alert(1)</script>&amp;\xff`; !strings.Contains(words.String(), want) {
		t.Errorf("it says %q, want %q", words.String(), want)
	}
}
