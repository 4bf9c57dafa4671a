// Package reports says how results look: tables as text, Markdown, CSV, JSON
// and, for many rows, Parquet; figures as PNG, SVG and PDF; and a page of HTML that
// holds them. A report is a
// pure function from rows of an experiment to an io.Writer: it computes nothing
// that is not in them but quotients and layout, asks nobody for the time, and
// makes the same bytes of the same rows.
//
// Every table has two forms, chosen by its Format. For people: five significant
// digits, at most as wide as the Style allows, with a title and notes. For
// programs: every float with the fewest digits that read back the same, one row a
// record, names of columns that do not change. What has no value is null in JSON
// and empty in CSV; what is not finite is null in JSON, which has no word for it,
// and inf, -inf or nan in CSV; and wherever a number is null so, the row's
// warnings name it and say why.
//
// Drawing is gonum/plot's. go-pdf/fpdf, through which that writes PDF, is called
// for one thing: to set the dates that it would else take from the clock, and the
// order of what it would else write as a map has it. Plot has no way to ask for
// either, and without both no two runs would make the same files.
package reports
