package kit

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// maxStars is the largest p of the slider.
const maxStars = 5

// starsScene is p stars with d bars between them, and the monomial that the row
// stands for. A slider goes through all rows, from the constant on.
func starsScene(p *worksheets.Params) worksheets.SceneFunc {
	title, d0, p0, most := p.Needed("stars"), p.Int("d"), p.Int("p"), maxStars
	if p.Text("most") != "" {
		most = p.Int("most")
	}
	if d0 < 1 || d0 > 4 || p0 < 1 || p0 > most || most > maxStars {
		p.Fail("stars", "give d from 1 to 4 and p from 1 to 5, or to most", "d = %d and p = %d", d0, p0)
		return nil
	}
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		d, degree := slider("d", "d", 1, 4, a, d0), slider("p", "p", 1, most, a, p0)
		rows := starRows(int(d.Number()), int(degree.Number()))
		at := slider("row", "row", 1, len(rows), a, 1)
		k := int(at.Number())
		return exercises.Scene{
			Figures:  []exercises.Figure{stage.Main(title, ascii.TextBlock{Lines: starLines(rows, k-1), Wrap: true})},
			Controls: []exercises.Control{at, d, degree},
		}
	}
}

// slider goes over whole numbers.
func slider(name, label string, from, to int, a exercises.Answers, otherwise int) exercises.Control {
	c := stage.Slider(name, label, float64(from), float64(to), 1, a, strconv.Itoa(otherwise))
	c.Value = strconv.Itoa(int(c.Number())) // a row that was there may be gone
	return c
}

// starRows are the powers (of x₀, x₁, …, x_d) of every monomial of degree
// exactly p, by falling power of x₀: the constant first.
func starRows(d, p int) [][]int {
	if d == 0 {
		return [][]int{{p}}
	}
	var out [][]int
	for first := p; first >= 0; first-- {
		for _, rest := range starRows(d-1, p-first) {
			out = append(out, append([]int{first}, rest...))
		}
	}
	return out
}

// starLines show row k with its powers, and the monomials so far.
func starLines(rows [][]int, k int) []ascii.Line {
	powers := rows[k]
	var row, below ascii.Line
	for i, n := range powers {
		if i > 0 {
			row = append(row, ascii.Span{Text: "| ", Ink: ascii.Symbol2})
			below = append(below, ascii.Span{Text: "  ", Ink: ascii.Text})
		}
		stars := strings.Repeat("* ", n)
		name := "x" + anatomy.Sub(i)
		width := max(ascii.Width(stars), ascii.Width(name)+1)
		row = append(row, ascii.Span{Text: fmt.Sprintf("%-*s", width, stars), Ink: ascii.Symbol1})
		below = append(below, ascii.Span{Text: fmt.Sprintf("%-*s", width, name), Ink: ascii.Dim})
	}
	out := []ascii.Line{
		nil, row, below, nil,
		meaning(powers),
		nil,
		ascii.Inked("so far: "+ascii.Count(k+1, "row"), ascii.Dim),
	}
	return append(out, byDegree(rows[:k+1])...)
}

// meaning is the monomial of a row: as it stands, and without x₀.
func meaning(powers []int) ascii.Line {
	bare := ascii.Span{Text: monomial(powers[1:], 1), Ink: ascii.Strong}
	if powers[0] == 0 {
		return ascii.Line{bare}
	}
	return ascii.Line{{Text: monomial(powers, 0), Ink: ascii.Text}, {Text: " = ", Ink: ascii.Dim}, bare, {Text: "     since x₀ = 1", Ink: ascii.Dim}}
}

// byDegree lists the monomials of rows, a line for each degree: what x₀ leaves.
func byDegree(rows [][]int) []ascii.Line {
	p := 0
	for _, n := range rows[0] {
		p += n
	}
	found := make([][]string, p+1)
	for _, powers := range rows {
		found[p-powers[0]] = append(found[p-powers[0]], monomial(powers[1:], 1))
	}
	var out []ascii.Line
	for degree, list := range found {
		if len(list) > 0 {
			head := fmt.Sprintf("degree %d, %d of them: ", degree, len(list))
			out = append(out, nil, ascii.Line{{Text: head, Ink: ascii.Dim}, {Text: strings.Join(list, ", "), Ink: ascii.Text}})
		}
	}
	return out
}

// monomial writes powers of x, the first of them with index from.
func monomial(powers []int, from int) string {
	var factors []string
	for i, n := range powers {
		switch {
		case n == 1:
			factors = append(factors, "x"+anatomy.Sub(i+from))
		case n > 1:
			factors = append(factors, "x"+anatomy.Sub(i+from)+superscript(n))
		}
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, "")
}

// superscript writes 0 to 9 as a power.
func superscript(n int) string { return string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[n]) }
