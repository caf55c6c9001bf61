// The frame of a page: header with search, navigation, and links to the previous and next page.
import { type Html, html } from '../../domain/html.ts'
import type { Page } from './page.ts'
import type { Group } from './site.ts'

/** Renders a page with its frame. */
export function renderPage(page: Page, groups: readonly Group[]): Html {
  const order = groups.flatMap(({ pages }) => pages)
  const at = order.indexOf(page)
  const [previous, next] = at < 0 ? [] : [order[at - 1], order[at + 1]]
  return html`<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs">Roundsman <span>docs</span></a>
<button type="button" class="menu" popovertarget="contents">Contents</button>
<search id="site-search" hidden></search>
</header>
<div class="frame">
<nav id="contents" popover aria-label="Documentation">
${groups.map((group) => navGroup(group, page))}
</nav>
<main id="content" tabindex="-1"${page.wide ? { html: ' class="wide"' } : null}>
${page.content}
<footer>
${previous ? html`<a rel="prev" href="${previous.path}">Previous: ${previous.title}</a>` : null}
${next ? html`<a rel="next" href="${next.path}">Next: ${next.title}</a>` : null}
${page.markdown === undefined ? null : html`<a class="source" href="${page.path}.md">This page as Markdown</a>`}
</footer>
</main>
</div>
`
}

const navGroup = ({ title, pages }: Group, page: Page): Html => html`<p class="group">${title}</p>
<ul>
${pages.map(
  (
    each,
  ) => html`<li><a href="${each.path}"${each === page ? { html: ' aria-current="page"' } : null}>${each.title}</a>${each === page ? sectionList(page) : null}</li>
`,
)}</ul>
`

/** Sections of the current page. Sections below these are found by the search. */
function sectionList({ sections }: Page): Html | null {
  const own = sections.filter(({ depth }) => depth === 2)
  if (own.length < 2) return null
  return html`
<ul>${own.map(
    ({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>
`,
  )}</ul>`
}
