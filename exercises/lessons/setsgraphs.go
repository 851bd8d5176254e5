package lessons

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/stage"
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
	return worksheets.Parts{Vars: vars, Steps: map[string]worksheets.Behaviour{
		"name":    newSubsets("phi", structured.Intersection(), 4).behaviour("[a1, a2, a3, a4]"),
		"powers":  newSubsets("powers", structured.AllSubsets(), 2).behaviour("[1, a1, a2, a1 a2]"),
		"witness": setWitness(structured.Overlap()),
		"walks":   {Scene: alone(stage.Main("G", graphPicture(g[0])), stage.Main("H", graphPicture(g[1])), stage.Table("The product: pairs of vertices with one label", productTable(g[0], g[1])))},
	}}
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

// walks is the kernel of common walks of a length.
func walks(length int) kernels.Kernel[structured.Graph] {
	return structured.CommonWalks{Length: length}
}

// graphPicture has the vertices on a circle, each with its number and label.
func graphPicture(g structured.Graph) ascii.Map {
	m := ascii.Map{X: ascii.Range{Min: -1.6, Max: 1.9}, Y: ascii.Range{Min: -1.3, Max: 1.3}, XLabel: " ", YLabel: " "}
	at := func(v int) ascii.Point {
		t := 2 * math.Pi * (float64(v) + 0.5) / float64(len(g.Labels))
		return ascii.Point{X: math.Cos(t), Y: math.Sin(t)}
	}
	for _, e := range g.Edges {
		m.Curves = append(m.Curves, ascii.CurveLine{Points: []ascii.Point{at(e[0]), at(e[1])}, Ink: ascii.Dim, Name: fmt.Sprintf("The edge from %d to %d", e[0]+1, e[1]+1)})
	}
	for v, label := range g.Labels {
		p := at(v)
		m.Marks = append(m.Marks, ascii.Mark{X: p.X, Y: p.Y, Label: strconv.Itoa(v+1) + ": " + label, Ink: ascii.Symbol1})
	}
	return m
}

// productTable has the vertices of the product of two graphs with their neighbours,
// two to a row.
func productTable(g, h structured.Graph) ascii.Table {
	product, pairs := structured.Product(g, h)
	table := ascii.Table{Columns: []ascii.Column{{Title: "vertex"}, {Title: "next to it"}, {Title: "vertex"}, {Title: "next to it"}}}
	half := (len(pairs) + 1) / 2
	for i := range half {
		row := vertexCells(product, pairs, i)
		if i+half < len(pairs) {
			row = append(row, vertexCells(product, pairs, i+half)...)
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// vertexCells are a vertex of the product with its label, and its neighbours.
func vertexCells(product structured.Graph, pairs [][2]int, i int) []ascii.Line {
	name := func(v int) string { return fmt.Sprintf("(%d,%d)", pairs[v][0]+1, pairs[v][1]+1) }
	var next []string
	for _, e := range product.Edges {
		switch i {
		case e[0]:
			next = append(next, name(e[1]))
		case e[1]:
			next = append(next, name(e[0]))
		}
	}
	near := ascii.Plain(strings.Join(next, " "))
	if len(next) == 0 {
		near = ascii.Inked("none", ascii.Dim)
	}
	return []ascii.Line{{{Text: name(i) + " ", Ink: ascii.Text}, {Text: product.Labels[i], Ink: ascii.Symbol1}}, near}
}
