package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/lab/progress"
)

// script is a session of a student: where it starts, and on which screens it is played.
// start is an exercise of the fake library, or "lesson" with a real exercise and perhaps a
// task, where the run has made three steps. If start is "", the session begins in the
// contents. "days later" is the contents when tasks are due for review, and "board" is the
// board of a class of 30.
type script struct {
	name, start, sizes string
	acts               []act
}

// act presses keys and lists what the screen must then show and what it must not show. Keys are separated by
// blanks, a text in quotes is typed, and "reply" types the right answer and submits it.
// "hold" keeps back what is computed until "release", and "late" shows that it takes long.
// "again" alone opens the lab again on the same record. Texts are separated by " | ", and @5
// means that the run is at step 5.
type act struct{ keys, sees, lacks string }

func TestScripts(t *testing.T) {
	for _, s := range slices.Concat(contentsScripts(), exerciseScripts(), debugScripts(), savedRunScripts(),
		lessonScripts(), boardScripts()) {
		for size := range strings.FieldsSeq(s.sizes) {
			t.Run(s.name+"/"+size, func(t *testing.T) {
				w, h := parseSize(t, size)
				reopen := func() *bench { return open(t, w, h, s.start) }
				store := &progress.Memory{}
				lesson, real := strings.CutPrefix(s.start, "lesson ")
				switch {
				case real:
					id, task, named := strings.Cut(lesson, " ")
					reopen = func() *bench {
						b := newLessonBench(t, id, [2]int{w, h}, ascii.TrueColor)
						if named {
							b.toTask(task)
						}
						return b
					}
				case s.start == "D.1", s.start == "D.1 with a slider":
					library := debugLibrary{control: s.start != "D.1"}
					reopen = func() *bench { return reopenedLab(t, store, library, w, h) }
				case s.start == "board":
					reopen = func() *bench { return openBoard(t, newClass(30), w, h, ascii.TrueColor) }
				case s.start == "days later":
					reopen = func() *bench { return benchDaysLater(t, w, h) }
				}
				b := reopen()
				for _, a := range s.acts {
					if a.keys == "again" {
						b, a.keys = reopen(), ""
					}
					b.play(a)
				}
			})
		}
	}
}

func (b *bench) play(a act) {
	b.t.Helper()
	for i, part := range strings.Split(a.keys, "'") {
		if i%2 == 1 {
			b.typed(part)
			continue
		}
		for key := range strings.FieldsSeq(part) {
			switch key {
			case "reply":
				b.reply()
			case "hold":
				b.hold = true
			case "release":
				b.release()
			case "late":
				b.fireTimers()
			default:
				b.keys(key)
			}
		}
	}
	for _, text := range split(a.sees) {
		if step, err := strconv.Atoi(strings.TrimPrefix(text, "@")); err == nil && text[0] == '@' {
			b.at(step)
		} else {
			b.sees(text)
		}
	}
	b.lacks(split(a.lacks)...)
}

func (b *bench) plays(acts ...act) {
	b.t.Helper()
	for _, a := range acts {
		b.play(a)
	}
}

func split(texts string) []string {
	if texts == "" {
		return nil
	}
	return strings.Split(texts, " | ")
}

// parseSize reads the size of a screen, such as 80x24.
func parseSize(t *testing.T, size string) (w, h int) {
	t.Helper()
	if _, err := fmt.Sscanf(size, "%dx%d", &w, &h); err != nil {
		t.Fatal(err)
	}
	return w, h
}

// contentsScripts returns the sessions that are mostly in the contents.
func contentsScripts() []script {
	return []script{
		// A folded unit is one line, which the selection passes in one step. It can be unfolded.
		{"Contents_unitsFold", "", "120x36", []act{
			{"", "Lift the line | 0 of 2 | A line up there", ""},
			{"left", "› 1  Lifting | enter unfold | When no threshold", "A line up there"},
			{"down", "› ·  7.7", ""},
			{"up", "› 1  Lifting", ""},
			{"enter", "› ·  1.2", ""},
			{"left right", "A line up there", ""},
			{"left end 0 right", "› ·  1.2", ""}, // a unit is entered at its first exercise, also from below
		}},
		{"Review_fromTheContents", "days later", "80x24 120x36", []act{
			{"", "r review: 2 due", ""},
			{"r", "Review › 1.1 Sums 1.1 | 1 of 2", "seed 41\n"},
			{"ctrl+r", "the numbers here are already new", ""},
			{"'0' enter", "Not right. | It comes again tomorrow.", ""},
			{"f1 backspace", "Hint 1", ""},
			{"reply", "It comes again in | enter next task", "new numbers | is done"},
			{"enter", "2 of 2", ""},
			{"reply", "enter to the contents", ""},
			{"enter", "kernel methods, step by step", "review:"},
		}},
		// One key skips a task of a review, another one leaves the review.
		{"Review_skipTasks", "days later", "100x30", []act{
			{"r ctrl+n", "2 of 2", ""},
			{"ctrl+n", "kernel methods, step by step | review: 2 due", ""},
			{"r alt+q", "kernel methods, step by step | review: 2 due", ""},
		}},
		{"WarmUp_isOffered", "days later", "80x24 120x36", []act{
			{"down enter", "ctrl+y first a warm-up, if you like: a task from 1.1 | What is twice?", ""},
			{"ctrl+y", "Warm-up › 1.1 Sums 1.1", ""},
			{"reply", "enter to the exercise", ""},
			{"enter", "2.1 | What is twice?", "warm-up"},
			{"ctrl+y", "no task of an earlier unit is due", ""},
			{"alt+q down enter", "2.2 | first a warm-up", ""},
			{"reply", "", "first a warm-up"},
		}},
		{"TestOut_ofAUnit", "days later", "120x36", []act{
			{"t", "you have done or tested out of every exercise of this unit", ""},
			{"down", "t test out of unit 2", ""},
			{"t", "Test out of unit 2?", ""},
			{"enter", "Test-out of unit 2, Two › | 1 of 3", ""},
			{"f1", "a test-out has no hints", ""},
			{"ctrl+n", "tasks of a test-out cannot be skipped", ""},
			{"reply", "1 of 3 in a row.", ""},
			{"enter reply", "2 of 3 | 2 of 3 in a row.", ""},
			{"enter reply enter", "kernel methods, step by step | tested out", "t test out of"},
			{"down enter", "What is twice?", ""},
		}},
		{"TestOut_endsWithAWrongAnswer", "days later", "80x24", []act{
			{"down t enter reply enter '0' enter", "Not right. | nothing is lost | enter to the contents", ""},
			{"enter", "kernel methods, step by step", "tested out"},
		}},
		{"Contents_everyExerciseDone", "D.1", "120x36", []act{
			{"ctrl+n '1' down '2' down '0' enter", "Exercise D.1 is done. | enter contents", ""},
			{"enter", "Every exercise is done.", ""},
		}},
		{"Restart_drawsNewNumbers", "1.3", "120x36", []act{
			{"'1' down '2' down '0' down enter", "Exercise 1.3 is done. | the same with new numbers | seed 41\n", ""},
			{"r", "Start 1.3 over", ""},
			{"down enter", "seed 41 | a = 1", ""},
			{"r enter", "", "seed 41\n | a = 1 | is done"}, // not a seed that begins with 41
		}},
		{"Restart_fromTheContents", "1.3", "120x36", []act{
			{"'1' down '2' down '0' down enter q home down", "n start over", ""},
			{"n enter", "What are a, b and c?", "seed 41\n"},
			{"esc q down down down n", "", "Start 7.7 over | n start over"},
		}},
		// An exercise without random numbers can be restarted, but does not offer new numbers.
		{"Restart_withoutNewNumbers", "days later", "120x36", []act{
			{"down down enter reply enter reply", "Exercise 2.2 is done.", "new numbers"},
			{"ctrl+r", "Start 2.2 over? Its numbers stay the same.", ""},
			{"enter", "What is twice?", ""},
			{"alt+q", "", "new numbers"},
		}},
		// The player's position in a discarded attempt does not affect the new one.
		{"Restart_forgetsThePosition", "7.7", "120x36", []act{{"l l l r enter", "@0 | step 0 /", ""}}},
		{"Position_isSaved", "7.7", "120x36", []act{{"L q end enter", "@10 | update 10", ""}}},
		// After leaving an exercise, the contents select it, however it was opened.
		{"Contents_selectWhatWasLeft", "7.7", "120x36", []act{{"esc q", "› ▸  7.7", ""}}},
		{"Palette_inTheContents", "", "120x36", []act{
			{"ctrl+p 'last exercise'", "end $", ""},
			{"enter", "› ·  7.7", ""},
			{"ctrl+p 'review' enter ctrl+p 'symbols and' enter", "Symbols and conventions", ""},
		}},
	}
}

