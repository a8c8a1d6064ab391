/** Playbooks that are refused: what was changed of the one that ships, and the sentence that says so. */
import type { RefusedPlaybook } from './loose-playbook.ts';
import { refusedMembers } from './refused-members.ts';
import { refusedRecipes } from './refused-recipes.ts';

export const refusedPlaybooks: readonly RefusedPlaybook[] = [...refusedMembers, ...refusedRecipes];
