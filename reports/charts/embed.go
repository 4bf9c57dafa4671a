package charts

import (
	"embed"
	"io/fs"
)

//go:embed *
var files embed.FS

// Files are the drawing code, its colours and the library, by the names that pages have for them.
func Files() fs.FS { return files }
