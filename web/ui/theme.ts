// Light or dark colors: the theme that the user chose on this page, else the browser's.
const DARK = '(prefers-color-scheme: dark)'
const chosen = new EventTarget()

/** Shows the page in this theme. Null: the browser's. The style sheets select by the attribute `data-look`. */
export function applyLook(look: string | null): void {
  if (look === null) delete document.documentElement.dataset.look
  else document.documentElement.dataset.look = look
  chosen.dispatchEvent(new Event('change'))
}

/** Returns true if the page has dark colors. */
export function isDark(): boolean {
  const { look } = document.documentElement.dataset
  return look === undefined ? matchMedia(DARK).matches : look === 'dark'
}

/** Calls `changed` when `isDark` may have changed. Returns a function that ends the calls. */
export function onTheme(changed: () => void): () => void {
  const sources = [matchMedia(DARK), chosen]
  for (const source of sources) source.addEventListener('change', changed)
  return () => {
    for (const source of sources) source.removeEventListener('change', changed)
  }
}
