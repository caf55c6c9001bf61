// Renders a Markdown page as HTML, and divides it into sections for the search.
import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { type Html, html } from '../../domain/html.ts'
import { type Sample, samplePanel } from './sample-panel.ts'

/** A heading with the text below it. */
export interface Section {
  title: string
  anchor: string
  depth: number
  text: string
}

export interface Rendered {
  content: Html
  /** Sections of the page. The first one is the page title. */
  sections: readonly Section[]
}

/** Finds the targets of a page's links. */
export interface Links {
  /** Returns the address of a link, or null if its target is not part of the site. */
  resolve(href: string): string | null
  /** Returns the address that explains this code, such as an operation or an error code. Null if there is none. */
  explain(code: string): string | null
  /** Returns the SVG of an image of the page. */
  picture(href: string): string
}

/** Returns the anchor that GitHub makes from a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Renders a page. Adjacent code blocks become one panel with a choice of languages. */
export function renderMarkdown(text: string, links: Links): Rendered {
  const marked = markedFor(links)
  const sections: { title: string; anchor: string; depth: number; text: string }[] = []
  const parts: Html[] = []
  let samples: Sample[] = []
  const endSamples = () => {
    if (samples.length > 0) parts.push(samplePanel(samples))
    samples = []
  }
  for (const token of marked.lexer(text) as MarkedToken[]) {
    if (token.type === 'space') continue
    if (token.type === 'code') {
      samples.push({ language: token.lang ?? '', code: token.text })
      continue
    }
    endSamples()
    if (token.type === 'heading') {
      const title = plainText(token.tokens)
      sections.push({ title, anchor: anchorOf(title), depth: token.depth, text: '' })
    } else {
      const section = sections.at(-1)
      if (section) section.text += `${plainText([token])} `
    }
    parts.push({ html: marked.parser([token]) })
  }
  endSamples()
  return { content: html`${parts}`, sections }
}

/** Renders a text without headings, such as a description of the API. */
export const renderText = (text: string, links: Links): Html => ({
  html: markedFor(links).parser(markedFor(links).lexer(text)),
})

/** Renders one line, without a paragraph around it. */
export const renderLine = (text: string, links: Links): Html => ({ html: markedFor(links).parseInline(text) as string })

function markedFor(links: Links): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        return heading(depth, plainText(tokens), { html: this.parser.parseInline(tokens) }).html
      },
      code: ({ text, lang }: Tokens.Code) => samplePanel([{ language: lang ?? '', code: text }]).html,
      codespan({ text }: Tokens.Codespan) {
        const explained = links.explain(text)
        const code = html`<code>${text}</code>`
        return (explained ? html`<a href="${explained}">${code}</a>` : code).html
      },
      link({ href, tokens }: Tokens.Link) {
        const target = links.resolve(href)
        // A link must not contain another link, so code within it stays plain.
        const inner = { html: this.parser.parseInline(tokens).replaceAll(/<a [^>]*>|<\/a>/g, '') }
        return (target === null ? inner : html`<a href="${target}">${inner}</a>`).html
      },
      image: ({ href, text }: Tokens.Image) =>
        html`<span class="picture" role="img" aria-label="${text}">${{ html: links.picture(href) }}</span>`.html,
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th') =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return scrollable('Table', {
          html: `<table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table>`,
        }).html
      },
    },
  })
}

/** Heading with a link to itself. `name` is the text that its anchor is made from. */
export function heading(depth: number, name: string, content: Html, label = name): Html {
  const id = anchorOf(name)
  const link = depth === 1 ? null : html` <a class="anchor" href="#${id}" aria-label="Link to ${label}">#</a>`
  const tag = { html: `h${depth}` }
  return html`<${tag} id="${id}">${content}${link}</${tag}>
`
}

/** Content that may be wider than the page. The keyboard can scroll it. */
export const scrollable = (label: string, content: Html): Html =>
  html`<div class="scrollable" role="group" aria-label="${label}" tabindex="0">${content}</div>
`

/** Text of tokens without markup. */
function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      const given = token as MarkedToken
      if (given.type === 'table')
        return [given.header, ...given.rows]
          .map((cells) => cells.map(({ tokens: cell }) => plainText(cell)).join(' '))
          .join(' ')
      if (given.type === 'list') return given.items.map(({ tokens: item }) => plainText(item)).join(' ')
      if ('tokens' in given && given.tokens) return plainText(given.tokens)
      return 'text' in given ? given.text : ''
    })
    .join('')
}
