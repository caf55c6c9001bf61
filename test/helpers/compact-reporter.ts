// The report of a test run that nobody watches: a line a file, then the slowest tests, each failure in full, the counts.
import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** Seconds from which a test is named as slow. */
const SLOW_SECONDS = 8

export default async function* compactReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = []
  const slow: { seconds: number; name: string }[] = []
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
    if (type === 'test:pass' && typeof data.skip === 'string') yield `  skipped: ${data.name} (${data.skip})\n`
    if (type === 'test:pass' && data.nesting === 0 && data.details.duration_ms >= SLOW_SECONDS * 1000) {
      slow.push({
        seconds: data.details.duration_ms / 1000,
        name: `${data.name} (${path.relative('.', data.file ?? '')})`,
      })
    }
    if (type === 'test:fail' && !onlySubtestsFailed(data.details.error)) {
      const where = data.file ? ` (${path.relative('.', data.file)}:${data.line})` : ''
      failures.push(`\n✖ ${data.name}${where}\n${inspect(data.details.error.cause ?? data.details.error)}\n`)
    }
    if (type !== 'test:summary') continue
    const { tests, passed, skipped, todo } = data.counts
    const seconds = (data.duration_ms / 1000).toFixed(1)
    if (data.file) {
      yield `${data.success ? '✔' : '✖'} ${path.relative('.', data.file)}: ${passed} of ${tests} in ${seconds} s\n`
    } else {
      slow.sort((one, other) => other.seconds - one.seconds)
      for (const { seconds, name } of slow) yield `  ${seconds.toFixed(1)} s: ${name}\n`
      yield* failures
      const failed = tests - passed - skipped - todo
      yield `\ntests ${tests}\npass ${passed}\nfail ${failed}\nskipped ${skipped}\nseconds ${seconds}\n`
    }
  }
}

const onlySubtestsFailed = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'
