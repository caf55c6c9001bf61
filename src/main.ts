// The program. A server limits its memory before it starts. Environment variables set the number of memory arenas that
// its threads share (without a limit, each arena keeps its peak size), and the size above which freed memory returns to
// the system at once (otherwise, glibc raises this size to the largest buffer so far). Flags set how much garbage V8
// leaves before it collects. Under attack, the server uses at most 559 MiB (bench/results/2026-11-reliability.md).
const LAUNCHER_CHECK_MS = 500
const { platform, argv, env, execPath, execArgv } = process
const isServer = ['serve', 'demo', undefined].includes(argv[2])
const SPARING = ['--max-semi-space-size=16', '--heap-growing-percent=50']

if (isServer && platform === 'linux' && !SPARING.every((flag) => execArgv.includes(flag)))
  // The same process continues with the same ID, input and output. Arguments of the command line come last, so that
  // they take precedence.
  process.execve?.(execPath, [execPath, ...SPARING, ...execArgv, ...argv.slice(1)], {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...env,
  })

// Stops as after a signal if the launcher (bin/roundsman.mjs) was killed. The parent is then a different process.
const launcher = Number(env.ROUNDSMAN_LAUNCHER)
delete env.ROUNDSMAN_LAUNCHER
if (launcher) {
  const watch = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LAUNCHER_CHECK_MS).unref()
}

await import('./cli/command-line.ts')
