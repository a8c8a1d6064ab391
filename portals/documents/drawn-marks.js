// What a page draws, in its order: paths, pictures and texts with the state they are drawn in (colour, opacity, clipping,
// layers), so that what nobody sees on the page counts for nothing. Plain JavaScript, see pdf-thread.
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Fainter than this, nothing is seen. */
const leastAlpha = 0.1;
const plainFill = new Set([OPS.fill, OPS.eoFill]);
const evenOdd = new Set([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]);
const plainStroke = new Set([OPS.stroke, OPS.closeStroke]);
const initial = {
  fill: 0,
  stroke: 0,
  fillAlpha: 1,
  strokeAlpha: 1,
  isBlended: false,
  mode: 0,
  font: undefined,
  size: 0,
  letters: 0,
  spaces: 0,
  stretch: 1,
  rise: 0,
  leading: 0,
};

/**
 * @param page of pdf.js, for its pictures and fonts
 * @param layers whether content of an optional group is shown
 */
export async function drawnMarks(page, { fnArray, argsArray }, layers) {
  const marks = [];
  const stack = [];
  /** Marked content that is open, with whether it is shown. */
  const contents = [];
  let state = initial;
  let isClip = false;
  let text = atLine([1, 0, 0, 1, 0, 0]);
  const set = (change) => (state = { ...state, ...change });
  const isShown = () => !contents.includes(false);
  for (const [index, code] of fnArray.entries()) {
    const given = argsArray[index] ?? [];
    switch (code) {
      case OPS.save:
        stack.push(state);
        marks.push({ name: 'save' });
        break;
      case OPS.restore:
        state = stack.pop() ?? initial;
        marks.push({ name: 'restore' });
        break;
      case OPS.transform:
        marks.push({ name: 'transform', matrix: Array.from(given) });
        break;
      case OPS.paintFormXObjectBegin:
        stack.push(state);
        marks.push({
          name: 'paintFormXObjectBegin',
          matrix: given[0] ? Array.from(given[0]) : null,
          box: given[1] ? Array.from(given[1]) : null,
        });
        break;
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? initial;
        marks.push({ name: 'paintFormXObjectEnd' });
        break;
      case OPS.beginMarkedContent:
        contents.push(true);
        break;
      case OPS.beginMarkedContentProps:
        contents.push(given[0] !== 'OC' || layers.isVisible(given[1]));
        break;
      case OPS.endMarkedContent:
        contents.pop();
        break;
      case OPS.setFillRGBColor:
        set({ fill: lightOf(given[0]) });
        break;
      case OPS.setStrokeRGBColor:
        set({ stroke: lightOf(given[0]) });
        break;
      // A pattern may have any colour.
      case OPS.setFillColorN:
        set({ fill: null });
        break;
      case OPS.setStrokeColorN:
        set({ stroke: null });
        break;
      case OPS.setFillTransparent:
        set({ fill: undefined });
        break;
      case OPS.setStrokeTransparent:
        set({ stroke: undefined });
        break;
      case OPS.setGState:
        for (const [key, value] of given[0]) {
          if (key === 'ca') set({ fillAlpha: value });
          else if (key === 'CA') set({ strokeAlpha: value });
          else if (key === 'BM') set({ isBlended: value !== 'source-over' });
          else if (key === 'Font') set({ font: value[0], size: value[1] });
        }
        break;
      case OPS.clip:
      case OPS.eoClip:
        isClip = true;
        break;
      case OPS.constructPath:
        marks.push(pathOf(given, isShown() ? state : undefined, isClip));
        isClip = false;
        break;
      case OPS.beginText:
        text = atLine([1, 0, 0, 1, 0, 0]);
        break;
      case OPS.setFont:
        set({ font: given[0], size: given[1] });
        break;
      case OPS.setTextRenderingMode:
        set({ mode: given[0] });
        break;
      case OPS.setCharSpacing:
        set({ letters: given[0] });
        break;
      case OPS.setWordSpacing:
        set({ spaces: given[0] });
        break;
      case OPS.setHScale:
        set({ stretch: given[0] / 100 });
        break;
      case OPS.setTextRise:
        set({ rise: given[0] });
        break;
      case OPS.setLeading:
        set({ leading: given[0] });
        break;
      case OPS.setTextMatrix:
        text = atLine(Array.from(given[0]?.length === 6 ? given[0] : given));
        break;
      case OPS.setLeadingMoveText:
        set({ leading: -given[1] });
        text = moved(text, given[0], given[1]);
        break;
      case OPS.moveText:
        text = moved(text, given[0], given[1]);
        break;
      case OPS.nextLine:
        text = moved(text, 0, -state.leading);
        break;
      case OPS.showText: {
        const width = widthOf(given[0], state, page);
        marks.push(textOf(text, width, state, isShown()));
        text = { ...text, x: text.x + width };
        break;
      }
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintSolidColorImageMask: {
        if (isShown() && !(state.fillAlpha < leastAlpha)) marks.push(await pictureOf(page, code, given[0], state));
      }
    }
  }
  return marks;
}

