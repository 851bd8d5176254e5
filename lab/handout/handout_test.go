package handout

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/page"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// No page of a sheet gives away the answer to one of its tasks: with some seed the page does not
// contain it. The page is well-formed. The test tries one seed of every third exercise, because
// deciding where a page ends takes long. With THOROUGH=1 it tries five seeds of every exercise.
func TestNew_hidesAnswers(t *testing.T) {
	library := must.Value(catalogue.New())
	seeds, stride := 1, 3
	if os.Getenv("THOROUGH") != "" {
		seeds, stride = 5, 1
	}
	for i, s := range exercises.Summaries(library) {
		if i%stride > 0 {
			continue
		}
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			shown := map[string]int{} // the number of seeds with which a page shows the answer
			for i := range seeds {
				checkSheet(t, must.Value(library.Open(s.ID, exercises.Options{Seed: uint64(3 + i)})), shown)
			}
			for field, n := range shown {
				_, known := givenAway[s.ID+"/"+field]
				check.That(t, known || n < seeds, "%s: the page shows the answer with every seed", field)
				check.That(t, !known || n > 0 || seeds == 1, "%s: the page never shows the answer, so givenAway is wrong", field)
			}
		})
	}
}

// markdownOf returns the Markdown of an exercise on paper.
func markdownOf(t *testing.T, id string, solutions bool) string {
	var text strings.Builder
	e := must.Value(must.Value(catalogue.New()).Open(id, exercises.Options{Seed: 1}))
	check.OK(t, New(t.Context(), e, solutions).Markdown(&text))
	return text.String()
}

// A task with the block reveals starts a new page.
func TestNew_startsPage(t *testing.T) {
	for id, task := range map[string]int{"3.1": 4, "7.8": 6, "9.8": 3} {
		before, _, _ := strings.Cut(markdownOf(t, id, false), fmt.Sprintf("### %d. ", task))
		check.That(t, strings.HasSuffix(before, "when you have done them.*\n\n"), "%s: no page begins before task %d", id, task)
	}
}

// Names of sliders and keys are in quotes: without them, “Set the others to 0” would mean something else.
// The answer to a derivation is its worked solution: the last line alone would be refused. A label that
// ends in a bracket has a colon before the value, but "O( )" has none.
func TestNew_texts(t *testing.T) {
	for id, want := range map[string]string{"5.3": "Set “the others”", "3.4": "",
		"6.1": "k(xⱼ, x): after the loop", "9.8": "O( ) O(n²)"} {
		text := markdownOf(t, id, true)
		_, solutions, _ := strings.Cut(text, "## Solutions")
		check.That(t, strings.Contains(text, want) && !strings.Contains(solutions, "lines: "), "%s: got %s, want %q, no lines",
			id, text, want)
	}
}

// checkSheet checks a sheet and adds 1 to counts for each field whose answer is on its page. The
// keys are the names of the task and of the field.
func checkSheet(t *testing.T, e *exercises.Exercise, counts map[string]int) {
	t.Helper()
	d := New(t.Context(), e, false)
	var text, html strings.Builder
	d.Markdown(&text)
	d.HTML(&html)
	if strings.Contains(text.String(), "Solutions") {
		t.Error("got solutions, want none")
	}
	checkXML(t, html.String(), d.Parts)
	var on []exercises.Task // the tasks on a page
	var onPage page.Document
	for _, p := range append(d.Parts, page.Part{Kind: page.NewPage}) {
		switch n := 0; p.Kind {
		case page.NewPage:
			var text strings.Builder
			onPage.Markdown(&text)
			countShown(t, on, text.String(), answerCandidates(onPage.Parts), counts)
			on, onPage.Parts = nil, nil
		case page.Heading:
			if _, err := fmt.Sscanf(p.Text, "%d.", &n); err != nil {
				t.Fatalf("got the heading %q, want a number", p.Text)
			}
			on = append(on, e.Tasks[n-1])
		}
		onPage.Parts = append(onPage.Parts, p)
	}
}

// givenAway are answers that a sheet shows, with the reasons.
var givenAway = map[string]string{
	"2.1/stars read":        "it is one of the monomials that the task before explains",
	"5.6/powers closed":     "the sum 1 + xz + … + (xz)^(M−1) in the text has the same letters",
	"3.4/regions mirror":    "the question is what f(x), which the text gives, says about f(−x)",
	"4.3/costs pe":          "O(m) is also a choice of another question",
	"5.1/representer lines": "the text gives the first line",
	"5.2/weight bracket":    "it is a part of the loss",
	"5.2/push pushed":       "it is a part of the equation to begin with",
	"5.2/blank chain":       "it is the result of the page, in the task before",
	"6.6/race ona":          "the factor is what is left after one step, which a slider chooses",
	"6.6/huber middle":      "it is a part of the loss",
	"7.4/kkt mu_free":       "it is a part of a condition",
	"7.5/two partner":       "the text gives the number, but not its sign",
	"7.5/step sum":          "after a step from 0 a sum of labels times the rate may be the rate",
	"8.1/offset bias":       "the figure has the sum from which b is read",
	"9.4/own own":           "it is a part of one of the strings",
}

// letters returns the letters and digits of a formula in order of the alphabet. They stay the same
// if terms change their order or their signs.
func letters(text string) string {
	out := slices.DeleteFunc([]rune(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	slices.Sort(out)
	return string(out)
}

// countShown adds 1 to counts for each long answer that its page shows: word for word, in another
// order or with other signs, or, for a matrix, as the rows of a table. It adds 0 for other answers.
func countShown(t *testing.T, tasks []exercises.Task, texts string, pieces []string, counts map[string]int) {
	t.Helper()
	for _, task := range tasks {
		info := task.Info()
		for _, f := range info.Fields {
			answer := exercises.ReadingOf(t.Context(), task, f, info.Reference[f.Name], exercises.Report{})
			if len(f.Choices) > 0 || info.OnlyPredictions || utf8.RuneCountInString(answer) < 4 {
				continue
			}
			key := info.Name + " " + f.Name
			counts[key] += 0
			same := func(p string) bool { return len(letters(p)) > 6 && letters(p) == letters(answer) }
			if strings.Contains(texts, answer) || slices.ContainsFunc(pieces, same) || hasRows(texts, answer) {
				counts[key]++
			}
		}
	}
}

// hasRows reports whether the rows of a table contain the rows of a matrix. The texts are Markdown.
func hasRows(texts, matrix string) bool {
	rows := strings.Split(strings.Trim(matrix, "[]"), "], [")
	return len(rows) > 1 && !slices.ContainsFunc(rows, func(row string) bool {
		return !strings.Contains(strings.ReplaceAll(texts, " | ", ", "), row)
	})
}

// checkXML checks that a page is well-formed and has all pictures.
func checkXML(t *testing.T, html string, parts []page.Part) {
	t.Helper()
	svgs := 0
	for in := xml.NewDecoder(strings.NewReader(html)); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		check.Must(t, err == nil, "the page is not well-formed: %v", err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "svg" {
			svgs++
		}
	}
	for _, p := range parts {
		if p.Kind == page.Picture {
			svgs--
		}
	}
	check.That(t, svgs == 0, "got %d pictures more than figures", svgs)
}
