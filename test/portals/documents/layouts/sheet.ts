/**
 * Delivery receipts as they are printed: straight bills of lading, carriers' receipts, receipts of drivers' apps. Made after
 * public descriptions of the forms; each is drawn, not copied.
 */
import type { PodContent } from '../../../../domain/dispatch/pod.ts';

export type Sheet = PDFKit.PDFDocument;
export interface ReceiptLayout {
  readonly name: string;
  readonly paint: (sheet: Sheet) => void;
  readonly signature: PodContent['signature'];
  readonly printedName?: string | null;
  readonly pieces?: number;
  readonly deliveryDate?: string | null;
  readonly exceptions?: string | null;
  readonly open?: readonly string[] | undefined;
  readonly annulled?: string;
  /** All that it names; without it, only the one in its head. */
  readonly pros?: readonly string[];
}
export const at = (sheet: Sheet, text: string, x: number, y: number, size = 9): void =>
  void sheet.fontSize(size).text(text, x, y, { lineBreak: false });
export const line = (sheet: Sheet, x: number, y: number, to: number): void =>
  void sheet.moveTo(x, y).lineTo(to, y).stroke();
export const post = (sheet: Sheet, x: number, y: number, to: number): void =>
  void sheet.moveTo(x, y).lineTo(x, to).stroke();
/** A pen that goes up and down. */
export const scribble = (sheet: Sheet, x: number, y: number, width = 120): void => {
  sheet.moveTo(x, y);
  for (let n = 1; n <= 24; n++) sheet.lineTo(x + (n * width) / 24, y + (n % 2) * 12 - 6);
  sheet.stroke();
};
/** Letters written one by one. */
export const letters = (sheet: Sheet, x: number, y: number): void => {
  for (let n = 0; n < 8; n++)
    sheet
      .moveTo(x + n * 11, y)
      .bezierCurveTo(x + n * 11 + 4, y - 14, x + n * 11 + 8, y + 8, x + n * 11 + 10, y - 2)
      .stroke();
};
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGNg+A8AAQIBAEK+vGgAAAAASUVORK5CYII=',
  'base64',
);
export const picture = (sheet: Sheet, x: number, y: number, width: number, height: number): void =>
  void sheet.image(dot, x, y, { width, height });
// White dots only.
export const plain = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGP4/x8AAwAB//wl3FEAAAAASUVORK5CYII=',
  'base64',
);
export const signed = (sheet: Sheet): void => {
  at(sheet, 'Consignee signature', 40, 400);
  line(sheet, 140, 410, 400);
  scribble(sheet, 160, 402);
};
export const head = (sheet: Sheet, title = 'DELIVERY RECEIPT'): void => {
  at(sheet, title, 40, 40, 14);
  at(sheet, 'PRO No. 0412708839', 40, 64);
  at(sheet, 'Harbor Freight Lines, Reno NV', 340, 44);
};
/** Two columns of fields, each under its head. */
export const pickupAndDelivery = (sheet: Sheet, [left, right]: readonly [string, string]): void => {
  for (const y of [300, 320, 350, 370, 390])
    for (const [from, to] of [
      [40, 160],
      [160, 300],
      [300, 420],
      [420, 560],
    ] as const)
      sheet.rect(from, y, to - from, 0.7).fill();
  for (const x of [40, 300, 560]) post(sheet, x, 300, 390);
  for (const x of [120, 380]) post(sheet, x, 320, 390);
  at(sheet, left, 150, 306);
  at(sheet, right, 410, 306);
  for (const x of [44, 304])
    for (const [index, text] of ['Signature', 'Name', 'Date'].entries())
      at(sheet, text, x, [324, 354, 374][index] ?? 0);
};
/** Cells ruled by lines, each with its label in the upper left corner. */
export const grid = (sheet: Sheet, y: number, height: number, columns: readonly [string, number][]): void => {
  let x = 40;
  const right = 40 + columns.reduce((sum, [, width]) => sum + width, 0);
  line(sheet, 40, y, right);
  line(sheet, 40, y + height, right);
  post(sheet, 40, y, y + height);
  for (const [label, width] of columns) {
    at(sheet, label, x + 3, y + 3, 7);
    x += width;
    post(sheet, x, y, y + height);
  }
};
/** Shipper and driver have their names and dates, the consignee may have signed. */
export function partyTable(sheet: Sheet): void {
  const columns = [110, 130, 150, 90];
  for (const [row, cells] of [
    ['', 'Name', 'Signature', 'Date'],
    ['Shipper', 'R. Poe', '', '11/07/2026'],
    ['Driver', 'L. Kim', '', '11/07/2026'],
    ['Consignee', '', '', ''],
  ].entries())
    grid(
      sheet,
      row === 0 ? 380 : 360 + row * 40,
      row === 0 ? 20 : 40,
      cells.map((text, index): [string, number] => [text, columns[index] ?? 90]),
    );
}
/** As browsers print frames with round corners: a quarter of a circle in eight curves. */
export function card(
  sheet: Sheet,
  { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>,
): void {
  const radius = 8;
  const corners = [
    [right - radius, bottom - radius, 0],
    [left + radius, bottom - radius, 1],
    [left + radius, top + radius, 2],
    [right - radius, top + radius, 3],
  ] as const;
  sheet.moveTo(right, top + radius);
  for (const [x, y, quarter] of corners) {
    const point = (part: number): [number, number] => {
      const turn = ((quarter + part / 8) * Math.PI) / 2;
      return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
    };
    sheet.lineTo(...point(0));
    for (let part = 1; part <= 8; part += 1)
      sheet.bezierCurveTo(...point(part - 0.67), ...point(part - 0.33), ...point(part));
  }
  sheet.closePath().stroke();
}
