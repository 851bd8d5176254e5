package report

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/class"
	"kernellab/lab/page"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// morning is when the class of the tests begins.
var morning = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// evil is a text that breaks pages and tables that do not escape it.
const evil = "<img src=x onerror=alert(1)>|\x1b[31m`&\u202e"

// reportOn returns a report on a class of four. Ada, Bob and Eve are wrong in 1.2 with the
// same misconception, and Ada and Bob again in 7.7. Only Ada and Bob finish 3.1. Zoë joins
// and does nothing.
func reportOn(t *testing.T, o Options) *Report {
	t.Helper()
	library, err := catalogue.New()
	check.OK(t, err)
	o.Typed = func(e progress.Event) string { return e.Raw["a"] }
	o.Votes = []class.Vote{{Question: "Which σ?", Options: []string{"small", "large"}, Counts: [][]int{{3, 1}, {0, 4}}}}
	o.Explain = func(e progress.Event) string { return "advice on " + e.Misconception }
	r := New(library, o)
	for id, name := range map[string]string{"ada": "Ada" + evil, "bob": "Bob", "eve": "Eve", "zoe": "Zoë", "": ""} {
		r.Add(id, name, nil)
	}
	for i, id := range []string{"ada", "bob", "eve"} {
		now, events := morning, []progress.Event(nil)
		answer := func(exercise, task, typed, note, verdict string, accepted bool) {
			now = now.Add(time.Minute)
			events = append(events, progress.Event{Student: id, Kind: progress.AnswerGiven, Time: now, Exercise: exercise, Task: task,
				Raw: map[string]string{"a": typed}, Reading: typed, Misconception: note, Verdict: verdict, Accepted: accepted,
				Milliseconds: int64(i+1) * 60_000, Hints: i})
		}
		answer("1.2", "threshold", fmt.Sprint(3+i, evil), "sign-swapped", "not-equal", false)
		answer("1.2", "threshold", "7"+evil, "", "not-equal", false)
		answer("1.2", "threshold", "((", "", "", false)
		answer("1.2", "threshold", "2", "", "equal", true)
		answer("7.7", "may", "up", map[bool]string{true: "sign-swapped"}[i < 2], "not-equal", false)
		if i < 2 {
			e, _ := library.Open("3.1", exercises.Options{Seed: 1})
			for _, task := range e.Tasks {
				answer("3.1", task.Info().Name, "1", "", "equal", true)
			}
		}
		r.Add(id, "", append(events, progress.Event{Student: id, Kind: progress.HelpAsked, Time: now, Exercise: "7.7",
			Task: "may", Reading: progress.HelpWanted}))
	}
	return r
}

func documentOf(t *testing.T, r *Report) page.Document {
	t.Helper()
	d, err := r.Document()
	check.OK(t, err)
	return d
}

func htmlOf(d page.Document) string {
	var out strings.Builder
	d.HTML(&out)
	return out.String()
}

func markdownOf(d page.Document) string {
	var out strings.Builder
	d.Markdown(&out)
	return out.String()
}

// rowsOf returns the rows of the section with a title, in Markdown.
func rowsOf(t *testing.T, d page.Document, title string) (rows []string) {
	t.Helper()
	_, section, found := strings.Cut(markdownOf(d), "\n## "+title+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "| ") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	check.Must(t, found && len(rows) >= 3, "%s: got %q, want a table", title, section)
	return rows[2:]
}

