/** ISO 4217 list one up to amendment 180 (Bulgaria's euro); codes without a minor unit left out. */
export const CURRENCY_DECIMALS: Readonly<Record<string, number>> = decimalsByCode({
  0: `BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF`,
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
      CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
      GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD
      LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB
      PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
      SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW
      ZWG`,
  3: `BHD IQD JOD KWD LYD OMR TND`,
  4: `CLF UYW`,
});

function decimalsByCode(groups: Record<number, string>): Record<string, number> {
  const record: Record<string, number> = {};
  // Without a prototype, looking up a caller's 'constructor' finds nothing.
  Object.setPrototypeOf(record, null);
  for (const [decimals, codes] of Object.entries(groups)) {
    for (const code of codes.split(/\s+/)) record[code] = Number(decimals);
  }
  return Object.freeze(record);
}
