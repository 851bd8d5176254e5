package kit

import (
	"context"
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/structured"
)

// mostLetters is how long the strings of a table may be: more columns do not fit.
const mostLetters = 16

// suffixesScene is the table of longest common suffixes of two strings, whose sum
// is the kernel of all substrings. It fills cell by cell.
func suffixesScene(p *worksheets.Params) worksheets.SceneFunc {
	s := suffixes{title: p.Needed("suffixes"), x: []rune(p.Needed("x")), z: []rune(p.Needed("z"))}
	if max(len(s.x), len(s.z)) > mostLetters || min(len(s.x), len(s.z)) < 1 {
		p.Fail("x", "give strings of 1 to 16 letters", "%q and %q", string(s.x), string(s.z))
		return nil
	}
	s.table = structured.SuffixTable(string(s.x), string(s.z))
	return func(context.Context, exercises.Answers) exercises.Scene {
		return exercises.Scene{Run: s.run()}
	}
}

// suffixes is the table, full.
type suffixes struct {
	title string
	x, z  []rune
	table [][]int
}

// cell is the place that frame n has filled; frame 0 none.
func (s suffixes) cell(n int) (i, j int) { return (n - 1) / len(s.z), (n - 1) % len(s.z) }

func (s suffixes) frame(n int) exercises.Frame {
	f := exercises.Frame{
		Figures: []exercises.Figure{stage.Main(s.title, s.filled(n))},
		Status:  ascii.Plainf("%d of %d cells, sum so far %d", n, len(s.x)*len(s.z), s.sum(n)),
	}
	if n == 0 {
		f.Formula = []ascii.Line{ascii.Plain("a cell is how far two places agree,"), ascii.Plain("counted backwards from there")}
		return f
	}
	i, j := s.cell(n)
	f.Formula = []ascii.Line{s.law(i, j), {{Text: "in common here: ", Ink: ascii.Dim}, {Text: or(strings.Join(s.common(i, j), ", "), "nothing"), Ink: ascii.Symbol1}}}
	return f
}

// law is how the cell follows from the one up left.
func (s suffixes) law(i, j int) ascii.Line {
	at := fmt.Sprintf("x%s = %c, z%s = %c: ", anatomy.Sub(i+1), s.x[i], anatomy.Sub(j+1), s.z[j])
	if s.table[i][j] == 0 {
		return ascii.Line{{Text: at, Ink: ascii.Text}, {Text: "different, 0", Ink: ascii.Dim}}
	}
	return ascii.Line{{Text: at, Ink: ascii.Text}, {Text: fmt.Sprintf("equal, 1 + %d up left = %d", s.table[i][j]-1, s.table[i][j]), Ink: ascii.Symbol1}}
}

// common are the substrings that end at both places, the shortest first.
func (s suffixes) common(i, j int) []string {
	var out []string
	for n := 1; n <= s.table[i][j]; n++ {
		out = append(out, string(s.x[i+1-n:i+1]))
	}
	return out
}

func (s suffixes) sum(n int) int {
	total := 0
	for k := 1; k <= n; k++ {
		i, j := s.cell(k)
		total += s.table[i][j]
	}
	return total
}

// event is a common substring of two letters or more.
func (s suffixes) event(n int) string {
	if n == 0 {
		return ""
	}
	i, j := s.cell(n)
	if s.table[i][j] < 2 {
		return ""
	}
	return "“" + string(s.x[i+1-s.table[i][j]:i+1]) + "” in common"
}

// filled is the table with its first n cells. The diagonal that the last of them
// lengthens is lit.
func (s suffixes) filled(n int) ascii.Table {
	t := ascii.Table{Columns: []ascii.Column{{Title: "", Width: 2}}}
	for _, b := range s.z {
		t.Columns = append(t.Columns, ascii.Column{Title: string(b), Width: 3, Right: true})
	}
	lit := map[[2]int]bool{}
	if n > 0 {
		i, j := s.cell(n)
		for k := range s.table[i][j] {
			lit[[2]int{i - k, j - k}] = true
		}
	}
	for i, a := range s.x {
		row := []ascii.Line{ascii.Inked(string(a), ascii.Dim)}
		for j := range s.z {
			row = append(row, s.entry(i, j, n, lit[[2]int{i, j}]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s suffixes) entry(i, j, n int, lit bool) ascii.Line {
	text, at := fmt.Sprint(s.table[i][j]), i*len(s.z)+j+1
	switch {
	case at > n:
		return ascii.Inked("·", ascii.Dim)
	case lit:
		return ascii.Inked(text, ascii.Symbol1)
	case at == n:
		return ascii.Inked(text, ascii.Select)
	case s.table[i][j] == 0:
		return ascii.Inked(text, ascii.Dim)
	}
	return ascii.Plain(text)
}
