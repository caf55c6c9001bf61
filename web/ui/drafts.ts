// What was typed and not saved yet, kept in this browser for the user who is signed in: a reload or a crash loses nothing.

export interface Draft {
  /** The fields that differ from what was saved, by name. */
  touched: Record<string, string[]>
  /** The version of the record that they were typed over; empty where it has none. */
  version: string
}

const PREFIX = 'draft:'
let owner = ''

/** Whose drafts these are; nobody else's are shown. */
export const setDraftOwner = (userId: string): void => {
  owner = userId
}

const keyOf = (name: string): string => `${PREFIX}${owner}:${name}`

export function readDraft(name: string): Draft | null {
  try {
    const text = localStorage.getItem(keyOf(name))
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    if (Object.keys(draft.touched).length === 0) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // Private browsing or a full store: the form works all the same, only without a draft.
  }
}

export const dropDraft = (name: string): void => writeDraft(name, { touched: {}, version: '' })

/** On signing out: the next one at this computer finds nothing. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${owner}:`)) localStorage.removeItem(key)
  } catch {
    // Where nothing is kept, nothing is left.
  }
}
