import assert from 'node:assert/strict';
import { asSentence } from '../../domain/sentence.ts';

describe('a part of a sentence, shown as one of its own', () => {
  it('begins with a capital letter and ends with a full stop', () => {
    assert.equal(asSentence('choose a role'), 'Choose a role.');
    assert.equal(asSentence('e-mail is off!'), 'E-mail is off!');
  });

  it('leaves an address or a name of the API at its beginning as it is', () => {
    for (const text of [
      'ann@example.com already has an account',
      "o'neil+ops@example.com took it",
      'reason_code is required',
    ])
      assert.equal(asSentence(text), `${text}.`);
  });
});
