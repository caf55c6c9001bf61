// Small values in the browser’s storage, per tab or per browser. If the browser refuses to store them, they last as long
// as the page.

const here = new Map<string, string>()

/** Lifetime: until the tab is closed, or for all pages of this browser. */
export type StorageSpan = 'tab' | 'browser'

// A function, because the access to the storage itself may throw.
const storageOf = (span: StorageSpan): Storage => (span === 'tab' ? sessionStorage : localStorage)

export function readStored(span: StorageSpan, key: string): string | null {
  try {
    return here.get(key) ?? storageOf(span).getItem(key)
  } catch {
    return null
  }
}

/** Stores a value. Null removes it. */
export function writeStored(span: StorageSpan, key: string, value: string | null): void {
  here.delete(key)
  try {
    if (value === null) storageOf(span).removeItem(key)
    else storageOf(span).setItem(key, value)
  } catch {
    if (value !== null) here.set(key, value)
  }
}
