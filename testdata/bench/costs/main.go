// Command costs measures what pictures and training cost, and how the cost
// grows with the work, and prints tables in Markdown. See ../costs.sh.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"time"
)

func main() {
	program := flag.String("kernellab", "", "the program")
	folder := flag.String("data", "", "folder with SET-N.txt")
	size := flag.Int("parts", 0, "only print the seconds that a Gram matrix of so many points and its Cholesky factor take")
	flag.Parse()
	work := func() error { return run(*program, *folder) }
	if *size > 0 {
		work = func() error { return parts(*size) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "costs:", err)
		os.Exit(2)
	}
}

func run(program, folder string) error {
	if program == "" || folder == "" {
		return errors.New("-kernellab and -data are needed")
	}
	// The processes come first: a child's peak memory counts what its parent
	// holds when it starts it.
	if err := growth(program, folder); err != nil {
		return err
	}
	if err := ridge(program, folder); err != nil {
		return err
	}
	steps()
	if err := kept(); err != nil {
		return err
	}
	pictures()
	return nil
}

// least is the shortest of several runs, in milliseconds: what the work takes
// when nothing else runs.
func least(work func()) float64 {
	best := math.Inf(1)
	for range 3 {
		rounds := 0
		start := time.Now()
		for rounds == 0 || time.Since(start) < 30*time.Millisecond {
			work()
			rounds++
		}
		best = min(best, 1000*time.Since(start).Seconds()/float64(rounds))
	}
	return best
}

// exponent is that of the power law through the first and the last of some
// measurements.
func exponent(size, cost []float64) float64 {
	last := len(size) - 1
	return math.Log(cost[last]/cost[0]) / math.Log(size[last]/size[0])
}
