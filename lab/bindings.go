package lab

// contentsKeys are those of the contents.
func contentsKeys() keyMap {
	at := zoneContents.bind
	return keyMap{
		at("up", "up k", "↑ k", "exercise above"),
		at("down", "down j", "↓ j", "exercise below"),
		at("first", "home 0", "home 0", "first exercise"),
		at("last", "end $", "end $", "last exercise"),
	}
}

// quizKeys are those of a question about the next step, beside those of its
// fields.
func quizKeys() keyMap {
	at := zoneQuiz.bind
	return keyMap{
		at("answer", "enter", "enter", "judge the answer; then go on"),
		at("leave", "esc", "esc", "skip the question; leave a step by hand"),
		at("hint", "f1 ctrl+t", "f1 ctrl+t", "by hand: show the right value of this blank"),
		at("peek", "ctrl+o", "ctrl+o", "look at the stage behind the window; any key comes back"),
	}
}

// watchKeys are those of the window of conditions.
func watchKeys() keyMap {
	at := zoneWatch.bind
	return keyMap{
		at("up", "up", "↑", "condition or completion above"),
		at("down", "down", "↓", "condition or completion below"),
		at("accept", "tab", "tab", "take the completion, or the correction offered"),
		at("answer", "enter", "enter", "run on to the condition"),
		at("run back", "alt+enter shift+enter", "alt+enter", "run back to it"),
		at("forget", "ctrl+x", "ctrl+x", "forget the condition selected"),
	}
}

// overlayKeys are those of every other window.
func overlayKeys() keyMap {
	at := zoneOverlay.bind
	return keyMap{
		at("up", "up k", "↑ k", "up"),
		at("down", "down j", "↓ j", "down"),
		at("answer", "enter", "enter", "take the selected line"),
		at("less", "left h", "← h", "change a setting; one step back under “why”"),
		at("more", "right l", "→ l", "change a setting; one step forward under “why”"),
		at("leave", "q ?", "q", "close"),
	}
}
