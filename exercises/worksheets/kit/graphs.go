package kit

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/structured"
)

// graphsScene is graphs whose vertices have labels, and the product of the first two.
func graphsScene(p *worksheets.Params) worksheets.SceneFunc {
	var all []structured.Graph
	var scene exercises.Scene
	for _, part := range p.Parts("graphs", "name", "labels", "edges") {
		g := graphOf(part)
		all = append(all, g)
		scene.Figures = append(scene.Figures, stage.Main(part.Needed("name"), graphPicture(g)))
	}
	switch title := p.Text("product"); {
	case title != "" && len(all) < 2:
		p.Fail("product", "give two graphs", "a product of %d", len(all))
	case title != "":
		scene.Figures = append(scene.Figures, stage.Table(title, productTable(all[0], all[1])))
	}
	return func(context.Context, exercises.Answers) exercises.Scene { return scene }
}

// graphOf reads a graph: a letter for each vertex, and pairs of their numbers.
func graphOf(p *worksheets.Params) structured.Graph {
	g := structured.Graph{Labels: strings.Split(p.Needed("labels"), "")}
	for _, text := range strings.Fields(p.Needed("edges")) {
		from, to, _ := strings.Cut(text, "-")
		i, errI := strconv.Atoi(from)
		j, errJ := strconv.Atoi(to)
		if errI != nil || errJ != nil || min(i, j) < 1 || max(i, j) > len(g.Labels) || i == j {
			p.Fail("edges", "write 1-2 for an edge of the first two vertices", "%q is no edge of %d vertices", text, len(g.Labels))
			continue
		}
		g.Edges = append(g.Edges, [2]int{i - 1, j - 1})
	}
	return g
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
