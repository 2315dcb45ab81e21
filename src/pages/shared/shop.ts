import type { Brand, Picture } from '../../stores/brand.rules.ts';

/** A store as its pages show it. */
export interface Shop {
  name: string;
  mode: 'test' | 'live';
  number: number;
  brand: Brand;
}

/** Where an uploaded picture of the store is served. */
export const pictureAddress = (
  { base_path, store }: { base_path: string; store: Pick<Shop, 'number'> },
  { file_name }: Picture,
): string => `${base_path}/files/${store.number}/${file_name}`;
