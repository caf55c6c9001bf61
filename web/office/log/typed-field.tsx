// A text filter that applies when typing pauses.
import { useEffect, useState } from 'react'
import { Field } from '../../ui/field.tsx'

const PAUSE_MS = 300

interface Props {
  label: string
  /** Shows the label inside the empty field, not above it. */
  isPlaceholder?: boolean
  value: string
  onTyped: (value: string) => void
}

export function TypedField({ label, isPlaceholder = false, value, onTyped }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The filter was changed elsewhere, for example cleared or restored by the back button.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => {
      setKnown(typed)
      onTyped(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Field
      label={label}
      isPlaceholder={isPlaceholder}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
