package run

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// The encodings of the standard library each change something: JSON has no NaN, and gob takes -0 for 0, a slice of no
// length for nil, and a pointer to 0 for nil. Here a value is written field by field. A number is its bits; a slice
// and a string have their length before them, a slice and a pointer whether they are nil.

// write is a value in bytes. It panics if a part of it would not come back: a function, an interface, or a field that
// is not exported.
func write(value any) []byte { return appendValue(nil, reflect.ValueOf(value)) }

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return appendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Struct:
		for field, part := range v.Fields() {
			if !field.IsExported() {
				panic(fmt.Sprintf("run: %v has the field %s, which cannot be set again", v.Type(), field.Name))
			}
			b = appendValue(b, part)
		}
		return b
	case reflect.Pointer:
		b = appendBool(b, v.IsNil())
		if v.IsNil() {
			return b
		}
		return appendValue(b, v.Elem())
	case reflect.Slice:
		b = appendBool(b, v.IsNil())
		b = binary.AppendUvarint(b, uint64(v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
		return b
	}
	panic(fmt.Sprintf("run: a %v cannot be made again", v.Type()))
}

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

// errShort says that what was kept is of another type.
var errShort = errors.New("run: what is kept there is something else")

// read is the value that was written. The journal has checked the bytes.
func read[R any](b []byte) (found R, err error) {
	rest, err := setValue(reflect.ValueOf(&found).Elem(), b)
	if err == nil && len(rest) > 0 {
		err = errShort
	}
	return found, err
}

// setValue sets a value from the first bytes, and returns the others.
func setValue(v reflect.Value, b []byte) ([]byte, error) {
	switch v.Kind() {
	case reflect.Bool:
		is, rest, err := takeBool(b)
		v.SetBool(is)
		return rest, err
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, width := binary.Varint(b)
		if width <= 0 {
			return nil, errShort
		}
		v.SetInt(n)
		return b[width:], nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, rest, err := takeLength(b)
		v.SetUint(n)
		return rest, err
	case reflect.Float64:
		if len(b) < 8 {
			return nil, errShort
		}
		v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		return b[8:], nil
	case reflect.String:
		n, rest, err := takeLength(b)
		if err != nil || uint64(len(rest)) < n {
			return nil, errShort
		}
		v.SetString(string(rest[:n]))
		return rest[n:], nil
	case reflect.Struct:
		return setEach(b, v.NumField(), v.Field)
	case reflect.Pointer:
		isNil, rest, err := takeBool(b)
		if err != nil || isNil {
			return rest, err
		}
		v.Set(reflect.New(v.Type().Elem()))
		return setValue(v.Elem(), rest)
	case reflect.Slice:
		isNil, rest, err := takeBool(b)
		if err != nil {
			return nil, err
		}
		n, rest, err := takeLength(rest)
		if err != nil || n > uint64(len(rest)) && v.Type().Elem().Size() > 0 {
			return nil, errShort
		}
		if !isNil {
			v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
		}
		return setEach(rest, int(n), v.Index)
	case reflect.Array:
		return setEach(b, v.Len(), v.Index)
	}
	return nil, errShort
}

func setEach(b []byte, n int, part func(i int) reflect.Value) (_ []byte, err error) {
	for i := range n {
		if b, err = setValue(part(i), b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func takeBool(b []byte) (is bool, rest []byte, err error) {
	if len(b) == 0 {
		return false, nil, errShort
	}
	return b[0] == 1, b[1:], nil
}

func takeLength(b []byte) (n uint64, rest []byte, err error) {
	n, width := binary.Uvarint(b)
	if width <= 0 {
		return 0, nil, errShort
	}
	return n, b[width:], nil
}
