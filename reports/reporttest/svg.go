package reporttest

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// An Element is one of an SVG, with its attributes.
type Element struct {
	Name, Style, Text string
	D                 string // the outline of a path
}

// Elements reads an SVG, which must be well formed.
func Elements(t *testing.T, svg []byte) []Element {
	t.Helper()
	var all []Element
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
			e := Element{Name: token.Name.Local}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "style":
					e.Style = a.Value
				case "d":
					e.D = a.Value
				}
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].Text += string(token)
			}
		}
	}
}

// Texts returns the words of an SVG.
func Texts(all []Element) string {
	var words []string
	for _, e := range all {
		if e.Name == "text" {
			words = append(words, e.Text)
		}
	}
	return strings.Join(words, "\n")
}
