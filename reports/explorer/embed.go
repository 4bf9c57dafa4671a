package explorer

import (
	"embed"
	"io/fs"
)

//go:embed page
var page embed.FS

// Files are the files of the page, by the names that index.html has for them.
func Files() fs.FS {
	files, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // unreachable: the folder is embedded
	}
	return files
}
