// Takes photos of the stop with the phone's camera. The phone stores them at once, and sends them when there is reception.
import { useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import type { PhotographedItem } from '../../src/domain/routes/proof.ts'
import { useWords } from './language.tsx'
import { shrinkPhoto } from './shrink-photo.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  stop: RunStop
  /** Further deliveries that the photo is for. */
  others?: readonly RunStop[]
  /** True if the photo is the next step. */
  primary?: boolean
  /** Photographed item and its number of photos. Absent for a photo of the delivery. */
  of?: { item: PhotographedItem; count: number }
}

export function TakePhoto({ work, stop, others = [], primary = false, of }: Props) {
  const [busy, setBusy] = useState(false)
  const { card: words } = useWords()
  const count = of ? of.count : stop.photos
  const take = async (files: FileList | null): Promise<void> => {
    setBusy(true)
    try {
      for (const file of files ?? []) {
        const picture = await shrinkPhoto(file)
        for (const { stop_uuid } of [stop, ...others])
          await work.addProof({ stop_uuid, kind: 'PHOTO', picture, signed_by: null, ...(of && { item: of.item }) })
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className={primary ? 'button primary' : 'button'}>
      {busy ? words.savingPhoto : count > 0 ? words.photosTaken(count) : words.takePhoto}
      {of && <span className="visually-hidden">: {of.item.name}</span>}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        className="visually-hidden"
        onChange={(event) => void take(event.target.files)}
      />
    </label>
  )
}
