// A text with parts that are rendered as elements.
import { Fragment, type ReactNode } from 'react'

interface Props {
  /** Parts are marked by a name: `Read <a>the guide</a> first.` */
  text: string
  /** Renders each part, keyed by name. */
  parts: Readonly<Record<string, (inner: string) => ReactNode>>
}

export function RichText({ text, parts }: Props) {
  // Alternates between text and part names. A part is the text between two equal names.
  const pieces = text.split(/<\/?(\w+)>/)
  return pieces.map((piece, i) => {
    if (i % 2 === 1) return null
    const name = i % 4 === 2 ? pieces[i - 1] : undefined
    return <Fragment key={i}>{name ? (parts[name]?.(piece) ?? piece) : piece}</Fragment>
  })
}
