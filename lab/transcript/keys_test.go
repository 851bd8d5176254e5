package transcript

import (
	"regexp"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

// TestControlIsNoKey: where the stage has a control of that name, a letter in a
// text is the control and no key.
func TestControlIsNoKey(t *testing.T) {
	text := ascii.Line{{Text: "Move ", Ink: ascii.Text}, {Text: "n", Ink: ascii.Accent}}
	if said := (&voice{controls: []string{"n"}}).withCommands(text); said != "Move n" {
		t.Errorf("with a control n: %s", said)
	}
	if said := (&voice{}).withCommands(text); said != "Move “event”" {
		t.Errorf("without one: %s", said)
	}
}

// Commands are typed where keys are pressed, and a block that speaks of keys is said
// in its own words.
func TestCommandsAreTyped(t *testing.T) {
	key := ascii.Span{Text: "→", Ink: ascii.Accent}
	for want, l := range map[string]ascii.Line{
		"Type “next” twice.":   {{Text: "Press ", Ink: ascii.Text}, key, {Text: " twice.", Ink: ascii.Text}},
		"Now type “next”":      {{Text: "Now press ", Ink: ascii.Text}, key},
		"Press on with “next”": {{Text: "Press on with ", Ink: ascii.Text}, key},
	} {
		if said := (&voice{}).withCommands(l); said != want {
			t.Errorf("%q, want %q", said, want)
		}
	}
	if said := spokenText(
		exercises.Block{Text: ascii.Plain("Press esc."), Aloud: ascii.Plain("Say so.")},
	).String(); said != "Say so." {
		t.Error(said)
	}
}

// Every command that stands for a key is one.
func TestInPlaceOfKeysStandCommands(t *testing.T) {
	for _, key := range []string{"→", "←", "0", "$", "space", "g", "n", "N", "b", "u", "w", "v", "p", "y", "i", "enter",
		"o", "E", "?"} {
		command, ok := commandForKey(key)
		name, _ := parse(command)
		if _, known := find(name); !ok || !known {
			t.Errorf("%s: %q is no command", key, command)
		}
	}
}

// ofTheScreen is what is said of keys, of the pointer, and of where something stands
// on the screen.
var ofTheScreen = regexp.MustCompile(
	`(?i)\b(press|presses|pressed|esc|tab|mouse|click|clicked|drag|arrow keys?|timeline|which key)\b`,
)

// No text of the real library, as it is said, speaks of what the transcript has not.
func TestNoTextSpeaksOfKeys(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	v := &voice{}
	for _, u := range lib.Units() {
		for _, e := range u.Exercises {
			for _, info := range steps(t, lib, e.ID) {
				texts := append([][]exercises.Block{info.Text, info.Solution, {{Text: info.Question}}}, info.Hints...)
				for _, blocks := range texts {
					for _, b := range blocks {
						said := v.withCommands(spokenText(b))
						if found := ofTheScreen.FindString(said); found != "" {
							t.Errorf("%s %s says %q: %s", e.ID, info.Name, found, said)
						}
					}
				}
			}
		}
	}
}
