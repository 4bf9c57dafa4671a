package faulty

import (
	"runtime"
	"testing"
)

// tokens are what has confused readers of text: numbers at the ends of their range and of other languages, marks,
// quotes, ends of lines, brackets, and bytes that are no text.
var tokens = []string{
	"nan", "-inf", "+Infinity", "1e999", "-1e999", "1e-400", "-0", "0x1p-1", "1_000", "9223372036854775808",
	"18446744073709551616", "1e18", ".", "1.", "1e", "--1", "1,5", "1;2", "\u0663", "\ufeff", "\"", "\"\"", "\"\n",
	"'", "'''", ",", ",,,,", "\n\n", "\r", "\r\n", "\t", "\v", "\x00", "\xff\xfe", "\u2028", "\u00a0", "#", "=", "%s",
	"\x1b[2J", "[[[[[[[[[[[[", "{a={a={a=", "a.a.a.a.a.a.a.a.a.a", "]", "}", "null", "true", "\\", "\\u12",
	"PK\x03\x04", "\x93NUMPY", "PAR1", "state", "from,to", "chain,state", "1979-05-27", "2..1000000000x1000000000",
}

// Seeds adds texts to the corpus of a fuzz target, and every text with every token in its middle.
func Seeds(f *testing.F, texts ...string) {
	for _, text := range texts {
		f.Add(text)
		half := len(text) / 2
		for _, token := range tokens {
			f.Add(text[:half] + token + text[half:])
		}
	}
}

// Within lets a reader read a text of so many bytes, and fails if it takes more memory than 1000 times as much, and
// 8 MiB for buffers, also those of the fuzz engine itself: a reader may not believe a number that promises more.
func Within(t *testing.T, size int, read func()) {
	t.Helper()
	if used, most := Bytes(read), uint64(size)*1000+8<<20; used > most {
		t.Fatalf("a text of %d bytes took %d bytes of memory, want %d at most", size, used, most)
	}
}

// Bytes is the memory in bytes that is allocated while f runs, whether or not it is freed again. Other goroutines
// count too. What was allocated before does not: runtime/metrics may count it late, and runtime.ReadMemStats does not.
func Bytes(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
