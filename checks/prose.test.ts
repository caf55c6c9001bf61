// Texts of the repository are plain English (CONTRIBUTING.md#language). The rules find patterns, not meaning: a text that passes
// may still be unclear.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { repositoryFiles } from '../test/helpers/repository-files.ts'
import { adviceOn, MAX_SUBJECT, RULES } from './prose/rules.ts'
import { textsOf } from './prose/texts.ts'

/**
 * Files that are not checked: merged migrations, which never change, and records of measurements, which stay as they
 * were written.
 */
const LEFT_OUT = /^(?:migrations|bench\/results|test\/data|checks\/prose)\/|^checks\/prose\.test\.ts$/

/** Sentences that a rule matches although they are clear: part of the sentence. */
const CLEAR: readonly string[] = []

describe('prose', () => {
  test('has a rule for each bad example, which lets the repaired sentence pass', () => {
    for (const { bad, good, pattern, kinds } of RULES) {
      const kind = kinds?.[0] ?? 'comment'
      assert.notDeepEqual(adviceOn(bad, kind), [], `${pattern} misses: ${bad}`)
      assert.deepEqual(adviceOn(good, kind), [], `${pattern} flags: ${good}`)
    }
  })

  test('has no sentence in the repository that breaks a rule', () => {
    const broken = repositoryFiles()
      .filter((file) => !LEFT_OUT.test(file) && existsSync(file))
      .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')))
      .flatMap(({ file, line, kind, text }) =>
        adviceOn(text, kind)
          .filter(({ sentence }) => !CLEAR.some((part) => sentence.includes(part)))
          .map(({ sentence, advice }) => `${file}:${line} ${advice}\n    ${sentence}`),
      )
    assert.equal(broken.length, 0, `${broken.length} sentences:\n${broken.join('\n')}`)
  })

  test('has commit subjects of one change since the main branch', () => {
    const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' })
    if (!git('branch', '--list', 'main')) return
    const bad = git('log', '--no-merges', '--format=%s', 'main..HEAD')
      .split('\n')
      .filter((subject) => subject.length > MAX_SUBJECT || /\band\b/.test(subject))
    assert.deepEqual(bad, [])
  })
})
