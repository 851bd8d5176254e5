package unit9

import (
	"cmp"
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/structured"
)

// suffixTable is the complete table of two strings: lengths[i][j] is the length of the longest common
// suffix of x[:i+1] and z[:j+1].
type suffixTable struct {
	x, z    []rune
	lengths [][]int
}

func newSuffixTable(x, z string) suffixTable {
	return suffixTable{[]rune(x), []rune(z), structured.SuffixTable(x, z)}
}

// scene shows how the table is filled cell by cell. The sum of its cells is the value of the kernel
// of all substrings.
func (s suffixTable) scene() worksheets.SceneFunc {
	return lesson.FixedScene(exercises.Scene{Run: s.run()})
}

// cellOfFrame returns the cell that step n > 0 fills. Frame n is the table after step n.
func (s suffixTable) cellOfFrame(n int) (i, j int) { return (n - 1) / len(s.z), (n - 1) % len(s.z) }

func (s suffixTable) frame(n int) exercises.Frame {
	f := exercises.Frame{
		Figures: []exercises.Figure{stage.Main(fmt.Sprintf("x = %s, z = %s", string(s.x), string(s.z)),
			s.filledTable(n))},
		Status: ascii.Plainf("%d of %d cells, sum so far %v", n, len(s.x)*len(s.z), s.record(n)["sum"]),
	}
	if n == 0 {
		f.Formula = ascii.PlainLines("a cell is how many letters agree,", "going backwards from its two places")
		return f
	}
	i, j := s.cellOfFrame(n)
	f.Formula = []ascii.Line{s.recurrenceLine(i, j),
		{{Text: "in common here: ", Ink: ascii.Dim},
			{Text: cmp.Or(strings.Join(s.commonSuffixes(i, j), ", "), "nothing"), Ink: ascii.Symbol1}}}
	return f
}

// recurrenceLine says how a cell follows from the two letters and the cell above and to the left of it.
func (s suffixTable) recurrenceLine(i, j int) ascii.Line {
	prefix := fmt.Sprintf("x%s = %c, z%s = %c: ", anatomy.Sub(i+1), s.x[i], anatomy.Sub(j+1), s.z[j])
	if s.lengths[i][j] == 0 {
		return ascii.Line{{Text: prefix, Ink: ascii.Text}, {Text: "different, 0", Ink: ascii.Dim}}
	}
	return ascii.Line{{Text: prefix, Ink: ascii.Text},
		{Text: fmt.Sprintf("equal, %d (up left) + 1 = %d", s.lengths[i][j]-1, s.lengths[i][j]), Ink: ascii.Symbol1}}
}

// commonSuffixes returns the substrings that end at both positions, the shortest first.
func (s suffixTable) commonSuffixes(i, j int) []string {
	var out []string
	for n := 1; n <= s.lengths[i][j]; n++ {
		out = append(out, string(s.x[i+1-n:i+1]))
	}
	return out
}

// event names the longest common substring that ends in cell n if it has at least two letters.
func (s suffixTable) event(n int) string {
	if n == 0 {
		return ""
	}
	substrings := s.commonSuffixes(s.cellOfFrame(n))
	if len(substrings) < 2 {
		return ""
	}
	return "“" + substrings[len(substrings)-1] + "” in common"
}

// filledTable shows the first n cells of the table and highlights the diagonal that ends in cell n.
func (s suffixTable) filledTable(n int) ascii.Table {
	t := ascii.Table{Columns: []ascii.Column{{Width: 2}}}
	for _, b := range s.z {
		t.Columns = append(t.Columns, ascii.Column{Title: string(b), Width: 3, Right: true})
	}
	highlighted := map[[2]int]bool{}
	if n > 0 {
		i, j := s.cellOfFrame(n)
		for k := range s.lengths[i][j] {
			highlighted[[2]int{i - k, j - k}] = true
		}
	}
	for i, a := range s.x {
		row := []ascii.Line{ascii.Inked(string(a), ascii.Dim)}
		for j := range s.z {
			row = append(row, s.cellLine(i, j, n, highlighted[[2]int{i, j}]))
		}
		t.Add(row...)
	}
	return t
}

func (s suffixTable) cellLine(i, j, n int, highlighted bool) ascii.Line {
	text, number := fmt.Sprint(s.lengths[i][j]), i*len(s.z)+j+1
	switch {
	case number > n:
		return ascii.Inked("·", ascii.Dim)
	case highlighted:
		return ascii.Inked(text, ascii.Symbol1)
	case number == n:
		return ascii.Inked(text, ascii.Select)
	case s.lengths[i][j] == 0:
		return ascii.Inked(text, ascii.Dim)
	}
	return ascii.Plain(text)
}

