/** Compiles the tree for the command line and notes from which sources: `compile.ts <stamp of the sources>`. */
import { basename, join } from 'node:path';
import { compiledTree } from './compiled-tree.ts';
import { writeWhole } from './deployment-folder.ts';

const [stamp = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
try {
  const tree = basename(await compiledTree(root));
  writeWhole(join(root, 'dist', 'current.json'), `${JSON.stringify({ stamp, tree })}\n`);
} catch (error) {
  // The command line then runs from the sources.
  if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}
