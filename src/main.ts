// The program. A server limits its memory before it begins. By the environment of its process: how many areas its threads share
// (glibc's arenas; otherwise each keeps what it once held), and from which size on memory goes back to the system as soon as it is
// free (otherwise glibc raises that size to the largest buffer it has seen). By flags: how much V8 leaves before it cleans up. Under
// attack the server takes 559 MiB at most (bench/results/2026-11-reliability.md).
const LAUNCHER_CHECK_MS = 500
const { platform, argv, env, execPath, execArgv } = process
const isServer = ['serve', 'demo', undefined].includes(argv[2])
const SPARING = ['--max-semi-space-size=16', '--heap-growing-percent=50']

if (isServer && platform === 'linux' && !SPARING.every((flag) => execArgv.includes(flag)))
  // The same process goes on, with the same number, input and output. What was asked for on its command line is asked for last.
  process.execve?.(execPath, [execPath, ...SPARING, ...execArgv, ...argv.slice(1)], {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...env,
  })

// Stops as if asked to when the launcher (bin/roundsman.mjs) was killed: its parent is then another process.
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
