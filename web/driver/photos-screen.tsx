// Photos of a stop, to view, delete and retake.
import { Button } from './button.tsx'
import { useEffect, useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import type { PhotographedItem } from '../../src/domain/routes/proof.ts'
import { isOpen } from './apply.ts'
import { useWords } from './language.tsx'
import type { QueuedAction } from './doing.ts'
import { photosOf } from './photos.ts'
import { TakePhoto } from './take-photo.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  waiting: readonly QueuedAction[]
  stop: RunStop
  back: () => void
}

export function PhotosScreen({ work, waiting, stop, back }: Props) {
  const { pictures: words } = useWords()
  const { sent, unsent } = photosOf(waiting, stop)
  const nameOf = (i: number, item?: PhotographedItem): string =>
    item ? `${words.photo(i + 1)}: ${item.name}` : words.photo(i + 1)
  const isFinal = !isOpen(stop) && stop.settles_at === null
  return (
    <section className="card" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="soft">{stop.address.line1}</p>
      {sent.length + unsent.length === 0 && <p>{words.none}</p>}
      {sent.map(({ proof_uuid, url, item }, i) => (
        <Photo
          key={proof_uuid}
          src={url}
          name={nameOf(i, item)}
          item={item}
          remove={isFinal ? null : () => void work.tap({ kind: 'REMOVE_PHOTO', stop_uuid: stop.stop_uuid, proof_uuid })}
        />
      ))}
      {unsent.map((one, i) => (
        <Unsent
          key={one.key}
          of={one}
          name={nameOf(sent.length + i, one.proof?.item)}
          remove={() => void work.takeBack(one)}
        />
      ))}
      {isOpen(stop) && <TakePhoto work={work} stop={stop} />}
      <Button kind="primary" onClick={back}>
        {words.done}
      </Button>
    </section>
  )
}

function Unsent({ of: { proof }, name, remove }: { of: QueuedAction; name: string; remove: () => void }) {
  const [src, setSrc] = useState('')
  const picture = proof?.picture
  useEffect(() => {
    if (!picture) return
    const url = URL.createObjectURL(picture)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return <Photo src={src} name={name} item={proof?.item} remove={remove} />
}

interface PhotoProps {
  src: string
  name: string
  item: PhotographedItem | undefined
  /** Deletes the photo. Null if it can no longer be deleted. */
  remove: (() => void) | null
}

function Photo({ src, name, item, remove }: PhotoProps) {
  const { pictures: words } = useWords()
  return (
    <figure className="photo">
      {src && <img src={src} alt={name} />}
      {item && <figcaption>{item.name}</figcaption>}
      {remove && (
        <Button aria-label={words.deleteOf(name)} onClick={remove}>
          {words.delete}
        </Button>
      )}
    </figure>
  )
}
