// Colors, spaces and fonts come from tokens.css, because hard-coded values in the office's styles would not follow a change
// there (docs/design.md). Sizes may be in pixels.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/**
 * Files that may contain colors: the tokens, the routes' colors, an image that any program must read, and an example of a brand
 * color.
 */
const NAMES_COLORS = new Set([
  'web/ui/tokens.css',
  'web/office/day/colors.ts',
  'web/office/account/qr-code.tsx',
  'web/ui/map/open-map.ts',
  'web/office/settings/customer-settings.tsx',
])
const COLOR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/i
const NAMED_COLOR =
  /(?:color|background|border[a-z-]*|fill|stroke|outline[a-z-]*):[^;]*\b(?:white|black|red|green|blue|gr[ae]y|orange|yellow)\b/
const SPACE =
  /^\s*(?:padding|margin|gap|row-gap|column-gap|border-radius|font|font-size|line-height|letter-spacing)[a-z-]*:.*\b(?!0px)[\d.]+(?:px|rem|em)\b/

const files = (pattern: string): string[] => globSync(pattern).map((file) => file.replaceAll('\\', '/'))

/** Each line that violates the rule, with its file and number. */
function faultsIn(paths: readonly string[], breaks: (line: string) => boolean): string[] {
  return paths.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (breaks(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )
}

test('styles of the office use tokens for every color, space and font', () => {
  const styles = files('web/{office,ui}/**/*.css').filter((file) => !NAMES_COLORS.has(file))
  assert.ok(styles.length > 20)
  assert.deepEqual(
    faultsIn(styles, (line) => COLOR.test(line) || NAMED_COLOR.test(line) || SPACE.test(line)),
    [],
  )
})

test('scripts of the office contain no colors', () => {
  const scripts = files('web/{office,ui}/**/*.{ts,tsx}').filter((file) => !NAMES_COLORS.has(file))
  assert.ok(scripts.length > 100)
  assert.deepEqual(
    faultsIn(scripts, (line) => /['"`]#[\da-f]{6}\b/i.test(line)),
    [],
  )
})

test('every token that styles use exists', () => {
  const told = new Set(
    [...readFileSync('web/ui/tokens.css', 'utf8').matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name),
  )
  const asked = files('web/{office,ui}/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/var\((--[\w-]+)/g)].map(([, name]) => ({ file, name })),
  )
  // Each route's own color is set where it is drawn.
  assert.deepEqual(
    asked.filter(({ name }) => !told.has(name) && name !== '--route'),
    [],
  )
})

test('no animation lasts longer than 150 ms', () => {
  const long = /(?:transition|animation)[a-z-]*:.*\b(?:\d*\.?\d+s|1[5-9][1-9]ms|[2-9]\d\dms|\d{4,}ms)\b/
  assert.deepEqual(
    faultsIn(files('web/{office,ui}/**/*.css'), (line) => long.test(line)),
    [],
  )
  const quick = readFileSync('web/ui/tokens.css', 'utf8').match(/--quick: (\d+)ms/)
  assert.ok(Number(quick?.[1]) <= 150)
})
