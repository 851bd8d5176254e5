package cli

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/dataset"
	"kernellab/lab"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/store"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// These files were written by older versions of kernellab. testdata/old/README.md says which.
const witnesses = "../../testdata/old"

// renewed converts output of older versions to the notation and the words that are used now.
var renewed = strings.NewReplacer("αℓ", "αₗ", "W = ", "g = ", "tℓ", "tₗ", "Epoch ", "Pass ", "epoch ", "pass ", "γ = ", "η = ",
	"mistake: after 4 updates every point is on its side", "mistake",
	"mistake: after 10 updates every point is on its side", "mistake",
	"Point 51 violates its condition and point 10 has the farthest error, but the latter's α would have to go from 0.1 to "+
		"11.6, outside [0.1, 0.1]: the clip moves nothing, and the same pair comes again for ever.",
	"The clip undoes the step of the pair (51, 10), which comes again for ever.")

// Replaying an old run file prints what the program printed that wrote the file, and ends with
// the same bits. Diff finds no difference between the file and itself.
func TestRun_replaysOldRuns(t *testing.T) {
	for _, file := range matchingFiles(t, "runs/*.run", 12) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := renewed.Replace(contents(t, strings.TrimSuffix(file, ".run")+".told"))
			out, errs, code := call(t, "", "replay", file)
			out = regexp.MustCompile(`, α[₀-₉]+ (reaches C|falls to 0)]`).ReplaceAllString(out, "]") // told only one
			check.That(t, code == exitDone && out == want,
				"replay: got exit %d, output\n%s\nwant\n%s", code, out, want)
			if errs != "" && runtime.GOARCH == "amd64" { // the file was written on amd64
				t.Errorf("replay: got %s, want the same end", errs)
			}
			out, errs, code = call(t, "", "diff", file, file)
			check.That(t, code == exitDone && strings.HasPrefix(out, "the same, all "),
				"diff with itself: got exit %d, %s%s, want the same", code, out, errs)
		})
	}
}

// Diff finds the step at which two old runs part, as it did when they were written.
func TestRun_diffsOldRuns(t *testing.T) {
	for _, c := range []struct{ run, old, new, branch, want string }{
		{"smo-moons", "C=1 tol=0 rule=second-order seed=1 max-updates=0\nbranch main\nsteps 73",
			"C=0.5\nbranch main\nsteps 40", "main", "the first difference is at step 1\n" +
				"Coefficient 1: 1 in the first, 0.5 in the second.\n" +
				"b: -0.06331196439766729 in the first, -0.03165598219883359 in the second.\n" +
				"Objective: 1.5679690193820437 in the first, 0.8919922548455109 in the second.\n"},
		{"smo-forks", "k=4 l=1", "k=1 l=3", "fork-1", "the first difference is at step 2\n" +
			"Step: pair (4, 1) in the first, pair (1, 3) in the second.\n" +
			"Coefficient 1: 0.0625 in the first, 0.1875 in the second.\n" +
			"b: -0.25 in the first, 0.25 in the second.\n"},
		{"smo-forks", "xor4", "worksheet1d", "main",
			"Other data: xor4: 4 points in 2 dimensions, classification, and worksheet1d: 9 points in 1 dimension, classification.\n"},
		{"smo-forks", "k=4 l=1", "k=1 l=3", "main", "the same, all 1 steps\n"},
	} {
		file := filepath.Join(witnesses, "runs", c.run+".run")
		text := strings.ReplaceAll(contents(t, file), c.old, c.new)
		text = regexp.MustCompile(`(?ms)^(ends|branch fork-2).*`).ReplaceAllString(text, "end\n")
		other := filepath.Join(t.TempDir(), "other.run")
		check.OK(t, os.WriteFile(other, []byte(text), 0o600))
		out, errs, _ := call(t, "", "diff", "--branch", c.branch, file, other)
		out = regexp.MustCompile(`(?m)^Solver .*\n`).ReplaceAllString(out, "") // its words may change
		check.That(t, out == c.want,
			"diff of %s with %s for %s: got\n%s%s\nwant\n%s", c.run, c.new, c.old, out, errs, c.want)
	}
}

