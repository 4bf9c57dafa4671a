package figure

import (
	"io"

	"breadboard/reports/table"
)

// Files makes a file of a figure in each of the media: name.png, name.svg.
func Files(name string, media []Medium, draw func(w io.Writer, m Medium) error) []table.File {
	var files []table.File
	for _, m := range media {
		files = append(files, table.File{Name: name + "." + string(m),
			Write: func(w io.Writer) error { return draw(w, m) }})
	}
	return files
}