/** How light a colour is, from 0 (black) to 1 (white): Rec. 601. */
function lightOf(hex) {
  if (typeof hex !== 'string' || hex.length !== 7) return null;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (red * 77 + green * 150 + blue * 29) / 65_280;
}

/** The colour over white paper; undefined where nothing is seen of it. */
function inkOf(light, alpha) {
  if (light === undefined || alpha < leastAlpha) return undefined;
  return light === null ? null : 1 - (1 - light) * alpha;
}

function pathOf([operator, [path]], state, clips) {
  const isStroked = operator !== OPS.endPath && !plainFill.has(operator);
  const isFilled = operator !== OPS.endPath && !plainStroke.has(operator);
  const isPainted = state !== undefined && path;
  return {
    name: 'constructPath',
    path: path && (isPainted || clips) ? Float64Array.from(path) : new Float64Array(),
    stroke: isPainted && isStroked ? inkOf(state.stroke, state.strokeAlpha) : undefined,
    fill: isPainted && isFilled ? inkOf(state.fill, state.fillAlpha) : undefined,
    covers: isPainted ? state.fillAlpha === 1 && !state.isBlended : false,
    isEvenOdd: evenOdd.has(operator),
    clips,
  };
}

const atLine = (matrix) => ({ matrix, x: 0, lineX: 0, y: 0 });
const moved = ({ matrix, lineX, y }, right, up) => ({ matrix, x: lineX + right, lineX: lineX + right, y: y + up });

function widthOf(glyphs, { font, size, letters, spaces, stretch }, { commonObjs }) {
  const thousandth = (font && commonObjs.has(font) && commonObjs.get(font).fontMatrix?.[0]) || 0.001;
  let width = 0;
  for (const glyph of glyphs)
    width +=
      typeof glyph === 'number'
        ? (-glyph * size) / 1000
        : (glyph?.width ?? 500) * thousandth * size + letters + (glyph?.isSpace ? spaces : 0);
  return width * stretch;
}

/** Without ink nobody sees it. */
function textOf({ matrix: [a, b, c, d, e, f], x, y }, width, state, isShown) {
  const up = y + state.rise;
  const mode = state.mode & 3;
  const ink =
    mode === 3 || !isShown
      ? undefined
      : mode === 1
        ? inkOf(state.stroke, state.strokeAlpha)
        : inkOf(state.fill, state.fillAlpha);
  return { name: 'text', matrix: [a, b, c, d, a * x + c * up + e, b * x + d * up + f], width, size: state.size, ink };
}

/** A picture that covers what is under it; one of a single colour is a filled rectangle. */
async function pictureOf(page, code, given, state) {
  const isMask = code === OPS.paintImageMaskXObject || code === OPS.paintSolidColorImageMask;
  const covers = state.fillAlpha === 1 && !state.isBlended;
  if (isMask) {
    const isSolid = code === OPS.paintSolidColorImageMask;
    return { name: 'picture', ink: inkOf(state.fill, state.fillAlpha), isPlain: isSolid, covers: isSolid && covers };
  }
  const picture = code === OPS.paintInlineImageXObject ? given : await objectOf(page, given);
  const plain = picture?.data ? plainLight(picture) : undefined;
  return {
    name: 'picture',
    ink: plain ?? null,
    isPlain: plain !== undefined,
    covers: covers && (picture?.kind === 1 || picture?.kind === 2),
  };
}

const objectOf = (page, name) =>
  new Promise((resolve) => (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve));

/** How light a picture is that shows nothing: every dot is about the same, over white paper; else undefined. */
function plainLight({ data, width, height, kind }) {
  const least = { light: 255, most: 0 };
  if (kind === 1) {
    const row = (width + 7) >> 3;
    for (let at = 0; at < row * height; at += 1) {
      const isLast = at % row === row - 1 && width % 8 !== 0;
      const padding = isLast ? 0xff >> (width % 8) : 0;
      const all = (data[at] | padding) === 0xff;
      if (!all && (data[at] & ~padding) !== 0) return undefined;
      least.light = Math.min(least.light, all ? 255 : 0);
      least.most = Math.max(least.most, all ? 255 : 0);
      if (least.light !== least.most) return undefined;
    }
    return least.light / 255;
  }
  const step = kind === 3 ? 4 : 3;
  for (let at = 0; at + step <= data.length; at += step) {
    const light = (data[at] * 77 + data[at + 1] * 150 + data[at + 2] * 29) >> 8;
    const seen = step === 4 ? 255 - (((255 - light) * data[at + 3]) >> 8) : light;
    if (seen < least.light) least.light = seen;
    if (seen > least.most) least.most = seen;
    if (least.most - least.light > 40) return undefined;
  }
  return least.most / 255;
}

