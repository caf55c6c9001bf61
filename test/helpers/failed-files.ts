// A reporter that names each file with a failed test, a line each; what fails outside of a file counts by its own name.
import type { TestEvent } from 'node:test/reporters'

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) if (type === 'test:fail' && data.nesting === 0) yield `${data.name}\n`
}
