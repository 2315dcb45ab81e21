import { ProviderUnanswered } from '../../../platform/core/errors.ts';

/** The answer; undefined if the provider gives none now. What is stored, a job asks about again. */
export async function ifAnswered<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    return undefined;
  }
}
