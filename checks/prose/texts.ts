// Extracts the English texts of the repository: comments, pages, messages and test names. The texts may contain code,
// which prose/rules.ts ignores.
import { parseSync } from 'vite'
import type { Kind } from './rules.ts'

export interface Text {
  file: string
  line: number
  kind: Kind
  text: string
}

/** Patterns of the comments of a file, by its extension. TypeScript and JavaScript are parsed instead. */
const COMMENTS: readonly [RegExp, RegExp][] = [
  [/\.css$/, /\/\*[\s\S]*?\*\//g],
  [/\.sql$/, /(?:^[ \t]*--.*\n?)+/gm],
  [/\.py$/, /(?:^[ \t]*#.*\n?)+|"""[\s\S]*?"""/gm],
]
/** Dictionaries of other languages. Only their comments are English. */
const OTHER_LANGUAGES = /(?:^|\/)(?:de|es|fr)(?:\.ts$|\/)/
/**
 * Folders in which each string literal that looks like a sentence is a text of the API or the office. In the other
 * folders of src, it must also end with a punctuation mark (`MARK`).
 */
const SENTENCES = /^(?:src\/contract|web\/words\/en)\//
const MARK = /[.?…:]$/
const NAMED_TESTS = new Set(['test', 'it', 'describe'])

/** Reads the English texts of one file. Returns an empty list for files without prose. */
export function textsOf(file: string, source: string): Text[] {
  if (file.endsWith('.md')) return pageTexts(file, source)
  if (/\.(?:tsx?|mjs|js)$/.test(file)) return sourceTexts(file, source)
  const comment = COMMENTS.find(([name]) => name.test(file))?.[1]
  if (!comment) return []
  return [...source.matchAll(comment)].map(({ index, 0: text }) => ({
    file,
    line: lineAt(source, index),
    kind: 'comment' as const,
    text: file.endsWith('.py') ? unmarked(text).replace(/\n(?=\w+: )/g, '\n\n') : unmarked(text),
  }))
}

function sourceTexts(file: string, source: string): Text[] {
  const { program, comments } = parseSync(file, source)
  const texts: Text[] = []
  const add = (start: number, kind: Kind, text: string): void => {
    texts.push({ file, line: lineAt(source, start), kind, text })
  }
  for (const { start, text } of joined(comments, source)) add(start, 'comment', text)
  if (OTHER_LANGUAGES.test(file)) return texts
  visit(program, (node) => {
    const words = literalOf(node) ?? ''
    const isSentence = /^["“]?[A-Z0-9]/.test(words) && words.split(' ').length > 3
    if (isSentence && (SENTENCES.test(file) || (file.startsWith('src/') && MARK.test(words))))
      add(node.start, 'message', words)
    const name = /\.test\.tsx?$/.test(file) && nameOfTest(node)
    if (name) add(node.start, 'test', name)
  })
  return texts
}

interface Node {
  type: string
  start: number
  [member: string]: unknown
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see)
  else if (node && typeof node === 'object') {
    if ('type' in node) see(node as Node)
    for (const member of Object.values(node)) visit(member, see)
  }
}

/** Returns the name of a test or group that this node declares. Null for other nodes. */
function nameOfTest(node: Node): string | null {
  if (node.type !== 'CallExpression') return null
  const callee = node.callee as Node
  const [first] = node.arguments as Node[]
  const called = (callee.name ?? (callee.object as Node | undefined)?.name) as string | undefined
  return first && NAMED_TESTS.has(called ?? '') ? literalOf(first) : null
}

/** Returns the text of a string or template, with X for each placeholder. Null for other nodes. */
function literalOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('X')
}

/** Joins line comments on consecutive lines, which are one text. */
function joined(comments: readonly { type: string; start: number; end: number }[], source: string) {
  const texts: { start: number; end: number; text: string; isLine: boolean }[] = []
  for (const { type, start, end } of comments) {
    const isLine = type === 'Line'
    const text = unmarked(source.slice(start, end))
    const last = texts.at(-1)
    const begin = source.lastIndexOf('\n', start) + 1
    const isAlone = source.slice(begin, start).trim() === ''
    if (last?.isLine && isLine && isAlone && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`
      last.end = end
    } else texts.push({ start, end, text, isLine })
  }
  return texts
}

/** Removes the marks of a comment. */
function unmarked(comment: string): string {
  return comment
    .replace(/^(?:\/\*+|""")|(?:\*+\/|""")$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|--|#|\*(?!\*))?\s?/, '').trimEnd())
    .join('\n')
}

/** Paragraphs, list items and table cells of a page, without code blocks. */
function pageTexts(file: string, source: string): Text[] {
  const texts: Text[] = []
  let open: Text | null = null
  let isCode = false
  for (const [index, raw] of source.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(raw)) isCode = !isCode
    const isIndented = /^ {4,}\S/.test(raw) && !/^\s*[-*\d]/.test(raw) && open === null
    const isBreak = /^\s*(?:```|~~~|<|#|$)/.test(raw) || /^\s*[-|: ]+$/.test(raw)
    if (isCode || isIndented || isBreak) {
      open = null
    } else if (/^\s*\|/.test(raw)) {
      open = null
      for (const cell of raw.split(/(?<!\\)\|/).slice(1, -1)) {
        if (cell.trim().split(/\s+/).length > 5) texts.push({ file, line: index + 1, kind: 'page', text: cell.trim() })
      }
    } else if (open && !/^\s*(?:[-*+]|\d+\.) /.test(raw)) {
      open.text += `\n${raw.trim()}`
    } else {
      open = { file, line: index + 1, kind: 'page', text: raw.trim().replace(/^(?:[-*+]|\d+\.) /, '') }
      texts.push(open)
    }
  }
  return texts
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length
}
