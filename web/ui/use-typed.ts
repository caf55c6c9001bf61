// State of a text that applies when typing pauses, such as a filter.
import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 300

/** Returns the typed text and its setter. `value` is the applied text, which may also change elsewhere. */
export function useTyped(
  value: string,
  onTyped: (value: string) => void,
  pauseMs = PAUSE_MS,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The text was changed elsewhere, for example cleared or restored by the back button.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const apply = useEffectEvent(() => {
    setKnown(typed)
    onTyped(typed)
  })
  // Only typing starts the pause again, not a page that is rendered again.
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(apply, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, pauseMs])
  return [typed, setTyped]
}
