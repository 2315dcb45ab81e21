/** Who asks for a change. */
export interface Actor {
  kind: ActorKind;
  /** Which one: an identifier of Kassa, or the name of a job, a command or a provider. */
  id: string | null;
  /** Where the request came from, as far as that can be believed; null: from the program itself. */
  address: string | null;
}

/**
 * A person is signed in to the dashboard. A customer has a link to the portal, to a payment page or
 * to a bill. A provider sends messages about payments.
 */
type ActorKind = 'person' | 'api_key' | 'customer' | 'job' | 'command' | 'provider';

/** Work in the background, by its name. */
export const jobActor = (name: string): Actor => ({ kind: 'job', id: name, address: null });

/** Somebody at the terminal of the server. */
export const commandActor = (name: string): Actor => ({ kind: 'command', id: name, address: null });

/** Who does a piece of work, and what it is: as the audit log shows it. */
export interface Doing {
  actor: Actor;
  /** The path of an operation or a page, or the name of a job or a command. */
  action: string;
  /** The request that started it, if one did. */
  request_id: string | null;
  /** Texts that were sent: the identifier of what it is about is among them. */
  names?: readonly string[];
}
