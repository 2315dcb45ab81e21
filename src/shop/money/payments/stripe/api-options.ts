export interface ApiOptions {
  /** Of a stand-in for Stripe. */
  api_address?: string | undefined;
  timeout_ms?: number | undefined;
  /** Hears with every answer what time it is there. */
  hear?: ((told: number) => void) | undefined;
}
