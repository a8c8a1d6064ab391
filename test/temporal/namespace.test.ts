import assert from 'node:assert/strict';
import { msToTs } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import { openLog } from '../../process/logging.ts';
import { prepareNamespace } from '../../temporal/namespace.ts';
import { searchAttributes } from '../../temporal/names.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

const log = openLog('test', 'silent');
let count = 0;

async function newNamespace(retentionDays: number): Promise<string> {
  const { connection } = await testEngine();
  count += 1;
  const namespace = `namespace-test-${process.pid}-${count}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs(retentionDays * 86_400_000),
  });
  await until(() => connection.workflowService.describeNamespace({ namespace }), { what: 'the namespace' });
  return namespace;
}

describe('preparing a namespace', () => {
  it('adds every search attribute to a new namespace, and nothing the second time', async () => {
    const { connection } = await testEngine();
    const namespace = await newNamespace(30);
    const first = await until(() => prepareNamespace(connection, namespace, log), { what: 'the attributes' });
    assert.deepEqual([...first.added].sort(), Object.keys(searchAttributes).sort());
    assert.equal(first.retentionDays, 30);
    const second = await prepareNamespace(connection, namespace, log);
    assert.deepEqual(second.added, []);
  });

  it('adds only what is missing to an old namespace', async () => {
    const { connection, namespace: shared } = await testEngine();
    assert.deepEqual((await prepareNamespace(connection, shared, log)).added, []);
    const namespace = await newNamespace(30);
    await until(
      async () => {
        await connection.operatorService.addSearchAttributes({
          namespace,
          searchAttributes: { TaskType: proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD },
        });
        return true;
      },
      { what: 'the first attribute' },
    );
    const { added } = await prepareNamespace(connection, namespace, log);
    assert.equal(added.includes('TaskType'), false);
    assert.equal(added.length, Object.keys(searchAttributes).length - 1);
  });

  it('lets several processes prepare at once', async () => {
    const { connection } = await testEngine();
    const namespace = await newNamespace(30);
    await until(() => connection.operatorService.listSearchAttributes({ namespace }));
    await Promise.all(Array.from({ length: 4 }, () => prepareNamespace(connection, namespace, log)));
    assert.deepEqual((await prepareNamespace(connection, namespace, log)).added, []);
  });

  it('refuses a namespace where one of our names has another type', async () => {
    const { connection } = await testEngine();
    const namespace = await newNamespace(30);
    await until(
      async () => {
        await connection.operatorService.addSearchAttributes({
          namespace,
          searchAttributes: { DueAt: proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_INT },
        });
        return true;
      },
      { what: 'the wrong attribute' },
    );
    await assert.rejects(prepareNamespace(connection, namespace, log), { code: 'search_attribute_conflict' });
  });

  it('says which namespace is missing', async () => {
    const { connection } = await testEngine();
    await assert.rejects(prepareNamespace(connection, 'nobody-made-this', log), { code: 'namespace_missing' });
  });

  it('warns about a namespace that forgets closed workflows too early', async () => {
    const { connection } = await testEngine();
    const namespace = await newNamespace(1);
    const { retentionDays } = await until(() => prepareNamespace(connection, namespace, log));
    assert.equal(retentionDays, 1);
  });
});
