package lab

// toggleWhy closes the panel, or explains the step.
func (r *rightSide) toggleWhy() intent {
	if r.debug.inspector.why && hasPanelRoom(r.session.width, r.session.height) {
		r.showPanel(whyPanel, false)
		return nil
	}
	return r.openWhy()
}

// openWhy explains the step, in the panel where there is room for it, else in a window
// over the run, which the keys for it step.
func (r *rightSide) openWhy() intent {
	if hasPanelRoom(r.session.width, r.session.height) {
		r.showPanel(whyPanel, true)
		return nil
	}
	return pushIntent{r.debug.newWhyWindow()}
}

// showPanel opens a panel, or closes it and gives its keyboard to the stage.
func (r *rightSide) showPanel(p panel, open bool) {
	r.debug.inspector.show(p, open)
	if !open && r.keyboard.panel == p {
		r.keyboard.panel = noPanel
	}
}

func (r *rightSide) askStep() intent { return pushIntent{newNumberWindow(r.session, "Go to step")} }

func (r *rightSide) nextFigure() { r.stage.next(r.sight()) }

func (r *rightSide) withoutRun() string {
	meant := ""
	if len(r.scene.Controls) > 0 {
		meant = "; tab leads to the sliders"
	}
	return reason(r.debug.player.Run() == nil, "nothing to step through here"+meant)
}

func (r *rightSide) withoutChange() string {
	typed := r.debug.player.Abilities().Breakpoints
	if typed == nil {
		return "this run keeps no number for a point"
	}
	if r.stage.point < 0 || r.debug.guests() {
		return "inspect a point first: x, or a click on it"
	}
	_, ok := typed.Change(r.stage.point)
	return reason(!ok, "this run keeps no number for a point")
}

func (r *rightSide) oneFigure() string { return reason(len(r.sight().figures) < 2, "one figure only") }

// withoutSpeed is why + and − neither zoom a map nor change the speed of a run.
func (r *rightSide) withoutSpeed() string {
	if r.stage.zoomable(r.sight()) >= 0 {
		return ""
	}
	return r.withoutRun()
}

func (r *rightSide) withoutPoints() string {
	return reason(!r.sight().pointed(), "no point to inspect here")
}

func (r *rightSide) withoutRows() string {
	_, ok := r.sight().roster()
	return reason(!ok, "there is no table of points here")
}

func (r *rightSide) withoutPoint() string {
	return reason(r.sight().inspect == nil || r.stage.point < 0, "no point is inspected")
}

func (r *rightSide) zoomWord() string { return reason(r.stage.zoomable(r.sight()) >= 0, "zoom") }
