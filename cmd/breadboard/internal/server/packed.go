package server

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// Bytes from which a response is worth packing. A file is packed once. An answer is packed each time: J and B of a
// small grid are fewer bytes, so that a stroke of the brush there waits for no packing.
const (
	leastFile   = 1000
	leastAnswer = 16 << 10
)

// packs reports whether a client takes what gzip packed.
func packs(r *http.Request) bool {
	for _, header := range r.Header["Accept-Encoding"] {
		for one := range strings.SplitSeq(header, ",") {
			coding, weight, isWeighted := strings.Cut(strings.ReplaceAll(one, " ", ""), ";")
			isRefused := isWeighted && strings.Trim(weight, "q=0.") == ""
			if coding == "gzip" && !isRefused {
				return true
			}
		}
	}
	return false
}

// packed are bytes as gzip packs them at a level.
func packed(content []byte, level int) []byte {
	var into bytes.Buffer
	zip, err := gzip.NewWriterLevel(&into, level)
	if err != nil {
		panic(err) // a bug: the level is one of gzip's own
	}
	_, _ = zip.Write(content) // to memory, which takes all
	_ = zip.Close()
	return into.Bytes()
}

// packedAnswer says in the header that an answer is packed, and packs it, if it is large and the client takes it. The
// fastest level packs the laws along an annealing to a quarter, in a few milliseconds.
func packedAnswer(w http.ResponseWriter, r *http.Request, answer []byte) []byte {
	w.Header().Add("Vary", "Accept-Encoding")
	if len(answer) < leastAnswer || !packs(r) {
		return answer
	}
	w.Header().Set("Content-Encoding", "gzip")
	return packed(answer, gzip.BestSpeed)
}
