// Items that were not delivered as ordered with their photos, and photos of other items.
import type { DayStop } from '../../../src/contract/day.ts'
import { isPartial } from '../../../src/domain/routes/item-outcomes.ts'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

type ItemPhoto = NonNullable<NonNullable<DayStop['proof']>['item_photos']>[number]

export const hasItemsNotAsOrdered = ({ item_outcomes, proof }: DayStop): boolean =>
  item_outcomes !== undefined || proof?.item_photos !== undefined

export function ItemsNotAsOrdered({ stop }: { stop: DayStop }) {
  const outcomes = (stop.item_outcomes ?? []).filter(isPartial)
  const photos = stop.proof?.item_photos ?? []
  const isOf = (photo: ItemPhoto, { name, sku }: { name: string; sku: string | null }): boolean =>
    photo.name === name && (photo.sku === null || photo.sku === sku)
  return (
    <ul className={style.items}>
      {outcomes.map((outcome, i) => (
        <li key={i}>
          {words.stop.partial(outcome)}
          <Photos of={photos.filter((photo) => isOf(photo, outcome))} />
        </li>
      ))}
      <li>
        <Photos of={photos.filter((photo) => !outcomes.some((outcome) => isOf(photo, outcome)))} />
      </li>
    </ul>
  )
}

function Photos({ of }: { of: readonly ItemPhoto[] }) {
  if (of.length === 0) return null
  return (
    <div className={style.itemPhotos}>
      {of.map(({ name, url }) => {
        // Loads the photo from the page's own origin, which may differ from the configured public URL.
        const { pathname, search } = new URL(url)
        return (
          <a key={pathname} href={pathname + search} target="_blank" rel="noreferrer">
            <img src={pathname + search} title={name} alt={words.stop.photoOf(name)} />
          </a>
        )
      })}
    </div>
  )
}
