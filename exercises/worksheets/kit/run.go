package kit

import (
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
)

// runScene is a run with its setting on controls, see package bench.
func runScene(p *worksheets.Params) worksheets.SceneFunc {
	b := bench.Bench{
		Run: p.Texts("run"), Names: p.Text("names"), Whole: p.Flag("whole"), Kernel: p.Text("kernel"), Kernels: p.Texts("kernels"),
		Beside: p.Choice("beside", "none", "primal", "form"), Notes: p.Texts("notes"), Last: p.Texts("last"),
	}
	for _, d := range p.Parts("data", "set", "label") {
		b.Data = append(b.Data, bench.Data{Set: d.Needed("set"), Label: d.Text("label")})
	}
	for _, s := range p.Parts("sliders", "name", "at", "from", "to", "step", "words") {
		b.Sliders = append(b.Sliders, bench.Slider{
			Name: s.Needed("name"), At: s.Text("at"), From: s.Float("from"), To: s.Float("to"), Step: s.Float("step"), Words: s.Texts("words"),
		})
	}
	if field := p.Field("foretold"); field != "" {
		b.Foretold = bench.Foretold{Field: field, Words: p.Labels(field)}
	}
	from := bench.Brought{Own: p.Brief().Data, Sets: map[string]*dataset.Set{}}
	for name, data := range p.Sets() {
		if set, ok := data.(*dataset.Set); ok {
			from.Sets[name] = set
		}
	}
	scene, err := b.Scene(from)
	if err != nil {
		p.Fail("run", "", "%v", err)
	}
	return scene
}