// boardScripts returns the sessions of a teacher at the board.
func boardScripts() []script {
	return []script{
		// The board sorts and filters by what students do, and says why a student is stuck.
		{"Board_sortsAndFilters", "board", "120x36", []act{
			{"", "› Ada | 14 of 28 done | median 1.1 of 8 min | help 4", ""},
			{"f", "16 of 30 students need help, stuck first | asks for help | 3× sign of the l | 12 min, planned 8", "Sue"},
			{"f", "4 of 30 students ask for help, stuck first", ""},
			{"f f s pgdown pgdown pgdown",
				"30 of 30 students, by name | › Tim | stuck: 3× unreadable  13 min at the task, 0 wrong, 0 hints", ""},
			{"left left left", "task 1 | move on?", ""},
		}},
		// The wrong answers are in groups, with an explanation and the raw answers.
		{"Board_wrongAnswers", "board", "80x24 120x36", []act{
			{"tab", "task 4 | ›   3  sign of the label | You multiplied by the label twice", "Look at y."},
			{"enter", "answers of 3 students |   5  -2", ""},
		}},
		// A teacher sees what a student typed before helping.
		{"Board_beforeHelping", "board", "120x36", []act{
			{"s down down enter", "Ben | Clip the step | 1 wrong answer, 0 hints | -2 | sign of the label", ""},
			{"esc r", "Requests for help", ""},
			{"enter", "Answer | Mark as answered, without a text | 0 wrong answers, 0 hints", ""},
			{"esc left left i", "Send a hint: 7.7", ""},
			{"'Look at y' enter", "everybody | Ben", ""},
		}},
	}
}

// savedRunScripts returns the sessions that go on after the lab is opened again.
func savedRunScripts() []script {
	const tree = "└ branch 1  from step 10: k = 1, C = 1 |   └ branch 2  from step 12: k = 2, C = 1"
	return []script{
		// A restart restores the branches with their numbers and tree, the current one at its
		// step, and the breakpoints including those switched off.
		{"SavedRun_isRestored", "D.1", "120x36", []act{
			{"L i enter l i right enter l b 'alpha == 0.5' enter b 'alpha == 1.9' enter", "", ""},
			{"b down ctrl+o esc home g '12' enter o", tree, ""},
			{"esc ctrl+c", "", ""},
			{"again", "@12 | branch 2  update 12 | watched  α = 1.2", ""},
			{"b", "alpha == 1.9 | active | alpha == 0.5 | off", ""},
			{"esc o", tree, ""},
			{"down down enter i enter", "branch 3 forked from branch 2", ""},
			{"o down down down x esc q", "", ""},
			{"again", "", ""},
			{"o", tree, "branch 3  "},
		}},
		// The original run is restored at its full length, so that the branches fit.
		{"SavedRun_originalIsComplete", "D.1", "120x36", []act{
			{"L L g '5' enter i enter ctrl+c", "", ""},
			{"again", "@6", ""},
			{"o enter", "/ 20+ | ┬1", ""},
		}},
		// A branch is saved at once, so that a lab that ends unexpectedly loses nothing.
		{"SavedRun_isSavedAtOnce", "D.1", "120x36", []act{
			{"L i enter b 'alpha == 0.5' enter", "", ""},
			{"again", "", ""},
			{"o", "└ branch 1", ""},
			{"esc b", "alpha == 0.5", ""},
		}},
		// If a slider starts another run, the branches of the old run are kept. They return with
		// that run, even after a restart of the lab.
		{"SavedRun_returnsWithItsRun", "D.1 with a slider", "120x36", []act{
			{"L i enter i enter", "branch 2  ", ""},
			{"tab right", "2 branches wait until the data and parameters are the same again | branches waiting: 2", ""},
			{"right", "branches waiting: 2", ""},
			{"left left", "branch 2  ", "waiting"},
			{"right ctrl+c", "", ""},
			{"again", "branches waiting: 2", ""},
			{"o", "2 branches wait until", ""},
			{"tab left", "branch 2  ", "waiting"},
			{"tab o", "└ branch 1", ""},
		}},
		{"SavedRun_isForgottenByARestart", "D.1", "120x36", []act{
			{"L i enter b 'alpha == 0.5' enter r enter o", "there is only one branch", ""},
			{"b", "", "alpha == 0.5"},
			{"esc ctrl+c", "", ""},
			{"again", "", "branch 1 | watched"},
		}},
	}
}