// A student of an old version finds everything again: in the list, at the step, with
// what was typed, tried, shown and disputed.
func TestRun_resumesOldStudents(t *testing.T) {
	lib := must.Value(catalogue.New())
	for _, dir := range matchingFiles(t, "folders/*/profile.json", 11) {
		dir = filepath.Dir(dir)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			home := copyOf(t, dir)
			checkList(t, home, contents(t, dir+".list"))
			old, warnings, err := progress.ReadFolder(filepath.Join(home, "kernellab"))
			state := old.State
			check.Must(t, err == nil && len(warnings) == 0 && len(state.Exercises) != 0,
				"Load: got %d exercises, warnings %v, error %v, want some and none", len(state.Exercises), warnings,
				err)
			data := dataOf(state)
			for _, id := range slices.Sorted(maps.Keys(state.Exercises)) {
				checkResumed(t, lib, home, data, state.Exercises[id])
			}
			db := store.Open(filepath.Join(home, "kernellab", recordName), store.NoQuota)
			defer db.Close()
			after, _, err := db.Student("home").Load()
			check.That(t, err == nil && reflect.DeepEqual(withoutClocks(after), withoutClocks(state)),
				"after it was opened and left: got error %v, documents\n%+v\nwant\n%+v", err, withoutClocks(after),
				withoutClocks(state))
		})
	}
}

// redrawnTasks returns the tasks for which a seed now draws other numbers, with the reasons.
func redrawnTasks() map[string]string {
	return map[string]string{
		"7.6 errors": "a second update that is not clipped follows from the first, so both are drawn together",
		"7.6 update": "the same",
		"D.2 hunt4":  "a condition of the student's is asked for first",
		"7.7 state":  "a point at C stands among those that are flagged before",
		"7.7 read":   "no two points lie on one another where points are counted",
	}
}

// changedLine matches a line of regrade: the task and its verdicts.
var changedLine = regexp.MustCompile(`(?m)^line \d+: (\S+ \S+), seed \d+: (\S+).* → (\S+)`)

// Old answers get the verdicts that they had. A misconception may now be named for a wrong answer.
func TestRun_regradesOldAnswers(t *testing.T) {
	for _, log := range matchingFiles(t, "folders/*/answers.jsonl", 8) {
		answers := 0
		in := must.Value(os.Open(log))
		defer in.Close()
		if problems, err := progress.ReadEvents(in, func(_ int, e progress.Event) error {
			if !e.Disputed {
				answers++
			}
			return nil
		}); err != nil || len(problems) > 0 || answers == 0 {
			t.Fatalf("%s: got %d answers, problems %v, error %v, want some and none", log, answers, problems, err)
		}
		out, errs, code := call(t, "", "regrade", log)
		changed := changedLine.FindAllStringSubmatch(out, -1)
		named := len(changed) == strings.Count(out, "\n") &&
			!slices.ContainsFunc(changed, func(m []string) bool { return redrawnTasks()[m[1]] == "" && m[2] != m[3] })
		if want := fmt.Sprintf("%s, %d changed\n", ascii.Count(answers, "answer"),
			len(changed)); code != exitDone || !named || !strings.HasSuffix(errs, want) {
			t.Errorf("%s: got exit %d\n%s%s, want %d\n%s", log, code, out, errs, exitDone, want)
		}
	}
}

// matchingFiles returns the n files that match the pattern.
func matchingFiles(t *testing.T, pattern string, n int) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(witnesses, pattern))
	check.Must(t, err == nil && len(files) == n, "%s: got files %v, error %v, want %d", pattern, files, err, n)
	return files
}

func contents(t *testing.T, path string) string {
	return string(must.Value(os.ReadFile(path)))
}

// copyOf returns a data folder with a copy of a student's, so that the original does
// not change.
func copyOf(t *testing.T, dir string) (home string) {
	t.Helper()
	home = t.TempDir()
	check.OK(t, os.CopyFS(filepath.Join(home, "kernellab"), os.DirFS(dir)))
	return home
}

