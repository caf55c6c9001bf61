// A text of which parts are more than text.
import { Fragment, type ReactNode } from 'react'

interface Props {
  /** Such parts are marked by a name: `Read <a>the guide</a> first.` */
  text: string
  /** How each is drawn, by its name. */
  parts: Readonly<Record<string, (inner: string) => ReactNode>>
}

export const Rich = ({ text, parts }: Props) =>
  text.split(/(<\w+>.*?<\/\w+>)/).map((piece, i) => {
    const [, name = '', inner = ''] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? []
    // Pieces have no other name than their place, which they keep.
    // oxlint-disable-next-line no-array-index-key
    return <Fragment key={i}>{parts[name]?.(inner) ?? piece}</Fragment>
  })
