package worksheets

import (
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/testdata/support/check"
)

func readCourse(src string) (Course, error) {
	return ReadCourse(File{Name: "course.md", Text: []byte(src)}, []string{"1.2", "1.3", "3.1", "3.2", "T.1"})
}

func TestReadCourse(t *testing.T) {
	course, err := readCourse(CourseStarter)
	if err != nil || course.Title != "My course" || len(course.Units) != 2 || course.Units[0].Title != "Week 1" {
		t.Fatalf("ReadCourse of the starter = %+v, %v, want two weeks", course, err)
	}
	zone := time.FixedZone("UTC+01:00", 3600)
	due := time.Date(2027, 3, 15, 23, 59, 0, 0, zone)
	want := exercises.Schedule{Opens: time.Date(2027, 3, 8, 8, 0, 0, 0, zone), Due: due, SolutionFrom: due, MaxAttempts: 3}
	if got := course.Units[1].Exercises[1]; got.ID != "3.2" || got.Sentences() != want.Sentences() || !got.Due.Equal(due) {
		t.Errorf("got %s %+v, want 3.2 %+v", got.ID, got.Schedule, want)
	}
	course, err = readCourse("---\nattempts: 2\n---\n# A\n```exercises\n- 1.2\n- {exercise: 1.3, attempts: 0}\n" +
		"- {exercise: 3.1, solution: always}\n- {exercise: 3.2, solution: after an attempt}\n```\n")
	check.OK(t, err)
	for i, want := range []exercises.Schedule{
		{MaxAttempts: 2, AttemptsBeforeSolution: 2}, {}, {MaxAttempts: 2}, {MaxAttempts: 2, AttemptsBeforeSolution: 1},
	} {
		check.Equal(t, course.Units[0].Exercises[i].Schedule, want, "exercise %d", i)
	}
}

// Each case replaces one text of the starter and expects a message with its place.
func TestReadCourse_mistakes(t *testing.T) {
	for _, m := range []struct{ old, new, want string }{
		{"- 1.2", "- 1.22", `course.md:14:3: no exercise "1.22"; did you mean "1.2"?`},
		{"- 1.2", "- 1.3", "course.md:15:4: exercise 1.3 twice, first on line 14"},
		{"- 1.2", "- [1.2]", `no exercise ""`},
		{"exercise: 1.3", "exercize: 1.3", `course.md:15:4: an exercise of a course takes no "exercize"; did you mean "exercise"?`},
		{"due: 2027-03-08}", "due: 8.3.2027}", `course.md:15:24: "8.3.2027" is not a date`},
		{"due: 2027-03-08}", "due: 2027-02-30}", "is not a date"},
		{"due: 2027-03-08}", "due: 0001-01-01}", "is not a date"},
		{"due: 2027-03-15 12:00", "due: 2027-03-01", "course.md:21:4: it is due Mon 1 Mar 2027, 23:59 UTC+01:00, and opens Mon 8"},
		{"solution: due}", "solution: 2027-03-09}", "course.md:22:4: its solution can be seen Tue 9 Mar 2027"},
		{"solution: due}", "solution: soon}", `"soon" is not a date`},
		{"due: 2027-03-15, attempts: 3, solution", "solution", "the rule solution: due has no effect here"},
		{"attempts: 3, solution: due", "solution: after all attempts", "the rule solution: after all attempts has no effect"},
		{"attempts: 3, sol", "attempts: -1, sol", `attempts is "-1"`},
		{`"+01:00"`, "Europe/Berlln", `course.md:4:7: no time zone "Europe/Berlln"`},
		{`"+01:00"`, "../../etc/passwd", "no time zone"},
		{"title:", "titel:", `did you mean "title"?`},
		{"```exercises\n- 1.2", "```exercise\n- 1.2", "does not belong into a course"},
		{"# Week 1", "Week 1", "text before the first heading"},
		{"Lift points", "Lift \x1b[2J", "U+001B"},
	} {
		src := strings.Replace(CourseStarter, m.old, m.new, 1)
		if _, err := readCourse(src); err == nil || !strings.Contains(err.Error(), m.want) || src == CourseStarter {
			t.Errorf("%q for %q: got %v, want %q", m.new, m.old, err, m.want)
		}
	}
	for _, src := range []string{"", "# A\n", "---\ntitle: x\n---\n", "# A\n```exercises\n```\n", "---\n- x\n---\n# A\n"} {
		if _, err := readCourse(src); err == nil {
			t.Errorf("%q: got no error, want one", src)
		}
	}
}
