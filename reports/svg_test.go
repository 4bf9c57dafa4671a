package reports

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// An element is one of an figure.SVG, with its attributes.
type element struct {
	name, style, d, text string
}

// elements reads an figure.SVG, which must be well formed.
func elements(t *testing.T, svg []byte) []element {
	t.Helper()
	var all []element
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "style":
					e.style = a.Value
				case "d":
					e.d = a.Value
				}
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += string(token)
			}
		}
	}
}

// texts returns the words of an SVG.
func texts(all []element) string {
	var words []string
	for _, e := range all {
		if e.name == "text" {
			words = append(words, e.text)
		}
	}
	return strings.Join(words, "\n")
}
