// The photos of a stop, small: a tap opens them.
import { useEffect, useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import { useWords } from './language.tsx'
import { unsentPhotos } from './photos.ts'
import type { Work } from './work.ts'

export function Thumbnails({ work, stop, open }: { work: Work; stop: RunStop; open: () => void }) {
  const { pictures: words } = useWords()
  const sent = (stop.photo_links ?? []).map(({ url }) => url)
  const unsent = unsentPhotos(work.state().waiting, stop)
  if (sent.length + unsent.length === 0) return null
  return (
    <button type="button" className="thumbnails" aria-label={words.open(sent.length + unsent.length)} onClick={open}>
      {sent.map((src) => (
        <img key={src} src={src} alt="" loading="lazy" />
      ))}
      {unsent.map(({ key, proof }) => proof && <Unsent key={key} picture={proof.picture} />)}
    </button>
  )
}

function Unsent({ picture }: { picture: Blob }) {
  const [src, setSrc] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(picture)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return src ? <img src={src} alt="" /> : null
}
