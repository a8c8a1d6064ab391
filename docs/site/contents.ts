/** The order in which the documentation is read: the navigation of the site, and of docs/README.md. */

export interface Chapter {
  readonly title: string;
  /** Files from the top of the checkout. */
  readonly files: readonly string[];
}

export const chapters: readonly Chapter[] = [
  {
    title: 'Begin',
    files: ['README.md', 'docs/requirements.md', 'docs/tour.md', 'docs/concepts.md', 'docs/glossary.md'],
  },
  {
    title: 'How to',
    files: [
      'docs/how-to/first-sender.md',
      'docs/how-to/first-portal.md',
      'docs/how-to/first-lane.md',
      'docs/how-to/verify-a-webhook.md',
      'docs/how-to/approve-from-the-command-line.md',
      'docs/how-to/record-a-portal.md',
      'docs/how-to/notify-people.md',
      'docs/how-to/import-an-export.md',
      'docs/how-to/back-up-and-restore.md',
      'docs/how-to/upgrade.md',
      'docs/how-to/rotate-secrets.md',
      'docs/how-to/containers.md',
      'docs/how-to/scale-out.md',
      'docs/how-to/temporal-cloud.md',
    ],
  },
  {
    title: 'Portal work',
    files: [
      'docs/tasks.md',
      'docs/channels.md',
      'docs/clients.md',
      'docs/rules.md',
      'docs/approvals.md',
      'docs/playbooks.md',
      'docs/portals/README.md',
      'docs/guard.md',
      'docs/fault-matrix.md',
      'docs/evidence.md',
      'docs/sandbox.md',
    ],
  },
  {
    title: 'Lanes',
    files: [
      'docs/lanes.md',
      'docs/local-evaluation.md',
      'docs/lane-moves.md',
      'docs/statistics.md',
      'docs/imports.md',
      'docs/ingest.md',
      'docs/settler.md',
    ],
  },
  {
    title: 'Operate',
    files: [
      'docs/troubleshooting.md',
      'docs/operations.md',
      'docs/console.md',
      'docs/security.md',
      'docs/senders.md',
      'docs/webhooks.md',
      'docs/settings.md',
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/reference/README.md',
      'docs/reference/dispatch-api.md',
      'docs/reference/lanes-api.md',
      'docs/reference/events.md',
      'docs/reference/scopes.md',
      'docs/reference/codes.md',
    ],
  },
  {
    title: 'The project',
    files: [
      'docs/architecture.md',
      'docs/dependencies.md',
      'docs/decisions/README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
    ],
  },
];
