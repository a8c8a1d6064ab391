import assert from 'node:assert/strict';
import { isAddressOf } from '../../../../domain/dispatch/guard/page-address.ts';

describe('the address of a page', () => {
  const values = { pro: '0412708839' };
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['/app', 'https://tms.example.com/app', true],
    ['/app', 'https://tms.example.com/app#/bills/1', true],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app#/bills/0412708839', true],
    ['/app#!/bills/{{pro}}', 'https://tms.example.com/app#!/bills/0412708839?tab=1', true],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app#/bills/0412708893', false],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app#/bills/0412708839/void', false],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app#/bills%2F0412708839', false],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app#/bills/../bills/0412708839', false],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/other#/bills/0412708839', false],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app', false],
    ['/app#/bills/{{pro}}', 'https://tms.example.com/app#top', false],
    ['/app#bill-{{pro}}', 'https://tms.example.com/app#bill-0412708839', true],
    ['/app#bill-{{pro}}', 'https://tms.example.com/app#bill-0412708893', false],
    ['/app#/bills?tab=docs', 'https://tms.example.com/app#/bills?tab=docs', true],
    ['/app#/bills?tab=docs', 'https://tms.example.com/app#/bills?tab=void', false],
    ['/issue?@template=search', 'https://tms.example.com/issue?@template=search', true],
    ['/issue?@template=search', 'https://tms.example.com/issue?%40template=search&page=2', true],
    ['/issue?@template=search', 'https://tms.example.com/issue?@template=item', false],
    ['/issue?@template=search', 'https://tms.example.com/issue?@template=search&@template=item', false],
    ['/issue?@template=search', 'https://tms.example.com/issue', false],
    ['/issue?pro={{pro}}', 'https://tms.example.com/issue?pro=0412708839', true],
    ['/issue?pro={{pro}}', 'https://tms.example.com/issue?pro=0412708893', false],
    ['/issue?view=*', 'https://tms.example.com/issue?view=list', true],
    ['/f?p=100:10:*::{{pro}}', 'https://tms.example.com/f?p=100:10:8812::0412708839', true],
    ['/f?p=100:10:*::{{pro}}', 'https://tms.example.com/f?p=100:10:8812::0412708893', false],
    ['/f?p=100:10:*::{{pro}}', 'https://tms.example.com/f?p=100:11:8812::0412708839', false],
    ['/f?p=100:10:*::{{pro}}', 'https://tms.example.com/f?p=100:10:1:VOID::0412708839', false],
  ];
  for (const [template, address, isIt] of cases)
    it(`${address} is ${isIt ? '' : 'not '}one of ${template}`, () =>
      assert.equal(isAddressOf([template], address, values), isIt));
});
