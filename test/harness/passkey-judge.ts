import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Expected } from '../../src/shop/store/team/passkey.rules.ts';
import { ALGORITHMS } from '../../src/shop/store/team/public-key.rules.ts';

// The answers of our pages as SimpleWebAuthn judges them.

type Judged = Parameters<typeof verifyRegistrationResponse>[0];

const limits = ({ origin, rp_id, challenge, must_verify }: Expected) =>
  ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: must_verify,
  }) satisfies Partial<Judged>;

/** The passkey that they find in an answer of ours, or undefined if they refuse it. */
export async function judgeRegistration(
  text: string,
  expected: Expected,
): Promise<WebAuthnCredential | undefined> {
  const { id, ...response } = JSON.parse(text);
  const answer: RegistrationResponseJSON = {
    ...{ id, rawId: id, response, type: 'public-key', clientExtensionResults: {} },
  };
  const supportedAlgorithmIDs = [...ALGORITHMS];
  return verifyRegistrationResponse({
    ...{ response: answer, ...limits(expected), supportedAlgorithmIDs },
  }).then(
    ({ registrationInfo }) => registrationInfo?.credential,
    () => undefined,
  );
}

/** The new count of signatures, or undefined if they refuse the answer. */
export async function judgeAssertion(
  text: string,
  credential: WebAuthnCredential,
  expected: Expected,
): Promise<number | undefined> {
  const { id, ...response } = JSON.parse(text);
  const answer: AuthenticationResponseJSON = {
    ...{ id, rawId: id, response, type: 'public-key', clientExtensionResults: {} },
  };
  return verifyAuthenticationResponse({ response: answer, credential, ...limits(expected) }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : undefined),
    () => undefined,
  );
}
