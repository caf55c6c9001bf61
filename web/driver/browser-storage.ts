// Small values in the browser's storage, per tab or per phone. If the browser refuses to store them, they last as long as the
// page.
/** Path of the driver page. */
export const DRIVER_PAGE_KEY = 'roundsman-home'
/** Path of the driver page whose notifications this phone shows. */
export const NOTIFIED_PAGE_KEY = 'roundsman-notified'
/** Language chosen on the phone. */
export const LANGUAGE_KEY = 'roundsman-language'

const here = new Map<string, string>()

/** Lifetime: until the tab is closed, or for every route on this phone. */
export type StorageSpan = 'tab' | 'phone'

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
