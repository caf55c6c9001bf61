// The driver's note for the outcome of a stop. It is stored until it is sent, because the camera may close the page.
import { useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import { choiceInWords } from '../../src/domain/driver-words/times.ts'
import { useWords } from './language.tsx'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { Options } from '../ui/options.tsx'

export interface Draft {
  text: string
  type: (text: string) => void
  /** Returns the note for the tap that finishes the stop, and clears the draft. Null leaves the server's note unchanged. */
  send: () => string | null
}

function useDraft(name: string, { stop_uuid }: RunStop, known: string): Draft {
  const key = `${name} ${stop_uuid}`
  const [typed, setTyped] = useState(() => readStored('tab', key))
  return {
    // Until the driver types, the field shows the note of the route. That note can change while the field is shown, for example
    // when this link takes over the taps of an older link.
    text: typed ?? known,
    type: (text) => {
      writeStored('tab', key, text)
      setTyped(text)
    },
    send: () => {
      writeStored('tab', key, null)
      return typed === known ? null : typed
    },
  }
}

/** Note for any outcome. */
export const useNote = (stop: RunStop): Draft => useDraft('note', stop, stop.driver_notes ?? '')

/** Place where the goods were left, unless they were handed over. */
export const useLeftPlace = (stop: RunStop): Draft => useDraft('left', stop, '')

export const NoteField = ({ note }: { note: Draft }) => (
  <label className="field">
    {useWords().card.note}
    <textarea rows={2} maxLength={2000} value={note.text} onChange={(event) => note.type(event.target.value)} />
  </label>
)

/** Collapsed to one line until the driver opens it. */
export function OptionalNote({ note }: { note: Draft }) {
  const [began] = useState(note.text !== '')
  return (
    <details className="note" open={began}>
      <summary>{useWords().card.addNote}</summary>
      <NoteField note={note} />
    </details>
  )
}

/** Renders nothing if the business has no list of places. */
export function LeftPlaceField({ places, left }: { places: readonly string[]; left: Draft }) {
  const words = useWords()
  return places.length > 0 ? (
    <label className="field">
      {words.card.leftWhere}
      <select value={left.text} onChange={(event) => left.type(event.target.value)}>
        <Options none={words.card.handedOver} options={places.map((place) => [place, choiceInWords(words, place)])} />
      </select>
    </label>
  ) : null
}
