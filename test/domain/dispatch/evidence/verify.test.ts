import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bytesOf, textOf } from '../../../../domain/dispatch/evidence/chain.ts';
import { filesOfPack, verifyPack } from '../../../../domain/dispatch/evidence/verify.ts';
import { base64 } from '../../../../process/evidence-crypto.ts';
import { deploymentSecret, smallPack, toolsFor } from './small-pack.ts';

const tools = toolsFor(deploymentSecret);
const precise = toolsFor(deploymentSecret, true);

/** Signed once: thousands of damaged packs are made of it. */
const untouched = smallPack();

function damaged(file: string, change: (bytes: Uint8Array) => Uint8Array): Map<string, Uint8Array> {
  return new Map(untouched).set(file, change(untouched.get(file)!));
}

function flipped(bytes: Uint8Array, at: number, mask = 1): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= mask;
  return copy;
}

const editLines =
  (change: (lines: string[]) => string[]) =>
  (bytes: Uint8Array): Uint8Array =>
    bytesOf(
      change(textOf(bytes).split('\n').slice(0, -1))
        .map((line) => `${line}\n`)
        .join(''),
    );

describe('the verification of an evidence pack', () => {
  it('verifies an untouched pack and says who signed it', () => {
    const result = verifyPack(smallPack(), tools);
    assert.deepEqual(result.findings, []);
    assert.equal(result.verified, true);
    assert.deepEqual(result.signedBy, tools.trustedKeys);
    assert.equal(result.statement?.predicate.manifest.task_id, 'tsk_1');
  });

  it('verifies a pack of an earlier key after a rotation', () => {
    assert.equal(verifyPack(smallPack({ generation: 1 }), toolsFor(deploymentSecret, false, 3)).verified, true);
  });

  for (const file of smallPack().keys())
    it(`fails for every changed byte of ${file} and names the file and where it begins`, () => {
      const bytes = smallPack().get(file)!;
      for (let at = 0; at < bytes.length; at += 1) {
        const mask = 1 << (at % 8);
        const { verified, findings } = verifyPack(
          damaged(file, (whole) => flipped(whole, at, mask)),
          tools,
        );
        assert.equal(verified, false, `byte ${at}`);
        assert.deepEqual(
          findings.map((finding) => finding.file),
          [file],
          `byte ${at}`,
        );
        const { offset, within } = findings[0]!;
        assert.ok(offset <= at && at < offset + within, `byte ${at} is looked for in ${offset}+${within}`);
        if (file === 'manifest.json' || file === 'events.jsonl') assert.deepEqual([offset, within], [at, 1]);
      }
    });

  it('names the very byte of a file in which one byte was changed', () => {
    const property = fc.property(fc.nat(699), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const [finding] = verifyPack(
        damaged('pod.pdf', (bytes) => flipped(bytes, at, mask)),
        precise,
      ).findings;
      assert.deepEqual([finding?.code, finding?.offset, finding?.within], ['changed', at, 1]);
    });
    fc.assert(property, { numRuns: 12 });
  });

  it('names the block where several bytes were changed', () => {
    const change = (bytes: Uint8Array): Uint8Array => flipped(flipped(bytes, 300), 310);
    const [finding] = verifyPack(damaged('pod.pdf', change), precise).findings;
    assert.deepEqual([finding?.offset, finding?.within], [256, 256]);
  });

  it('names the first missing byte of a truncated file and the first surplus byte of an extended one', () => {
    for (const length of [0, 1, 255, 256, 257, 512, 699]) {
      const [finding] = verifyPack(
        damaged('pod.pdf', (bytes) => bytes.slice(0, length)),
        precise,
      ).findings;
      assert.deepEqual([finding?.code, finding?.offset, finding?.within], ['truncated', length, 1]);
    }
    const [finding] = verifyPack(
      damaged('pod.pdf', (bytes) => Uint8Array.from([...bytes, 0])),
      precise,
    ).findings;
    assert.deepEqual([finding?.code, finding?.offset, finding?.within], ['extended', 700, 1]);
  });

  it('fails for every truncation of every file', () => {
    const property = fc.property(
      fc.constantFrom(...smallPack().keys()),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (file, part) => {
        const { verified, findings } = verifyPack(
          damaged(file, (bytes) => bytes.slice(0, Math.floor(bytes.length * part))),
          tools,
        );
        assert.equal(verified, false);
        assert.deepEqual(
          findings.map((finding) => finding.file),
          [file],
        );
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it('fails for every file that is missing', () => {
    for (const file of smallPack().keys()) {
      const pack = smallPack();
      pack.delete(file);
      const { verified, findings } = verifyPack(pack, tools);
      assert.equal(verified, false);
      assert.deepEqual(
        findings.map((finding) => [finding.file, finding.code]),
        [[file, 'missing']],
      );
    }
  });

  it('fails for two files that changed places', () => {
    const pack = smallPack();
    const [pod, page] = [pack.get('pod.pdf')!, pack.get('001-page.txt')!];
    pack.set('pod.pdf', page).set('001-page.txt', pod);
    const files = verifyPack(pack, tools).findings.map(({ file }) => file);
    assert.deepEqual(files.sort(), ['001-page.txt', 'pod.pdf']);
  });

  const edits: [string, (lines: string[]) => string[], number, RegExp][] = [
    ['removed', (lines) => lines.toSpliced(1, 1), 2, /line 2 holds event 3: an event was removed/],
    ['removed at the end', (lines) => lines.slice(0, -1), 5, /it has 4 events, 5 were signed/],
    ['added', (lines) => lines.toSpliced(2, 0, lines[1]!), 3, /line 3 holds event 2/],
    ['added at the end', (lines) => [...lines, lines[0]!], 6, /line 6 holds event 1/],
    ['moved', (lines) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)], 2, /line 2 holds event 3/],
    [
      'reworded',
      (lines) => lines.with(3, lines[3]!.replace('"pass"', '"fail"')),
      4,
      /line 5 does not follow from line 4/,
    ],
  ];
  for (const [what, change, line, sentence] of edits)
    it(`names the line of an event that was ${what}`, () => {
      const [finding, ...more] = verifyPack(damaged('events.jsonl', editLines(change)), tools).findings;
      assert.deepEqual([finding?.file, finding?.line, more], ['events.jsonl', line, []]);
      assert.match(finding?.sentence ?? '', sentence);
    });

  it('does not trust a pack that another key signed', () => {
    const { verified, findings, signedBy } = verifyPack(
      smallPack({ secret: 'the secret of some other deployment, long' }),
      tools,
    );
    assert.equal(verified, false);
    assert.deepEqual(
      findings.map(({ file, code }) => [file, code]),
      [['manifest.dsse.json', 'unknown_key']],
    );
    assert.deepEqual(signedBy, []);
  });

  it('does not trust a pack that another key signed under the name of a trusted one', () => {
    const pack = smallPack({ secret: 'the secret of some other deployment, long' });
    const envelope = JSON.parse(textOf(pack.get('manifest.dsse.json')!)) as { signatures: { keyid: string }[] };
    envelope.signatures[0]!.keyid = tools.trustedKeys[0]!;
    pack.set('manifest.dsse.json', bytesOf(`${JSON.stringify(envelope)}\n`));
    assert.deepEqual(
      verifyPack(pack, tools).findings.map(({ code }) => code),
      ['bad_signature'],
    );
  });

  it('does not trust an envelope without a signature, or with a false one beside the true one', () => {
    for (const change of [() => [], (all: unknown[]) => [...all, { keyid: 'ffffffffffffffff', sig: 'AAAA' }]]) {
      const pack = smallPack();
      const envelope = JSON.parse(textOf(pack.get('manifest.dsse.json')!)) as { signatures: unknown[] };
      envelope.signatures = change(envelope.signatures);
      pack.set('manifest.dsse.json', bytesOf(`${JSON.stringify(envelope)}\n`));
      assert.equal(verifyPack(pack, tools).verified, false);
    }
  });

  it('finds a manifest that differs from the events, even when it is signed', () => {
    const pack = smallPack({ change: (manifest) => ({ ...manifest, checker: [] }) });
    assert.deepEqual(
      verifyPack(pack, tools).findings.map(({ file, code }) => [file, code]),
      [['events.jsonl', 'inconsistent']],
    );
  });

  it('never fails to answer, whatever bytes it is given', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const property = fc.property(bytes, bytes, bytes, (manifest, events, envelope) => {
      const pack = new Map([
        ['manifest.json', manifest],
        ['events.jsonl', events],
        ['manifest.dsse.json', envelope],
      ]);
      assert.equal(verifyPack(pack, tools).verified, false);
      assert.ok(filesOfPack(manifest, envelope, base64).length >= 3);
    });
    fc.assert(property);
    for (const text of ['null', '[]', '{"files":null}', '{"files":[null]}', '{"files":[{"file":"x"}]}'])
      assert.equal(
        verifyPack(
          new Map([
            ['manifest.json', bytesOf(text)],
            ['manifest.dsse.json', bytesOf(text)],
          ]),
          tools,
        ).verified,
        false,
      );
  });

  it('reads no file by a name that could lead out of the pack', () => {
    const manifest = bytesOf(
      JSON.stringify({
        files: [
          { file: '../secret' },
          { file: '/etc/passwd' },
          { file: 'a/b' },
          { file: '.x' },
          { file: 'ok.png' },
          { file: 7 },
        ],
      }),
    );
    assert.deepEqual(filesOfPack(manifest, undefined, base64).sort(), [
      'events.jsonl',
      'manifest.dsse.json',
      'manifest.json',
      'ok.png',
    ]);
  });
});
