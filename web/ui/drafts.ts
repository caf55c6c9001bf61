// Unsaved form input of the signed-in user, stored in this browser, so that a reload or a crash loses nothing.

export interface Draft {
  /** Fields that differ from the saved record, keyed by name. */
  touched: Record<string, string[]>
  /** Version of the record that the user edited. Empty if the record has no version. */
  version: string
}

const PREFIX = 'draft:'
let owner = ''

/** Sets the user whose drafts are read and written. */
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
    // Private browsing or a full storage: the form works without a draft.
  }
}

export const removeDraft = (name: string): void => writeDraft(name, { touched: {}, version: '' })

/** Removes the user's drafts at sign-out, because the next user of the computer must not find them. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${owner}:`)) localStorage.removeItem(key)
  } catch {
    // No draft can exist without storage.
  }
}
