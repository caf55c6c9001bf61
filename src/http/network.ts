// The network that a request comes from, for rate limits: one IPv6 address stands for the 2^64 of its prefix.

/** Without a scope, and an IPv4 address in an IPv6 one by itself. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1)
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
}

/** An IPv4 address as it is, an IPv6 address as its /64 prefix. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!plain.includes(':')) return plain
  const [head, tail] = plain.split('::', 2).map((part) => part.split(':').filter(Boolean))
  const groups = [...(head ?? []), ...Array.from({ length: 8 }, () => '0')].slice(0, 8 - (tail?.length ?? 0))
  const prefix = [...groups, ...(tail ?? [])].slice(0, 4)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
