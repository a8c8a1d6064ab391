/** The import adapters by name; another is one file more and one line here. */
import type { ImportAdapter } from './adapter.ts';
import { crmCases } from './crm-cases.ts';
import { genericCsv } from './generic-csv.ts';
import { itsmTasks } from './itsm-tasks.ts';

export const importAdapters: readonly ImportAdapter[] = [genericCsv, itsmTasks, crmCases];

export function importAdapter(name: string): ImportAdapter | undefined {
  return importAdapters.find((adapter) => adapter.name === name);
}
