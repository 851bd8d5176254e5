package class_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/store"
)

// BenchmarkHub_board measures what a teacher waits for with 500 students: reading new
// answers of five of them from the record, and everything that the board shows.
func BenchmarkHub_board(b *testing.B) {
	db := store.Open(filepath.Join(b.TempDir(), "class.db"), store.NoQuota)
	defer db.Close()
	hub := class.NewHub(db, class.NewBoard(func(e progress.Event) string { return e.Raw["x"] }),
		func(err error) { b.Error(err) })
	board := hub.Join(class.Person{ID: "teacher", Teacher: true}).Board()
	plan := class.Plan{Exercise: "1.2", Minutes: 15}
	for i := range 8 {
		plan.Tasks = append(plan.Tasks, class.PlannedTask{Name: fmt.Sprint("task", i), Asks: true})
	}
	n := 0
	answer := func() {
		n++
		task := plan.Tasks[n/1500%8].Name
		e := progress.Event{Kind: progress.AnswerGiven, Time: time.Now(), Exercise: "1.2", Task: task,
			Raw: map[string]string{"x": fmt.Sprint(n % 7)}, Verdict: "not-equal", Accepted: n%1500 < 400}
		if n%3 == 0 {
			e.Note = fmt.Sprint("mistake", n%9)
		}
		if err := db.Student(fmt.Sprint("student", n%500)).Append(e); err != nil {
			b.Fatal(err)
		}
	}
	for range 12000 {
		answer()
	}
	if err := hub.Read(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		for range 5 {
			answer()
		}
		b.StartTimer()
		if err := hub.Read(b.Context()); err != nil {
			b.Fatal(err)
		}
		rows := board.Rows(plan, time.Now())
		if groups := board.WrongAnswers(class.TaskID{Exercise: "1.2", Task: "task0"}); len(rows) != 500 || len(groups) == 0 {
			b.Fatalf("got %d rows, %d groups of answers, want 500 and some", len(rows), len(groups))
		}
	}
}
