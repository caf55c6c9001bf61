// Large buttons to choose one of several reasons.
import type { ReactNode } from 'react'
import { choiceInWords } from '../../src/domain/driver-words/times.ts'
import { useWords } from './language.tsx'

interface Props {
  legend: ReactNode
  reasons: readonly string[]
  chosen: string | null
  onChoose: (reason: string) => void
}

export function ReasonChoice({ legend, reasons, chosen, onChoose }: Props) {
  const words = useWords()
  return (
    <fieldset className="reasons">
      {legend}
      {reasons.map((reason) => (
        <label key={reason} className="button">
          <input type="radio" name="reason" checked={chosen === reason} onChange={() => onChoose(reason)} />{' '}
          {choiceInWords(words, reason)}
        </label>
      ))}
    </fieldset>
  )
}
