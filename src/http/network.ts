// Network of a request for rate limits. An IPv6 address counts as its /64 prefix.

/** Address without its zone ID. An IPv4-mapped IPv6 address becomes the IPv4 address. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1)
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
}

/** IPv4 addresses unchanged, IPv6 addresses as their /64 prefix. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!plain.includes(':')) return plain
  const [head, tail] = plain.split('::', 2).map((part) => part.split(':').filter(Boolean))
  const groups = [...(head ?? []), ...Array.from({ length: 8 }, () => '0')].slice(0, 8 - (tail?.length ?? 0))
  const prefix = [...groups, ...(tail ?? [])].slice(0, 4)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
