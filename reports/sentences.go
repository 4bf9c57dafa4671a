package reports

import (
	"strings"

	"breadboard/chains/laws"
	"breadboard/reports/table"
)

// sentences returns remarks as notes, each of them a sentence.
func sentences(remarks []string) []string {
	return table.Each(remarks, func(r string) string { return "Note: " + r + "." })
}

// sentencesOf returns what a verdict says, each with its capital and period.
func sentencesOf(v laws.Verdict) []string { return table.Each(v.Says, sentence) }

// sentence gives a text its capital and its period.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }
