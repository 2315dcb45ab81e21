/** The options of `kassa stores update`, named as the parameters of update-store. */
export const STORE_OPTIONS = {
  'accent-color': { type: 'string' },
  'default-language': { type: 'string' },
  'embed-domains': { type: 'string' },
  favicon: { type: 'string' },
  'imprint-url': { type: 'string' },
  'license-key-prefix': { type: 'string' },
  logo: { type: 'string' },
  'privacy-url': { type: 'string' },
  'refund-url': { type: 'string' },
  'support-email': { type: 'string' },
  'support-url': { type: 'string' },
  'terms-url': { type: 'string' },
} as const;
