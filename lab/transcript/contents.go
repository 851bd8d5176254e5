package transcript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// enter opens the exercise with the given ID, or the contents if it is empty.
func (t *talk) enter(id string) {
	if id == "" {
		t.contents("")
		return
	}
	t.insists = id
	if t.open(id); t.lesson == nil {
		t.contents("")
	}
}

// contents leaves the exercise and lists all exercises.
func (t *talk) contents(string) {
	t.lesson = nil
	n := 0
	for _, u := range t.student.OnPath() {
		t.line("")
		t.sayf("Unit %s. %s. %d of %d done.", u.ID, strings.TrimSuffix(u.Title, "."), u.Done, len(u.Exercises))
		if u.Intro != "" {
			t.say(u.Intro)
		}
		for _, e := range u.Exercises {
			n++
			t.hang(fmt.Sprintf("%3d. ", n), describe(e))
		}
	}
	t.line("")
	if n == 0 {
		t.say("There is no exercise here yet.")
		return
	}
	if study.SandboxOf(t.student).ID != "" {
		t.say("Sandbox: any data, points that you place, any kernel and solver. “sandbox” opens it.")
	}
	if due := len(t.student.Due()); due > 0 {
		t.sayf("Review: %d due. “review” asks what you did right some days ago, with new numbers.", due)
	}
	t.sayf("Your seed is %d; neighbours with another seed see other numbers. %s", t.student.Seed(),
		t.suggestion())
}

// path takes the path with the given name, or lists all paths.
func (t *talk) path(arg string) {
	paths, chosen := t.student.Paths()
	for _, p := range paths {
		if arg != "" && strings.EqualFold(arg, p.Words()) {
			t.student.TakePath(p.Name)
			t.contents("")
			return
		}
	}
	if arg != "" {
		t.sayf("There is no path “%s”. These are the paths:", arg)
	}
	for i, p := range paths {
		text := fmt.Sprintf("%s: %s", capital(p.Words()), ascii.Count((p.Minutes+30)/60, "hour"))
		if i == chosen {
			text += ", your path"
		}
		t.say(text + ".")
	}
}

func (t *talk) suggestion() string {
	e, ok := t.student.View(t.student.Suggest())
	switch {
	case !ok:
		return ""
	case e.State.Settled():
		return "Everything is done. An empty line opens " + e.ID + " again."
	case e.State == study.Begun:
		return sentence("An empty line goes on with " + e.ID + ", " + e.Title)
	}
	return sentence("An empty line opens " + e.ID + ", " + e.Title)
}

// describe returns a sentence about an exercise in the list.
func describe(e study.ExerciseView) string {
	s := fmt.Sprintf("%s, %s %s", e.ID, sentence(e.Title), capital(e.State.Words()))
	switch {
	case e.State == study.Begun && len(e.Tasks) > 0:
		s += fmt.Sprintf(", at step %d of %d", e.Index+1, len(e.Tasks))
	case e.Wait.Waits():
		s += ", best done " + e.Wait.Words()
	case e.State == study.Untouched && e.Minutes > 0:
		s += ", takes about " + ascii.Count(e.Minutes, "minute")
	}
	if minutes := int(e.Spent.Round(time.Minute) / time.Minute); minutes > 0 {
		s += ", " + ascii.Count(minutes, "minute") + " spent"
	}
	return s + "."
}

// capital makes the first letter upper case if s begins with a word, not with a symbol
// such as α, n or aₖ.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	if !unicode.Is(unicode.Latin, first) || !unicode.Is(unicode.Latin, second) || unicode.Is(unicode.Lm, second) {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// open opens an exercise by its ID or its number in the list.
func (t *talk) open(arg string) {
	id := t.idOf(strings.TrimSpace(arg))
	if id == "" {
		t.noExercise(arg)
		return
	}
	v, _ := t.student.View(id)
	if v.Wait.Waits() && t.insists != id {
		t.insists = id
		t.say(v.Wait.Advice(id, "Open it once more to begin it now"))
		return
	}
	w, err := t.student.Start(id)
	if err != nil {
		t.say(sentence("The exercise cannot be opened: " + err.Error()))
		return
	}
	t.line("")
	t.sayf("Exercise %s, %s", w.ID(), sentence(w.Exercise().Title))
	if g := w.Exercise().Goal; g != "" {
		t.say("Goal: " + g)
	}
	if v.State == study.Untouched && t.unmet(v) {
		t.say(t.buildsOn(v))
	}
	if task, ok := t.student.WarmUp(w); ok {
		v, _ := t.student.View(task.Exercise)
		t.sayf("A warm-up, if you like: one task from %s, %s “warm-up” asks it, with new numbers; to go without, just go on.", v.ID, sentence(v.Title))
	}
	t.begin(w)
}

