import { faultCases } from './fault-cases.ts';
import { openPhaseRunner, type PhaseRunner, undisturbed } from './phase-runner.ts';

describe('faults of the portals', function () {
  let portals: PhaseRunner;
  before(async () => {
    portals = await openPhaseRunner();
  });
  after(() => portals?.end());

  // All of them: `npm run bench -- portal-faults`.
  for (const { type, name, holds } of faultCases.filter(({ benchOnly }) => !benchOnly))
    it(`${type} ${name}`, () => undisturbed(portals, holds));
});
