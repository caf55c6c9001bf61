// The driver's link, to be scanned, copied or shared.
import { useEffect, useState } from 'react'
import type { DayRoute } from '../../../src/contract/office/day.ts'
import { ApiError, call, type Reply } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import page from '../../ui/page.module.css'
import { QrCode } from '../account/qr-code.tsx'

type Link = Reply<'POST /routes/{route_uuid}/driver-link'>

export function LinkDialog({ route, onClose }: { route: DayRoute; onClose: () => void }) {
  const [link, setLink] = useState<Link | null>(null)
  const [said, setSaid] = useState('Loading the link …')
  useEffect(() => {
    call('POST /routes/{route_uuid}/driver-link', { params: { route_uuid: route.route_uuid } }).then(
      (shown) => {
        setLink(shown)
        setSaid('')
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setSaid(error.message)
      },
    )
  }, [route.route_uuid])
  const copy = (url: string): void =>
    void navigator.clipboard.writeText(url).then(
      () => setSaid('Copied.'),
      () => setSaid('This browser doesn’t let the page copy: select the link and copy it.'),
    )
  return (
    <Dialog title={`The driver’s link of ${route.name}`} onClose={onClose}>
      {link ? (
        <>
          <p>{wordsOf(link)} Whoever opens this link works the route as its driver, so give it to nobody else.</p>
          <QrCode text={link.url} label="The driver’s link as a QR code" />
          <code className={page.secret}>{link.url}</code>
        </>
      ) : null}
      <p role="status">{said}</p>
      <DialogActions>
        {link && 'clipboard' in navigator ? <Button onClick={() => copy(link.url)}>Copy</Button> : null}
        {link && 'share' in navigator ? (
          <Button onClick={() => void navigator.share({ title: route.name, url: link.url }).catch(() => undefined)}>
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

function wordsOf({ driver, no_text }: Link): string {
  if (!driver) return 'No driver is assigned, so nobody was sent this link.'
  return no_text
    ? `${driver} was not texted: ${no_text}. Let them scan the code, or copy the link.`
    : `${driver} was texted this link.`
}