// run returns the run that fills the table, one cell per step. The derivations of its steps
// compute each cell from the letters of the strings.
func (s suffixTable) run() exercises.Run {
	return stage.NewComputationRun(anatomy.Computation{
		Title:     "the table of common suffixes",
		Rule:      "If the two letters agree, a cell is one more than the cell up left. If they differ, it is 0.",
		Objective: "sum",
		Steps:     len(s.x) * len(s.z), Record: s.record, Derive: s.derive, FormulaNotes: s.lettersLine, Laws: s.laws,
		ConditionQuantities: anatomy.Derivation{
			{Name: "cell", Symbol: "cell", ConditionName: "cell", Help: "the number that the step fills in"},
			{Name: "sum", Symbol: "sum", ConditionName: "sum", Help: "the sum of all cells so far", Persistent: true},
			{Name: "row", Symbol: "row", ConditionName: "row", Help: "the place in x", Aliases: []string{"i"}},
			{Name: "column", Symbol: "column", ConditionName: "column", Help: "the place in z", Aliases: []string{"j"}},
			{Name: "longest", Symbol: "longest", ConditionName: "longest", Help: "the largest cell so far",
				Persistent: true},
		},
	}, stage.Presentation{
		Frame: s.frame, Event: s.event, End: "Every cell is filled. Their sum is k(x, z).",
		Conditions: []exercises.Condition{
			{Name: "cell > 0", Label: "the letters agree"},
			{Name: "longest rises", Label: "a run gets longer than any before"},
		},
		Examples: []string{"row == 3", "sum > 9", "longest rises"},
	})
}

// record returns the numbers of the table at frame n.
func (s suffixTable) record(n int) anatomy.Numbers {
	out := anatomy.Numbers{"sum": 0, "longest": 0}
	for k := 1; k <= n; k++ {
		i, j := s.cellOfFrame(k)
		cell := float64(s.lengths[i][j])
		out["row"], out["column"], out["cell"] = float64(i+1), float64(j+1), cell
		out["sum"], out["longest"] = out["sum"]+cell, max(out["longest"], cell)
	}
	return out
}

// suffixLength returns how many letters of x and z agree, going backwards from positions i and j,
// which count from 0.
func (s suffixTable) suffixLength(i, j int) float64 {
	n := 0
	for ; n <= min(i, j) && s.x[i-n] == s.z[j-n]; n++ {
	}
	return float64(n)
}

// derive returns the derivation of step n, which leads from frame n−1 to frame n.
func (s suffixTable) derive(n int) anatomy.Derivation {
	i, j := s.cellOfFrame(n)
	name := func(i, j int) string { return fmt.Sprintf("T[%d][%d]", i, j) }
	indicator := 0.0
	slips := []anatomy.Slip{
		{ID: "anyway", Advice: "Compare the two letters: no common substring ends here.",
			Compute: func(n anatomy.Numbers) float64 { return n["up"] + 1 }},
	}
	if s.x[i] == s.z[j] {
		indicator, slips = 1, []anatomy.Slip{
			{ID: "alone",
				Advice:  "That counts these two letters only. The run that ends in the cell up left goes on here.",
				Compute: func(anatomy.Numbers) float64 { return 1 }},
			{ID: "copied", Advice: "That is the cell up left. Here one more letter agrees.",
				Compute: func(n anatomy.Numbers) float64 { return n["up"] }},
		}
	}
	return anatomy.Derivation{
		{Name: "up", Symbol: name(i, j), Compute: func(anatomy.Numbers) float64 { return s.suffixLength(i-1, j-1) }},
		{Name: "before", Symbol: "sum before",
			Compute: func(anatomy.Numbers) float64 { return s.record(n - 1)["sum"] }},
		{
			Name: "cell", Symbol: name(i+1, j+1), Ink: ascii.Symbol1, Formula: "[" + s.equation(i, j) + "]·({up} + 1)",
			Inputs:  []string{"up"},
			Fill:    func(n anatomy.Numbers) string { return fmt.Sprintf("%v·(%v + 1)", indicator, n["up"]) },
			Compute: func(n anatomy.Numbers) float64 { return indicator * (n["up"] + 1) },
			Slips:   slips,
		},
		{
			Name: "sum", Symbol: "sum so far", Ink: ascii.Accent, Formula: "{before} + {cell}",
			Inputs:  []string{"before", "cell"},
			Compute: func(n anatomy.Numbers) float64 { return n["before"] + n["cell"] },
			Slips: []anatomy.Slip{
				{ID: "replaced", Advice: "That is this cell alone. Add it to the sum before.",
					Compute: func(n anatomy.Numbers) float64 { return n["cell"] }},
			},
		},
	}
}

// equation returns the formula that says that the two letters of a cell agree.
func (s suffixTable) equation(i, j int) string {
	return fmt.Sprintf("x%s = z%s", anatomy.Sub(i+1), anatomy.Sub(j+1))
}

// lettersLine names the two letters that step n compares.
func (s suffixTable) lettersLine(n int) []ascii.Line {
	i, j := s.cellOfFrame(n)
	return ascii.Linesf("x%s is %c, z%s is %c; [%s] is 1 if they are the same letter, else 0.", anatomy.Sub(i+1),
		s.x[i], anatomy.Sub(j+1), s.z[j], s.equation(i, j))
}

// laws returns the equation that must hold for the table at frame n: the sum of its cells is the
// number of pairs of equal substrings, which laws counts directly.
func (s suffixTable) laws(n int) []anatomy.Law {
	var pairs float64
	for k := 1; k <= n; k++ {
		i, j := s.cellOfFrame(k)
		for p := 1; p <= min(i, j)+1; p++ {
			if string(s.x[i+1-p:i+1]) == string(s.z[j+1-p:j+1]) {
				pairs++
			}
		}
	}
	return []anatomy.Law{
		{Name: "pairs", Formula: "sum = pairs of equal substrings", Got: s.record(n)["sum"], Want: pairs},
	}
}
