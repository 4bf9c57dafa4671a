package disk

import (
	"crypto/sha256"
	"encoding/hex"
)

// Pending is a pending record of one new file.
func Pending(name, part, content string) []byte {
	sum := sha256.Sum256([]byte(content))
	return record{Files: []entry{{Name: name, Part: part, Size: int64(len(content)),
		SHA256: hex.EncodeToString(sum[:])}}}.encode()
}

// Doubled is a pending record whose one file is in it twice.
func Doubled(name, part string) []byte {
	e := entry{Name: name, Part: part}
	return record{Files: []entry{e, e}}.encode()
}
