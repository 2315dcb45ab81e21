import { type Html, html } from '../../platform/core/html.ts';
import { sample } from './blocks.ts';
import type { SampleServer } from './samples.ts';

/** How programs are told to trust the local authority; nothing where there is none. */
export const certificate = (server: SampleServer): { id: string; title: string; body: Html }[] =>
  server.authority_path === undefined
    ? []
    : [{ id: 'certificate', title: 'Certificate', body: howToTrust(server.authority_path) }];

const howToTrust = (path: string): Html => html`  <div class="sides"><div class="told">
  <p>The certificate of this server is signed by an authority of its own, which nobody else knows.
  Programs trust it when they are given <code>${path}</code>; its key never leaves the server.
  Never switch the check off instead.</p>
  <p>docs/certificate.md says the same for browsers, and for macOS, Windows and Linux
  as a whole.</p></div>
  <div class="shown"><h4>Node, Python, Go</h4>
  ${sample(
    'always',
    `NODE_EXTRA_CA_CERTS=${path} node app.ts
SSL_CERT_FILE=${path} python3 app.py
REQUESTS_CA_BUNDLE=${path} python3 app.py   # with the requests package
SSL_CERT_FILE=${path} go run .              # on Linux`,
  )}</div></div>`;
