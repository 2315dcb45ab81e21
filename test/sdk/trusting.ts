import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Shop, type ShopOptions, startShop } from '../harness/shop.ts';

/** A shop whose certificate the global `fetch` of this process trusts. */
export async function startTrustedShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await startShop(options);
  setDefaultCACertificates([...getCACertificates('default'), shop.ca.toString()]);
  return shop;
}

export const addressOf = (shop: Shop): string => `https://localhost:${shop.app.port}`;
