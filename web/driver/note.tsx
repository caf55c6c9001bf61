// What the driver says of a stop beside its outcome. The camera may put the page away: it stays until it is sent.
import { useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'

export interface Draft {
  text: string
  type: (text: string) => void
  /** For the tap that ends the stop; null leaves what the server has. */
  send: () => string | null
}

function useDraft(name: string, { stop_uuid }: RunStop, known: string): Draft {
  const key = `${name} ${stop_uuid}`
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

/** A note, whatever comes of the stop. */
export const useNote = (stop: RunStop): Draft => useDraft('note', stop, stop.driver_notes ?? '')

/** Where it is left, unless it is handed over. */
export const useLeftWhere = (stop: RunStop): Draft => useDraft('left', stop, '')

export const NoteField = ({ note }: { note: Draft }) => (
  <label className="field">
    Note for the office (optional)
    <textarea rows={2} maxLength={2000} value={note.text} onChange={(event) => note.type(event.target.value)} />
  </label>
)

/** One line until it is wanted. */
export function OptionalNote({ note }: { note: Draft }) {
  const [began] = useState(note.text !== '')
  return (
    <details className="note" open={began}>
      <summary>Add a note</summary>
      <NoteField note={note} />
    </details>
  )
}

/** Nothing where the business doesn't ask. */
export const LeftWhere = ({ places, left }: { places: readonly string[]; left: Draft }) =>
  places.length > 0 ? (
    <label className="field">
      Left where
      <select value={left.text} onChange={(event) => left.type(event.target.value)}>
        <option value="">Handed over</option>
        {places.map((place) => (
          <option key={place}>{place}</option>
        ))}
      </select>
    </label>
  ) : null