// lessonScripts returns the sessions in real exercises.
func lessonScripts() []script {
	return []script{
		// At 80×24 the description of an inspected point covers the end of the table, but not
		// its row. The formula is complete.
		{"Stage_inspectsAt80Columns", "lesson 7.7 state", "80x24", []act{
			{"esc x x x x x x x x", "◎ point 8 | tα can  |   8   0. | f along the line", ""},
		}},
		{"Text_aloneAt80Columns", "lesson 7.7 know", "80x24", []act{{"tab", "would give answers away", ""}}},
		{"Stage_offersQuestionsAt80Columns", "lesson D.1", "80x24", []act{
			{"l l l", "Which two points are the pair of step 3? | αₖ ← αₖ + s(αₗ old − αₗ) | g gained | i what if | " +
				"p predict | y by hand", ""},
		}},
		// A question shows nothing of the previous step.
		{"Question_hidesTheStepBefore", "lesson D.1", "120x36", []act{
			{"l l l", "g against α | (◆)k", ""},
			{"p", "", "g against α | (◆)k"},
		}},
		// A large screen shows the explanation below the stage, where it scrolls, and the
		// ledger next to it.
		{"Panels_onALargeScreen", "lesson 7.7 watch", "200x60", []act{
			{"l w v", "Why this step | The rule | The ledger | no eigenvalue", ""},
			{"shift+tab shift+tab pgdown pgdown", "b = −(b_up + b_low)/2 = −(", ""},
		}},
		// Predictions are repeated in the text. On a narrow stage they would push the rows that
		// the question is about out of sight.
		{"NarrowStage_leavesPredictionsToTheText", "lesson 5.1 guess", "80x24", []act{
			{"1 down 1 down 2 down 2 enter enter", "You said, f(z) = wᵀz: changes", ""},
			{"esc", "f(z)  | ‖w‖", "You said |  more"},
		}},
		// A verdict stays while the student looks at the stage or moves a slider that it does
		// not depend on. It goes if it depends on the slider.
		{"Verdict_survivesALookAtTheStage", "lesson 1.2", "80x24 120x36", []act{
			{"9 enter", "✗ Not right.", ""},
			{"tab l l L", "✗ Not right.", ""},
			{"tab tab tab", "✗ Not right. | fewest errors", ""}, // back to the field
			{"backspace 8", "", "✗ Not right."},
		}},
		// A task that is solved by moving sliders stays solved when the student plays on.
		{"SolvedByASlider_letsTheStudentGoOn", "lesson 1.1", "120x36", []act{
			{"tab left left left left left left left left tab right enter", "✓ There it is.", ""},
			{"left left left left", "enter next task", "There it is."},
			{"enter", "What is left over", "✗"},
		}},
		// The stage shows at once what is typed, but whether it is right only after it is
		// checked. The mark stays while other fields are filled.
		{"Scene_waitsForTheVerdict", "lesson 3.1", "120x36", []act{
			{"ctrl+n 1 down 2", "", "= 1 | 2·x₁z₁"},
			{"enter", "= 1 | + 2·x₁z₁", ""},
			{"down 1", "= 1 | + 2·x₁z₁", ""},
			{"shift+tab shift+tab backspace 7", "= 1", "2·x₁z₁ | 7·x₁z₁"},
			{"backspace 2", "", "2·x₁z₁"},
			{"enter", "= 1 | 2·x₁z₁ | x₁²z₁²", ""},
		}},
		// Tab skips fields that are right, so that nothing is appended to them.
		{"Tab_skipsRightFields", "lesson 3.1", "120x36", []act{
			{"ctrl+n 1 down 2 enter", "2     ✓", ""},
			{"shift+tab shift+tab tab 7", "2     ✓  · x₁z₁ | 7        · x₂z₂", ""},
		}},
		// Before a prediction the footer offers no hints, and the key says why. After it the hints
		// and the solution are available.
		{"Hints_comeAfterAPrediction", "lesson 2.1 guess", "80x24 120x36", []act{
			{"", "", "f1 hint"},
			{"f1", "hints come after the prediction", "Hint 1 | Solution"},
			{"1 enter", "f1 hint", ""},
			{"f1", "Hint 1", ""},
			{"f1", "Hint 2", ""},
			{"f1", "Hint 3", ""},
			{"f1 enter f1", "all hints are shown", ""},
		}},
		// If a task is answered by asking its run, the focus begins on the stage.
		{"Keyboard_beginsOnTheStage", "lesson D.1", "120x36", []act{{"w w v l", "@1 | The ledger", ""}}},
		// Where tab leads from a slider to the answer, the footer names the keys to the next slider.
		{"Footer_leadsToEverySlider", "lesson 1.2", "120x36", []act{
			{"tab", "↑ ↓ next slider | tab answer", ""},
			{"down tab 7", "fewest errors = 7 | tab", ""},
		}},
		// A letter that does nothing on the stage begins the answer where a formula is asked for.
		{"TypedLetter_reachesAFormula", "lesson 3.1", "80x24 120x36 200x60", []act{
			{"esc u", "= u", ""},
			{"esc - esc", "= u", "u-"},
			{"ctrl+u esc ^", "tab leads to the answer", ""},
		}},
		{"TypedNumber_reachesTheLastField", "lesson 2.1", "80x24", []act{{"down down 1 esc 0", "d = 3  4      0", ""}, {"esc - 3", "d = 3  4      -3", ""}}},
		// In a field for a number, a letter that the text offers as a key is that key. Other
		// text goes into the field.
		{"TypedNumber_offeredKey", "lesson D.2", "120x36", []act{
			{"ctrl+n 3 v", "The ledger", "3v"},
			{"'5+s'", "5+s | The ledger", "35+s"},
		}},
		// ← and → in an empty field step the run, as the text says. In a field with text they
		// move the cursor.
		{"Arrows_stepTheRunFromAnEmptyField", "lesson 7.5", "120x36", []act{
			{"ctrl+n ctrl+n ctrl+n ctrl+n right right right left", "@2", ""},
			{"7 left right", "@2", ""},
		}},
		// A blank page has no list of reasons.
		{"Reason_onABlankPage", "lesson 6.7 other", "160x48", []act{
			{"'∂f/∂w = φ by the definition of f'", "follows, by the definition of f.", "ctrl+l"},
		}},
		// The keys zoom a map that is enlarged or has no run. On any other run they change the
		// speed.
		{"Zoom_keysChangeTheSpeedOfARun", "lesson 7.7 watch", "120x36", []act{
			{"+", "‖ 8/s", "zoomed | + _ zoom"},
			{"f", "+ _ zoom | f figure", ""},
			{"+", "zoomed ×2 | ‖ 8/s", ""},
			{"-", "", "zoomed"},
			{"f -", "‖ 4/s", "zoomed | + _ zoom"},
		}},
		{"Zoom_keysZoomAMapWithoutARun", "lesson 7.7", "120x36", []act{
			{"esc ] ] h l", "nothing to step through here | k =           l =", ""}, {"+", "zoomed ×2 | + _ zoom", ""}}},
		// On a narrow screen the points of a run have a pane. Tab leads to it from the stage,
		// and stepping does not leave it.
		{"Points_haveAPaneOnANarrowScreen", "lesson 7.7 watch", "80x24", []act{
			{"", "", "KKT"},
			{"tab", "i/40 | KKT | may", ""},
			{"l down", "i/40 | ◎ point", ""},
			{"tab right", "@4", "i/40"}, // a control has the focus, so right does not step the run
		}},
		// The stage shows which lines follow, whatever their reasons are.
		{"Reason_isNotJudgedOnTheStage", "lesson 6.7 logistic", "160x48", []act{
			{"'∂f/∂w = φ by 8; w = Φ^T a by descent; w = φ'",
				"follows, by the definition of f. | follows; not by descent. | does not follow.", ""},
		}},
		// A student who returns to a draft sees it, however long the text above is.
		{"Draft_isVisible", "lesson 7.5", "80x24", []act{{"9 8 7 ctrl+n ctrl+b", "987", ""}}},
		// If a key is disabled in the focused zone, the reason names the key that works.
		{"Keys_besideARunNameTheStage", "lesson 6.1 side", "120x36", []act{
			{"tab right", "a number choose in a list; esc leads to the stage", ""},
		}},
		{"Keys_besideSlidersNameTab", "lesson 7.5", "80x24", []act{
			{"ctrl+n ctrl+n space", "a number choose in a list", ""},
			{"ctrl+n ctrl+n ctrl+n space", "a number choose in a list; esc leads to the sliders", ""},
		}},
		{"Keys_withoutARunNameTab", "lesson 1.1", "80x24", []act{
			{"tab esc right", "nothing to step through here; shift+tab leads to a slider", ""},
		}},
	}
}

