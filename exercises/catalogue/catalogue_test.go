package catalogue

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/check"
)

// tiny is a worksheet of one exercise that takes data.
const tiny = "---\nunit: \"1\"\ntitle: Tiny\nintro: One sum.\n---\n" +
	"# 1.1 Add\n\n```exercise\ngoal: Add two numbers.\nminutes: 1\ndata: true\n```\n\n" +
	"## sum: Add them\n\nHere are 2 and 3.\n\n" +
	"```question\nWhat is their sum?\n```\n\n" +
	"```fields\n- name: sum\n  label: \"=\"\n```\n\n" +
	"```hints\n- count\n- on your fingers\n- one more than 4\n```\n\n```solution\nIt is 5.\n```\n\n" +
	"```reference\nsum: \"5\"\n```\n"

func TestLoadFrom_refusesFaults(t *testing.T) {
	lesson := func(worksheets.LessonInput) worksheets.LessonOutput { return worksheets.LessonOutput{} }
	for _, c := range []struct {
		name, sheet string
		lessons     map[string]worksheets.Lesson
		want        string // in the error, at once or when 1.1 is opened
	}{
		{"a lesson without exercise", tiny, map[string]worksheets.Lesson{"1.1": lesson, "1.2": lesson},
			"the lesson 1.2 has no exercise"},
		{"an exercise without its lesson", tiny, nil, "nothing checks the fields of task sum"},
		{"the file has no front matter", "the file has no front matter", nil, "unit1.md"},
		{"a block that does not exist", tiny + "\n```nonsense\nx\n```\n", nil, "nonsense"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lib, err := LoadFrom(
				worksheets.Source{Worksheets: fstest.MapFS{"unit1.md": {Data: []byte(c.sheet)}}, Lessons: c.lessons},
			)
			if err == nil {
				_, err = lib.Open("1.1", exercises.Options{})
			}
			check.That(t, err != nil && strings.Contains(err.Error(), c.want), "error %v, want %q", err, c.want)
		})
	}
}

// tinyWithFormer returns tiny with a second exercise, to which the sum has moved under another
// name.
func tinyWithFormer() string {
	return strings.Replace(tiny, "Here are", "```former\nknow\n```\n\nHere are", 1) +
		"\n## know: Know\n\nNow you know.\n\n" +
		"# 1.2 Add more\n\n```exercise\ngoal: Add more numbers.\nminutes: 1\n```\n\n" +
		"## read: Read\n\nA text.\n\n## plus: Two and three\n\n```from\n1.1 sum\n```\n"
}

func TestCatalogue_Open_replacedTasks(t *testing.T) {
	answers := exercises.Answers{"sum": "5"}
	judges := map[string]worksheets.Judge{"sum": worksheets.CheckJudge("5", func(_ context.Context, text string) answer.Result {
		return answer.Result{Accepted: text == "5", Verdict: exercises.Equal}
	})}
	lesson := func(worksheets.LessonInput) worksheets.LessonOutput {
		return worksheets.LessonOutput{Tasks: worksheets.Tasks{"sum": {Judges: judges}}}
	}
	c, err := LoadFrom(worksheets.Source{Worksheets: fstest.MapFS{"unit1.md": {Data: []byte(tinyWithFormer())}},
		Lessons: map[string]worksheets.Lesson{"1.1": lesson}})
	check.OK(t, err)
	for _, test := range []struct {
		exercise, task string
		tasks, judged  []string
		index          int // of task in the exercise
	}{
		{"1.1", "sum", []string{"know"}, []string{"know", "sum"}, 0},
		{"1.2", "plus", []string{"read", "plus"}, []string{"read", "plus"}, 1},
	} {
		e := open(t, c, test.exercise, exercises.Options{})
		var judged []string
		for _, task := range e.WithFormer().Tasks {
			info := task.Info()
			judged = append(judged, info.Name)
			if info.Name == test.task && !task.Check(t.Context(), answers).Accepted {
				t.Errorf("%s %s: Check(%v): got refused, want accepted", test.exercise, test.task, answers)
			}
		}
		if !slices.Equal(e.Summary.Tasks, test.tasks) || len(e.Tasks) != len(test.tasks) ||
			!slices.Equal(judged, test.judged) {
			t.Errorf("%s has %v and judges %v, want %v and %v", test.exercise, e.Summary.Tasks, judged, test.tasks,
				test.judged)
		}
		if i, ok := e.TaskIndex(test.task); !ok || i != test.index {
			t.Errorf("%s: TaskIndex(%q) = %d, %v, want %d", test.exercise, test.task, i, ok, test.index)
		}
	}
}

