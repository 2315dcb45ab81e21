import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

async function shown(servername: string | undefined): Promise<string> {
  const { port } = shop.app;
  const socket = connect({
    ...{ host: '127.0.0.1', port, ca: shop.ca },
    ...(servername && { servername }),
  });
  await once(socket, 'secureConnect');
  assert.ok(socket.authorized);
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw).subjectAltName ?? '';
}

test('who says a name sees a certificate for names, who says none one for addresses too', async () => {
  assert.match(await shown(undefined), /DNS:localhost, IP Address:127.0.0.1/);
  for (const name of ['localhost', 'LOCALHOST']) {
    const names = await shown(name);
    assert.match(names, /DNS:localhost/);
    assert.doesNotMatch(names, /IP/, name);
  }
});

test('a name that is not its own is shown what everybody is, and one that is odd does no harm', async () => {
  for (const servername of ['other.example.com', 'x'.repeat(200)]) {
    const socket = connect({
      ...{ host: '127.0.0.1', port: shop.app.port, servername, rejectUnauthorized: false },
    });
    await once(socket, 'secureConnect');
    const { raw } = socket.getPeerCertificate();
    assert.match(new X509Certificate(raw).subjectAltName ?? '', /IP Address:127.0.0.1/);
    socket.destroy();
  }
});
