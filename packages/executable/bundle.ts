import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';

export const ROOT = join(import.meta.dirname, '../..');

/** Where src/platform/core/program.ts looks for files of the program, when it runs as an executable. */
const INSIDE = 'file:///kassa/';
const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
];

/** Documents that /docs serves besides those of the folder. */
const DOCUMENTS_BESIDE = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The code of a thread, which is an asset too: under the name that its source has. */
export const THREAD = 'src/shop/money/invoices/pdf/pdf-worker.ts';

/**
 * One script of a file and of all that it loads, at once or later. It finds files of the program
 * inside the executable, or wherever `place` says.
 */
export async function bundle(entry: string, place = INSIDE): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, entry)],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node26',
    format: 'cjs',
    // What is loaded later is in the same script: import() becomes a call.
    supported: { 'dynamic-import': false },
    legalComments: 'none', // They are in LICENSES.txt.
    logLevel: 'error',
    // pg can use a native client, which we do not have.
    external: ['pg-native'],
    plugins: [placesIn(place)],
  });
  return outputFiles[0]?.text ?? '';
}

/** What the program reads while it runs, by its path in the repository. */
export function assets(): Record<string, string> {
  const files = filesBelow('src').filter((name) => !name.endsWith('.ts'));
  const fonts = FONTS.map((font) => `node_modules/${font}`);
  const documents = [...filesBelow('docs'), ...DOCUMENTS_BESIDE];
  const names = ['package.json', ...files, ...documents, ...fonts].sort();
  return Object.fromEntries(names.map((name) => [name, join(ROOT, name)]));
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => inRepository(join(file.parentPath, file.name)));

/** Tells every file where it would be. */
const placesIn = (inside: string): Plugin => ({
  name: 'places',
  setup({ onLoad }) {
    // In a bundle there are no imports to make quicker.
    onLoad({ filter: /quick-imports\.ts$/ }, () => ({ contents: '' }));
    onLoad({ filter: /\.(ts|mjs|js)$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta')) return undefined;
      const place = JSON.stringify(`${inside}${inRepository(path)}`);
      const contents = withProfile(path, source)
        .replace(/import\.meta\.resolve\('/g, `('${inside}node_modules/`)
        .replace(/import\.meta\.url/g, place);
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
});

/** PDFKit reads a colour profile from its folder: it gets it in its source. */
function withProfile(path: string, source: string): string {
  if (!path.endsWith('pdfkit.node.mjs')) return source;
  const profile = readFileSync(join(path, '../data/sRGB_IEC61966_2_1.icc'), 'base64');
  const declared = 'let iccProfile;';
  if (!source.includes(declared)) throw new Error('PDFKit keeps its colour profile elsewhere now.');
  return source.replace(declared, `let iccProfile = Buffer.from('${profile}', 'base64');`);
}

const inRepository = (path: string): string => relative(ROOT, path).split(sep).join('/');
