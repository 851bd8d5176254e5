package plain

import (
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// buttonOf is the place of the button of a name among the controls of the stage, −1
// where there is none.
func buttonOf(s *stage, name string) int {
	return slices.IndexFunc(s.scene.Controls, func(c exercises.Control) bool {
		return c.IsButton() && (strings.EqualFold(c.Name, name) || strings.EqualFold(c.Label, name))
	})
}

// press presses a button, and says what has become of the stage.
func (s *stage) press(name string) {
	i := buttonOf(s, name)
	if i < 0 {
		say := "There is nothing to press in this step."
		if slices.ContainsFunc(s.scene.Controls, exercises.Control.IsButton) {
			say = "Type “press” and the name of a button; “controls” lists them."
		}
		if name != "" {
			say = "“" + name + "” is no button here. " + say
		}
		s.voice.say(say)
		return
	}
	c := s.scene.Controls[i]
	changed, after := c.Pressed(s.work.Answers())
	if len(changed) == 0 {
		s.voice.say("Nothing changes by that.")
		return
	}
	for _, name := range changed {
		s.work.Set(name, after[name])
	}
	s.compose()
	s.voice.say(capital(labelOf(c)) + ": done.")
	s.renewed()
}

// renewed says what is other on the stage after something was set.
func (s *stage) renewed() {
	s.follow()
	s.facts()
	if s.player.run != nil {
		s.player.position()
	}
}

// sandbox opens the exercise that is in no unit.
func (t *talk) sandbox(string) {
	id := study.SandboxOf(t.student).ID
	if id == "" {
		t.voice.say("There is no sandbox here.")
		return
	}
	t.open(id)
}