// A task has the same numbers and the same right answer in the exercise that contains it and in the
// exercise that shows it.
func TestCatalogue_Open_movedTasks(t *testing.T) {
	lib := library(t)
	moved := 0
	for _, u := range lib.book.Units() {
		for _, doc := range u.Exercises() {
			for _, b := range doc.BorrowedTasks() {
				for seed := range uint64(3) {
					moved++
					here := open(t, lib, doc.Summary().ID, exercises.Options{Seed: seed})
					there := open(t, lib, b.Exercise, exercises.Options{Seed: seed}).Former
					i, _ := here.TaskIndex(b.Task)
					at := slices.IndexFunc(there, func(s exercises.Task) bool { return s.Info().Name == b.Former })
					now, was := here.Tasks[i].Info(), there[at].Info()
					if !maps.Equal(now.Reference, was.Reference) || now.Name != b.Task ||
						!here.Tasks[i].Check(t.Context(), now.Reference).Accepted {
						t.Errorf("seed %d, %s: got %s with %v, want %v", seed, here.ID, now.Name, now.Reference, was.Reference)
					}
				}
			}
		}
	}
	if moved == 0 {
		t.Error("no exercise shows a task that has moved from another one")
	}
}

func TestCatalogue_Open_passesDataOnlyToThoseThatTakeThem(t *testing.T) {
	for _, takes := range []bool{true, false} {
		sheet := tiny
		if !takes {
			sheet = strings.Replace(sheet, "data: true", "data: false", 1)
		}
		var got exercises.Data
		spy := func(input worksheets.LessonInput) worksheets.LessonOutput {
			got = input.Data
			return worksheets.LessonOutput{}
		}
		c, err := LoadFrom(worksheets.Source{Worksheets: fstest.MapFS{"unit1.md": {Data: []byte(sheet)}},
			Lessons: map[string]worksheets.Lesson{"1.1": spy}})
		check.OK(t, err)
		c.Open("1.1", exercises.Options{Data: dataset.Worksheet1D(1)})
		check.That(t, (got != nil) == takes,
			"data: %v: got the data %v in the lesson, want some only if it takes data", takes, got)
	}
}

func TestCatalogue_Open_unknown(t *testing.T) {
	_, err := library(t).Open("99.9", exercises.Options{})
	var unknown *UnknownError
	check.That(t, errors.As(err, &unknown) && unknown.ID == "99.9" && strings.Contains(err.Error(), "7.7"),
		"error %v, want one that names 99.9 and what there is", err)
}

func TestCatalogue_Units(t *testing.T) {
	lib := library(t)
	if got, want := lib.Units(), wholeLibrary(t).Units(); !reflect.DeepEqual(got, want) {
		t.Errorf("Units of the outline = %+v, want %+v as of whole worksheets", got, want)
	}
	eachSummary(lib, func(e exercises.Summary) {
		check.That(t, e.ID != lib.Sandbox().ID,
			"got the sandbox as exercise %s, want it outside of the units", e.ID)
	})
	id := lib.Sandbox().ID
	if e := open(t, lib, id, exercises.Options{Seed: 3}); e.ID != id || !e.Tasks[0].Info().AsksNothing {
		t.Errorf("Open(%q) = %+v, want a bench", id, e.Summary)
	}
}
