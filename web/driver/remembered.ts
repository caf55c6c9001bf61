// Small things that the phone remembers beside the route: until it is closed, or for good. Where a browser refuses to
// keep anything, or has no room, they last as long as the page.
/** The path of the driver's own page. */
export const HOME = 'roundsman-home'
/** The path of the driver's own page whose notifications this phone shows. */
export const NOTIFIED = 'roundsman-notified'
/** The language chosen on the phone. */
export const CHOSEN_LANGUAGE = 'roundsman-language'

const here = new Map<string, string>()

/** Until the tab is closed, or for every route on this phone. */
export type For = 'tab' | 'phone'

// Only asking for the storage may already throw.
const storageOf = (span: For): Storage => (span === 'tab' ? sessionStorage : localStorage)

export function recall(span: For, key: string): string | null {
  try {
    return here.get(key) ?? storageOf(span).getItem(key)
  } catch {
    return null
  }
}

/** Null forgets it. */
export function remember(span: For, key: string, value: string | null): void {
  here.delete(key)
  try {
    if (value === null) storageOf(span).removeItem(key)
    else storageOf(span).setItem(key, value)
  } catch {
    if (value !== null) here.set(key, value)
  }
}
