package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
)

// mostDepth is the largest number of structures and lists inside one another. A description has 6.
const mostDepth = 32

// Types of the compact protocol of Thrift.
const (
	typeTrue   = 1
	typeFalse  = 2
	typeI8     = 3
	typeI16    = 4
	typeI32    = 5
	typeI64    = 6
	typeDouble = 7
	typeBinary = 8
	typeList   = 9
	typeSet    = 10
	typeMap    = 11
	typeStruct = 12
	typeUUID   = 13
)

// A field is a member of a structure by its number and its type. A member of another type than
// expected is a field of its own, which nobody knows.
type field struct{ id, of int }

// A thrift reads the compact protocol of Thrift. It copies nothing. After a fault it reads zeros, and
// structures and lists end.
type thrift struct {
	data  []byte // what is left
	depth int
	err   error
}

var errShort = errors.New("cut short")

// fail keeps the first fault.
func (t *thrift) fail(err error) {
	if t.err == nil {
		t.err = err
	}
	t.data = nil
}

// bytes returns the next n bytes.
func (t *thrift) bytes(n int) []byte {
	if n > len(t.data) {
		t.fail(errShort)
		return nil
	}
	b := t.data[:n]
	t.data = t.data[n:]
	return b
}

func (t *thrift) byte() int {
	if b := t.bytes(1); b != nil {
		return int(b[0])
	}
	return 0
}

// length reads a number that is not negative: the bytes or the items to come.
func (t *thrift) length() int {
	v, n := binary.Uvarint(t.data)
	if n <= 0 || v > uint64(len(t.data)) { // an item takes a byte or more
		t.fail(errShort)
		return 0
	}
	t.data = t.data[n:]
	return int(v)
}

// int reads a whole number of any width.
func (t *thrift) int() int64 {
	v, n := binary.Varint(t.data)
	if n <= 0 {
		t.fail(errShort)
		return 0
	}
	t.data = t.data[n:]
	return v
}

// down counts one more structure or list, until the function that it returns is called.
func (t *thrift) down() (up func()) {
	if t.depth++; t.depth > mostDepth {
		t.fail(fmt.Errorf("%d structures inside one another; up to %d would do", t.depth, mostDepth))
	}
	return func() { t.depth-- }
}

// fields yields the fields of a structure. The body of the loop reads the value of each, or skips it.
func (t *thrift) fields() iter.Seq[field] {
	return func(yield func(field) bool) {
		defer t.down()()
		for id := 0; t.err == nil; {
			head := t.byte()
			if head == 0 { // the end, or a fault
				return
			}
			if step := head >> 4; step > 0 {
				id += step
			} else {
				id = int(int16(t.int()))
			}
			if !yield(field{id, head & 15}) {
				return
			}
		}
	}
}

// items yields the type of each item of a list. The body of the loop reads the item, or skips it.
func (t *thrift) items() iter.Seq[int] {
	return func(yield func(int) bool) {
		defer t.down()()
		head := t.byte()
		n := head >> 4
		if n == 15 {
			n = t.length()
		}
		for i := 0; i < n && t.err == nil; i++ {
			if !yield(head & 15) {
				return
			}
		}
	}
}

// skip passes over the value of a field.
func (t *thrift) skip(of int) {
	if of != typeTrue && of != typeFalse { // which have no bytes but the field's
		t.skipItem(of)
	}
}

func (t *thrift) skipItem(of int) {
	switch of {
	case typeTrue, typeFalse, typeI8:
		t.byte()
	case typeI16, typeI32, typeI64:
		t.int()
	case typeDouble:
		t.bytes(8)
	case typeBinary:
		t.bytes(t.length())
	case typeList, typeSet:
		for of := range t.items() {
			t.skipItem(of)
		}
	case typeMap:
		t.skipMap()
	case typeStruct:
		for f := range t.fields() {
			t.skip(f.of)
		}
	case typeUUID:
		t.bytes(16)
	default:
		t.fail(fmt.Errorf("a value of type %d, which there is not", of))
	}
}

func (t *thrift) skipMap() {
	defer t.down()()
	n := t.length()
	if n == 0 {
		return
	}
	of := t.byte()
	for i := 0; i < n && t.err == nil; i++ {
		t.skipItem(of >> 4)
		t.skipItem(of & 15)
	}
}
