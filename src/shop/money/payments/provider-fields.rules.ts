/** The provider's own fields on our page. Nothing exists at the provider before the buyer pays. */
export interface ProviderFields {
  kind: 'fields';
  /** Where the script is loaded from, and from nowhere else. */
  script: string;
  public_key: string;
  /** What the page's policy must allow, beside our own address. */
  origins: {
    script: readonly string[];
    frame: readonly string[];
    connect: readonly string[];
    image: readonly string[];
    form: readonly string[];
  };
  /** The only ways to pay that the fields may offer: the charge takes the same, and no others. */
  methods: readonly string[];
  /** An amount as the provider counts it, which the fields show; undefined: it cannot charge that. */
  amountOf(amount_minor: number, currency: string): number | undefined;
}

/** The token that our page got for what was typed into them. A browser may send any text. */
export interface TypedIntoFields {
  store_id: string;
  token: string;
}