// begin makes a piece of work the current lesson.
func (t *talk) begin(w *study.Work) {
	t.lesson = &lesson{ctx: t.ctx, voice: t.voice, student: t.student, work: w, save: t.save, files: t.files}
	t.lesson.arrive()
}

func (t *talk) idOf(arg string) string {
	if _, ok := t.student.View(arg); ok {
		return arg
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return ""
	}
	for _, u := range t.student.OnPath() {
		if n <= len(u.Exercises) && n > 0 {
			return u.Exercises[n-1].ID
		}
		n -= len(u.Exercises)
	}
	return ""
}

// find lists the exercises whose ID, title or unit contains all words of arg.
func (t *talk) find(arg string) {
	words := strings.Fields(strings.ToLower(arg))
	n, found := 0, 0
	for _, u := range t.student.OnPath() {
		for _, e := range u.Exercises {
			n++
			name := strings.ToLower(e.ID + " " + e.Title + " " + u.Title)
			if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) }) {
				continue
			}
			found++
			t.hang(fmt.Sprintf("%3d. ", n), describe(e))
		}
	}
	if box := study.SandboxOf(t.student); box.ID != "" &&
		strings.Contains(strings.ToLower(box.Title), strings.ToLower(arg)) {
		t.say("“sandbox” opens the sandbox.")
		return
	}
	if found == 0 {
		t.say("No exercise has a title with these words.")
		return
	}
	t.say("“open” and its number opens one.")
}

// sentence returns s with a full stop, unless it ends a sentence already.
func sentence(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".?!") {
		return s
	}
	return s + "."
}

// notation explains the symbols and conventions.
func (t *talk) notation(string) {
	t.say("Symbols:")
	for _, s := range study.Symbols() {
		t.hang("  ", s.Sign+": "+s.Meaning+".")
	}
	t.say("Conventions:")
	for _, c := range study.Conventions() {
		t.hang("  ", c)
	}
}

// about describes an exercise: its goal, what it builds on, its tasks, the student's
// progress and what was hard. Without an argument it describes the open or the suggested
// exercise.
func (t *talk) about(arg string) {
	id := t.idOf(arg)
	switch {
	case arg == "" && t.lesson != nil:
		id = t.lesson.work.ID()
	case arg == "":
		id = t.student.Suggest()
	}
	e, ok := t.student.View(id)
	if !ok {
		t.noExercise(arg)
		return
	}
	v := t.voice
	v.say(describe(e))
	if e.Goal != "" {
		v.say("Goal: " + e.Goal)
	}
	if builds := t.buildsOn(e); builds != "" {
		v.say(builds)
	}
	if e.Asked > 0 {
		v.sayf("Predicted: %d of %d.", e.Predicted, e.Asked)
	}
	for i := range e.Tasks {
		state := study.Untouched
		switch {
		case e.Finished[i]:
			state = study.Done
		case e.State == study.Begun && i == e.Index:
			state = study.Begun
		}
		v.hang(fmt.Sprintf("%3d. ", i+1), sentence(e.TaskTitle(i))+" "+sentence(capital(state.Words())))
	}
	var hard []string
	for _, i := range e.Hard {
		hard = append(hard, e.TaskTitle(i))
	}
	if len(hard) > 0 {
		v.say("Hard for you: " + sentence(strings.Join(hard, "; ")))
	}
}

// buildsOn lists the exercises that e needs, each with the student's progress. It
// returns "" if e needs none.
func (t *talk) buildsOn(e study.ExerciseView) string {
	var needs []string
	for _, id := range e.Needs {
		if n, ok := t.student.View(id); ok {
			needs = append(needs, id+", "+n.State.Words())
		}
	}
	if len(needs) == 0 {
		return ""
	}
	return "Builds on " + strings.Join(needs, "; ") + "."
}

// unmet reports whether an exercise builds on one that is unfinished.
func (t *talk) unmet(e study.ExerciseView) bool {
	for _, id := range e.Needs {
		if n, ok := t.student.View(id); ok && !n.State.Settled() {
			return true
		}
	}
	return false
}

func (t *talk) noExercise(arg string) {
	t.sayf("There is no exercise “%s”. Type the number before an exercise in the list, or its name, such as “%s”.", arg, t.student.Suggest())
}