// runIn runs a command line for the student with the data folder home.
func runIn(home, stdin string, args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	env := func(name string) string { return map[string]string{"XDG_DATA_HOME": home}[name] }
	code = Run(context.Background(), args, strings.NewReader(stdin), &out, &err, env)
	return out.String(), err.String(), code
}

// checkList checks that list still prints every line of an old list that reports work. It ignores
// the number of the current task, which may have changed. checkPosition checks the task by its name.
func checkList(t *testing.T, home, old string) {
	t.Helper()
	now, errs, code := runIn(home, "", "list")
	check.That(t, code == exitDone && errs == "",
		"list: got exit %d, %q, want %d and nothing", code, errs, exitDone)
	for line := range strings.Lines(old) {
		line, _, _ := strings.Cut(line, ", step ")
		if !strings.HasPrefix(line, "Unit") && !strings.HasSuffix(line, " min\n") && !strings.Contains(now, line) {
			t.Errorf("list: got\n%s\nwant the line %q", now, line)
		}
	}
}

// ownPoints are the own data of the old students.
const ownPoints = witnesses + "/points.csv"

// dataOf returns the flags for the student's own data if an attempt was begun with some.
func dataOf(s progress.State) string {
	for _, e := range s.Exercises {
		if e.Data != "" {
			return "--data " + ownPoints
		}
	}
	return ""
}

// withoutClocks returns what a student would miss: everything but clocks and counters.
func withoutClocks(s progress.State) progress.State {
	s.Profile.Updated, s.Profile.Revision, s.Profile.LastExercise = time.Time{}, 0, ""
	for id, e := range s.Exercises {
		e.Updated, e.Revision, e.Seconds = time.Time{}, 0, 0
		s.Exercises[id] = e
	}
	return s
}

// checkResumed opens an exercise as the student left it: in the record, on the screen and
// as plain text.
func checkResumed(t *testing.T, lib exercises.Library, home, data string, kept progress.Exercise) {
	t.Helper()
	db := store.Open(filepath.Join(home, "kernellab", recordName), store.NoQuota)
	defer db.Close()
	options := study.Options{}
	if data != "" {
		options.Data = must.Value(dataset.Read(ownPoints, strings.NewReader(contents(t, ownPoints)), dataset.Options{}))
	}
	s, _, err := study.Open(lib, db.Student("home"), options)
	check.OK(t, err)
	w := must.Value(s.Start(kept.ID))
	checkPosition(t, w, kept)
	checkScreen(t, s, w)
	checkTranscript(t, home, data, w)
	checkRepeat(t, w, kept)
}

// checkPosition compares the work on an exercise with its saved document.
func checkPosition(t *testing.T, w *study.Work, kept progress.Exercise) {
	t.Helper()
	step := kept.Tasks[kept.Task]
	hints, _ := w.Hints()
	answers := exercises.Answers(kept.Answers)
	for i := range w.Len() {
		answers = exercises.MigrateAnswers(w.InfoAt(i).Fields, answers)
	}
	at, _ := w.Exercise().TaskIndex(kept.Task)
	moved := w.InfoAt(at).Name != kept.Task
	check.That(t, w.Index() == at && w.Exercise().Seed == kept.Seed && maps.Equal(w.Answers(), answers),
		"%s resumes at %s with seed %d and %q, want\n%+v", kept.ID, w.Info().Name, w.Exercise().Seed, w.Answers(),
		kept)
	if !moved && (w.Frame() != step.Frame || len(hints) != step.Hints || w.SolutionShown() != step.Solution) {
		t.Errorf("%s: got frame %d, %d hints, solution %v, want %+v", kept.ID, w.Frame(), len(hints), w.SolutionShown(),
			step)
	}
	for i := range w.Len() {
		name := w.InfoAt(i).Name
		check.Equal(t, w.TaskDone(i), kept.Tasks[name].Done, "%s %s: done", kept.ID, name)
	}
	for name := range kept.Tasks {
		if _, ok := w.Exercise().TaskIndex(name); !ok {
			t.Errorf("%s: got no step %s, want the one in the document", kept.ID, name)
		}
	}
	for _, m := range step.DeniedMistakes {
		if !moved && !w.Disputed(m) {
			t.Errorf("%s: got %s not disputed, want it disputed", kept.ID, m)
		}
	}
}

