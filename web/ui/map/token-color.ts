// Resolves a color of tokens.css for libraries without CSS variables, such as the map, in the page's theme.

/** Returns the color as #rrggbb. */
export function tokenColor(token: `--${string}`): `#${string}` {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
