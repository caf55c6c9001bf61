// Suggests addresses below a text field while a person types.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { SuggestionsOut } from '../../../src/contract/office/orders.ts'
import { endpointQuery } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import { words } from '../../words/locale.ts'
import style from './address-suggestions.module.css'

export type Suggestion = SuggestionsOut[number]

/** Minimum length of a text that is looked up. */
const MIN_LENGTH = 3
/** Milliseconds without a key press before the text is looked up. */
const PAUSE_MS = 120

/** Returns the props of a text field, and the list that belongs below the field in a `Suggesting`. */
export function useAddressSuggestions(onChoose: (suggestion: Suggestion) => void) {
  const id = useId()
  const [asked, setAsked] = useState('')
  const [typed, setTyped] = useTyped(asked, setAsked, PAUSE_MS)
  const [at, setAt] = useState(-1)
  const { data = [] } = useQuery({
    ...endpointQuery('GET /address-suggestions', { query: { typed: asked } }),
    enabled: asked.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  const suggestions = typed.length >= MIN_LENGTH && asked.length >= MIN_LENGTH ? data : []
  const isOpen = suggestions.length > 0
  const close = (): void => {
    setTyped('')
    setAt(-1)
  }
  const choose = (suggestion: Suggestion): void => {
    close()
    onChoose(suggestion)
  }
  const press = (event: KeyboardEvent): void => {
    if (!isOpen) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = suggestions[at]
    if (by) setAt(Math.max(-1, Math.min(suggestions.length - 1, at + by)))
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    // Escape would also close the dialog around the field.
    event.stopPropagation()
  }
  const list: ReactNode = isOpen ? <SuggestionList {...{ id, suggestions, at }} onChoose={choose} /> : null
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
      setAt(-1)
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
    <p role="status" className="visually-hidden">
      {words.palette.count(suggestions.length)}
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

/** Street and number of a form. A chosen suggestion also fills the fields of city, region and postal code. */
export function AddressField() {
  const frame = useRef<HTMLDivElement>(null)
  const { field, list } = useAddressSuggestions(({ address }) => {
    const form = frame.current?.closest('form')
    for (const [name, value] of Object.entries(address)) {
      const input = form?.elements.namedItem(name)
      if (!(input instanceof HTMLInputElement)) continue
      input.value = value ?? ''
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
