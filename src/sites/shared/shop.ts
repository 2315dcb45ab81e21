import { type Brand, type Picture, picturePath } from '../../shop/store/brand.rules.ts';

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
  picture: Picture,
): string => base_path + picturePath(store.number, picture);
