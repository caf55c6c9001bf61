// A link within the office that doesn't reload the page.
import type { AnchorHTMLAttributes } from 'react'
import { navigate } from './location.ts'

export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        navigate(href)
      }}
    />
  )
}