// checkScreen opens the lab on the exercise and checks that it shows the step, what was
// typed and the position of its run.
func checkScreen(t *testing.T, s *study.Student, w *study.Work) {
	t.Helper()
	m := lab.New(session.Config{Student: s, Start: w.ID(), Profile: ascii.Mono})
	defer m.Close()
	do(m, m.Init())
	_, cmd := m.Update(tea.WindowSizeMsg{Width: 120, Height: 50})
	do(m, cmd)
	shown := strings.Join(strings.Fields(ansi.Strip(m.View().Content)), " ")
	want := []string{w.ID() + " ", fmt.Sprintf(" %d of %d ", w.Index()+1, w.Len())}
	for _, f := range w.Info().Fields {
		if text := w.Answers()[f.Name]; f.Kind == exercises.TextField && text != "" {
			want = append(want, strings.Join(strings.Fields(text), " ")[:min(len(text), 6)])
		}
	}
	if w.Frame() > 0 {
		want = append(want, fmt.Sprintf("step %d /", w.Frame()))
	}
	for _, text := range want {
		check.That(t, strings.Contains(shown, text),
			"%s: got screen\n%s\nwant %q in it", w.ID(), ansi.Strip(m.View().Content), text)
	}
}

// do runs a command and the commands that follow from it, until nothing has come for a while.
// Commands that wait for a clock are left behind.
func do(m tea.Model, cmd tea.Cmd) {
	messages := make(chan tea.Msg, 100)
	messages <- tea.BatchMsg{cmd}
	for {
		select {
		case msg := <-messages:
			following, isBatch := msg.(tea.BatchMsg)
			if !isBatch && msg != nil {
				_, next := m.Update(msg)
				following = tea.BatchMsg{next}
			}
			for _, c := range following {
				if c != nil {
					go func() { messages <- c() }()
				}
			}
		case <-time.After(200 * time.Millisecond):
			return
		}
	}
}

// checkTranscript opens the exercise in the transcript, and checks that it is at the same task and that
// the field contains what was typed.
func checkTranscript(t *testing.T, home, data string, w *study.Work) {
	t.Helper()
	said, errs, code := runIn(home, ":quit\n", append(strings.Fields(data), "--plain", "--unit", w.ID())...)
	want := []string{fmt.Sprintf("Task %d of %d: ", w.Index()+1, w.Len()), "Your progress is saved."}
	if fields := w.Info().Fields; len(fields) > 0 && !w.TaskDone(w.Index()) && fields[0].Kind == exercises.TextField &&
		w.Answers()[fields[0].Name] != "" {
		want = append(want, "(now "+w.Answers()[fields[0].Name]+"; an empty line keeps it)")
	}
	for _, text := range want {
		if code != exitDone || errs != "" || !strings.Contains(strings.Join(strings.Fields(said), " "), text) {
			t.Errorf("%s: got exit %d, %q, output\n%s\nwant %q in it", w.ID(), code, errs, said, text)
		}
	}
}

// checkRepeat submits the answers to the current task again. If they were judged before, they must
// not count as a new attempt.
func checkRepeat(t *testing.T, w *study.Work, kept progress.Exercise) {
	t.Helper()
	if len(kept.Tasks[kept.Task].LatestAnswers) == 0 || w.Info().Name != kept.Task {
		return
	}
	report := w.Task().Check(context.Background(), w.Answers())
	if o := w.Apply(context.Background(), w.Answers(), report); report.Verdict.CountsAsAttempt() && o.Counted {
		t.Errorf("%s %s: %q counts as a new answer, want it known", kept.ID, kept.Task, w.Answers())
	}
}
