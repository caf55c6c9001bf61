// A link to hand on, to be scanned, copied or shared.
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import page from '../ui/page.module.css'
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

export function LinkDialog<Link extends { url: string }>({ title, name, load, words, actions, onClose }: Props<Link>) {
  const [link, setLink] = useState<Link | null>(null)
  const [said, setSaid] = useState('Loading the link …')
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
  const copy = (url: string): void =>
    void navigator.clipboard.writeText(url).then(
      () => setSaid('Copied.'),
      () => setSaid('This browser doesn’t let the page copy: select the link and copy it.'),
    )
  return (
    <Dialog title={title} onClose={onClose}>
      {link ? (
        <>
          <p>{words(link)}</p>
          <QrCode text={link.url} label={`${title} as a QR code`} />
          <code className={page.secret}>{link.url}</code>
        </>
      ) : null}
      <p role="status">{said}</p>
      <DialogActions>
        {link && actions ? actions(link, run) : null}
        {link && 'clipboard' in navigator ? <Button onClick={() => copy(link.url)}>Copy</Button> : null}
        {link && 'share' in navigator ? (
          <Button onClick={() => void navigator.share({ title: name, url: link.url }).catch(() => undefined)}>
            Share
          </Button>
        ) : null}
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
