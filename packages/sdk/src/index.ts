export {
  type CertificateCheck,
  type CertificateClaims,
  checkCertificate,
  type ExpectedCertificate,
  type SigningKeys,
} from './certificate.ts';
export { type ClientErrorCode, type ErrorDetail, KassaError } from './error.ts';
export type * from './generated/errors.ts';
export type * from './generated/inputs.ts';
export type * from './generated/operations.ts';
export type * from './generated/records.ts';
export { Kassa } from './kassa.ts';
export { Licenses } from './license.ts';
export type { CallOptions, ClientOptions, ReceivedResponse, SentRequest } from './send.ts';
export { type ReceivedHeaders, type VerifyOptions, verifyWebhook } from './webhook.ts';
