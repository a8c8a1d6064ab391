/** Puts the steps of named parts where a playbook file refers to them, so that only plain recipes are checked and run. */
import { nearestName } from '../../nearest-name.ts';
import type { Capability, FileStep, Playbook, PlaybookFile } from './language.ts';
import type { Step } from './step.ts';

const recipes = ['steps', 'look', 'prepare', 'submit', 'probe'] as const;

/** Parts may refer to parts; one that leads back to itself is a finding and stands for nothing. */
export function withParts(file: PlaybookFile): { playbook: Playbook; findings: string[] } {
  const findings: string[] = [];
  const used = new Set<string>();

  function expand(steps: readonly FileStep[], where: string, inside: readonly string[]): Step[] {
    return steps.flatMap((step, index) => {
      const at = `${where}[${index}]`;
      if (step.do === 'part') {
        used.add(step.name);
        const part = Object.hasOwn(file.parts, step.name) ? file.parts[step.name] : undefined;
        const nearest = nearestName(step.name, Object.keys(file.parts));
        if (part === undefined)
          findings.push(
            `${at}: there is no part ${step.name}${nearest === undefined ? '' : `; did you mean ${nearest.name}?`}`,
          );
        else if (inside.includes(step.name)) findings.push(`${at}: the part ${step.name} leads back to itself`);
        else return expand(part, `parts.${step.name}`, [...inside, step.name]);
        return [];
      }
      if (step.do !== 'when') return [step];
      return [
        {
          ...step,
          steps: expand(step.steps, `${at}.steps`, inside),
          otherwise: expand(step.otherwise, `${at}.otherwise`, inside),
        },
      ];
    });
  }

  const { parts, ...rest } = file;
  const capabilities = Object.fromEntries(
    Object.entries(file.capabilities).map(([type, capability]): [string, Capability] => [
      type,
      {
        ...capability,
        ...Object.fromEntries(
          recipes.flatMap((recipe) => {
            const steps = capability[recipe];
            return steps === undefined ? [] : [[recipe, expand(steps, `capabilities.${type}.${recipe}`, [])]];
          }),
        ),
      },
    ]),
  );
  const login = { ...file.login, steps: expand(file.login.steps, 'login.steps', []) };
  for (const name of Object.keys(parts)) if (!used.has(name)) findings.push(`parts.${name}: nothing refers to it`);
  return { playbook: { ...rest, login, capabilities }, findings };
}
