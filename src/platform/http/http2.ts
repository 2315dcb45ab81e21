// Kassa speaks HTTP/1.1 only (decision 23). A client that offers only HTTP/2 would get a TLS alert
// without a reason. Instead the handshake succeeds and an HTTP/2 frame gives the reason.

const REASON = Buffer.from('Kassa speaks HTTP/1.1: offer "http/1.1" in ALPN.');
const SETTINGS = 4;
const GOAWAY = 7;
const HTTP_1_1_REQUIRED = 13;

/** Chooses the protocol in the TLS handshake: HTTP/1.1 if the client offers it. */
export const chooseProtocol = ({ protocols }: { protocols: string[] }): string | undefined =>
  protocols.find((protocol) => protocol === 'http/1.1') ?? protocols[0];

/** The HTTP/2 frames SETTINGS, which must come first, and GOAWAY with the reason. */
export const http1RequiredFrames: Buffer = Buffer.concat([
  frame(SETTINGS, Buffer.alloc(0)),
  frame(GOAWAY, Buffer.concat([int32(0), int32(HTTP_1_1_REQUIRED), REASON])),
]);

function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  return Buffer.concat([head, payload]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
