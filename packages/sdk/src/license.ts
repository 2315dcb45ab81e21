// All that an application needs which checks a license.

import type { SigningKeys } from './certificate.ts';
import type {
  ActivateLicenseInput,
  DeactivateLicenseInput,
  ValidateLicenseInput,
} from './generated/inputs.ts';
import type {
  ActivateLicenseAnswer,
  DeactivateLicenseAnswer,
  ValidateLicenseAnswer,
} from './generated/records.ts';
import { type CallOptions, type ClientOptions, createSend } from './send.ts';

export {
  type CertificateCheck,
  type CertificateClaims,
  checkCertificate,
  type ExpectedCertificate,
  type SigningKeys,
} from './certificate.ts';
export { KassaError } from './error.ts';

/** The licenses of a shop, for the application that was bought: with a key of scope `license`. */
export class Licenses {
  /** Use a license on a machine. */
  readonly activate: (
    input: ActivateLicenseInput,
    options?: CallOptions,
  ) => Promise<ActivateLicenseAnswer>;
  /** Ask whether a license may be used. "No" is an answer: `valid` is false. */
  readonly validate: (
    input: ValidateLicenseInput,
    options?: CallOptions,
  ) => Promise<ValidateLicenseAnswer>;
  /** Stop using a license on a machine. */
  readonly deactivate: (
    input: DeactivateLicenseInput,
    options?: CallOptions,
  ) => Promise<DeactivateLicenseAnswer>;
  /** The public keys for `checkCertificate`. Keep them: it needs no network then. */
  readonly signingKeys: (options?: CallOptions) => Promise<SigningKeys>;

  constructor(client: ClientOptions) {
    const send = createSend(client);
    const calls =
      <Input extends object, Answer>(verb: string) =>
      (input: Input, options?: CallOptions) =>
        send('POST', `${verb}-license`, input, options) as Promise<Answer>;
    this.activate = calls('activate');
    this.validate = calls('validate');
    this.deactivate = calls('deactivate');
    this.signingKeys = (options) =>
      send('GET', '.well-known/jwks.json', {}, options) as Promise<SigningKeys>;
  }
}
