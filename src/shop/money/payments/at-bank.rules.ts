/**
 * Where the payer has to go before anything is paid. An empty address with a `client_secret`: the
 * provider's script asks on our page, and needs that for it. It is never stored.
 */
export interface AtBank {
  action_url: string;
  client_secret?: string | undefined;
}
