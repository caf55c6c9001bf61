// The outline of a screen: role, name, text and box of everything in sight, from the accessibility tree. The outline is the
// same in any browser with any fonts if the page uses a bundled typeface.
import type { Page } from 'playwright-core'
import { parse } from 'yaml'

type Box = readonly [x: number, y: number, width: number, height: number]

/** A node as Playwright writes it: a string, or one key with the node's text or children. */
type Node = string | Record<string, string | null | readonly Node[]>

interface Around {
  depth: number
  hasText: boolean
  window: { width: number; height: number }
}

/** Nodes without a box, or with random content. */
const OMITTED = new Set(['/url', 'code', 'log', 'option'])
/** Nodes whose text is already in the name of the row, so that only their content matters. */
const CELLS = new Set(['cell', 'gridcell', 'rowgroup'])
/** Request IDs and prefixes of keys. */
const RANDOM = /\b[0-9a-f]{12}\b|\b(?:rk_live|whsec)_[\w-]+|\/d\/[\w-]{40,}|:\d{4,5}\b(?=\/)/g
/** Field whose value is random too. */
const PASSWORD = /^textbox "Password"/

/** CSS pixels by which a box may differ, because browsers round differently. */
const TOLERANCE = 2
/** Maximum number of faults listed for one screen. A broken screen has hundreds. */
const MAX_FAULTS = 5

/** The lines of the page's outline, such as `  button "Save" @ 16,205 64×28`: x, y, width and height of the part in sight. */
export async function outlineOf(page: Page): Promise<string[]> {
  const window = page.viewportSize()
  if (!window) throw new Error('The page has no size of its own')
  const nodes = (parse(await page.ariaSnapshot({ boxes: true })) ?? []) as readonly Node[]
  return nodes.flatMap((node) => linesOf(node, { depth: 0, hasText: true, window }))
}

function linesOf(node: Node, around: Around): string[] {
  const [key, content] = typeof node === 'string' ? [node, null] : (Object.entries(node)[0] ?? ['', null])
  const [role = ''] = /^[\w/]+/.exec(key) ?? []
  if (OMITTED.has(role) || (role === 'text' && !around.hasText)) return []
  const box = boxIn(key, around.window)
  const isOutlined = !CELLS.has(role) && (!box || (box[2] > 1 && box[3] > 1))
  const text = typeof content === 'string' && !PASSWORD.test(key) ? `: ${content}` : ''
  const label = `${key.replace(/ \[box=.*\]/, '')}${text}`.replaceAll(RANDOM, '…')
  const place = box ? ` @ ${box[0]},${box[1]} ${box[2]}×${box[3]}` : ''
  const children = (Array.isArray(content) ? content : []) as readonly Node[]
  const inside = {
    ...around,
    depth: isOutlined ? around.depth + 1 : around.depth,
    // The name of a row contains the text of its cells. If a box is out of sight, its text is, too.
    hasText: around.hasText && isOutlined && role !== 'row',
  }
  const lines = children.flatMap((child) => linesOf(child, inside))
  return isOutlined ? [`${'  '.repeat(around.depth)}${label}${place}`, ...lines] : lines
}

/** The part of the box inside the window. Null if the node has none. */
function boxIn(key: string, window: Around['window']): Box | null {
  const [x, y, width, height] = (/\[box=([-\d,]+)\]/.exec(key)?.[1] ?? '').split(',').map(Number)
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return [left, top, Math.min(x + width, window.width) - left, Math.min(y + height, window.height) - top]
}

/** Describes how an outline differs from the expected one. Boxes may differ by a few pixels. */
export function outlineFaults(expected: readonly string[], found: readonly string[]): string[] {
  const [before, after] = [expected, found].map((lines) => lines.map(split))
  const labels = (lines: typeof before) => (lines ?? []).map(({ label }) => label)
  const missing = without(labels(before), labels(after)).map((label) => `missing: ${label.trim()}`)
  const added = without(labels(after), labels(before)).map((label) => `not expected: ${label.trim()}`)
  const order = labels(before).findIndex((label, i) => label !== labels(after)[i])
  const faults =
    missing.length + added.length > 0
      ? [...missing, ...added]
      : order >= 0
        ? [`in another order from: ${labels(after)[order]?.trim()}`]
        : (before ?? []).flatMap(({ label, box }, i) => {
            const now = after?.[i]?.box ?? []
            const isThere = box.every((value, side) => Math.abs(value - (now[side] ?? Infinity)) <= TOLERANCE)
            return isThere ? [] : [`${label.trim()}: at ${now.join(' ')} instead of ${box.join(' ')}`]
          })
  const more = faults.length - MAX_FAULTS
  return more > 0 ? [...faults.slice(0, MAX_FAULTS), `and ${more} more`] : faults
}

function split(line: string): { label: string; box: number[] } {
  const [, label = line, numbers = ''] = /^(.*) @ (-?\d+,-?\d+ \d+×\d+)$/.exec(line) ?? []
  return { label, box: numbers ? numbers.split(/[ ,×]/).map(Number) : [] }
}

/** Returns `list` minus `less`. An element is removed as many times as `less` contains it. */
function without(list: readonly string[], less: readonly string[]): string[] {
  const left = [...less]
  return list.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
