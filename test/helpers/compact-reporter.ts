// Reports an unattended test run: one line per file, then the slowest tests, each failure in full, and the counts.
import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** Seconds from which a test is named as slow. */
const SLOW_SECONDS = 8

/** Prints a line for each test file. Each file is a top-level suite (test/run.ts). */
export default async function* compactReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = []
  const slow: { seconds: number; name: string }[] = []
  let file = { tests: 0, passed: 0 }
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
    if (type === 'test:fail' && !onlySubtestsFailed(data.details.error)) {
      const where = data.file ? ` (${path.relative('.', data.file)}:${data.line})` : ''
      failures.push(`\n✖ ${data.name}${where}\n${inspect(data.details.error.cause ?? data.details.error)}\n`)
    }
    if (type === 'test:pass' || type === 'test:fail') {
      const seconds = data.details.duration_ms / 1000
      if (type === 'test:pass' && typeof data.skip === 'string') yield `  skipped: ${data.name} (${data.skip})\n`
      if (data.nesting === 0) {
        const mark = type === 'test:pass' ? '✔' : '✖'
        // A test process that started too late to get any file is not listed.
        if (mark === '✖' || !path.isAbsolute(data.name))
          yield `${mark} ${data.name}: ${file.passed} of ${file.tests} in ${seconds.toFixed(1)} s\n`
        file = { tests: 0, passed: 0 }
      } else {
        file.tests++
        if (type === 'test:pass' && data.skip === undefined) file.passed++
        const name = `${data.name} (${path.relative('.', data.file ?? '')})`
        if (data.nesting === 1 && seconds >= SLOW_SECONDS) slow.push({ seconds, name })
      }
    }
    if (type === 'test:summary' && !data.file) {
      const { tests, passed, skipped, todo } = data.counts
      slow.sort((one, other) => other.seconds - one.seconds)
      for (const { seconds, name } of slow) yield `  ${seconds.toFixed(1)} s: ${name}\n`
      yield* failures
      const failed = tests - passed - skipped - todo
      yield `\ntests ${tests}\npass ${passed}\nfail ${failed}\nskipped ${skipped}\nseconds ${(data.duration_ms / 1000).toFixed(1)}\n`
    }
  }
}

const onlySubtestsFailed = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'
