import { Email } from '../../platform/core/address-fields.ts';
import { Type } from '../../platform/core/schema.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import type { NewPasskey } from '../../shop/store/team/passkey.rules.ts';
import { type PasswordProblem, whyNotPassword } from '../../shop/store/team/password.rules.ts';
import { problemsOf } from '../shared/problems.ts';

const NAME_MAX = 100;

const PASSWORD_PROBLEMS: Record<PasswordProblem, string> = {
  too_short: 'Use at least 10 characters.',
  too_long: 'Use at most 200 characters.',
  common: 'This password, or one very like it, is among the first that are tried. Choose another.',
  yours: 'Your name, your address or the name of the shop is the first that is tried. Add more.',
};

export interface TypedAccount {
  name: string;
  email: string;
}

/** Typed into a form: what may not stay so, by field. */
export type FieldProblems = Partial<Record<'name' | 'email' | 'password', string>>;

export const typedAccount = (form: PageRequest['form']): TypedAccount => ({
  name: (form.get('name') ?? '').trim(),
  email: (form.get('email') ?? '').trim(),
});

const email_parameters = parameters(Type.Object({ email: Email }));

export function accountProblems({ name, email }: TypedAccount): FieldProblems {
  const problems: FieldProblems = {};
  const name_problem = nameProblem(name);
  if (name_problem !== undefined) problems.name = name_problem;
  if (problemsOf(email_parameters, { email }).length > 0) {
    problems.email = 'This is not an e-mail address.';
  }
  return problems;
}

export function nameProblem(name: string): string | undefined {
  if (name.length > NAME_MAX) return `Use at most ${NAME_MAX} characters.`;
  return /\p{Cc}/u.test(name) ? 'Use letters and other visible characters.' : undefined;
}

/** Why a password may not be used, in words. */
export function passwordProblem(password: string, own: readonly string[]): string | undefined {
  const why = whyNotPassword(password, { own });
  return why && PASSWORD_PROBLEMS[why];
}

/** How a new account, or one that was lost, is signed in to from now on. */
export type NewFactor =
  | { password_hash: string }
  | { passkey: NewPasskey; used: { challenge_hash: string; expires_at: number } };
