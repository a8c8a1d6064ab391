/** Turns a place of the driver protocol into a strict locator of the library. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import type { Place } from './driver.ts';
import { pageScript } from './page-reading.ts';

const sections = [
  'table',
  'region',
  'form',
  'dialog',
  'group',
  'navigation',
  'search',
  'list',
  'complementary',
] as const;

type Root = Page | FrameLocator | Locator;

/** The frame of a title or name. */
export function frameOf(page: Page, title: string): FrameLocator {
  const name = JSON.stringify(title);
  return page.frameLocator(`iframe[title=${name}], iframe[name=${name}], iframe[aria-label=${name}]`);
}

const engine = 'labelled';
// It is there before the first window is opened: the library registers it with the browser's next context.
void selectors.register(engine, { content: `(${pageScript('labelled-fields.js')})()` }, { contentScript: true });

/** By the whole text of the label, or by what it says without the marks that only people see. */
function labelled(root: Root, label: string): Locator {
  return root.getByLabel(label, { exact: true }).or(root.locator(`${engine}=${Buffer.from(label).toString('base64')}`));
}

/** Everything on the page that the place describes. */
export function locate(page: Page, place: Place): Locator {
  let root: Root = page;
  const { within } = place;
  if (within?.frame !== undefined) root = frameOf(page, within.frame);
  if (within?.section !== undefined) {
    const name = { name: within.section, exact: true };
    const inside: Page | FrameLocator = root;
    root = sections.map((role) => inside.getByRole(role, name)).reduce((all, one) => all.or(one));
  }
  if (within?.row !== undefined) {
    // The cell is looked for from the row, so its locator starts at the page or frame, not at the section.
    const cells: Page | FrameLocator = within.frame === undefined ? page : frameOf(page, within.frame);
    const cell = cells
      .getByRole('cell', { name: within.row, exact: true })
      .or(cells.getByRole('rowheader', { name: within.row, exact: true }))
      .or(cells.getByRole('gridcell', { name: within.row, exact: true }));
    root = root.getByRole('row').filter({ has: cell });
  }
  const found =
    place.role !== undefined
      ? root.getByRole(place.role, place.name === undefined ? {} : { name: place.name, exact: true })
      : place.label !== undefined
        ? labelled(root, place.label)
        : root.getByText(place.text ?? '', { exact: true });
  return place.containing === undefined ? found : found.filter({ hasText: place.containing });
}
