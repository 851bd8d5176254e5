package ui_test

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// A screen with one field: a key is typed into it, the verdict is next to it, and a
// click reports the field.
func Example() {
	t := theme.New(ascii.Mono, true)
	form := ui.NewForm(t, []*ui.Entry{{Name: "x2", Label: "x₂ =", Width: 6, Input: ui.NewField(t)}})
	form.FocusEntry(0)
	if form.Update(tea.KeyPressMsg{Code: '4', Text: "4"}) == ui.Changed {
		form.Current().Remark = ui.Remark{Mark: ui.Right, Text: ascii.Plain("= 4"), Lasting: true}
	}

	text := ui.NewDocument(t, 30)
	text.Write(ascii.Plain("Where is the boundary?"))
	form.WriteTo(text)
	pane := ui.NewPane(t)
	pane.SetSize(30, 3)
	pane.SetDocument(text)

	layers := pane.Layers("text", 0, 0)
	fmt.Println(ansi.Strip(ui.Compose(t, 30, 3, layers...)))
	click, inPane := ui.Hit(layers, tea.Mouse{X: 7, Y: 1}).In("text")
	fmt.Println(inPane, click.ID)
	// Output:
	// Where is the boundary?
	// x₂ = 4______ ✓
	//   = 4
	// true x2
}
