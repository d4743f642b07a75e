/**
 * isPublicAddress :: IP address → whether it is out on the Internet
 *
 * Everything that reaches into the operator's own network is refused: loopback, private, link-local (cloud metadata
 * services live there), carrier NAT, multicast, reserved, and IPv6 forms that embed such an IPv4 address. From the
 * IANA special-purpose address registries.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const special4 = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special4.addSubnet(address, prefix, 'ipv4');
}

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Inside 2000::/3, yet not the Internet: protocol assignments with Teredo, documentation, 6to4. */
const special6 = new BlockList();
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(address, prefix, 'ipv6');
}

export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  // Outside 2000::/3 nothing is public: that covers ::, ::1, fc00::/7, fe80::/10, ff00::/8, ::ffff:0:0/96, 64:ff9b::/96.
  return isIPv6(address) && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
};
