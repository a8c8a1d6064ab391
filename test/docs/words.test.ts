import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import phrases from './phrases-to-avoid.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

interface Phrase {
  readonly phrase: string;
  readonly better: string;
  /** Only in this case: a label, whose words are ordinary in a sentence. */
  readonly case?: boolean;
}

/**
 * Where people read us: pages, texts and refusals of APIs, outcomes and rules of tasks, help of commands, the first start,
 * details in the Temporal UI, the sandbox, settings and documents.
 */
const places = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/*.md',
  'docs/how-to/*.md',
  'docs/reference/*.md',
  'docs/site/*.ts',
  'api/**/*.ts',
  'api/**/*.js',
  'admin/**/*.ts',
  'start/**/*.ts',
  'bin/*',
  'commands/**/*.ts',
  'domain/**/*.ts',
  'activities/**/*.ts',
  'workflows/**/*.ts',
  'worker/**/*.ts',
  'temporal/**/*.ts',
  'portals/**/*.ts',
  'portals/**/*.yaml',
  'sandbox/**/*.ts',
  'store/**/*.ts',
  'process/**/*.ts',
  'sdk/**/*.md',
  'docs/portals/*',
  'docs/examples/**',
  'deploy/**',
  'docker-compose.yml',
];

describe('pages, help and documents', () => {
  it('are free of the phrases that plain business English says otherwise', () => {
    const files = execFileSync('git', ['ls-files', ...places.map((place) => `:(glob)${place}`)], {
      cwd: root,
      encoding: 'utf8',
    });
    const found = files
      .trim()
      .split('\n')
      .flatMap((file) => phrasesIn(file, readFileSync(join(root, file), 'utf8')));
    assert.deepEqual(found, []);
  });

  it('are read across line ends, with comments of code left out', () => {
    assert.deepEqual(phrasesIn('docs/a.md', 'One.\nSent once\nmore.'), ['docs/a.md:2: once more (better: again)']);
    assert.deepEqual(phrasesIn('api/a.ts', "/** Once more. */\n// once more\nconst a = 'Once more';"), [
      'api/a.ts:3: once more (better: again)',
    ]);
    assert.deepEqual(phrasesIn('docs/a.md', 'It was Monday; the manewer.'), []);
  });
});

function phrasesIn(file: string, text: string): string[] {
  const read = file.endsWith('.md') ? text : withoutComments(text);
  if (!anyOfThem.test(read)) return [];
  return (phrases as readonly Phrase[]).flatMap((phrase) =>
    [...read.matchAll(patternOf(phrase))].map(
      ({ index }) => `${file}:${read.slice(0, index).split('\n').length}: ${phrase.phrase} (better: ${phrase.better})`,
    ),
  );
}

/** Blanked line by line, so that the others keep their numbers. */
function withoutComments(code: string): string {
  return code.replaceAll(/^[^\S\n]*(?:\/\/|\/\*|\*).*$/gm, '');
}

/** In any case; most files have none, and are read once. */
const anyOfThem = new RegExp((phrases as readonly Phrase[]).map((phrase) => patternOf(phrase).source).join('|'), 'i');

function patternOf({ phrase, case: isExact = false }: Phrase): RegExp {
  const words = phrase.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\w-])${words.join('\\s+')}(?![\\w-])`, isExact ? 'g' : 'gi');
}
