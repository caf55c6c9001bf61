// Light or dark colors of the office in this browser.
import { useState } from 'react'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { SelectField } from '../ui/field.tsx'
import { applyLook } from '../ui/theme.ts'
import { words } from '../words/locale.ts'

const CHOSEN_HERE = 'roundsman office look'
const LOOKS = ['light', 'dark'] as const
type Look = (typeof LOOKS)[number]

const lookNamed = (name: string | null): Look | null => LOOKS.find((look) => look === name) ?? null

const storedLook = (): Look | null => lookNamed(readStored('browser', CHOSEN_HERE))

export const applyStoredLook = (): void => applyLook(storedLook())

function chooseLook(look: Look | null): void {
  writeStored('browser', CHOSEN_HERE, look)
  applyLook(look)
}

export function AppearanceChoice() {
  const [look, setLook] = useState(storedLook)
  return (
    <SelectField
      label={words.account.appearance}
      value={look ?? ''}
      none={words.account.appearances.browser}
      options={LOOKS.map((one) => [one, words.account.appearances[one]])}
      onChange={(event) => {
        const chosen = lookNamed(event.target.value)
        chooseLook(chosen)
        setLook(chosen)
      }}
    />
  )
}
