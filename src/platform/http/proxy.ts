import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** A request, as far as it says who sent it. */
type Sent = Pick<IncomingMessage, 'headers'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** What trusted proxies say about a request. */
export interface Proxies {
  isTrusted(address: string | undefined): boolean;
  cameByHttps(request: Sent): boolean;
  clientAddress(request: Sent): string;
}

export function createProxies(ranges: string[]): Proxies {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address = '') =>
    ranges.length > 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return {
    isTrusted,
    // A proxy may set one of the two headers and forward the other from the client. So if both are
    // present, both must say https.
    cameByHttps({ socket, headers }) {
      if (!isTrusted(socket.remoteAddress)) return false;
      const said = [last(headers['x-forwarded-proto']), forwarded(headers.forwarded, PROTO)];
      return said.includes('https') && said.every((one) => one === undefined || one === 'https');
    },
    clientAddress({ socket: { remoteAddress = '' }, headers }) {
      const forwarded_for = isTrusted(remoteAddress)
        ? (last(headers['x-forwarded-for']) ?? forwarded(headers.forwarded, FOR))
        : undefined;
      return plainAddress(forwarded_for ?? remoteAddress);
    },
  };
}

/** An IPv4 address as people write it: a socket for both kinds calls it `::ffff:192.0.2.1`. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

// A proxy appends what it saw, so only the last value cannot come from the client.
function last(header: string | string[] | undefined): string | undefined {
  return (
    String(header ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase() || undefined
  );
}

/** A parameter of the last proxy in a Forwarded header (RFC 7239). */
function forwarded(header: string | undefined, parameter: RegExp): string | undefined {
  return parameter.exec(last(header) ?? '')?.[1];
}

const PROTO = /(?:^|;)[\t ]*proto="?([a-z]+)"?[\t ]*(?:;|$)/;
const FOR = /(?:^|;)[\t ]*for="?([^\s";]+)"?[\t ]*(?:;|$)/;
