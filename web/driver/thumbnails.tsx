// Thumbnails of a stop's or an item's photos. A tap opens them.
import { Button } from './button.tsx'
import { useEffect, useState } from 'react'
import { useWords } from './language.tsx'
import type { Photos } from './photos.ts'

export function Thumbnails({ photos: { sent, unsent }, open }: { photos: Photos; open: () => void }) {
  const { pictures: words } = useWords()
  if (sent.length + unsent.length === 0) return null
  return (
    <Button kind="thumbnails" aria-label={words.open(sent.length + unsent.length)} onClick={open}>
      {sent.map(({ url }) => (
        <img key={url} src={url} alt="" loading="lazy" />
      ))}
      {unsent.map(({ key, proof }) => proof && <UnsentThumbnail key={key} picture={proof.picture} />)}
    </Button>
  )
}

function UnsentThumbnail({ picture }: { picture: Blob }) {
  const [src, setSrc] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(picture)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return src ? <img src={src} alt="" /> : null
}
