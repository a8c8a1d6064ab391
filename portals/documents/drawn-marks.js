// What a page draws, in its order: paths, pictures and texts with the state they are drawn in (colour, opacity, clipping,
// layers), so that what nobody sees on the page counts for nothing. Plain JavaScript, see pdf-thread.
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Fainter than this, nothing is seen. */
const leastAlpha = 0.1;
const plainFill = new Set([OPS.fill, OPS.eoFill]);
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
