// Command palette, opened by Ctrl-K or Cmd-K. The search field opens at once, so that no typed letter acts on the page behind
// it. The results load after it.
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { withAllWords, words } from '../../words/locale.ts'
import { PartNotOpened } from '../not-opened.tsx'
import style from './palette.module.css'

const Choices = lazy(withAllWords(() => import('./choices.tsx')))

export function WithPalette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // The palette doesn't open over another dialog, because a command would leave that dialog's question unanswered.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return open ? <Palette onClose={() => setOpen(false)} /> : null
}

function Palette({ onClose }: { onClose: () => void }) {
  const list = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const keys = useRef<(event: KeyboardEvent) => void>(() => {})
  return (
    <Dialog title={words.palette.title} onClose={onClose}>
      <input
        className={style.input}
        type="search"
        role="combobox"
        aria-label={words.palette.title}
        aria-expanded={chosen !== undefined}
        aria-controls={list}
        aria-activedescendant={chosen}
        placeholder={words.palette.hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => keys.current(event)}
      />
      <ErrorBoundary instead={<PartNotOpened />}>
        <Suspense fallback={<p className={style.kind}>{words.common.loading}</p>}>
          <Choices id={list} text={text} keys={keys} onChosen={setChosen} onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  )
}
