import { type Receiver, startReceiver } from './receiver.ts';

/** Numbers with right check digits, and what the stand-in says about them. */
export const NUMBERS = {
  valid: 'FR40303265045',
  invalid: 'FR23334175221',
  /** The member state does not answer. */
  unanswered: 'IT00743110157',
} as const;

/** A process that stands for VIES, on this machine. Start a shop with its `vies_url`. */
export async function startVies(): Promise<Vies> {
  const receiver = await startReceiver();
  const vies: Vies = {
    vies_url: new URL(receiver.url).origin,
    says: new Map([
      [NUMBERS.valid, 'valid'],
      [NUMBERS.invalid, 'invalid'],
    ]),
    asked: () => receiver.received.map(({ body }) => JSON.parse(body)),
    receiver,
  };
  receiver.answer = (response, { body }) => {
    const { countryCode, vatNumber, requesterNumber } = JSON.parse(body);
    const said = vies.says.get(`${countryCode}${vatNumber}`);
    const down = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] };
    const told = { name: 'SA SODIMAS', address: '---' };
    const requestIdentifier = requesterNumber ? 'WAPIAAAAY1' : '';
    const answer = { countryCode, vatNumber, valid: said === 'valid', ...told, requestIdentifier };
    response.writeHead(200).end(JSON.stringify(said === undefined ? down : answer));
  };
  return vies;
}

interface Vies {
  vies_url: string;
  /** By number; about all others it says nothing. */
  says: Map<string, 'valid' | 'invalid'>;
  asked(): Record<string, string>[];
  receiver: Receiver;
}
