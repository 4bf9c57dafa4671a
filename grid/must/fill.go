package must

import (
	"fmt"
	"reflect"
)

// Fill sets every exported number and text of what v points to, at any depth, to another value, and every boolean to
// true. Pointers that are nil point to a new value, and a list that is empty has one entry.
func Fill(v any) {
	last := 1000
	fill(reflect.ValueOf(v).Elem(), &last)
}

func fill(v reflect.Value, last *int) {
	*last += 7
	switch {
	case !v.CanSet():
	case v.CanFloat():
		v.SetFloat(float64(*last))
	case v.CanInt():
		v.SetInt(int64(*last))
	case v.CanUint():
		v.SetUint(uint64(*last))
	case v.CanComplex():
		v.SetComplex(complex(float64(*last), 0))
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.String:
		v.SetString(fmt.Sprint("text ", *last))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), last)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), last)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), last)
		}
	}
}
