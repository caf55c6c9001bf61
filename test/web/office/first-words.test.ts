// The page contains only the words of its first screens. Tests that its first modules use no other words, and that a module
// with other words is loaded together with them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { repositoryFiles, ROOT } from '../../helpers/repository-files.ts'
import { en } from '../../../web/words/en/index.ts'
import { first } from '../../../web/words/en/first.ts'

const sourceOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const STATIC = /^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+\.tsx?)'/gm
const ON_DEMAND = /(\w+)\((?:async )?\(\) =>[^\n]*?import\('(\.[^']+\.tsx?)'\)/g
const resolve = (from: string, to: string): string => path.join(path.dirname(from), to)

/** Returns the module and all modules that are loaded with it. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, to = ''] of sourceOf(file).matchAll(STATIC)) loadedWith(resolve(file, to), seen)
  return seen
}

const otherWords = Object.keys(en).filter((group) => !(group in first))
/** Returns the modules that use words which the page doesn't contain from the start. */
const usesOfOtherWords = (modules: Iterable<string>): string[] =>
  [...modules].filter((file) => {
    if (!file.startsWith('web/') || file.startsWith('web/words/')) return false
    const named = [...sourceOf(file).matchAll(/\bwords\.(\w+)|const \{([^}]*)\} = words\b/g)]
    return named.some(([, one = '', many = '']) =>
      [one, ...many.split(',').map((part) => part.split(':')[0]?.trim() ?? '')].some((group) =>
        otherWords.includes(group),
      ),
    )
  })

test('the first modules of the office use only the words that the page contains from the start', () => {
  const modules = loadedWith('web/office/main.tsx')
  assert.ok(modules.has('web/office/day/day-page.tsx'))
  assert.deepEqual(usesOfOtherWords(modules), [])
})

test('a module that is loaded on demand and uses other words is loaded with all words', () => {
  const firstModules = loadedWith('web/office/main.tsx')
  const office = repositoryFiles().filter((file) => /^web\/(office|ui|api)\/.*\.tsx?$/.test(file))
  const calls = office
    .filter((file) => firstModules.has(file))
    .flatMap((file) =>
      [...sourceOf(file).matchAll(ON_DEMAND)].map(([, by = '', to = '']) => ({ by, to: resolve(file, to) })),
    )
  assert.ok(calls.length > 20)
  const bare = calls.filter(({ by, to }) => by !== 'withAllWords' && usesOfOtherWords(loadedWith(to)).length > 0)
  assert.deepEqual(bare, [])
})
