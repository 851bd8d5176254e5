package mats

import "math/bits"

// prime is the order of the field, 2⁶¹ − 1.
const prime = 1<<61 - 1

// elem is an element of the field, from 0 to prime − 1.
type elem uint64

func (a elem) add(b elem) elem {
	s := a + b
	if s >= prime {
		s -= prime
	}
	return s
}

func (a elem) neg() elem {
	if a == 0 {
		return 0
	}
	return prime - a
}

// mul reduces the product of 122 bits by 2⁶¹ = 1.
func (a elem) mul(b elem) elem {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return elem(lo & prime).add(elem(hi<<3 | lo>>61))
}

// inv is a^(prime − 2), by Fermat; 0 for 0.
func (a elem) inv() elem {
	out := elem(1)
	for power := uint64(prime - 2); power > 0; power >>= 1 {
		if power&1 == 1 {
			out = out.mul(a)
		}
		a = a.mul(a)
	}
	return out
}