// Marks on scans: what is dark on a page of grey dots and is no letter that OCR read.

/** Dots darker than this are ink. */
const darkest = 150;
/** In points: no letter has as long and thin a straight line. */
const across = { shortest: 26, thickest: 3 };
const down = { shortest: 18, thickest: 1.6 };
/** In points: a pen that goes on for as long without a gap writes no printed letter. */
const [leastWide, leastHigh] = [30, 10];
/** Of the dots around a pen's way: stamps, pictures and bars have more. */
const mostFilled = 0.4;
/** Pieces of ink on a page that are looked at; a page of print has some 5,000. */
const mostPieces = 60_000;

/** The lines that rule a form, in dots, the rest of its ink, and the page without the lines: OCR reads no tables with them. */
export function ruledOnScan({ width, height, grey, dotsInPoint }) {
  const ink = new Uint8Array(width * height);
  for (let dot = 0; dot < ink.length; dot += 1) if (grey[dot] < darkest) ink[dot] = 1;
  const before = ink.slice();
  const lines = [...linesOf(ink, width, height, dotsInPoint, true), ...linesOf(ink, width, height, dotsInPoint, false)];
  const plain = Buffer.from(grey);
  for (let dot = 0; dot < ink.length; dot += 1) {
    if (before[dot] === ink[dot]) continue;
    // With the grey dots of its edges, and nothing else that is ink.
    for (const near of [dot, dot - 1, dot + 1, dot - width, dot + width]) if (ink[near] !== 1) plain[near] = 255;
  }
  return { lines, ink, plain };
}

/**
 * Lines that rule the form, and what a pen drew in one go, as paths in points from the bottom left corner.
 * @param words boxes of dots that OCR read as letters and is sure of
 */
export function marksOnScan({ width, height, dotsInPoint }, { lines, ink }, words) {
  for (const { x0, y0, x1, y1 } of words)
    for (let y = Math.max(0, y0 - 1); y <= Math.min(height - 1, y1 + 1); y += 1)
      ink.fill(0, y * width + Math.max(0, x0 - 1), y * width + Math.min(width, x1 + 2));
  const paths = lines.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1]);
  for (const piece of piecesOf(ink, width, height)) {
    const way = wayOf(piece, dotsInPoint);
    if (way !== undefined) paths.push(way);
  }
  return paths.map((path) => ({
    name: 'constructPath',
    path: path.flatMap((_, at) =>
      at % 2 === 0 ? [at === 0 ? 0 : 1, path[at] / dotsInPoint, (height - path[at + 1]) / dotsInPoint] : [],
    ),
    stroke: 0,
  }));
}

