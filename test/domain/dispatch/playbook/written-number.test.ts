import assert from 'node:assert/strict';
import { writtenNumber } from '../../../../domain/dispatch/playbook/written-money.ts';

describe('numbers as a portal writes them', () => {
  it('have the signs of the playbook between their digits', () => {
    assert.equal(writtenNumber('0412708839', '###-###### #'), '041-270883 9');
    assert.equal(writtenNumber('041-2708839', 'SCAC ##########'), 'SCAC 0412708839');
    assert.equal(writtenNumber('INV-20417', '### / #####'), 'INV / 20417');
  });
  it('have zeros before them where the portal has more places, and lose only zeros where it has fewer', () => {
    assert.equal(writtenNumber('412708839', '##########'), '0412708839');
    assert.equal(writtenNumber('0412708839', '#########'), '412708839');
    assert.equal(writtenNumber('1412708839', '#########'), undefined);
    assert.equal(writtenNumber('INV-1', '#########'), undefined);
  });
  it('are nothing where the input was not given', () => assert.equal(writtenNumber('', '###'), ''));
});
