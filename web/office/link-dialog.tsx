// A link to hand on, to be scanned, copied or shared.
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { canCopy, copied } from '../ui/copying.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import page from '../ui/page.module.css'
import { words } from '../words/locale.ts'
import { QrCode } from './account/qr-code.tsx'

interface Props<Link> {
  title: string
  /** What the link is called where it is shared. */
  name: string
  load: () => Promise<Link>
  /** What is said of it. */
  words: (link: Link) => string
  /** More that can be done with it: `run` does it and says the link that there is then, and what came of it. */
  actions?: (link: Link, run: (act: () => Promise<Link>, said: string) => void) => ReactNode
  onClose: () => void
}

export function LinkDialog<Link extends { url: string }>({
  title,
  name,
  load,
  words: wordsOf,
  actions,
  onClose,
}: Props<Link>) {
  const [link, setLink] = useState<Link | null>(null)
  const [said, setSaid] = useState(words.common.loadingLink)
  const run = (act: () => Promise<Link>, done: string): void =>
    void act().then(
      (shown) => {
        setLink(shown)
        setSaid(done)
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setSaid(error.message)
      },
    )
  // Once: being shown the link is written down.
  useEffect(() => run(load, ''), [])
  const copy = async (url: string): Promise<void> =>
    setSaid((await copied(url)) ? words.common.copied : words.common.cannotCopy)
  return (
    <Dialog title={title} onClose={onClose}>
      {link ? (
        <>
          <p>{wordsOf(link)}</p>
          <QrCode text={link.url} label={words.common.asQr(title)} />
          <code className={page.secret}>{link.url}</code>
        </>
      ) : null}
      <p role="status">{said}</p>
      <DialogActions>
        {link && actions ? actions(link, run) : null}
        {link && canCopy() ? <Button onClick={() => void copy(link.url)}>{words.common.copy}</Button> : null}
        {link && 'share' in navigator ? (
          <Button onClick={() => void navigator.share({ title: name, url: link.url }).catch(() => undefined)}>
            {words.common.share}
          </Button>
        ) : null}
        <Button kind="primary" onClick={onClose}>
          {words.common.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
