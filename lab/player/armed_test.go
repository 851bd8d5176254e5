package player

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
)

// Whatever takes the player on, an armed condition stops it at the nearest frame
// ahead where it holds, also among frames that are not computed yet; going back is
// not stopped.
func TestArmedConditionStopsEveryWayOn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var p Player
		p.Load(grower{n: rapid.IntRange(1, frames).Draw(rt, "known")})
		from := rapid.IntRange(0, frames-1).Draw(rt, "from")
		p.Seek(from)
		settle(t, &p)
		last := p.run.Len() - 1
		p.Arm(exercises.Break{Name: "event", Label: "an event"})
		next := func(most int) int {
			most = min(most, frames-1)
			for i := from + 1; i < most; i++ {
				if (grower{}).Event(i) != "" {
					return i
				}
			}
			return most
		}
		want := from
		switch rapid.IntRange(0, 3).Draw(rt, "what") {
		case 0:
			p.Forward(10)
			want = next(from + 10)
		case 1:
			p.SeekEnd()
			want = next(frames)
		case 2:
			p.Toggle()
			if from == frames-1 {
				from = 0
			}
			for range 2 * frames {
				if p.Clock.playing {
					p.Beat()
				}
				settle(t, &p)
			}
			want = next(frames)
		case 3:
			p.Seek(from - 9)
			want = max(0, from-9)
		}
		settle(t, &p)
		if p.at != want || p.Clock.playing || p.goal.kind != goalNone {
			rt.Fatalf("from %d (of %d) at %d, want %d", from, last, p.at, want)
		}
		if p.TakeMissed() != "" {
			rt.Fatal("what was not looked for is missed")
		}
	})
}
