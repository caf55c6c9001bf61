// A reporter that prints each file with a failed test, one per line. A failure outside a file counts under its own name.
import type { TestEvent } from 'node:test/reporters'

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) if (type === 'test:fail' && data.nesting === 0) yield `${data.name}\n`
}
