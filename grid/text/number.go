package text

import (
	"strconv"
	"strings"
)

// Float reads a number in decimal: a sign, digits, a point and an exponent, as in -1.5e-3. Hexadecimal
// numbers, underscores, inf and nan are strconv.ErrSyntax. A number that is too large for 64 bits is
// infinite, with strconv.ErrRange. Whole numbers have this grammar by strconv.Atoi.
func Float(s string) (float64, error) {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c == '.', c == 'e', c == 'E', c == '+', c == '-':
		default:
			return 0, strconv.ErrSyntax
		}
	}
	return unwrapped(strconv.ParseFloat(s, 64))
}

// FloatOrInf reads what Float reads, and in any case of letters inf, infinity and nan, which may have a sign.
func FloatOrInf(s string) (float64, error) {
	if strings.ContainsAny(s, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return unwrapped(strconv.ParseFloat(s, 64))
}

// unwrapped returns the error of strconv without the copy of the text that it holds.
func unwrapped(v float64, err error) (float64, error) {
	if wrong, ok := err.(*strconv.NumError); ok {
		err = wrong.Err
	}
	return v, err
}
