// The search of the documentation. The entries are loaded when the field gets the focus for the first time.
import MiniSearch from 'minisearch'
import { element } from './element.ts'

interface Entry {
  url: string
  title: string
  within: string
  text: string
}

const MAX_RESULTS = 12

export function addSearch(): void {
  const container = document.getElementById('site-search')
  if (!container) return
  const field = element('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search the documentation',
    'aria-keyshortcuts': '/',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const count = element('p', { role: 'status', class: 'visually-hidden' })
  const results = element('ul', { class: 'results', 'aria-label': 'Results' })
  results.hidden = true
  container.append(field, count, results)
  container.hidden = false

  let index: Promise<MiniSearch<Entry>> | undefined
  const close = () => {
    results.hidden = true
  }
  const search = async () => {
    const text = field.value.trim()
    if (text === '') return close()
    try {
      const found = (await (index ??= loadIndex())).search(text).slice(0, MAX_RESULTS)
      // The user may have typed more while the index was loading.
      if (field.value.trim() !== text) return
      count.textContent = found.length === 0 ? `No results for ${text}` : `${found.length} results`
      results.replaceChildren(
        ...(found.length === 0 ? [noResult(text)] : found.map((each) => resultItem(each as unknown as Entry))),
      )
    } catch {
      index = undefined
      count.textContent = 'The search is unavailable. Try again.'
      results.replaceChildren(element('li', { class: 'none' }, count.textContent))
    }
    results.hidden = false
  }
  field.addEventListener('focus', () => void (index ??= loadIndex()).catch(() => (index = undefined)))
  field.addEventListener('input', () => void search())
  container.addEventListener('keydown', (event) => moveFocus(event, field, results, close))
  container.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && container.contains(relatedTarget))) close()
  })
  results.addEventListener('click', close)
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    event.preventDefault()
    field.focus()
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

async function loadIndex(): Promise<MiniSearch<Entry>> {
  const answer = await fetch('/docs/search.json')
  if (!answer.ok) throw new Error(`the search entries: ${answer.status}`)
  const index = new MiniSearch<Entry>({
    idField: 'url',
    fields: ['title', 'within', 'text'],
    storeFields: ['url', 'title', 'within'],
    // Names such as external_ref are found as a whole and by their parts.
    tokenize: (text) =>
      text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...(word.includes('_') ? word.split('_') : [])]),
    searchOptions: {
      boost: { title: 6, within: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  index.addAll((await answer.json()) as Entry[])
  return index
}

const resultItem = ({ url, title, within }: Entry): HTMLElement =>
  element(
    'li',
    {},
    element(
      'a',
      { href: url },
      element('span', { class: 'found' }, title),
      ' ',
      element('span', { class: 'within' }, within),
    ),
  )

const noResult = (text: string): HTMLElement => element('li', { class: 'none' }, `No results for “${text}”`)

/** Moves between the field and its results with the arrow keys. */
function moveFocus(event: KeyboardEvent, field: HTMLInputElement, results: HTMLElement, close: () => void): void {
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape') {
    close()
    field.focus()
  } else if (event.key === 'ArrowDown') (links[at + 1] ?? links[at])?.focus()
  else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : field)?.focus()
  else if (event.key === 'Enter' && at < 0 && !results.hidden) links[0]?.click()
  else return
  event.preventDefault()
}
