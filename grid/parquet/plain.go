package parquet

import "encoding/binary"

// A plain page has its numbers one after the other, of 4 or 8 bytes each, the lowest byte first.
type plain struct {
	data  []byte
	width int
	next  int
}

// len is the number of numbers.
func (p plain) len() int { return len(p.data) / p.width }

func (p plain) at(i int) int64 {
	if p.width == 4 {
		return int64(int32(binary.LittleEndian.Uint32(p.data[4*i:])))
	}
	return int64(binary.LittleEndian.Uint64(p.data[8*i:]))
}

func (p *plain) decode(dst []int64) error {
	if p.next+len(dst) > p.len() {
		return errShort
	}
	for i := range dst {
		dst[i] = p.at(p.next + i)
	}
	p.next += len(dst)
	return nil
}

// A split page has the first bytes of all numbers, then their second bytes, and so on.
type split struct{ plain }

func (s *split) decode(dst []int64) error {
	n := s.len()
	if s.next+len(dst) > n {
		return errShort
	}
	for i := range dst {
		var b [8]byte
		for k := range s.width {
			b[k] = s.data[k*n+s.next+i]
		}
		dst[i] = plain{data: b[:s.width], width: s.width}.at(0)
	}
	s.next += len(dst)
	return nil
}
