/** Names of regions by country, in capitals and without accents, with their codes. */
export const REGIONS_BY_NAME: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  CA: byName(`
  AB Alberta, BC British Columbia, BC Colombie-Britannique, MB Manitoba, NB New Brunswick, NB
  Nouveau-Brunswick, NL Newfoundland, NL Newfoundland and Labrador, NL Terre-Neuve-et-Labrador, NS Nova Scotia, NS Nouvelle-Ecosse, ON Ontario, PE Prince Edward Island, PE Ile-du-Prince-Edouard, QC Quebec, SK Saskatchewan, NT Northwest Territories, NT Territoires du
  Nord-Ouest, NU Nunavut, YT Yukon`),
  US: byName(`
  AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut,
  DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL
  Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland,
  MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE
  Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North
  Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode
  Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA
  Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`),
};

function byName(regions: string): Map<string, string> {
  const all = regions.replace(/\s+/g, ' ').split(',');
  return new Map(all.map((one) => [one.trim().slice(3).toUpperCase(), one.trim().slice(0, 2)]));
}

/** The codes of the regions of a country; undefined where any text may be one. */
export const regionCodes = (country: string): ReadonlySet<string> | undefined => {
  const names = REGIONS_BY_NAME[country];
  return names && new Set(names.values());
};
