import { registerHooks } from 'node:module';
import { extname } from 'node:path';

// Node looks at the file system several times for each import before it loads a file: a third of the
// processor time of a start. But an import by relative path with its ending can only mean one file.
// If that is missing, loading it fails as clearly.
const FORMATS: Record<string, string> = { '.ts': 'module-typescript', '.mjs': 'module' };

registerHooks({
  resolve(file, context, nextResolve) {
    const format = file.startsWith('.') && FORMATS[extname(file)];
    if (!format) return nextResolve(file, context);
    return { url: new URL(file, context.parentURL).href, format, shortCircuit: true };
  },
});
