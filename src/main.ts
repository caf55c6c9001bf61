// The program. A server runs its threads in few areas of memory (glibc's arenas), which only the environment of a process can
// say: else each thread keeps an area of its own for good what it had to hold once. Measured: docs/reliability.md, hostile callers.
const { platform, argv, env, execPath, execArgv } = process
const isServer = ['serve', 'demo', undefined].includes(argv[2])

if (isServer && platform === 'linux' && env.MALLOC_ARENA_MAX === undefined)
  // The same process goes on, with the same number, input and output.
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' })

await import('./cli/command-line.ts')
