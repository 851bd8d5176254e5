package lessons

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// setsAndGraphs is 9.7: two sets and two graphs of a student.
func setsAndGraphs(b worksheets.Brief) worksheets.Parts {
	r := rand.New(rand.NewPCG(b.Seed, 97))
	a, other := drawSets(r)
	both := (a & other).Len()
	g := drawGraphs(r)
	vars := worksheets.Vars{
		"A": a.String(), "B": other.String(), "both": both, "union": (a | other).Len(),
		"apart": (a ^ other).Len(), "halfApart": a.Len() + other.Len(),
	}
	for length := range 3 {
		vars["k"+strconv.Itoa(length)] = said(walks(length).Eval(g[0], g[1]))
	}
	product, _ := structured.Product(g[0], g[1])
	vars["edges"] = len(product.Edges)
	vars["labelsG"], vars["labelsH"] = strings.Join(g[0].Labels, ""), strings.Join(g[1].Labels, "")
	vars["edgesG"], vars["edgesH"] = edgesText(g[0]), edgesText(g[1])
	return worksheets.Parts{Vars: vars}
}

// drawSets draws two subsets of {1, …, 8} that meet, and each have something of
// their own, so that no two sizes that a slip would give are alike.
func drawSets(r *rand.Rand) (a, b structured.Set) {
	for {
		a, b = structured.Set(r.IntN(256)), structured.Set(r.IntN(256))
		both, union, apart := (a & b).Len(), (a | b).Len(), (a ^ b).Len()
		if both >= 2 && apart >= 3 && both != apart && union != apart && a&^b != 0 && b&^a != 0 {
			return a, b
		}
	}
}

// graphPair is two graphs with labels a and b.
type graphPair [2]structured.Graph

// drawGraphs draws labels for a path of four vertices and a triangle with a tail,
// so that the common walks of lengths 0, 1 and 2 are different numbers, above 0.
func drawGraphs(r *rand.Rand) graphPair {
	shapes := [2][][2]int{{{0, 1}, {1, 2}, {2, 3}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}}
	for {
		var out graphPair
		for i, edges := range shapes {
			labels := strings.Split("abab", "")
			r.Shuffle(4, func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
			out[i] = structured.Graph{Labels: labels, Edges: edges}
		}
		k1 := walks(1).Eval(out[0], out[1])
		if k2 := walks(2).Eval(out[0], out[1]); k1 >= 6 && k1 != 8 && k2 != k1 && k2 > 8 {
			return out
		}
	}
}

// edgesText are the edges of a graph as a worksheet has them.
func edgesText(g structured.Graph) string {
	var out []string
	for _, e := range g.Edges {
		out = append(out, number(e[0])+"-"+number(e[1]))
	}
	return strings.Join(out, " ")
}

// walks is the kernel of common walks of a length.
func walks(length int) kernels.Kernel[structured.Graph] {
	return structured.CommonWalks{Length: length}
}
