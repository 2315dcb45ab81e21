/** What the service answered to a test. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  text: string;
  bytes: Buffer;
}
