package solvers

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"kernellab/kernels/vec"
)

// populate asks the system to map the pages that lie completely in m. It is
// only advice. If the kernel does not know it (before Linux 5.14) or has no
// pages to spare, they are mapped one by one when they are written.
func populate[T vec.Entry](m []T) {
	const page = 4096
	start := unsafe.Pointer(unsafe.SliceData(m))
	bytes := unsafe.Slice((*byte)(start), len(m)*int(unsafe.Sizeof(*new(T))))
	skip := int(-uintptr(start) % page)
	if len(bytes) < skip+page {
		return
	}
	bytes = bytes[skip:]
	_ = unix.Madvise(bytes[:len(bytes)/page*page], unix.MADV_POPULATE_WRITE)
}