func TestReport_counts(t *testing.T) {
	d := documentOf(t, reportOn(t, Options{}))
	for title, want := range map[string][]string{
		"The class in numbers": {"| students | 4 |", "| students at work | 3 |", "| requests for help | 3 |",
			"| wrong answers | 9 |"},
		"How far the class got, and time against plan": {
			"| 3.1 Expand the quadratic kernel | ██████████ 2 of 2 | █████░░░░░ 6.0 of 12 min |",
			"| 7.7 Watch SMO | ░░░░░░░░░░ 0 of 3 | ░░░░░░░░░░ – of 20 min |"},
		"The hardest tasks":             {"| 1.2 One threshold is not enough | ██████████ 3 of 3 | 2.0 | 1.0 | 0 | 2.0 |"},
		"The commonest misconceptions":  {"| 7.7 Which points may move? | ███████░░░ 2 of 3 | 2 | sign swapped: advice on sign-swapped | “up” |"},
		"Misconceptions that come back": {"| sign swapped | 1.2 | 7.7 | ███████░░░ 2 of 3 |"},
		"Wrong answers that no rule recognised": {"| 7.7 Which points may move? | ███░░░░░░░ 1 of 3 | 1 | up | “up” |",
			"| 1.2 One threshold is not enough | ██████████ 3 of 3 | 3 | unreadable | “((” |"},
		"Votes": {"| Which σ? | 1 | small | ████████░░ 3 of 4 |", "| Which σ? | 2 | large | ██████████ 4 of 4 |"},
	} {
		rows := rowsOf(t, d, title)
		for _, row := range want {
			check.That(t, slices.Contains(rows, row),
				"%s: got\n%s\nwant the row\n%s", title, strings.Join(rows, "\n"), row)
		}
	}
}

func TestReport_restricted(t *testing.T) {
	d := documentOf(t, reportOn(t, Options{Exercise: "7.7"}))
	if rows := rowsOf(t, d, "How far the class got, and time against plan"); len(rows) != 1 {
		t.Errorf("only 7.7: got %q, want one exercise", rows)
	}
	if rows := rowsOf(t, d, "Misconceptions that come back"); len(rows) != 1 {
		t.Errorf("only 7.7: got %q, want what comes back in it", rows)
	}
	d = documentOf(t, reportOn(t, Options{Since: morning.Add(time.Hour)}))
	if n := strings.Count(htmlOf(d), "Nothing yet."); n != 5 {
		t.Errorf("after the class: got %d empty sections, want 5", n)
	}
}

var pageFolder = flag.String("pages", "", "write the pages of the tests to this folder")

// savePage writes a page to the folder of -pages.
func savePage(t *testing.T, name, page string) {
	t.Helper()
	if *pageFolder == "" {
		return
	}
	check.OK(t, os.WriteFile(filepath.Join(*pageFolder, name), []byte(page), 0o600))
}

// All bars are on the page, and what students typed stays text.
func TestReport_page(t *testing.T) {
	text := htmlOf(documentOf(t, reportOn(t, Options{Names: true})))
	savePage(t, "class.html", text)
	for title, n := range map[string]int{"How far the class got, and time against plan": 6, "The hardest tasks": 2,
		"The commonest misconceptions": 2, "Misconceptions that come back": 1, "Wrong answers that no rule recognised": 3} {
		_, section, _ := strings.Cut(text, "<h2>"+title+"</h2>")
		section, _, _ = strings.Cut(section, "<h2>")
		if got := strings.Count(section, `class="bar"`); got != n {
			t.Errorf("%s: got %d bars, want %d", title, got, n)
		}
	}
	if name := "Ada&lt;img src=x onerror=alert(1)&gt;| [31m`&amp;"; !strings.Contains(text, name) {
		t.Errorf("got no text %q, want it as it is", name)
	}
}

// Markdown has no HTML of a student and no more columns than its header. Without Names
// nobody is named.
func TestReport_markdown(t *testing.T) {
	d := documentOf(t, reportOn(t, Options{}))
	out, page := markdownOf(d), htmlOf(d)
	columns := 0
	for line := range strings.Lines(out) {
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if columns > 0 && n > 0 && n != columns {
			t.Errorf("got %d columns in %q, want %d", n-1, line, columns-1)
		}
		columns = n
	}
	for _, bad := range []string{"<img", "\x1b", "Ada", "Zoë"} {
		check.That(t, !strings.Contains(out, bad) && !strings.Contains(page, bad),
			"got %q in the report, want it nowhere", bad)
	}
}
