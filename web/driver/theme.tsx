// Theme of the page on this phone: automatic, light, dark, or high contrast for sunlight.
import { useState } from 'react'
import { useWords } from './language.tsx'
import { readStored, writeStored } from './browser-storage.ts'
import { Options } from '../ui/options.tsx'

const LOOKS = ['AUTO', 'LIGHT', 'DARK', 'SUN'] as const
type Look = (typeof LOOKS)[number]

const KEY = 'roundsman-look'

const looksNow = (): Look => LOOKS.find((look) => look === readStored('phone', KEY)) ?? 'AUTO'

export function applyLook(look: Look = looksNow()): void {
  if (look === 'AUTO') delete document.documentElement.dataset.look
  else document.documentElement.dataset.look = look.toLowerCase()
}

export function LookChoice() {
  const { looks } = useWords()
  const [look, setLook] = useState(looksNow)
  return (
    <label className="language">
      {looks.label}
      <select
        value={look}
        onChange={(event) => {
          const chosen = LOOKS.find((one) => one === event.target.value) ?? 'AUTO'
          writeStored('phone', KEY, chosen === 'AUTO' ? null : chosen)
          applyLook(chosen)
          setLook(chosen)
        }}
      >
        <Options options={LOOKS.map((one) => [one, looks[one]])} />
      </select>
    </label>
  )
}
