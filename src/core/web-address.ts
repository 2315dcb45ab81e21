export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\p{Cc}]/u.test(text)
  );
}
