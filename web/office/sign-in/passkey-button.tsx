// A passkey in place of a password.
import { useState } from 'react'
import { knowsPasskeys } from '../../api/passkeys.ts'
import { saidOf } from '../../api/said.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'

interface Props {
  text: string
  /** Asks for the passkey, and sends what it signed. */
  use: () => Promise<void>
  onDone: () => void
}

export function PasskeyButton({ text, use, onDone }: Props) {
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  if (!knowsPasskeys()) return null
  const press = async (): Promise<void> => {
    setBusy(true)
    setSaid('')
    setSaid(await saidOf(use().then(onDone), ''))
    setBusy(false)
  }
  return (
    <>
      <Button busy={busy} onClick={() => void press()}>
        {text}
      </Button>
      <p role="alert" className={page.said}>
        {said}
      </p>
    </>
  )
}
