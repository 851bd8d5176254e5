package worksheets

import (
	_ "embed"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"kernellab/exercises"
)

// CourseName is the name of the file with a course.
const CourseName = "course.md"

// IsCourse reports whether the file is a course rather than a worksheet.
func (f File) IsCourse() bool { return filepath.Base(f.Name) == CourseName }

// CourseStarter is a course with comments for teachers to begin with.
//
//go:embed course.md
var CourseStarter string

// Course is a syllabus. Its exercises have only an ID and a schedule.
type Course struct {
	Title string
	Units []exercises.Unit
}

// ReadCourse reads a syllabus. exerciseIDs holds the IDs of all exercises. The error joins all
// problems.
func ReadCourse(file File, exerciseIDs []string) (Course, error) {
	r := courseReader{problems: &problems{file: file.Name}, exerciseIDs: exerciseIDs, zone: time.Local,
		lines: map[string]int{}}
	front, body := scan(file.Text, r.problems)
	if front.line > 0 {
		r.frontMatter(front)
	}
	for _, c := range body {
		r.chunk(c)
	}
	if len(r.lines) == 0 && len(r.errors) == 0 {
		r.addLine(1, "add a heading such as # Week 1 and, below it, a block exercises", "a course without exercises")
	}
	return r.course, joinErrors(r.sorted())
}

type courseReader struct {
	*problems
	course      Course
	exerciseIDs []string
	zone        *time.Location
	defaults    node           // attempts and solution of all exercises
	lines       map[string]int // lines of the exercises so far, by ID
}

func (r *courseReader) frontMatter(c chunk) {
	var n node
	if !decode(c, &n, r.problems) {
		return
	}
	n = n.mapped(strings.TrimSpace, c.place)
	checkKeys("a course", []string{"title", "zone", "attempts", "solution"}, n, r.problems)
	r.course.Title, r.defaults = valueAt(n, "title").text, n
	if zone := valueAt(n, "zone"); zone.kind != noNode {
		var err error
		if r.zone, err = zoneNamed(zone.text); err != nil {
			r.add(zone.at, "write Europe/Berlin, if this machine has a list of time zones, or an offset such as +01:00",
				"no time zone %q", zone.text)
			r.zone = time.UTC
		}
	}
}

// zoneNamed returns a time zone by its name or its offset.
func zoneNamed(text string) (*time.Location, error) {
	if t, err := time.Parse("-07:00", text); err == nil {
		_, offset := t.Zone()
		return time.FixedZone("UTC"+text, offset), nil
	}
	return time.LoadLocation(text)
}

// chunk reads the heading of a unit, its introduction, or its exercises.
func (r *courseReader) chunk(c chunk) {
	units := &r.course.Units
	switch last := len(*units) - 1; {
	case c.kind == exerciseChunk:
		*units = append(*units, exercises.Unit{ID: strconv.Itoa(last + 2), Title: c.text})
	case last < 0:
		r.addLine(c.line, "begin with a heading such as # Week 1", "text before the first heading")
	case c.kind == proseChunk && len((*units)[last].Exercises) == 0:
		(*units)[last].Intro = strings.Join(strings.Fields(c.text), " ")
	case c.kind == fenceChunk && c.info == "exercises":
		(*units)[last].Exercises = append((*units)[last].Exercises, r.exercises(c)...)
	default:
		r.addLine(c.line, "a unit has a heading #, an introduction and a block exercises",
			"this does not belong into a course")
	}
}

func (r *courseReader) exercises(c chunk) (out []exercises.Summary) {
	var list []node
	decode(c, &list, r.problems)
	for _, n := range list {
		n = n.mapped(strings.TrimSpace, c.place)
		id := n
		if n.kind == mapNode {
			checkKeys("an exercise of a course", []string{"exercise", "opens", "due", "attempts", "solution"}, n,
				r.problems)
			id = valueAt(n, "exercise")
		}
		switch firstLine, isRepeated := r.lines[id.text]; {
		case !slices.Contains(r.exerciseIDs, id.text):
			r.add(n.at, nearest(id.text, r.exerciseIDs, "there are"), "no exercise %q", id.text)
		case isRepeated:
			r.add(n.at, "name it once", "exercise %s twice, first on line %d", id.text, firstLine)
		}
		r.lines[id.text] = n.at.line
		out = append(out, exercises.Summary{ID: id.text, Schedule: r.schedule(n)})
	}
	return out
}

// schedule reads the dates and rules of an exercise.
func (r *courseReader) schedule(n node) (s exercises.Schedule) {
	ownOrDefault := func(key string) node {
		if v, ok := n.get(key); ok {
			return v
		}
		return valueAt(r.defaults, key)
	}
	s.Opens, s.Due = r.date(valueAt(n, "opens"), "00:00"), r.date(valueAt(n, "due"), "23:59")
	if v := ownOrDefault("attempts"); v.kind != noNode {
		var err error
		if s.MaxAttempts, err = strconv.Atoi(v.text); err != nil || s.MaxAttempts < 0 || s.MaxAttempts > 99 {
			r.add(v.at, "write 1 to 99, or 0 for no limit", "attempts is %q", v.text)
		}
	}
	r.solution(ownOrDefault("solution"), n.at, &s)
	if !s.Due.IsZero() && !s.Opens.Before(s.Due) {
		r.add(n.at, "let it open earlier", "it is due %s, and opens %s", exercises.Date(s.Due), exercises.Date(s.Opens))
	}
	if from := s.SolutionFrom; !from.IsZero() && (from.Before(s.Due) || from.Before(s.Opens)) {
		r.add(n.at, "write solution: due, or a later date", "its solution can be seen %s, before it opens or is due",
			exercises.Date(from))
	}
	return s
}

// solution reads when the solution of an exercise can be seen.
func (r *courseReader) solution(n node, exercisePlace place, s *exercises.Schedule) {
	switch n.text {
	case "always":
	case "", "after all attempts":
		s.AttemptsBeforeSolution = s.MaxAttempts
	case "after an attempt":
		s.AttemptsBeforeSolution = 1
	case "due":
		s.SolutionFrom = s.Due
	default:
		s.SolutionFrom = r.date(n, "00:00")
	}
	if n.text == "due" && s.Due.IsZero() || n.text == "after all attempts" && s.MaxAttempts == 0 {
		r.add(exercisePlace, "add due: or attempts: to the exercise",
			"the rule solution: %s has no effect here", n.text)
	}
}

// date reads a date. If the text contains no time of day, clock is used.
func (r *courseReader) date(n node, clock string) time.Time {
	if n.kind == noNode {
		return time.Time{}
	}
	text := n.text
	if len(text) == len(time.DateOnly) {
		text += " " + clock
	}
	t, err := time.ParseInLocation("2006-01-02 15:04", text, r.zone)
	if err != nil || t.Year() < 2000 {
		r.add(n.at, "write a date such as 2027-03-01, or 2027-03-01 08:00", "%q is not a date", n.text)
		return time.Time{}
	}
	return t
}
