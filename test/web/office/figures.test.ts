// Every number in a sentence of the office uses the language's number format: 99,999, not 99999.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const WORDS = new URL('../../../web/words/', import.meta.url)

/** A member of a dictionary starts a line: `  stops: (count: number) => …`. */
const MEMBER = /^(?=\s{2,}[\w']+: )/m

for (const language of ['en', 'es'])
  test(`numbers in the ${language} sentences are formatted`, async () => {
    const folder = new URL(`${language}/`, WORDS)
    const raw: string[] = []
    let numbers = 0
    for (const file of await readdir(folder)) {
      const members = (await readFile(new URL(file, folder), 'utf8')).split(MEMBER)
      for (const member of members)
        for (const [, name] of (member.split('=>')[0] ?? '').matchAll(/(\w+): number\b/g)) {
          numbers++
          if (member.includes(`\${${name}}`)) raw.push(`${file}: ${member.trim()}`)
        }
    }
    assert.ok(numbers > 100)
    assert.deepEqual(raw, [])
  })
