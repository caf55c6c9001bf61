// Hours at which vehicles may enter the street of a delivery, with links to where they come from.
import type { StreetOut } from '../../../src/contract/street.ts'
import { words } from '../../words/locale.ts'

export const StreetFact = ({ street: { message, sources } }: { street: StreetOut }) => (
  <>
    {message}
    {sources.map(({ url, text }) => (
      <span key={url}>
        {' '}
        <a href={url} title={text} target="_blank" rel="noreferrer">
          {words.orders.onTheMap}
        </a>
      </span>
    ))}
  </>
)