func exerciseScripts() []script {
	return []script{
		{"Hints_thenSolutionThenFill", "1.2", "120x48", []act{
			{"enter f1", "Hint 1 | below the middle", "Hint 2"},
			{"ctrl+t f1", "Hint 3", ""},
			{"f1", "Show the worked solution?", ""},
			{"down enter", "", "Solution | Show the worked"},
			{"f1 enter", "Solution | Any curve that bends", ""},
			{"f1", "Fill the solution into the fields?", ""},
			{"enter", "= (x₁+1)²", ""},
		}},
		// Home and end lead to the ends of a slider.
		{"Controls_ends", "1.2", "120x36", []act{
			{"enter tab home", "2 errors at the threshold -2", ""},
			{"end", "2 errors at the threshold 2", ""},
		}},
		// A last task that asks nothing finishes the exercise when the student goes on from it,
		// and not before.
		{"Exercise_isDoneAfterReadingTheLastTask", "1.4", "120x36", []act{
			{"'1' tab '2' tab '0' enter enter", "Look at the points | enter finish the exercise | ◉", "is done"},
			{"enter", "Exercise 1.4 is done. | next: ", ""},
		}},
		// A student who returns to a task, in this session or the next, sees the verdict on the
		// answers again, whether they were right, wrong or a prediction.
		{"Verdict_comesBackWithItsTask", "1.2", "120x36", []act{
			{"enter '(x1+1)^2' enter ctrl+n ctrl+b", "✓ Separable. | The margin is 0.71. | enter next task", ""},
			{"ctrl+b ctrl+n", "✓ Separable. | The margin is 0.71. | enter next task", ""},
			{"alt+q enter", "✓ Separable. | The margin is 0.71. | enter next task", ""},
			{"' + x1'", "", "Separable."},
			{"enter ctrl+u 'x1' enter ctrl+n ctrl+b", "✗ Not separable. | does not bend anything", ""},
			{"ctrl+u '3x1' ctrl+n ctrl+b", "", "eparable."}, // the new answer has not been checked
		}},
		{"Verdict_ofAPredictionComesBack", "7.7", "120x36", []act{{"] 1 enter ] ctrl+b", "· Noted.", ""}}},
		{"Readings_areChosenByOneKey", "1.2", "120x48", []act{
			{"enter '1/2x'", "f2 1/2 · x | f3 1/(2·x)", "from left to right"},
			{"enter", "Two readings. | f2 1/2 · x", ""},
			{"f2", "= (1/2)*x", "f3"},
		}},
		{"Correction_isAcceptedByTab", "1.2", "120x48", []act{
			{"enter '2+ln*x' enter", "I cannot read this yet. | wants its argument in brackets | tab makes it 2+ln(x)",
				"This I can read"},
			{"tab", "= 2+ln(x)", "tab makes it"},
			{"tab l", "2 errors at the threshold 0.1", ""}, // with nothing to correct, tab leads to the slider
		}},
		{"Dispute_inAField", "1.2", "120x48", []act{
			{"enter 'x1' enter", "does not bend anything | ctrl+x not what I did: hide this", ""},
			{"ctrl+x", "Not separable. | Noted: you made a different mistake.", "does not bend anything | ctrl+x my"},
			{"1 enter", "", "does not bend anything"},
			{"ctrl+x", "Not separable.", ""}, // there is nothing to dispute
		}},
		// The palette finds symbols and conventions too, and the settings.
		{"Palette_symbols", "1.2", "120x36", []act{
			{"ctrl+p 'ridge penalty' enter", "½‖y − f‖² + ½λ‖w‖²", ""},
			{"esc ctrl+p 'factors' enter", "The SVM minimises", ""},
			{"esc ctrl+p 'setting'", "settings: dark or light", ""}, {"esc ctrl+p 'Color'", "settings: dark or light", ""},
		}},
		{"Player_steps", "7.7", "120x36", []act{
			{"l right", "@2 | update 2 | step 2 / 2+", ""},
			{"h", "@1", ""},
			{"L", "@11", ""},
			{"H left h", "@0", ""},
			{"L l N", "@7", ""},
			{"n n", "@21", ""},
			{"g '40' enter", "@40", ""},
			{"home", "@0", ""},
			{"$", "@59 | converged: the gap is below 1e-3", ""},
			{"l", "@59", ""},
			{"g x enter", `"x" is not the number of a step`, ""},
		}},
		{"Player_playsFromTheStartAtTheEnd", "7.7", "120x36", []act{{"g '99' enter space", "@0 | ▶ 4/s", ""}}},
		// Every key of the debugger that a run does not support says why, and nothing else happens.
		{"Debugger_onAPlainRun", "7.7", "120x36", []act{
			{"v", "this run has no ledger", ""},
			{"i", "this run cannot be forked", "What if"},
			{"o", "there is only one branch", ""},
			{"p", "there are no questions about this run", "Predict"},
			{"y", "there are no questions about this run", "by hand"},
			{"m", "this run has no number for each point", ""},
			{"E", "@0 | cannot be exported", ""},
		}},
		{"Exercise_fromStartToEnd", "1.2", "120x36", []act{
			{"", "Lifting › 1.2 Lift the line | 1 of 3 | Six points on a line | enter next task", ""},
			{"enter", "2 of 3 | Which feature makes the classes | e.g. 3·x1 + 2", ""},
			{"enter", "Nothing here yet.", "✗"},
			{"'x1+3'", "= x₁+3 | The plane x1+3", ""},
			{"enter", "✗ Not separable. | The points stay on a line | does not bend anything", ""},
			{"backspace", "", "Not separable"},
			{"ctrl+u '(x1+1)^2' enter", "✓ Separable. | The margin is 0.71. | enter next task", ""},
			{"enter", "3 of 3 | a = | b = | c =", ""},
			{"'1' tab '7' down '0' enter", "✓ | ✗ | Not right.", ""},
			{"backspace '2' enter", "Right. | Exercise 1.2 is done | next: 1.3 A line up there | enter on to ", ""}, // the wrong field has the focus
			{"enter", "1 of 1 | 1.3 A line up there", ""},
			{"esc q", "kernellab | 1.2 | done", ""},
		}},
		// On every task but the last, the footer shows where enter leads from this task, even
		// if the exercise is done.
		{"Footer_ofAFinishedExercise", "1.2", "120x36", []act{
			{"enter '(x1+1)^2' enter enter '1' tab '2' tab '0' enter", "Exercise 1.2 is done", ""},
			{"ctrl+b ctrl+b", "1 of 3 | enter next task", "on to "},
		}},
		{"Field_choices", "7.7", "120x36", []act{
			{"]", "It will be | 1 ( ) αₖ", ""},
			{"down", "1 (•) αₖ", ""},
			{"3", "3 (•) neither", ""},
			{"tab '0.5'", "  (•) neither", ""}, {"enter", "· Noted.", ""}, // nothing is right yet
		}},
		{"Exercise_tasksCanBeSkipped", "1.2", "120x36", []act{
			{"ctrl+n ctrl+n", "3 of 3", ""},
			{"ctrl+n", "3 of 3", ""},
			{"ctrl+b ctrl+b ctrl+b", "1 of 3", ""},
		}},
		{"Controls_moveByKeys", "1.2", "120x36", []act{
			{"enter tab", "threshold", ""},
			{"right l", "2 errors at the threshold 0.2", ""},
			{"H", "2 errors at the threshold -0.8", ""},
			{"down right", "(•) plane", ""},
		}},
		{"Narrow_switchesPanes", "1.2", "80x24", []act{
			{"enter", "Which feature", "( ) plane"},
			{"esc", "Which feature makes the classes separable? | threshold", "Give every point"},
			{"esc", "Give every point", ""},
		}},
		{"Narrow_runShowsTheStage", "7.7", "80x24", []act{
			{"", "Step through the updates", ""},
			{"l", "Decision regions | step 1 /", ""},
			{"tab", "Step through the updates", ""},
		}},
		{"Exercise_longTextScrolls", "1.2", "60x18", []act{
			{"enter f1 f1 f1 pgup pgup pgup", "Give every point | pgdn", ""},
			{"pgdown pgdown pgdown", "Hint 3 | pgup", ""},
		}},
		{"New_unknownStart", "9.9", "120x36", []act{
			{"", `kernel methods | there is no exercise "9.9"`, ""},
		}},
		{"Palette_filters", "1.2", "120x36", []act{
			{"ctrl+p", "Find | 1.2 | 7.7", ""},
			{"'smo'", "", "1.3  A line up there"},
			{"enter", "7.7 Watch SMO | 1 of 3", ""},
		}},
		// The contents show which tasks are done, even if the exercise is not.
		{"Contents_showTasksDone", "1.2", "120x36", []act{
			{"enter ctrl+n alt+q", "✓ look | · feature | ▸ parabola", ""},
		}},
		// The footer does not suggest typing q into a field.
		{"Footer_wayBackFromAField", "1.2", "80x24", []act{
			{"enter", "esc then q back", "esc q"},
			{"esc", "q back", "then"},
		}},
		{"Dispute_outsideAField", "1.2", "120x48", []act{
			{"enter 'x1' enter esc", "ctrl+x not what I did: hide this", ""},
			{"ctrl+x", "", "does not bend anything"},
		}},
		{"Hints_forTheSameAnswerAgain", "1.2", "120x48", []act{
			{"enter 'x1' enter", "", "Hint 1"},
			{"enter", "does not bend anything | cut still has 2 errors | this answer has been judged", "Hint 1"},
			{"ctrl+u 'x1' enter", "You have given this answer before. | Hint 1 | does not bend anything", ""},
			{"enter enter", "", "Hint 2"},
		}},
		{"Hints_afterSuccess", "1.2", "120x48", []act{
			{"enter 'x1^2' f1 enter", "Separable. | Hint 1 | below the middle", ""},
			{"f1", "Hint 2", ""},
		}},
		// Esc immediately followed by q arrives as alt+q.
		{"Back_whileTyping", "1.2", "120x48", []act{
			{"enter 'x1' alt+q", "kernel methods, step by step", ""},
		}},
		// A narrow screen shows the slider that the arrows move.
		{"Arrows_showTheirSliderOnANarrowScreen", "1.2", "80x24", []act{
			{"enter right right left shift+right", "2 errors at the threshold 1.1 | threshold    ━", ""},
		}},
		// ← and → in an empty field move the slider of the scene. In a field with text they
		// move the cursor.
		{"Arrows_moveASliderFromAnEmptyField", "1.2", "120x36", []act{
			{"enter right right left shift+right", "2 errors at the threshold 1.1", ""},
			{"'x1' left left '3'", "2 errors at the threshold 1.1 | = 3x₁", ""},
		}},
		// Input typed after enter goes where it would have gone if the student had seen the
		// verdict first: the second enter after a right answer goes on, and the letters after it
		// belong to the next task. A wrong answer stays, and letters typed after it change it.
		{"TypeAhead_afterARightAnswer", "1.2", "120x36", []act{
			{"enter 'x^2' hold enter enter '7'", "2 of 3 | = x^2", "Separable."},
			{"release", "3 of 3 | a = 7", ""},
			{"ctrl+b", "= x^2 | ✓ Separable.", "x^27"},
		}},
		{"TypeAhead_afterAWrongAnswer", "1.2", "120x36", []act{
			{"enter 'x' hold enter '^2' enter release", "= x^2 | ✓ Separable.", ""},
		}},
		// Work in progress is shown only after it has taken long, and only until it is done.
		{"Busy_isShownLate", "1.2", "80x24 120x36", []act{
			{"enter 'x^2' hold enter", "", "checking"},
			{"late", "⠋ checking …", ""},
			{"release", "", "checking"},
			{"late", "", "checking"},
		}},
		// A field takes every key first. The keys work again outside of it.
		{"Field_takesKeysFirst", "1.2", "120x36", []act{
			{"enter '?s:,q[]lhwn'", "= ?s:,q[]lhwn", ""},
			{"esc s", "Symbols and conventions | Gram matrix", ""},
			{"esc esc backspace", "= ?s:,q[]lhw", "lhwn"},
		}},
		{"Player_stopsAtABreakpoint", "7.7", "120x36", []act{
			{"b", "Run until | a bound is hit", ""},
			{"enter", "update 7 | α1 reaches C", ""},
			{"b enter", "update 14", ""},
		}},
		{"Why_explainsTheStep", "7.7", "120x36", []act{
			{"w", "Why this step | Point 9 gains most with it.", ""},
			{"q", "", "Why this step"},
		}},
		{"Inspect_aPoint", "7.7", "120x36", []act{
			{"x x", "point 1: α = 0.0", ""},
			{"X X", "", "point 1: | point 0:"},
		}},
		{"Figure_enlarge", "7.7", "120x36", []act{
			{"", "Decision regions | Multipliers | Objective", ""},
			{"f f", "Multipliers", "Decision regions | Objective"},
			{"f f", "Decision regions | Multipliers | Objective", ""},
		}},
	}
}