/** Straight lines, taken out of the ink. A page that was fed askew has them in steps, which are put together. */
function linesOf(ink, width, height, dotsInPoint, isAcross) {
  const { shortest, thickest } = isAcross ? across : down;
  const [length, breadth] = isAcross ? [width, height] : [height, width];
  const [along, over] = isAcross ? [1, width] : [width, 1];
  const least = (shortest / 2) * dotsInPoint;
  const runs = [];
  for (let row = 0; row < breadth; row += 1)
    for (let at = 0; at < length; at += 1) {
      if (ink[row * over + at * along] === 0) continue;
      const from = at;
      while (at < length && ink[row * over + at * along] === 1) at += 1;
      if (at - from >= least) runs.push({ row, from, to: at });
    }
  const open = [];
  for (const { row, from, to } of runs) {
    const line = open.find(
      (one) => Math.abs(row - one.last) <= 3 && from <= one.to + dotsInPoint && to >= one.from - dotsInPoint,
    );
    if (line === undefined) open.unshift({ first: row, last: row, from, to, runs: [{ row, from, to }] });
    else {
      line.runs.push({ row, from, to });
      [line.last, line.from, line.to] = [row, Math.min(line.from, from), Math.max(line.to, to)];
    }
  }
  const found = [];
  for (const { first, last, from, to, runs: own } of open) {
    const dots = own.reduce((all, run) => all + run.to - run.from, 0);
    const isThin = dots / (to - from) <= thickest * dotsInPoint;
    // Half a degree leads 1 point off its way in 100.
    const isStraight = last - first <= thickest * dotsInPoint + (to - from) / 50;
    if (to - from < shortest * dotsInPoint || !isThin || !isStraight) continue;
    for (const run of own) for (let at = run.from; at < run.to; at += 1) ink[run.row * over + at * along] = 0;
    const middle = (first + last) / 2;
    const [begin, end] = [own.reduce((a, b) => (b.from < a.from ? b : a)), own.reduce((a, b) => (b.to > a.to ? b : a))];
    const centre = (begin.from + begin.to) / 2;
    const away = (end.from + end.to) / 2 - centre;
    const slope = away > (to - from) / 3 ? (end.row - begin.row) / away : 0;
    const reach = Math.round((shortest / 2) * dotsInPoint);
    // What is left of it where it has a step or ends.
    for (let at = Math.max(0, from - reach); at < Math.min(length, to + reach); at += 1)
      thinOut(ink, Math.round(begin.row + slope * (at - centre)), at, {
        along,
        over,
        breadth,
        most: thickest * dotsInPoint,
      });
    found.push(
      isAcross ? { x0: from, y0: begin.row, x1: to, y1: end.row } : { x0: middle, y0: from, x1: middle, y1: to },
    );
  }
  return found;
}

/** Takes out the ink of one place of a line, unless something goes through it there. */
function thinOut(ink, row, at, { along, over, breadth, most }) {
  let [first, last] = [row - 3, row + 3];
  const isInk = (one) => one >= 0 && one < breadth && ink[one * over + at * along] === 1;
  while (isInk(first)) first -= 1;
  while (isInk(last)) last += 1;
  for (let one = first; one <= last; one += 1) {
    if (!isInk(one)) continue;
    const begin = one;
    while (isInk(one)) one += 1;
    if (one - begin <= most) for (let dot = begin; dot < one; dot += 1) ink[dot * over + at * along] = 0;
  }
}

/** Pieces of ink that hang together, each as its columns' highest and lowest dots. */
function* piecesOf(ink, width, height) {
  const stack = [];
  let pieces = 0;
  for (let start = 0; start < ink.length && pieces < mostPieces; start += 1) {
    if (ink[start] === 0) continue;
    pieces += 1;
    const columns = new Map();
    let dots = 0;
    ink[start] = 0;
    stack.push(start);
    while (stack.length > 0) {
      const dot = stack.pop();
      const [x, y] = [dot % width, Math.floor(dot / width)];
      dots += 1;
      const column = columns.get(x);
      if (column === undefined) columns.set(x, [y, y]);
      else [column[0], column[1]] = [Math.min(column[0], y), Math.max(column[1], y)];
      // Up and down over a gap: where a line of the form was taken out, the pen goes on. Letters stand beside each other.
      for (let down = -3; down <= 3; down += 1)
        for (let right = -1; right <= 1; right += 1) {
          const [nextX, nextY] = [x + right, y + down];
          if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height) continue;
          const next = nextY * width + nextX;
          if (ink[next] === 0) continue;
          ink[next] = 0;
          stack.push(next);
        }
    }
    yield { columns, dots };
  }
}

/** The way of a pen, or nothing for print, specks, stamps and pictures. */
function wayOf({ columns, dots }, dotsInPoint) {
  if (columns.size < leastWide * dotsInPoint) return undefined;
  const sorted = [...columns].toSorted(([a], [b]) => a - b);
  let [high, low] = [Infinity, -Infinity];
  for (const [, [from, to]] of sorted) [high, low] = [Math.min(high, from), Math.max(low, to)];
  const [first, last] = [sorted[0][0], sorted.at(-1)[0]];
  if (low - high < leastHigh * dotsInPoint || last - first < low - high) return undefined;
  if (dots > mostFilled * (last - first + 1) * (low - high + 1)) return undefined;
  // Where its upper edge turns by more than two points.
  const way = [];
  let [turnX, turnY, way0] = [first, sorted[0][1][0], 0];
  for (const [x, [y]] of sorted) {
    const step = y - turnY;
    if (Math.sign(step) === way0 ? step * way0 > 0 : Math.abs(step) > 2 * dotsInPoint) {
      if (Math.sign(step) !== way0) way.push(turnX, turnY);
      way0 = Math.sign(step);
      [turnX, turnY] = [x, y];
    }
  }
  way.push(turnX, turnY);
  // Its extent in full.
  return [first, low, ...way, last, high];
}
