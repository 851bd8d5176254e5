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

// interruptible returns a context that ends with Ctrl-C, SIGTERM, SIGQUIT or SIGHUP, so
// that work can be saved and terminals restored. SIGHUP is ignored under nohup. A
// second signal ends the program at once, with exit code 128 plus the number of the
// signal, except SIGHUP, because a closed terminal often sends two. Listening starts in
// a goroutine, so that short commands do not wait for it.
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

// secondSignal returns the exit code of a program that was ended by a signal, as shells
// define it.
func secondSignal(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return 1
}

// run runs the program with the given arguments and streams, so that tests can call it.
// It returns the exit code: 0 done, 1 failed, 2 wrong usage.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, args, stdin, stdout, stderr, os.Getenv)
}
