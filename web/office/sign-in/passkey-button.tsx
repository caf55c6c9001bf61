// Button that signs in or confirms with a passkey instead of a password.
import { supportsPasskeys } from '../../api/passkeys.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import page from '../../ui/page.module.css'

interface Props {
  text: string
  /** Gets an assertion from the passkey and sends it. */
  use: () => Promise<void>
  onDone: () => void
}

export function PasskeyButton({ text, use, onDone }: Props) {
  const { run, busy, said } = useActionRunner()
  if (!supportsPasskeys()) return null
  return (
    <>
      <Button busy={busy} onClick={() => void run(() => use().then(onDone))}>
        <Icon name="key" />
        {text}
      </Button>
      <p role="alert" className={page.said}>
        {said}
      </p>
    </>
  )
}
