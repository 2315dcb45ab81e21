import type { PageAnswer, ServedPath } from '../../platform/http/page.ts';
import { accentColors } from '../../shop/store/accent.rules.ts';

const PATH = '/accent';

/** Of `#5b4bdb`: a stylesheet of its own, since pages have no styles in themselves. */
export const accentPath = (color: string): string => `${PATH}/${color.slice(1)}.css`;

/** Sets the colours of a page to those of a store. Anybody may ask for any colour. */
export const accentPage: ServedPath = {
  path: PATH,
  serves_below: true,
  serve({ below }) {
    const color = /^\/([0-9a-f]{6})\.css$/.exec(below)?.[1];
    return color === undefined ? NOT_FOUND : stylesheet(`#${color}`);
  },
};

function stylesheet(color: string): PageAnswer {
  const { light, dark } = accentColors(color);
  const body = `:root {
  --accent: light-dark(${light.accent}, ${dark.accent});
  --on-accent: light-dark(${light.on_accent}, ${dark.on_accent});
  --accent-text: light-dark(${light.accent_text}, ${dark.accent_text});
  --accent-soft: light-dark(${light.accent_soft}, ${dark.accent_soft});
}
`;
  return { status: 200, type: 'text/css; charset=utf-8', body, cache_seconds: 300 };
}

const NOT_FOUND = { status: 404, type: 'text/plain; charset=utf-8', body: 'Not found.\n' };
