import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { readPages } from '../../docs/site/pages.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/examples/verify');
const made = mkdtempSync(join(tmpdir(), 'lanekeeper-verify-'));
const javaCompiler = ['--module', 'jdk.compiler/com.sun.tools.javac.Main', '-d', made];
/** Go and Java compile once: `go run` and `java Verify.java` do it at every call. */
const languages = [
  { language: 'js', file: 'verify.mjs', compile: [], command: [process.execPath, join(folder, 'verify.mjs')] },
  { language: 'python', file: 'verify.py', compile: [], command: ['python3', join(folder, 'verify.py')] },
  {
    language: 'go',
    file: 'verify.go',
    compile: ['go', 'build', '-o', join(made, 'verify'), join(folder, 'verify.go')],
    command: [join(made, 'verify')],
  },
  {
    language: 'java',
    file: 'Verify.java',
    compile: ['java', ...javaCompiler, join(folder, 'Verify.java')],
    command: ['java', '-cp', made, 'Verify'],
  },
] as const;

describe('docs/how-to/verify-a-webhook.md', function () {
  after(() => rmSync(made, { recursive: true, force: true }));

  const page = readPages(root).find(({ file }) => file === 'docs/how-to/verify-a-webhook.md');
  const words = (code: string): string => code.split(/\s+/).join(' ').trim();

  it('shows what is in the programs', () => {
    for (const { language, file } of languages) {
      const shown = page?.blocks.find((block) => block.language === language)?.text ?? '';
      const [imports, ...rest] = language === 'js' ? shown.split('\n\n') : ['', shown];
      const program = words(readFileSync(join(folder, file), 'utf8'));
      assert.notEqual(words(rest.join('\n\n')), '');
      assert.ok(program.includes(words(rest.join('\n\n'))) && program.includes(words(imports ?? '')), file);
    }
  });

  for (const { language, compile, command } of languages) {
    const [program, ...args] = command;
    const [compiler, ...its] = compile;
    const needed = compiler ?? program;
    const there = spawnSync(needed, [language === 'go' ? 'version' : '--version']).status === 0;
    const title = `takes what we sign and nothing else, in ${language}`;
    // A machine need not have every language; the others are still tried.
    (there ? it : it.skip)(there ? title : `${title} (skipped: ${needed} is not installed)`, () => {
      if (compiler !== undefined) execFileSync(compiler, its);
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const old = `whsec_${randomBytes(32).toString('base64')}`;
      const body = JSON.stringify({ id: 'evt_1', text: 'Zoë – "quoted"' });
      const now = Math.floor(Date.now() / 1000);
      const sign = (of: string, at: number): string => new Webhook(of).sign('dl_1', new Date(at * 1000), body);
      const verdict = (signature: string, at: number, sent = body): string =>
        execFileSync(program, args, {
          input: sent,
          encoding: 'utf8',
          env: {
            ...process.env,
            WEBHOOK_SECRET: secret,
            WEBHOOK_ID: 'dl_1',
            WEBHOOK_TIMESTAMP: String(at),
            WEBHOOK_SIGNATURE: signature,
          },
        }).trim();
      assert.equal(verdict(sign(secret, now), now), 'holds');
      assert.equal(verdict(`${sign(old, now)} ${sign(secret, now)}`, now), 'holds', 'during a rotation');
      assert.equal(verdict(sign(old, now), now), 'does not hold', 'another secret');
      assert.equal(verdict(sign(secret, now), now, `${body} `), 'does not hold', 'a changed body');
      assert.equal(verdict(sign(secret, now - 400), now - 400), 'does not hold', 'an old one');
    });
  }
});
