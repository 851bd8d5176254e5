// Command kernellab is a lab for learning kernel methods in the terminal:
// worksheets whose answers are judged by real solvers, and whose solvers can
// be stepped through and watched. See README.md.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"kernellab/lab/cli"
)

func main() {
	os.Exit(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// interruptible returns a context that ends with ctrl-C, SIGTERM, SIGQUIT or,
// unless it is ignored as under nohup, SIGHUP, so that the work can be kept and
// terminals restored. A second signal ends the program at once, with exit code 128 and the
// number of the signal; a second SIGHUP does not, as a closed terminal often
// sends two. It starts to listen in a goroutine, so a short command does not wait for
// it.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		signals := make(chan os.Signal, 2)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
		if !signal.Ignored(syscall.SIGHUP) {
			signal.Notify(signals, syscall.SIGHUP)
		}
		<-signals
		cancel()
		for s := range signals {
			if s != syscall.SIGHUP {
				os.Exit(secondSignal(s))
			}
		}
	}()
	return ctx
}

// secondSignal is the exit code of a program that a signal ended at once, as
// shells count.
func secondSignal(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return 1
}

// run is the whole program with its surroundings passed in, so that tests can
// call it. It returns the exit code: 0 done, 1 failed, 2 wrong usage.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, args, stdin, stdout, stderr, os.Getenv)
}
