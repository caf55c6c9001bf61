// Theme of the page on this phone: automatic, light, dark, or high contrast for sunlight.
import { useState } from 'react'
import { useWords } from './language.tsx'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { Options } from '../ui/options.tsx'
import { applyLook } from '../ui/theme.ts'

const THEMES = ['AUTO', 'LIGHT', 'DARK', 'SUN'] as const
type ThemeName = (typeof THEMES)[number]

const THEME_KEY = 'roundsman-look'

const currentTheme = (): ThemeName => THEMES.find((look) => look === readStored('browser', THEME_KEY)) ?? 'AUTO'

export function applyTheme(look: ThemeName = currentTheme()): void {
  applyLook(look === 'AUTO' ? null : look.toLowerCase())
}

export function ThemeChoice() {
  const { looks } = useWords()
  const [look, setLook] = useState(currentTheme)
  return (
    <label className="language">
      {looks.label}
      <select
        value={look}
        onChange={(event) => {
          const chosen = THEMES.find((one) => one === event.target.value) ?? 'AUTO'
          writeStored('browser', THEME_KEY, chosen === 'AUTO' ? null : chosen)
          applyTheme(chosen)
          setLook(chosen)
        }}
      >
        <Options options={THEMES.map((one) => [one, looks[one]])} />
      </select>
    </label>
  )
}
