// The program. What a server keeps in memory is said before it begins: by the environment of its process, how many areas its threads
// share (glibc's arenas; else each keeps for good what it had to hold once), and by flags, how much V8 lets lie before it cleans
// up. Under attack it took 391 MiB where it was 807 (docs/reliability.md).
const LAUNCHER_CHECK_MS = 500
const { platform, argv, env, execPath, execArgv } = process
const isServer = ['serve', 'demo', undefined].includes(argv[2])
const SPARING = ['--max-semi-space-size=16', '--heap-growing-percent=50']

if (isServer && platform === 'linux' && !SPARING.every((flag) => execArgv.includes(flag)))
  // The same process goes on, with the same number, input and output. What was asked for on its command line is asked for last.
  process.execve?.(execPath, [execPath, ...SPARING, ...execArgv, ...argv.slice(1)], { MALLOC_ARENA_MAX: '2', ...env })

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
