// The report of a test run that nobody watches: a line a file, then each failure in full, then the counts.
import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export default async function* compactReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
    if (type === 'test:pass' && typeof data.skip === 'string') yield `  skipped: ${data.name} (${data.skip})\n`
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
      yield* failures
      const failed = tests - passed - skipped - todo
      yield `\ntests ${tests}\npass ${passed}\nfail ${failed}\nskipped ${skipped}\nseconds ${seconds}\n`
    }
  }
}

const onlySubtestsFailed = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'
