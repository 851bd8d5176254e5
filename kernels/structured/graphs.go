package structured

import (
	"fmt"
	"slices"

	"kernellab/kernels"
)

// Graph is an undirected graph with labelled vertices.
type Graph struct {
	Labels []string
	Edges  [][2]int
}

// neighbours returns the list of adjacent vertices of each vertex.
func (g Graph) neighbours() [][]int {
	out := make([][]int, len(g.Labels))
	for _, e := range g.Edges {
		out[e[0]] = append(out[e[0]], e[1])
		out[e[1]] = append(out[e[1]], e[0])
	}
	return out
}

// Product returns the direct product of two graphs, and the pair of vertices of
// each of its vertices. It has a vertex for each pair of vertices with the same
// label, and an edge between two pairs if both graphs have the corresponding
// edge. A walk in the product corresponds to a pair of walks, one in each
// graph, that read the same labels.
func Product(g, h Graph) (product Graph, pairs [][2]int) {
	for v, l := range g.Labels {
		for u, m := range h.Labels {
			if l == m {
				product.Labels = append(product.Labels, l)
				pairs = append(pairs, [2]int{v, u})
			}
		}
	}
	inG, inH := g.neighbours(), h.neighbours()
	for i, p := range pairs {
		for j, q := range pairs[:i] {
			if slices.Contains(inG[p[0]], q[0]) && slices.Contains(inH[p[1]], q[1]) {
				product.Edges = append(product.Edges, [2]int{j, i})
			}
		}
	}
	return product, pairs
}

// CommonWalks counts the pairs of walks with Length edges, one in each graph,
// that read the same labels. These are the walks in the product graph, 1ᵀAˡ1
// (Gärtner, Flach and Wrobel, On Graph Kernels, COLT 2003, section 4, for a
// single length).
type CommonWalks struct{ Length int }

var _ kernels.Kernel[Graph] = CommonWalks{}

// Eval counts the walks in the product, extending them by one edge at a time.
func (k CommonWalks) Eval(g, h Graph) float64 {
	product, pairs := Product(g, h)
	next := product.neighbours()
	at := make([]float64, len(pairs))
	for i := range at {
		at[i] = 1
	}
	for range k.Length {
		step := make([]float64, len(at))
		for v := range at {
			for _, u := range next[v] {
				step[v] += at[u]
			}
		}
		at = step
	}
	var sum float64
	for _, n := range at {
		sum += n
	}
	return sum
}

// String returns "walks(length=l)".
func (k CommonWalks) String() string { return fmt.Sprintf("walks(length=%d)", k.Length) }
