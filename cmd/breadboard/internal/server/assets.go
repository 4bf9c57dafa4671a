package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// types are the media types of files, by how their names end. The system's own table differs from machine to machine.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".ico":  "image/x-icon",
	".md":   "text/markdown; charset=utf-8",
}

// An asset is one of the page's files.
type asset struct {
	content []byte
	media   string
	tag     string // its ETag
}

// assets are files by their addresses.
type assets map[string]asset

// add reads all files of a file system. Each has the address of its name below prefix.
func (a assets) add(prefix string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		a.put(prefix+name, content)
		return nil
	})
}

// put adds a file with an address. Its name says of which media type it is.
func (a assets) put(address string, content []byte) {
	media, known := types[path.Ext(address)]
	if !known {
		media = "text/plain; charset=utf-8"
	}
	a[address] = asset{content, media, `"` + digest(content)[:22] + `"`}
}

// digest is the SHA-256 of a content in base64, as policies write it.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// ServeHTTP sends a file. A browser asks each time whether it has the newest, because a program that was built anew has
// another.
func (a assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	file, known := a[name]
	if !known {
		problemf(http.StatusNotFound, "there is nothing at %s; the page is at /", r.URL.Path).send(w)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		problemf(http.StatusMethodNotAllowed, "%s is not for %s; GET would do", r.Method, r.URL.Path).send(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", file.media)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", file.tag)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(file.content))
}
