// Dialog with a link for another person, who can scan it. The user can also copy or share the link.
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { canCopy, copyText } from '../ui/clipboard.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import page from '../ui/page.module.css'
import { words } from '../words/locale.ts'
import { QrCode } from './account/qr-code.tsx'

interface Props<Link> {
  title: string
  /** Title of the link when it is shared. */
  name: string
  load: () => Promise<Link>
  /** Explanation of the link. */
  words: (link: Link) => string
  /** Further actions. `run` shows the link that `act` resolves to, with a message. */
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
  // Loads the link once, because the audit log records each view.
  useEffect(() => run(load, ''), [])
  const copy = async (url: string): Promise<void> =>
    setSaid((await copyText(url)) ? words.common.copied : words.common.cannotCopy)
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
