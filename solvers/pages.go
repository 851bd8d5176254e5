package solvers

import "kernellab/kernels/vec"

// pageRun is how many entries of fresh memory are asked for at once, 32 or
// 64 kB: enough that the call costs little beside them, and few asked for in vain.
const pageRun = 8 << 10

// pages is fresh memory that is taken into use from its front. The system is
// asked for a run of its pages before they are written: one call in place of a
// fault for each page of 4 kB, which costs as much as computing its entries.
type pages[T vec.Entry] struct {
	mem   []T
	asked int // mem[:asked] has been asked for
}

// cut returns mem[from:to], which is about to be used.
func (p *pages[T]) cut(from, to int) []T {
	if to > p.asked {
		end := min(len(p.mem), max(to, p.asked+pageRun))
		populate(p.mem[p.asked:end])
		p.asked = end
	}
	return p.mem[from:to:to]
}
