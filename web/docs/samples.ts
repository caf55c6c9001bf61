// The toolbar of each panel of samples: the choice of a language, which all panels follow, and a button that copies.
import { element } from './element.ts'

const STORED = 'docs-language'

/** Storage that works without permission to store data. */
const remembered = {
  get: (): string | null => {
    try {
      return localStorage.getItem(STORED)
    } catch {
      return null
    }
  },
  set: (language: string): void => {
    try {
      localStorage.setItem(STORED, language)
    } catch {
      // The choice lasts until the page is left.
    }
  },
}

export function addSamples(): void {
  const panels = [...document.querySelectorAll<HTMLElement>('.samples')].map(addToolbar)
  const choose = (language: string) => {
    for (const panel of panels) panel.show(language)
  }
  for (const panel of panels) {
    panel.onChoice = (language) => {
      remembered.set(language)
      // The other panels may change their height, so the chosen panel stays where it is.
      const before = panel.top()
      choose(language)
      scrollBy({ top: panel.top() - before, behavior: 'instant' })
    }
  }
  const stored = remembered.get()
  if (stored) choose(stored)
}

interface Panel {
  show(language: string): void
  top(): number
  onChoice: (language: string) => void
}

function addToolbar(container: HTMLElement): Panel {
  const blocks = [...container.querySelectorAll('pre')]
  const languageOf = (block: HTMLElement) => block.dataset.language ?? ''
  const shown = () => blocks.find(({ hidden }) => !hidden)
  const panel: Panel = {
    show: (language) => {
      if (!blocks.some((block) => languageOf(block) === language)) return
      for (const block of blocks) block.hidden = languageOf(block) !== language
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === language))
    },
    top: () => container.getBoundingClientRect().top,
    onChoice: () => {},
  }
  const buttons =
    blocks.length < 2 ? [] : blocks.map((block) => languageButton(languageOf(block), !block.hidden, panel))
  const copy = element('button', { type: 'button', class: 'copy' }, 'Copy')
  copy.addEventListener('click', () => void copyText(copy, shown()?.textContent ?? ''))
  const title = container.dataset.title
  container.prepend(
    element(
      'div',
      { class: 'toolbar' },
      ...(title ? [element('span', { class: 'title' }, title)] : []),
      ...(buttons.length > 0
        ? [element('div', { class: 'languages', role: 'group', 'aria-label': 'Language' }, ...buttons)]
        : []),
      copy,
    ),
  )
  return panel
}

function languageButton(language: string, pressed: boolean, panel: Panel): HTMLButtonElement {
  const button = element('button', { type: 'button', 'aria-pressed': String(pressed) }, language)
  button.addEventListener('click', () => panel.onChoice(language))
  return button
}

async function copyText(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Not copied'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2_000)
}
