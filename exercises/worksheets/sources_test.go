package worksheets

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

var update = flag.Bool("update", false, "write SOURCES.md")

const sourcesIntro = `# Which exercises cover the sources

The sources are five course documents. For each of their items, the tables name the exercises and tasks in which a
student does what it asks for. Items that are covered completely may share a row. If something is missing, the last column says what.

This page is generated. rows.txt has the rows, and the block source of a task names the rows that it answers. After a
change of either, run ` + "`go test ./exercises/worksheets -run TestSources -update`" + `.
`

// TestSources checks SOURCES.md against the worksheets and rows.txt. Each row must have a task
// or a reason, and each line of a block source must name a row.
func TestSources(t *testing.T) {
	tasks := tasksBySource(t)
	rows := must.Value(os.ReadFile("rows.txt"))
	page, source := sourcesIntro, ""
	for line := range strings.Lines(string(rows)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			source, heading, _ = strings.Cut(heading, ": ")
			page += fmt.Sprintf("\n## %s\n\n| `%s …` | what it asks | exercise and tasks | complete? |\n", heading, source) +
				"| --- | --- | --- | --- |\n"
		} else if line != "" {
			page += row(t, tasks, source, strings.Split(line, " | "))
		}
	}
	for name := range tasks {
		t.Errorf("%q in a block source is no row of rows.txt", name)
	}
	if *update {
		check.OK(t, os.WriteFile("SOURCES.md", []byte(page), 0o644))
	}
	if old, err := os.ReadFile("SOURCES.md"); err != nil || string(old) != page {
		t.Errorf("SOURCES.md differs from what is generated (%v), want it equal: run this test with -update", err)
	}
}

// row returns the line of the page for one row, and removes the row from tasks.
func row(t *testing.T, tasks map[string][]string, source string, cells []string) string {
	name := source + " " + cells[0]
	state := "complete"
	switch {
	case len(cells) == 3 && len(tasks[name]) > 0:
		state = "in part: " + cells[2]
	case len(cells) == 3:
		state = "open: " + cells[2]
	}
	check.That(t, len(cells) >= 2 && len(cells) <= 3 && len(tasks[name])+len(cells) >= 3,
		"the row %q has %d parts and %d tasks, want what it asks, and a task or a reason why not", name, len(cells),
		len(tasks[name]))
	where := strings.Join(tasks[name], ", ")
	delete(tasks, name)
	return fmt.Sprintf("| %s | %s | %s | %s |\n", cells[0], strings.Join(cells[1:2], ""), where, state)
}

// tasksBySource returns the tasks that answer each row, as "7.7 `state` `watch`".
func tasksBySource(t *testing.T) map[string][]string {
	var folders []fs.FS
	for _, unit := range "123456789d" {
		folders = append(folders, os.DirFS("../unit"+string(unit)))
	}
	book := must.Value(Outline(Kit{}, folders))
	out := map[string][]string{}
	for _, u := range book.units {
		for _, e := range u.exercises {
			for _, s := range e.tasks {
				for _, item := range s.items {
					task := fmt.Sprintf(" `%s`", s.name)
					if last := len(out[item]) - 1; last >= 0 && strings.HasPrefix(out[item][last], e.summary.ID+" ") {
						out[item][last] += task
						continue
					}
					out[item] = append(out[item], e.summary.ID+task)
				}
			}
		}
	}
	return out
}
