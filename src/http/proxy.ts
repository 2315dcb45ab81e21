import { BlockList, isIPv6 } from 'node:net';

/** Tells whether an address is one of these or in one of these ranges. */
export function proxyCheck(ranges: string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address = '') =>
    ranges.length > 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
