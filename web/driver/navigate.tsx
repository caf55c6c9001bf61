// Directions in the app that the driver chose once.
import { useState } from 'react'
import { useWords } from './language.tsx'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { Options } from '../ui/options.tsx'

const APPS = {
  'Google Maps': (place: string) => `https://www.google.com/maps/dir/?api=1&destination=${place}`,
  'Apple Maps': (place: string) => `https://maps.apple.com/?daddr=${place}`,
  Waze: (place: string) => `https://waze.com/ul?ll=${place}&navigate=yes`,
} as const
type NavigationApp = keyof typeof APPS

const NAMES = Object.keys(APPS) as NavigationApp[]
const KEY = 'roundsman-navigation'

const chosenApp = (): NavigationApp | null => NAMES.find((name) => name === readStored('browser', KEY)) ?? null

export function Navigate({ to, label }: { to: { lat: number; lng: number }; label: string }) {
  const [app, setApp] = useState(chosenApp)
  const place = `${to.lat},${to.lng}`
  if (app)
    return (
      <a href={APPS[app](place)} target="_blank" rel="noreferrer">
        {label}
      </a>
    )
  const choose = (name: NavigationApp): void => {
    writeStored('browser', KEY, name)
    setApp(name)
  }
  return (
    <details className="navigate">
      <summary>{label}</summary>
      {NAMES.map((name) => (
        <a key={name} href={APPS[name](place)} target="_blank" rel="noreferrer" onClick={() => choose(name)}>
          {name}
        </a>
      ))}
    </details>
  )
}

/** Field for choosing another app. */
export function NavigationChoice() {
  const { list } = useWords()
  const [app, setApp] = useState(chosenApp)
  return (
    <label className="language">
      {list.navigateWith}
      <select
        value={app ?? ''}
        onChange={(event) => {
          const chosen = NAMES.find((name) => name === event.target.value) ?? null
          writeStored('browser', KEY, chosen)
          setApp(chosen)
        }}
      >
        <Options none={list.askEachTime} options={NAMES.map((name) => [name, name])} />
      </select>
    </label>
  )
}
