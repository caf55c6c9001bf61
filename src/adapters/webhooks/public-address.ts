// Determines which addresses are on the public internet (IANA special-purpose address registries).
import { BlockList, isIP } from 'node:net'

type Subnet = readonly [network: string, prefix: number]

const SPECIAL_IPV4: readonly Subnet[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's metadata service on an otherwise public address
  ['169.254.0.0', 16], // link-local, metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/** All other IPv6 addresses are special: loopback, link-local, unique local, IPv4-mapped, NAT64, multicast. */
const GLOBAL_IPV6: Subnet = ['2000::', 3]

const SPECIAL_IPV6: readonly Subnet[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, overlay identifiers
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which embeds any IPv4 address
  ['3fff::', 20], // documentation
]

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family)
  return list
}

const specialIpv4 = listOf('ipv4', SPECIAL_IPV4)
const globalIpv6 = listOf('ipv6', [GLOBAL_IPV6])
const specialIpv6 = listOf('ipv6', SPECIAL_IPV6)

/** Returns whether the text is a public IP address in its plain form. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
    default:
      return false
  }
}
