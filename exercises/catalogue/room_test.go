package catalogue

import (
	"fmt"
	"testing"
)

// TestAnswersHaveRoom holds what the curriculum itself answers, references and
// examples of mistakes, to a part of the work that an answer may take.
func TestAnswersHaveRoom(t *testing.T) {
	dearest, which := map[string]int64{}, map[string]string{}
	for _, f := range fuses(t) {
		info := f.step.Info()
		texts := []string{info.Reference[f.field]}
		for _, m := range info.Misconceptions {
			texts = append(texts, m.Example[f.field])
		}
		for _, text := range texts {
			for name, way := range ways() {
				if c := light(way, f, text); c.work > dearest[name] {
					dearest[name], which[name] = c.work, fmt.Sprintf("%s %s: %s", f.exercise, f.field, text)
				}
			}
		}
	}
	for name := range ways() {
		t.Log(name, dearest[name], which[name])
		if most := mostWork(name); dearest[name] > most/3 {
			t.Errorf("%s: %s takes %d of %d", name, which[name], dearest[name], most)
		}
	}
}
