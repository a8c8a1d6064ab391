import assert from 'node:assert/strict';
import { seenPlaces } from '../../../../domain/dispatch/guard/described.ts';
import { similarName } from '../../../../domain/dispatch/playbook/similar-name.ts';

describe('the nearest name on a page that has changed', () => {
  const nearest = (wanted: string, ...there: string[]): string | undefined =>
    similarName(wanted, there, [], seenPlaces.button);

  it('shares words or letters with the wanted one', () => {
    assert.equal(nearest('Save', 'Save correction', 'Cancel'), 'Save correction');
    assert.equal(nearest('PRO number', 'PRO no.', 'BOL'), 'PRO no.');
    assert.equal(nearest('Sign in', 'Log in', 'Forgot password?'), 'Log in');
    assert.equal(nearest('Consignee', 'Consignees', 'Shipper'), 'Consignees');
  });

  it('is none where nothing is near, or two are', () => {
    assert.equal(nearest('Search', 'Print', 'Export'), undefined);
    assert.equal(nearest('Save', 'Save as', 'Save it'), undefined);
    assert.equal(nearest('Save'), undefined);
  });

  it('is never what the guard never clicks', () => {
    assert.equal(nearest('View bill', 'Void bill', 'Help'), undefined);
    assert.equal(nearest('Accept', 'Accept all'), undefined);
    assert.equal(nearest('Reason for void', 'Void reason'), undefined);
  });

  it('may be what is recorded of an act, where it is no order', () => {
    assert.equal(similarName('Void reason code', ['Void reason'], [], seenPlaces.field), 'Void reason');
    assert.equal(similarName('Void log', ['Void history'], [], seenPlaces.text), 'Void history');
    assert.equal(similarName('Void log', ['Void bill'], [], seenPlaces.text), undefined);
  });
});
