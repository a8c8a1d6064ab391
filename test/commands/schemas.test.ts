import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { playbookSchema } from '../../domain/dispatch/playbook/schema.ts';
import { taskInputSchemas, untypedInputSchema } from '../../domain/dispatch/task-schemas.ts';
import { eventSchemas, unknownKindSchema } from '../../domain/lanes/event-schema.ts';
import { rulesSchema } from '../../domain/lanes/rules.ts';

/** Compiled without this check by the product, whose processes and commands start sooner for it. */
describe('the schemas that input is checked by', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
  ajv.addVocabulary(['x-must', 'x-says', 'x-either', 'x-for', 'x-names']);

  it('are JSON Schemas', () => {
    const schemas = [
      ...Object.values(taskInputSchemas),
      untypedInputSchema,
      ...Object.values(eventSchemas),
      unknownKindSchema,
      rulesSchema,
    ];
    for (const schema of schemas) assert.equal(ajv.validateSchema(schema), true, JSON.stringify(ajv.errors));
    const draft7 = new Ajv();
    assert.equal(draft7.validateSchema(playbookSchema), true, JSON.stringify(draft7.errors));
  });
});