func debugScripts() []script {
	return []script{
		{"Busy_ofARunIsShownLate", "D.1", "80x24 120x36", []act{
			{"hold $", "", "computing"},
			{"late", "⠋ computing; esc stops | step 1 /", ""},
			{"esc", "", "computing"},
		}},
		// Letters after p answer the question that is on its way.
		{"TypeAhead_ofAQuestion", "D.1", "120x36", []act{{"L home hold p 4 2 release", "k = 42", ""}}},
		{"Lines_stepThroughTheFormula", "D.1", "120x36", []act{
			{"L u", "@10 | towards step 11, line 1 of 2; the pictures show step 10 | 0.31 + 1.11", "clip to"},
			{"u", "@10 | line 2 of 2 | clip to", ""},
			{"h", "@10 | line 1 of 2", ""},
			{"u u", "@11 | update 11", "towards"},
			{"u", "@11 | towards step 12, line 1 of 2", ""},
			{"l", "@12 | update 12", "towards"},
			{"u h", "@12 | update 12", "towards"},
			{"h", "@11 | update 11", ""},
			{"home", "", "towards"},
			{"h", "@0", ""},
		}},
		{"Figure_enlargedChartShowsValues", "D.1", "120x36", []act{
			{"L", "", "g 25"}, // no chart is enlarged
			{"f f f", "Objective | step 10  g 25", ""},
			{"f", "", "g 25"},
		}},
		// The line under the timeline explains the signs that are visible, and no others.
		{"Signs_areExplained", "D.1", "120x36", []act{
			{"", "", "▼ condition | a branch forks"},
			{"L i enter", "┬ a branch forks", "▼ condition"},
			{"b 'alpha == 1.3' enter", "▼ condition", ""},
		}},
		// A hosted lab has no folder of the student's, so it shows the text.
		{"Export_inAHostedLab", "D.1", "80x24", []act{
			{"L E", "Show this run as text", ""},
			{"enter", "kernellab-D.1-seed41.run | kernellab run 1 | steps 10", ""},
			{"esc", "", "steps 10"},
		}},
		{"Branches_forkAndSwitch", "D.1", "120x36", []act{
			{"o", "", "Branches"},
			{"L l l h h i right enter",
				"@11 | branch 1 forked from the original at step 10: k = 2, C = 1 | branch 1  update 11 | forked: k = 2, C = 1 | ┴", ""},
			{"l l", "@13", ""},
			{"o", "Branches | the original | └ branch 1  from step 10: k = 2, C = 1 | here", ""},
			{"enter", "@13 | the original  update 13", "forked:"},
			{"h h h h i enter", "@10", ""},
			{"o", "└ branch 2  from step 9: k = 1, C = 1", ""},
			{"esc", "branch 2  update 10", ""},
		}},
		{"Branches_compare", "D.1", "80x24 120x36 200x60", []act{
			{"L i enter l l l o space",
				"beside the original | This run | The other | max |Δα| = 0.14, 15 frames", ""},
			{"h", "max |Δα| = 0.13", ""},
			{"f", "", "The other"},
			{"f f esc", "@13", "beside | This run"},
		}},
		// Every branch can be compared with the one on the stage, except this one itself.
		{"Branches_compareAnyOther", "D.1", "120x36", []act{
			{"L i enter i enter o", "› the original | space compares", ""},
			{"down space", "beside branch 1", ""},
			{"o down down space", "Branches | this branch is on the stage", ""},
			{"esc esc", "", "beside branch 1"},
		}},
		{"Breakpoint_typed", "D.1", "120x36", []act{
			{"b", "Run until | a bound is hit | type a condition", ""},
			{"'al'", "alpha ==  | alpha >  | the multiplier", "gap <"},
			{"tab '1.2'", "› alpha == 1.2", ""},
			{"enter", "@12 | watched  α = 1.2", ""},
			{"h h", "watched  α = 1.0", ""},
		}},
		{"Breakpoint_unreadable", "D.1", "80x24", []act{
			{"b 'alpha ==' enter", "A number is missing here. | ↑", ""},
			{"ctrl+u", "", "A number is missing here."},
			{"'beta' enter", "makes it alpha == 0.5", ""},
			{"tab enter", "@5", ""},
		}},
		// A breakpoint stops seeking the end and steps by ten until it is switched off. It is
		// marked on the timeline and listed.
		{"Breakpoint_staysActive", "D.1", "80x24 120x36 200x60", []act{
			{"b 'alpha == 1.2' enter", "@12", ""},
			{"b 'alpha == 0.7' enter", "alpha == 0.7: true at no step this way", ""}, // no later step has this value
			{"home $", "@7 | condition: alpha == 0.7", ""},
			{"$", "@12", ""},
			{"home L", "@7", ""},
			{"l L", "@12", ""},
			{"home", "▼", ""},
			{"b", "alpha == 0.7 | alpha == 1.2 | active | ctrl+o off", ""},
			{"ctrl+o", "off | ctrl+o on", ""},
			{"esc $", "@12", ""},
			{"home b ctrl+o esc $", "@7", ""},
			{"b ctrl+x ctrl+x esc home", "", "▼"},
		}},
		// A kind of event from the list becomes a breakpoint like a typed condition.
		{"Breakpoint_ofAListedKind", "D.1", "120x36", []act{
			{"b enter", "@7", ""},
			{"home b", "a bound is hit | active", ""},
			{"esc $", "@7 | condition: a bound is hit", ""},
		}},
		// One key rewinds from the inspected point to the last change of its coefficient,
		// repeatedly, and describes the change. It adds no breakpoint.
		{"LastChange_ofAPoint", "D.1", "80x24 120x36 200x60", []act{
			{"L L l m", "inspect a point first", ""},
			{"x x m", "@18 | step 18: α = 1.8", ""}, // point 2: every third step
			{"m", "@15", ""},
			{"home m", "@0 | α2 changes: true at no step this way", ""},
			{"b", "a bound is hit", "active"},
		}},
		{"Breakpoint_neverHolds", "D.1", "120x36", []act{
			{"b 'alpha == 77' enter", "@0 | alpha == 77: true at no step this way", ""}, // the run does not stay at its end
		}},
		{"Breakpoint_remove", "D.1", "120x36", []act{
			{"b 'alpha == 0.5' enter b", "› alpha == 0.5 | ctrl+x removes it", ""},
			{"ctrl+x", "", "alpha == 0.5"},
			{"esc", "", "watched"},
		}},
		{"Ledger_isShown", "D.1", "80x24 120x36 200x60", []act{
			{"v", "The ledger | all 3 hold | ✓ Σαt = 0 | 3.1e−17", ""},
			{"l l l l", "@4 | 1 does not hold | ✗ 0 ≤ α ≤ C | α₃ = 1.2 lies above C = 1.", ""},
			{"h", "all 3 hold", ""},
			{"v", "", "The ledger | all 3 hold"},
		}},
		{"Why_staysOpenOnALargeScreen", "D.1", "200x60", []act{
			{"l w", "Why this step | Pair (1, 9)", ""},
			{"l", "@2 | Pair (2, 9)", ""},
			{"v", "Pair (2, 9) | Σαt = 0", ""},
			{"w", "", "Pair (2, 9)"},
		}},
		{"Why_stepsInItsWindow", "D.1", "80x24", []act{
			{"l w", "Why this step | Pair (1, 9) | ← → step", ""},
			{"right right", "@3 | Pair (3, 9)", ""},
			{"left w", "@2", "Why this step"},
		}},
		// A panel that is too small scrolls while it has the focus, keeps its position while
		// stepping, and always reaches its end.
		{"Panel_scrolls", "D.1", "160x36", []act{
			{"l w", "1–12 of 14  shift+tab | tab why | Pair (1, 9)", "Point 9 gains most with it."},
			{"shift+tab down down down", "3–14 of 14  ↑ ↓ | Point 9 gains most with it. | ↑ ↓ scroll", ""},
			{"l", "Point 9 gains most with it. | update 2", ""},
			{"pgup", "1–12 of 14 | Pair (2, 9)", ""},
			{"w down", "", "Pair (2, 9) | ↑ ↓ scroll"},
		}},
		{"WhatIf_changesNothing", "D.1", "80x24 120x36 200x60", []act{
			{"L i", "what if  pair (1, 9) | What if: Decision regions | Δg = 0.17, clipped at H = 1 | " +
				"g would rise by 0.17.", ""},
			{"right", "what if  pair (2, 9) | Δg = 0.27", ""},
			{"down right", "clipped at H = 1.5", ""},
			{"esc", "@10 | step 10 / 10+", "what if  pair | What if: | branch"},
		}},
		{"WhatIf_refusesAChoice", "D.1", "120x36", []act{
			{"L i right right", "point 3 has no partner: κ = 0.", ""},
			{"enter", "point 3 has no partner", "branch"},
			{"left enter", "branch 1", ""},
		}},
		// The timeline marks where the other branches leave the branch on the stage, with their
		// numbers. The tree shows how far each branch was computed, and can remove it.
		{"Branches_onTheTimeline", "D.1", "80x24 120x36 200x60", []act{
			{"L L i enter l o enter g '5' enter i enter o enter home", "─┬2 | ─┬1", "┴"}, // branch 1 left it at 20, 2 at 5
			{"o", "step 22  g = 121  gap 0.043 | step 6  g = 9  gap 0.14 | here  step 22", ""},
			{"enter home", "┬2 | ┴", "┬1"}, // now branch 1 is on the stage
			{"o down down x esc", "┴", "┬2"},
		}},
		// Each branch is listed below the branch that it leaves. If a branch is removed, its
		// number is not reused, and its forks stay.
		{"Branches_areATree", "D.1", "120x36", []act{
			{"L i enter l i right enter o", "the original | └ branch 1  from step 10: k = 1, C = 1 | " +
				"  └ branch 2  from step 12: k = 2, C = 1", ""},
			{"enter o x", "the original | └ branch 2  from step 10: k = 1, C = 1", "branch 1 "}, // shared up to 10
			{"up x", "the original | └ branch 2", ""},                                           // the original cannot be removed
			{"down enter i enter", "branch 3 forked from branch 2", ""},
			{"o down x", "└ branch 3", "branch 2"},
			{"down x", "update 1", "Branches | branch 3"},
			{"o", "there is only one branch", ""},
		}},
		// The palette runs an action. For a disabled one it shows the reason.
		{"Palette_runsTheChosenRow", "D.1", "80x24 120x36 200x60", []act{
			{"ctrl+p 'one step forward'", "Find | one step forward | → l", ""},
			{"enter", "@1", ""},
			{"ctrl+p 'ten steps for' enter", "@11", ""},
			{"ctrl+p 'compare one branch'", "there is only one branch", ""},
			{"enter", "there is only one branch; “what if” makes another", ""},
			{"ctrl+p 'no such thing'", "nothing has that name", ""},
		}},
		// While an alternative is shown, the panels and the watched values are about it, as their
		// titles indicate. Afterwards they are about the run again.
		{"WhatIf_panelsAreAboutTheAlternative", "D.1", "200x60", []act{
			{"L w v b 'alpha == 5' enter home L", "Why this step | Pair (10, 9) | The ledger | Δg = 10 | α = 1.0", ""},
			{"i",
				"What if: Why this step | Pair (11, 9) | What if: The ledger | Δg = 11 | α = 1.1",
				"Pair (10, 9) | Δg = 10 | α = 1.0"},
			{"l l", "no partner | Pair (10, 9) | Δg = 10", "What if: what"}, // the choice is refused, so the stage shows the run's own frame
			{"esc", "Pair (10, 9) | Δg = 10 | α = 1.0", "What if: Why"},
		}},
		{"Prediction_isJudgedAndCounted", "D.1", "80x24 120x36 200x60", []act{
			{"L p", "@10 | Predict step 11 | Which point moves first?", "update 11 | 10 / 11"},
			{"'11' enter", "✓ Right. | k = 11, as you said | so far: 1 of 1 | @10", ""},
			{"enter", "@11", "you said"},
			{"p 7 enter", "✗ Not right. | k = 12; you said 7 | so far: 1 of 2", ""},
			{"enter", "@12", ""},
		}},
		// An unreadable prediction is not judged, and a question that is left does not count.
		{"Prediction_isJudgedOnce", "D.1", "120x36", []act{
			{"p enter", "Nothing here yet.", ""},
			{"f1", "a prediction has no hints", ""},
			{"'?' enter", "I cannot read this yet. | “?” is no number", ""},
			{"backspace 7 enter", "predicted 0 of 1", ""},
			{"backspace 1", "you said 7", ""}, // the prediction has already been judged
			{"enter p esc", "@1 | predicted 0 of 1", ""},
			{"q", "predicted 0 of 1", ""},
		}},
		{"Prediction_peekBehindTheWindow", "D.1", "80x24", []act{
			{"p", "", "update 0, gap"},
			{"ctrl+o", "update 0, gap", "Predict"},
			{"5", "Predict", "k = 5"}, // the key that ends the peek types nothing
		}},
		{"ByHand_isJudgedUntilRight", "D.1", "80x24 120x36 200x60", []act{
			{"L y 0 tab 3 enter", "@10 | Step 11 by hand | ✗ | Not right.", ""},
			{"f1", "H = 10", ""},
			{"f1", "this is the solver's value", ""},
			{"enter", "✓ Right. | 1 value shown", ""},
			{"enter", "@11", "1 value shown | predicted"},
		}},
		// Leaving a step by hand does not move the run.
		{"ByHand_leaving", "D.1", "120x36", []act{
			{"L y 7 esc", "@10", "by hand 11 | Step 11"},
		}},
		// There is no next step to ask about at the end of a run.
		{"Prediction_atTheEndOfARun", "D.1", "120x36", []act{
			{"$ p y", "@59", "Predict | by hand"},
			{"h p", "Predict step 59", ""},
		}},
	}
}
