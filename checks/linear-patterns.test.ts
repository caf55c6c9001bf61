// Every regular expression that may get text from outside takes time linear in the text's length. A backtracking pattern
// would let one cell, field or header block the event loop for everybody.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { check } from 'recheck'
import { parseSync } from 'vite'

/** Patterns that may take longer than linear time, with their text: its maximum length, or that it is not from outside. */
const EXCEPTIONS: Record<string, string> = {
  [String.raw`/^\s*(\d{1,6}(?:block|[a-z])?(?:[-/]\d+[a-z]?)?)(?: \d\/\d)?\s+(.+)$/i`]:
    'a line of at most 500 characters',
  [String.raw`/^(.+?)[\s,]+(?:n[ºo°.]*\s*)?(\d{1,6}\s?[a-z]?(?:[-/]\d+[a-z]?)?)$/i`]:
    'a line of at most 500 characters',
  [String.raw`/[,\s]+(?:#|(?:apt|apartment|unit|suite|ste)\b).*$/i`]: 'a line of at most 500 characters',
  [String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`]: 'a cell of at most 500 characters',
  [String.raw`/[\s,]+(?:usa?|united states|deutschland|germany|france|francia|españa|spain|schweiz|suisse|österreich)\.?$/i`]:
    'a cell of at most 500 characters',
  [String.raw`/^(.*?)[\s,]+(?:[A-Z]{1,2}-)?(?:\d{5}(?:-\d{4})?|\d{4}(?=\s+\p{L}))(?:\s+\p{L}[^\d]*)?$/su`]:
    'a cell of at most 500 characters',
  [String.raw`/\s*(?:uhr|hrs?|horas?|heures?)\.?$/`]: 'a time of at most 80 characters',
  [String.raw`/^(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?(?::\d{2})?\s*(?:([ap])\.?\s?m?\.?)?$/`]:
    'a time of at most 80 characters',
  [String.raw`/[\p{L}\d]+$/u`]: 'an address that a person types, of at most 300 characters',
  [String.raw`/[\p{L}\d]*$/u`]: 'an address that the user of the page types, of at most 300 characters',
  [String.raw`/<a [^>]*>|<\/a>/g`]: 'a page of the own documentation',
  [String.raw`/^(\s*)"([A-Za-z_]\w*)":/gm`]: 'a page of the own documentation',
  [String.raw`/"((?:[^"\\]|\\.)*)"/g`]: 'a page of the own documentation',
  [String.raw`/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g`]: 'a page of the own documentation',
  [String.raw`/^\[[^\]]*\]\(([^)]+)\)$/gm`]: 'a page of the own documentation',
  '/^(```[\\s\\S]*?^```)$/m': 'a page of the own documentation',
  [String.raw`/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g`]: 'a page of the own documentation',
}

interface Pattern {
  at: string
  source: string
  flags: string
}

const files = globSync(['src/**/*.{ts,js}', 'web/**/*.{ts,tsx}', 'bin/*.mjs']).sort()
const patterns = new Map<string, Pattern>()
const madeFromText: string[] = []
for (const file of files) {
  const code = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, code)
  assert.deepEqual(errors, [], file)
  visit(program, (node) => {
    const at = `${file}:${code.slice(0, node.start).split('\n').length}`
    if (node.regex)
      patterns.set(`/${node.regex.pattern}/${node.regex.flags}`, {
        at,
        source: node.regex.pattern,
        flags: node.regex.flags,
      })
    if (['NewExpression', 'CallExpression'].includes(node.type) && node.callee?.name === 'RegExp') madeFromText.push(at)
  })
}

interface Node {
  type: string
  start: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

function visit(tree: unknown, look: (node: Node) => void): void {
  if (Array.isArray(tree)) for (const each of tree) visit(each, look)
  else if (typeof tree === 'object' && tree !== null) {
    if ('type' in tree) look(tree as Node)
    for (const member of Object.values(tree)) visit(member, look)
  }
}

/** Limits of the search for a slow text. They count steps, not time, so that a busy machine gets the same result. */
const BOUNDS = { timeout: null, attackTimeout: null, incubationTimeout: null, maxIteration: 3, attackLimit: 50_000_000 }

async function isLinear(source: string, flags: string): Promise<boolean> {
  const { status } = await check(source, flags, BOUNDS)
  return status === 'safe'
}

test('the check distinguishes backtracking patterns from linear ones', async () => {
  assert.ok(files.length > 300 && patterns.size > 100, 'too few files or patterns found')
  const slow = ['\\s+$', '\\s*,\\s*', '(a|aa)+$', '^[^@]+@[^@]+\\.[^@]+$', '<b>.*</b>', '\\s+(?=x)']
  const fast = [',\\s*$', '^[a-z]+$', '^[a-z]{1,255}(?=,)']
  for (const source of slow) assert.equal(await isLinear(source, ''), false, source)
  for (const source of fast) assert.equal(await isLinear(source, ''), true, source)
})

test('every pattern is a literal, so that it can be checked', () => assert.deepEqual(madeFromText, []))

test('every pattern is linear', async () => {
  const judged = await Promise.all(
    [...patterns].map(async ([text, { at, source, flags }]) => ({ text, at, linear: await isLinear(source, flags) })),
  )
  const slow = judged.filter(({ text, linear }) => !linear && !EXCEPTIONS[text])
  assert.deepEqual(
    slow.map(({ text, at }) => `${at} ${text}`),
    [],
  )
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((text) => !patterns.has(text)),
    [],
  )
})
