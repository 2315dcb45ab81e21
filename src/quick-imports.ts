import { registerHooks } from 'node:module';

// Node looks at the file system several times for each import before it loads a file: about 1,500
// times at a start, which is a third of its processor time. But an import by relative path with the
// ending written out, as in all our files, can only mean one file. If that is missing, loading it
// fails as clearly.
const FORMATS: Record<string, string> = { ts: 'module-typescript', mjs: 'module' };

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL: from } = context;
    if (!specifier.startsWith('.') || !from?.startsWith('file:')) {
      return nextResolve(specifier, context);
    }
    const format = FORMATS[specifier.slice(specifier.lastIndexOf('.') + 1)];
    if (format === undefined) return nextResolve(specifier, context);
    return { url: joined(from, specifier), format, shortCircuit: true };
  },
});

/** The address of a file that another names by `./` and `../`. */
function joined(from: string, specifier: string): string {
  let folder = from.slice(0, from.lastIndexOf('/'));
  let rest = specifier;
  while (rest.startsWith('.')) {
    if (rest.startsWith('../')) folder = folder.slice(0, folder.lastIndexOf('/'));
    rest = rest.slice(rest.indexOf('/') + 1);
  }
  return `${folder}/${rest}`;
}
