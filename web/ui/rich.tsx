// A text of which parts are more than text.
import { Fragment, type ReactNode } from 'react'

interface Props {
  /** Such parts are marked by a name: `Read <a>the guide</a> first.` */
  text: string
  /** How each is drawn, by its name. */
  parts: Readonly<Record<string, (inner: string) => ReactNode>>
}

export function Rich({ text, parts }: Props) {
  // Text and names of parts by turns: each part is text between its name and its name again.
  const pieces = text.split(/<\/?(\w+)>/)
  return pieces.map((piece, i) => {
    if (i % 2 === 1) return null
    const name = i % 4 === 2 ? pieces[i - 1] : undefined
    return <Fragment key={i}>{name ? (parts[name]?.(piece) ?? piece) : piece}</Fragment>
  })
}
