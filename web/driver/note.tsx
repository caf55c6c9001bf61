// The driver's note on a stop, whatever comes of it. The camera may put the page away: what is typed stays until it is sent.
import { useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'

export interface StopNote {
  text: string
  type: (text: string) => void
  /** For the tap that ends the stop; null leaves what the server has. */
  send: () => string | null
}

export function useNote({ stop_uuid, driver_notes }: RunStop): StopNote {
  const key = `note ${stop_uuid}`
  const known = driver_notes ?? ''
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? known)
  return {
    text,
    type: (typed) => {
      sessionStorage.setItem(key, typed)
      setText(typed)
    },
    send: () => {
      sessionStorage.removeItem(key)
      return text === known ? null : text
    },
  }
}

export const NoteField = ({ note }: { note: StopNote }) => (
  <label className="field">
    Note for the office (optional)
    <textarea rows={2} maxLength={2000} value={note.text} onChange={(event) => note.type(event.target.value)} />
  </label>
)

/** One line until it is wanted. */
export function OptionalNote({ note }: { note: StopNote }) {
  const [began] = useState(note.text !== '')
  return (
    <details className="note" open={began}>
      <summary>Add a note</summary>
      <NoteField note={note} />
    </details>
  )
}
