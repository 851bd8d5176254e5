package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// script is a session of a student on the fake library: where it starts, and on which
// screens it is played.
type script struct {
	name, start, sizes string
	acts               []act
}

// act presses keys and says what the screen then shows and lacks. Keys are separated by
// blanks, and a text in quotes is typed. Texts are separated by " | ", and @5 means that
// the run is at step 5.
type act struct{ keys, sees, lacks string }

// TestScripts plays every script on each of its screens.
func TestScripts(t *testing.T) {
	for _, s := range slices.Concat(exerciseScripts(), debugScripts()) {
		for size := range strings.FieldsSeq(s.sizes) {
			t.Run(s.name+"/"+size, func(t *testing.T) {
				w, h := parseSize(t, size)
				b := (*bench)(nil)
				if s.start == "D.1" {
					b = openDebug(t, w, h)
				} else {
					b = open(t, w, h, s.start)
				}
				for _, a := range s.acts {
					b.play(a)
				}
			})
		}
	}
}

// play plays an act.
func (b *bench) play(a act) {
	b.t.Helper()
	for i, part := range strings.Split(a.keys, "'") {
		if i%2 == 1 {
			b.typed(part)
		} else {
			b.keys(strings.Fields(part)...)
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

// split returns the texts of an act.
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

// exerciseScripts returns the sessions in exercises.
func exerciseScripts() []script {
	return []script{
		{"Exercise_fromStartToEnd", "1.2", "120x36", []act{
			{"", "Lifting › 1.2 Lift the line | 1 of 3 | Six points on a line | enter next step", ""},
			{"enter", "2 of 3 | Which feature makes the classes | e.g. 3·x1 + 2", ""},
			{"'x1+3'", "= x₁+3 | The plane x1+3", ""},
			{"enter", "✗ Not separable. | The points stay on a line | does not bend anything", ""},
			{"backspace", "", "Not separable"},
			{"ctrl+u '(x1+1)^2' enter", "✓ Separable. | The margin is 0.71. | enter next step", ""},
			{"enter", "3 of 3 | a = | b = | c =", ""},
			{"'1' tab '7' down '0' enter", "✓ | ✗ | Not right.", ""},
			{"backspace '2' enter", "Right. | Exercise 1.2 is done | next: 1.3 A line up there", ""}, // the keyboard is in what is wrong
			{"enter", "1 of 1 | 1.3 A line up there", ""},
			{"esc q", "kernellab | 1.2 | done", ""},
		}},
		{"Exercise_emptyAnswerIsNotJudged", "1.2", "120x36", []act{
			{"enter enter", "Nothing here yet.", "✗"},
		}},
		{"Field_choices", "7.7", "120x36", []act{
			{"]", "It will be | 1 ( ) αₖ", ""},
			{"down", "1 (•) αₖ", ""},
			{"3", "3 (•) neither", ""},
			{"tab '0.5'", "  (•) neither", ""},
			{"enter", "· Noted.", ""}, // nothing is right yet
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
			{"enter 'x1' enter esc", "ctrl+x that is not what I did", ""},
			{"ctrl+x", "", "does not bend anything"},
		}},
		{"Hints_forTheSameAnswerAgain", "1.2", "120x48", []act{
			{"enter 'x1' enter", "", "Hint 1"},
			{"enter", "does not bend anything | cut still has 2 errors | this answer is judged", "Hint 1"},
			{"ctrl+u 'x1' enter", "You gave this answer before. Here is | Hint 1 | does not bend anything", ""},
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
		// ← and → in an empty field move the slider of the scene. In a field with text they
		// move the cursor.
		{"Arrows_moveASliderFromAnEmptyField", "1.2", "120x36", []act{
			{"enter right right left shift+right", "2 errors at the threshold 1.1", ""},
			{"'x1' left left '3'", "2 errors at the threshold 1.1 | = 3x₁", ""},
		}},
		{"Player_goToRefusesWords", "7.7", "120x36", []act{
			{"g x enter", `"x" is not the number of a step`, ""},
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

// debugScripts returns the sessions with a run that supports every ability.
func debugScripts() []script {
	return []script{
		{"Lines_stepThroughTheFormula", "D.1", "120x36", []act{
			{"L u", "@10 | towards step 11, line 1 of 2; the pictures show step 10 | 0.31 + 1.11", "clip to"},
			{"u", "@10 | line 2 of 2 | clip to", ""},
			{"h", "@10 | line 1 of 2", ""},
			{"u u", "@11 | update 11", "towards"},
			{"u", "@11 | towards step 12, line 1 of 2", ""},
			{"l", "@12 | update 12", "towards"},
			{"u h", "@12 | update 12", "towards"},
			{"h", "@11 | update 11", ""},
			{"0", "", "towards"},
			{"h", "@0", ""},
		}},
		{"Figure_enlargedChartShowsValues", "D.1", "120x36", []act{
			{"L", "", "g 25"}, // no chart is enlarged
			{"f f f", "Objective | step 10  g 25", ""},
			{"f", "", "g 25"},
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
				"@11 | branch 1 left the original at step 10: k = 2, C = 1 | branch 1  update 11 | forked: k = 2, C = 1 | ┴", ""},
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
		// The breakpoint given last is listed first.
		{"Breakpoint_listsTheLastFirst", "D.1", "120x36", []act{
			{"b 'alpha == 0.5' enter", "@5", ""},
			{"0 b enter", "@5", ""},
		}},
		{"Breakpoint_neverHolds", "D.1", "120x36", []act{
			{"b 'alpha == 77' enter", "@0 | alpha == 77: at no other step this way", ""}, // and not at the end
		}},
		{"Breakpoint_remove", "D.1", "120x36", []act{
			{"b 'alpha == 0.5' enter b", "› alpha == 0.5 | ctrl+x ends it", ""},
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
		// While an alternative is considered, the panels and the watched values are about it,
		// and their titles say so. Afterwards they are about the run again.
		{"WhatIf_panelsAreAboutTheAlternative", "D.1", "200x60", []act{
			{"L w v b 'alpha == 5' enter 0 L", "Why this step | Pair (10, 9) | The ledger | Δg = 10 | α = 1.0", ""},
			{"i",
				"What if: why this step | Pair (11, 9) | What if: the ledger | Δg = 11 | α = 1.1",
				"Pair (10, 9) | Δg = 10 | α = 1.0"},
			{"l l", "no partner | Pair (10, 9) | Δg = 10", "What if: what"}, // the choice that is refused: the stage shows the run's own frame
			{"esc", "Pair (10, 9) | Δg = 10 | α = 1.0", "What if: why"},
		}},
		{"Prediction_isJudgedAndCounted", "D.1", "80x24 120x36 200x60", []act{
			{"L p", "@10 | Predict step 11 | Which point moves first?", "update 11 | 10 / 11"},
			{"'11' enter", "✓ Right. | k = 11, as you said | predicted 1 of 1 | @10", ""},
			{"enter", "@11", "you said"},
			{"p 7 enter", "✗ Not right. | k = 12; you said 7 | predicted 1 of 2", ""},
			{"enter", "@12", ""},
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
