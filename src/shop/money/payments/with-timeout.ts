import { ProviderUnanswered } from '../../../platform/core/errors.ts';

const GATEWAY_TIMEOUT_MS = 20_000;

/** The answer of a provider, or ProviderUnanswered when it takes too long. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ProviderUnanswered('the provider did not answer in time'));
    const timer = setTimeout(giveUp, GATEWAY_TIMEOUT_MS);
    const end = <Given>(end_with: (given: Given) => void) => {
      return (given: Given) => {
        clearTimeout(timer);
        end_with(given);
      };
    };
    answer.then(end(resolve), end(reject));
  });
}
