package ask

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// page is what a student has before him of a step: its words, the numbers that
// they give, and its tables. Nothing else of the step is known to those who
// answer from it.
type page struct {
	words  string
	given  map[string]float64 // by what stands before "="
	tables []sheetOfPaper
}

// sheetOfPaper is a table as it is read.
type sheetOfPaper struct {
	title string
	rows  []map[string]string
}

var equation = regexp.MustCompile(`([^\s,;:.]+) = ([+−]?[0-9.]*[0-9](?:e−?[0-9]+)?|∞)`)

// pageOf is a step as it is shown with some answers filled in.
func pageOf(t *testing.T, s exercises.Step, a exercises.Answers) page {
	t.Helper()
	info, scene := s.Info(), s.Scene(t.Context(), a)
	lines := []string{info.Question.String()}
	for _, b := range info.Text {
		lines = append(lines, b.Text.String())
	}
	for _, l := range scene.Notes {
		lines = append(lines, l.String())
	}
	p := page{words: strings.Join(lines, "\n"), given: map[string]float64{}}
	for _, m := range equation.FindAllStringSubmatch(p.words, -1) {
		p.given[m[1]] = parsed(t, m[2])
	}
	for _, f := range scene.Figures {
		table, ok := f.Plot.(ascii.Table)
		if !ok {
			t.Fatalf("%T is no table", f.Plot)
		}
		paper := sheetOfPaper{title: f.Title}
		for _, row := range table.Rows {
			cells := map[string]string{}
			for i, c := range table.Columns {
				cells[c.Title] = strings.TrimSpace(row[i].String())
			}
			paper.rows = append(paper.rows, cells)
		}
		p.tables = append(p.tables, paper)
	}
	return p
}

func parsed(t *testing.T, s string) float64 {
	t.Helper()
	if s == "∞" {
		return math.Inf(1)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
	if err != nil {
		t.Fatalf("%q is no number", s)
	}
	return v
}

// has is whether the words have a part.
func (p page) has(part string) bool { return strings.Contains(p.words, part) }

// number is what a letter is given as: "αk", or a letter with any number of a
// point, as "t#".
func (p page) number(t *testing.T, sign string) float64 {
	t.Helper()
	pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(sign), "#", "[₀-₉]+") + "$")
	for s, v := range p.given {
		if pattern.MatchString(s) {
			return v
		}
	}
	t.Fatalf("%s is not given in\n%s", sign, p.words)
	return 0
}

// row is a line of the table of points, with its numbers.
type paperRow struct {
	i               string
	y, a, f, d, da  float64
	up, low         bool
	coef, k, lambda float64
	kappa           float64
}

// points are the rows of the first table.
func (p page) points(t *testing.T) []paperRow {
	t.Helper()
	if len(p.tables) == 0 {
		t.Fatalf("no table beside\n%s", p.words)
	}
	var out []paperRow
	for _, cells := range p.tables[0].rows {
		r := paperRow{i: cells["i"]}
		for title, to := range map[string]*float64{
			"t": &r.y, "y": &r.y, "α": &r.a, "F": &r.f, "f": &r.f, "Δf": &r.d, "Δα": &r.da, "κ": &r.kappa,
			"αy": &r.coef, "a": &r.coef, "αt": &r.coef, "K": &r.k, "λⱼ": &r.lambda,
		} {
			if text, ok := cells[title]; ok {
				*to = parsed(t, text)
			}
		}
		r.up, r.low = strings.Contains(cells["tα may"], "up"), strings.Contains(cells["tα may"], "low")
		out = append(out, r)
	}
	return out
}

// sum is Σ coefficient · K of a table of weights.
func (p page) sum(t *testing.T) float64 {
	total := 0.0
	for _, r := range p.points(t) {
		total += r.coef * r.k
	}
	return total
}

// of is the row of a point.
func of(rows []paperRow, point string) paperRow {
	for _, r := range rows {
		if r.i == point {
			return r
		}
	}
	return paperRow{}
}

// TestAnsweredFromThePage: who has nothing but the words and the tables of a
// question answers it right, whatever the solver.
func TestAnsweredFromThePage(t *testing.T) {
	did := map[string]int{}
	for _, r := range append(runs(t), newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1, Rule: solvers.SecondOrder}, 30)) {
		for i := range r.traces[0].Len() - 1 {
			for _, s := range asked(r, i) {
				a := pupil{t, s}.answers()
				name := s.Info().Name
				if a == nil {
					t.Fatalf("%s step %d: nobody knows how to answer %q", r.name, i, name)
				}
				if got := check(s, a); !got.Accepted {
					t.Fatalf("%s step %d, %s: %v is refused for %v: %s\n%v", r.name, i, name, a, s.Info().Reference, facts(got), pageOf(t, s, a))
				}
				did[strings.Fields(r.name)[0]+" "+name]++
			}
		}
	}
	for _, want := range []string{
		"smo pair", "smo kappa", "smo clip", "smo alpha", "smo rise", "smo byhand",
		"perceptron mistake", "perceptron next", "perceptron alpha", "perceptron bias", "perceptron byhand",
		"logistic sign", "logistic value", "logistic loss", "logistic byhand",
		"ascent sign", "ascent value", "ascent loss", "ascent negative", "ascent byhand",
		"least-squares sign", "least-squares value", "least-squares loss", "least-squares stability", "least-squares byhand",
		"ridge rank", "ridge entry", "ridge definite", "ridge forward", "ridge back", "ridge residual", "ridge byhand",
	} {
		if did[want] == 0 {
			t.Errorf("%s was never asked: %v", want, did)
		}
	}
}
