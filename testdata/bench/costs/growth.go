package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"kernellab/kernels"
	"kernellab/solvers"
)

// process runs the program three times and gives the least time in seconds and
// the most memory in MB.
func process(program string, args ...string) (seconds, peakMB float64, err error) {
	seconds = math.Inf(1)
	for range 3 {
		cmd := exec.Command(program, args...)
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return 0, 0, fmt.Errorf("%s %v: %w", program, args, err)
		}
		seconds = min(seconds, time.Since(start).Seconds())
		if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peakMB = max(peakMB, float64(use.Maxrss)/1024)
		}
	}
	return seconds, peakMB, nil
}

// table prints measurements by size, and the exponents of their growth.
type table struct {
	size    []float64
	columns [][]float64
}

func (t *table) add(size float64, values ...float64) {
	t.size = append(t.size, size)
	if t.columns == nil {
		t.columns = make([][]float64, len(values))
	}
	fmt.Printf("| %g |", size)
	for i, v := range values {
		t.columns[i] = append(t.columns[i], v)
		fmt.Printf(" %.4g |", v)
	}
	fmt.Println()
}

func (t *table) exponents() {
	fmt.Print("| exponent |")
	for _, c := range t.columns {
		fmt.Printf(" %.2f |", exponent(t.size, c))
	}
	fmt.Println()
}

func growth(program, folder string) error {
	fmt.Println("## Cost as work grows")
	if err := start(program); err != nil {
		return err
	}
	fmt.Println("\nTraining, the whole command, `--cache 256`:")
	fmt.Println("\n| n | moons C = 1, s | moons C = 100, s | gauss C = 1, s | gauss C = 100, s | gauss C = 1, MB |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	var t table
	for _, n := range []int{1000, 2000, 5000, 10000, 20000} {
		var values []float64
		var memory float64
		for _, set := range [][2]string{{"moons", "1"}, {"gauss", "0.05"}} {
			for _, c := range []string{"1", "100"} {
				s, mb, err := process(program, "solve", "--json", "--model", "svm", "--C", c, "--kernel", "rbf(gamma="+set[1]+")",
					"--data", filepath.Join(folder, fmt.Sprintf("%s-%d.txt", set[0], n)))
				if err != nil {
					return err
				}
				values = append(values, s)
				if set[0] == "gauss" && c == "1" {
					memory = mb
				}
			}
		}
		t.add(float64(n), append(values, memory)...)
	}
	t.exponents()
	return nil
}

// steps measures one step of the stepper, the update of a kept field, and what
// a recorded step holds.
func steps() {
	fmt.Println("\n## Steps")
	fmt.Println("\nOne step of the stepper (second order), of a kept field of 160×100 pixels, and the memory of a recorded step:")
	fmt.Println("\n| n | step ms | field ms | bytes a step |")
	fmt.Println("| --- | --- | --- | --- |")
	var t table
	for _, n := range []int{125, 250, 500, 1000, 2000} {
		e := expansion("rbf(sigma=1)", n)
		y := make([]float64, n)
		r := rand.New(rand.NewPCG(7, 7))
		for i, p := range e.Points {
			y[i] = math.Copysign(1, p[0]+p[1]+r.NormFloat64())
		}
		problem, err := solvers.NewDual(solvers.NewDense(kernels.Gram(e.Kernel, e.Points)), y)
		if err != nil {
			panic(err)
		}
		s := solvers.SMO{C: 100, Tol: 1e-9}
		first, err := s.Start(problem)
		if err != nil {
			panic(err)
		}
		at := first
		next := func() {
			if at, err = s.Next(problem, at); err != nil || at.Status.Done() {
				at = first
			}
		}
		field := e.Keep(axis(160), axis(100))
		update := func() { field.Update(3, 1e-3); field.Update(5, -1e-3) }
		t.add(float64(n), least(next), least(update), bytesOf(100, next))
	}
	t.exponents()
}

// bytesOf is the memory that one of several calls allocates.
func bytesOf(calls int, work func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		work()
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(calls)
}

func start(program string) error {
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	s, mb, err := process(program, "solve", "--data", "xor4", "--model", "svm", "--kernel", "rbf(1)", "--json")
	if err != nil {
		return err
	}
	fmt.Printf("\nStart-up to the answer for four points: %.1f ms, %.0f MB. The program is %.1f MB.\n", 1000*s, mb, float64(info.Size())/1e6)
	return nil
}
