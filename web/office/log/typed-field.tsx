// A text filter that applies when typing pauses.
import { Field } from '../../ui/field.tsx'
import { useTyped } from '../../ui/use-typed.ts'

interface Props {
  label: string
  /** Shows the label inside the empty field, not above it. */
  isPlaceholder?: boolean
  value: string
  onTyped: (value: string) => void
}

export function TypedField({ label, isPlaceholder = false, value, onTyped }: Props) {
  const [typed, setTyped] = useTyped(value, onTyped)
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
