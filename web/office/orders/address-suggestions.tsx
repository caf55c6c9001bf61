// Suggests addresses below a text field while a person types.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import { words } from '../../words/locale.ts'
import style from './address-suggestions.module.css'
import { agreeingSuggestions, canBeLookedUp, type FoundSuggestions, type Suggestion } from './found-suggestions.ts'

/** Milliseconds without a key press before the text is looked up. */
const PAUSE_MS = 120
/** Retries of a look-up that exceeded a limit. */
const MAX_RETRIES = 3
const RETRY_MS = 500

/** Returns the props of a text field, and the list that belongs below the field in a `Suggesting`. */
export function useAddressSuggestions(onChoose: (suggestion: Suggestion) => void) {
  const id = useId()
  const [asked, setAsked] = useState('')
  const [typed, setTyped] = useTyped(asked, setAsked, PAUSE_MS)
  const [isDismissed, setDismissed] = useState(false)
  const [last, setLast] = useState<FoundSuggestions>({ text: '', suggestions: [] })
  const [selection, setSelection] = useState({ of: last, at: -1 })
  const { data } = useQuery({
    ...endpointQuery('GET /address-suggestions', { query: { typed: asked } }),
    enabled: canBeLookedUp(asked),
    retry: (failures, error) =>
      failures < MAX_RETRIES && error instanceof ApiError && [429, 503].includes(error.status),
    retryDelay: RETRY_MS,
  })
  if (data && (data !== last.suggestions || asked !== last.text)) setLast({ text: asked, suggestions: data })
  const suggestions = isDismissed || !canBeLookedUp(typed) ? [] : agreeingSuggestions(last, typed)
  const isOpen = suggestions.length > 0
  // A changed list has other suggestions at the same position.
  const at = selection.of === last && selection.at < suggestions.length ? selection.at : -1
  const select = (next: number): void => setSelection({ of: last, at: next })
  const close = (): void => {
    setDismissed(true)
    select(-1)
  }
  const choose = (suggestion: Suggestion): void => {
    close()
    setTyped('')
    onChoose(suggestion)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = suggestions[at]
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      setDismissed(false)
      setTyped(event.currentTarget.value.trimStart())
    } else if (by) select(Math.max(-1, Math.min(suggestions.length - 1, at + by)))
    else if (event.key === 'Enter' && chosen) choose(chosen)
    // Enter with an open list closes it, and submits the form only when pressed again.
    else if (event.key === 'Escape' || event.key === 'Enter') close()
    else return
    event.preventDefault()
    // Escape would also close the dialog around the field.
    event.stopPropagation()
  }
  const list: ReactNode = <SuggestionList {...{ id, suggestions, at }} onChoose={choose} />
  const field = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen && at >= 0 ? `${id}-${at}` : undefined,
    onInput: (event: FormEvent<HTMLInputElement>) => {
      const isFilledIn = !(event.nativeEvent instanceof InputEvent)
      if (isFilledIn) return
      setTyped(event.currentTarget.value.trimStart())
      setDismissed(false)
      select(-1)
    },
    onKeyDown: press,
    onBlur: close,
  }
  return { field, list }
}

interface ListProps {
  id: string
  suggestions: readonly Suggestion[]
  /** Index of the selected suggestion, or -1. */
  at: number
  onChoose: (suggestion: Suggestion) => void
}

const SuggestionList = ({ id, suggestions, at, onChoose }: ListProps) => (
  <>
    {suggestions.length > 0 ? (
      <ul id={id} role="listbox" aria-label={words.orders.suggestions} className={style.list}>
        {suggestions.map((suggestion, i) => (
          <li
            key={suggestion.label}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            {suggestion.label}
          </li>
        ))}
      </ul>
    ) : null}
    <p role="status" className="visually-hidden">
      {suggestions.length > 0 ? words.palette.count(suggestions.length) : null}
    </p>
  </>
)

/** Frame of a field with suggestions. */
export const Suggesting = ({ list, children }: { list: ReactNode; children: ReactNode }) => (
  <div className={style.frame}>
    {children}
    {list}
  </div>
)

/**
 * Street and number of a form. A chosen suggestion also fills the fields of city, region and postal code. A field that the
 * suggestion lacks keeps its text.
 */
export function AddressField() {
  const frame = useRef<HTMLDivElement>(null)
  const { field, list } = useAddressSuggestions(({ address, completed_line1 }) => {
    const form = frame.current?.closest('form')
    for (const [name, value] of Object.entries({ ...address, line1: completed_line1 })) {
      const input = form?.elements.namedItem(name)
      if (value === null || !(input instanceof HTMLInputElement)) continue
      input.value = value
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  return (
    <div ref={frame}>
      <Suggesting list={list}>
        <Field
          label={words.common.address}
          name="line1"
          faultName={['order.address.line1', 'address.line1', 'address']}
          {...field}
        />
      </Suggesting>
    </div>
  )
}
