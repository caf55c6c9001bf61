// The documentation site: the Markdown pages of docs/, and the reference from the description of the API.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PYTHON_SDK, TYPESCRIPT_SDK } from '../web.ts'
import { type Description, parseDescription } from './description.ts'
import { anchorOf, type Links, renderMarkdown } from './markdown.ts'
import { EXAMPLE_URL, type Page } from './page.ts'
import { explainedBy, referencePages } from './reference-pages.ts'
import { SAMPLE_LANGUAGES } from './sample-panel.ts'
import { CONTRACT_PAGES, ERRORS_PATH } from './tables.ts'
import { errorCodes } from '../../contract/error-codes.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface SiteSettings {
  publicUrl: string
  apiPrefix: string
}

export interface Site {
  /** All pages, keyed by the path of their address. */
  pages: ReadonlyMap<string, Page>
  /** Groups of pages in the order of the navigation. */
  groups: readonly Group[]
}

export interface Group {
  title: string
  pages: readonly Page[]
}

/** Reads and renders all pages. `description` is the OpenAPI description. */
export function buildSite(description: string, settings: SiteSettings): Site {
  const parsed = parseDescription(description)
  const sources = markdownSources(settings)
  const explained = explanations(parsed)
  const linksFrom = (source: string): Links => ({
    resolve: (href) => resolveLink(href, source, sources, settings),
    explain: (code) => explained.get(code) ?? null,
    picture: (href) => readFileSync(path.join(ROOT, path.dirname(source), href), 'utf8'),
  })
  const reference = referencePages(parsed, { links: linksFrom('docs/README.md'), ...settings })
  const pages = new Map(
    [
      ...[...sources].map(([file, markdown]) => markdownPage(addressOf(file), markdown, linksFrom(file))),
      ...reference,
      ...Object.entries(CONTRACT_PAGES).map(([address, write]) =>
        markdownPage(address, write(), linksFrom(`${address.slice(1)}.md`)),
      ),
    ].map((page) => [page.path, page] as const),
  )
  return { pages, groups: groupsOf(pages, sources.get('docs/README.md') ?? '', reference) }
}

function markdownPage(address: string, markdown: string, links: Links): Page {
  const { content, sections } = renderMarkdown(markdown, links)
  return {
    path: address,
    title: sections[0]?.title ?? address,
    content,
    sections,
    markdown: withOwnLinks(markdown, links),
  }
}

/** Makes the links of a page lead to the other pages as Markdown. Pictures and links to other files become text. */
const withOwnLinks = (markdown: string, links: Links): string =>
  markdown
    .split(/^(```[\s\S]*?^```)$/m)
    .map((part, i) => {
      const isCode = i % 2 === 1
      if (isCode) return part
      return part.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, picture: string, words: string, href: string) => {
        if (/^(#|[a-z]+:)/.test(href)) return link
        const target = picture ? null : links.resolve(href)
        return target === null ? words : `[${words}](${target.replace(/(?=#|$)/, '.md')})`
      })
    })
    .join('')

/** The Markdown pages, keyed by their file, with the address of this service and with the code that they show. */
function markdownSources({ publicUrl }: SiteSettings): ReadonlyMap<string, string> {
  const files = globSync('docs/**/*.md', { cwd: ROOT }).toSorted()
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
        .replaceAll(/^\[[^\]]*\]\(([^)]+)\)$/gm, (link, target: string) => codeOf(file, target) ?? link)
        .replaceAll(EXAMPLE_URL, publicUrl)
        .replaceAll(/\broundsman-sdk-[\d.]+\.tgz\b/g, TYPESCRIPT_SDK)
        .replaceAll(/\broundsman-[\d.]+\.tar\.gz\b/g, PYTHON_SDK)
      return [file, text] as const
    }),
  )
}

/** Returns the code block for a link to a code file that is a paragraph of its own. Null for other links. */
function codeOf(page: string, target: string): string | null {
  const language = path.extname(target).slice(1)
  if (!SAMPLE_LANGUAGES.includes(language) || language === 'json') return null
  const file = path.join(ROOT, path.dirname(page), target)
  const code = readFileSync(file, 'utf8')
    .trimEnd()
    .replaceAll(/'\.\.\/src\/(index|node)\.ts'/g, (_, part: string) =>
      part === 'node' ? "'@roundsman/sdk/node'" : "'@roundsman/sdk'",
    )
  return `\`\`\`${language}\n${code}\n\`\`\``
}

/** `docs/spec/README.md` is at `/docs/spec`, `docs/spec/orders.md` at `/docs/spec/orders`. */
function addressOf(file: string): string {
  return `/${file.replace(/\/README\.md$/, '').replace(/\.md$/, '')}`
}

/** Links that leave the repository are unchanged, and links to its other files become plain text. */
function resolveLink(
  href: string,
  source: string,
  sources: ReadonlyMap<string, string>,
  { publicUrl }: SiteSettings,
): string | null {
  if (href.startsWith(`${publicUrl}/`)) return href.slice(publicUrl.length)
  if (/^[a-z]+:/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  if (target === '') return href
  const file = path.join(path.dirname(source), target)
  const address = addressOf(file)
  if (!sources.has(file) && !Object.hasOwn(CONTRACT_PAGES, address)) return null
  return anchor === undefined ? address : `${address}#${anchor}`
}

/** Addresses of the sections that explain a code: operations, events and error codes. */
const explanations = (description: Description): ReadonlyMap<string, string> =>
  new Map([
    ...explainedBy(description),
    ...errorCodes().map(({ code }) => [code, `${ERRORS_PATH}#${anchorOf(code)}`] as const),
  ])

/** Reads the navigation from the home page: each section is a group, with the pages that it links to. */
function groupsOf(pages: ReadonlyMap<string, Page>, home: string, reference: readonly Page[]): Group[] {
  const [, ...parts] = home.split(/^## /m)
  const groups = parts.map((part): Group => {
    const linked = [...part.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, target = '']) =>
      pages.get(addressOf(path.join('docs', target))),
    )
    return { title: part.slice(0, part.indexOf('\n')), pages: linked.filter((page) => page !== undefined) }
  })
  const generated = Object.keys(CONTRACT_PAGES).flatMap((address) => pages.get(address) ?? [])
  return groups.map((group) =>
    group.title === 'Reference' ? { ...group, pages: [...reference, ...generated] } : group,
  )
}
