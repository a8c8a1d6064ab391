// Runs inside the portal's page: colours as the screen has them, and whether letters can be told from what is behind them.
({ above, leastOpacity, styleOf }) => {
  /** So much letters that let something through have to differ from what is behind them. */
  const leastOfFaint = 1.5;
  /** Colours of other spaces, as the screen has them. */
  const painted = new Map();
  let paint = null;
  const paintedColor = (color) => {
    if (!/^(?:color|oklch|oklab|lch|lab|hsl|hwb)\(/.test(color)) return null;
    if (!painted.has(color)) {
      paint ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = color;
      paint.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
      painted.set(color, [red, green, blue, alpha / 255]);
    }
    return painted.get(color);
  };
  const parsed = new Map();
  const rgba = (color) => {
    if (!parsed.has(color)) parsed.set(color, parse(color));
    return parsed.get(color);
  };
  const parse = (color) => {
    const srgb = /^color\(srgb ([^)]*)\)$/.exec(color);
    const parts = (srgb ? srgb[1] : color).match(/[\d.]+(?:e-?\d+)?%?/g) ?? [];
    if (!srgb && !/^rgba?\(/.test(color)) return color === 'transparent' ? [0, 0, 0, 0] : paintedColor(color);
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map(Number);
    const scale = srgb ? 255 : 1;
    return [red * scale, green * scale, blue * scale, alpha];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** Of hollow letters the colour of their line. */
  const letterColor = (style) => {
    const fill = style.webkitTextFillColor || style.color;
    const isHollow = (rgba(fill)?.[3] ?? 1) < leastOpacity && parseFloat(style.webkitTextStrokeWidth) >= 1;
    return isHollow ? style.webkitTextStrokeColor : fill;
  };
  const clipsToText = (element) => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if ((style.backgroundClip ?? style.webkitBackgroundClip ?? '').includes('text'))
        return (
          (style.backgroundImage !== 'none' && !fades(style.backgroundImage)) ||
          (rgba(style.backgroundColor)?.[3] ?? 1) > leastOpacity
        );
    }
    return false;
  };

  /** Whether a gradient leaves a part of what it fills without ink. */
  const fades = (image) =>
    [...image.matchAll(/rgba?\([^)]*\)|color\(srgb [^)]*\)/g)].some(
      ([color]) => (rgba(color)?.[3] ?? 1) < leastOpacity,
    );

  /** The colour right behind an element; null where a picture or something unknown is there. @param ink of the text */
  const behind = (element, ink) => {
    const { image, color } = groundOf(element);
    return image === undefined ? color : nearestOf(image, ink);
  };
  const grounds = new Map();
  /** Asked for each text: what is around one is mostly around others as well. */
  const groundOf = (element) => {
    if (!grounds.has(element)) grounds.set(element, ownGround(element) ?? groundAround(element));
    return grounds.get(element);
  };
  const ownGround = (element) => {
    const style = styleOf(element);
    if (style.backgroundImage !== 'none') return { image: style.backgroundImage };
    const color = rgba(style.backgroundColor);
    if (color !== null && color[3] <= 0.1) return null;
    return { color: color !== null && color[3] > 0.9 ? color : null };
  };
  const groundAround = (element) => {
    const around = above(element);
    if (around) return groundOf(around);
    // Where a page only takes a dark scheme, the browser paints its ground.
    const isDark = /dark(?!.*light)(?<!light.*)/.test(styleOf(element.ownerDocument.documentElement).colorScheme);
    return { color: isDark ? [18, 18, 18, 1] : [255, 255, 255, 1] };
  };
  /** Of a gradient, the colour that is most unlike the ink; null where a picture is in it, or it lets something through. */
  const nearestOf = (image, ink) => {
    if (!ink || !/^(?:repeating-)?(?:linear|radial|conic)-gradient\(/.test(image) || image.includes('url('))
      return null;
    const colors = [...image.matchAll(/(?:rgba?|color|oklch|oklab)\([^)]*\)/g)].map(([color]) => rgba(color));
    if (colors.length === 0 || colors.some((color) => color === null || color[3] < 0.9)) return null;
    const own = luminance(ink);
    const differs = (color) => Math.abs(luminance(color) - own);
    return colors.toSorted((a, b) => differs(b) - differs(a))[0];
  };
  const isContrasting = (element) => {
    if (clipsToText(element)) return true;
    const block = blockOf(element);
    return (
      isLegible(element, styleOf(element)) &&
      ['::first-line', '::first-letter'].every((part) => isLegible(block, styleOf(block, part)))
    );
  };
  const blockOf = (element) => {
    for (let at = element; at; at = above(at)) if (!/^(?:inline|contents)$/.test(styleOf(at).display)) return at;
    return element;
  };
  const isLegible = (element, style, background = null) => {
    const ink = rgba(letterColor(style));
    const paper = background ?? behind(element, ink);
    if (ink && isFaint(element, ink, ink[3], paper)) return false;
    if (!ink || !paper) return true;
    return contrastOf(ink[3] < leastOpacity ? over(ink, ink[3], paper) : ink, paper) > 1.15;
  };
  const contrastOf = (ink, paper) => {
    const [dark, light] = [luminance(ink), luminance(paper)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const over = (ink, alpha, paper) => [0, 1, 2].map((n) => ink[n] * alpha + paper[n] * (1 - alpha));
  /** Whether letters let so much through that nobody reads them; grey words are often black that is a quarter there. */
  const isFaint = (element, ink, alpha, paper = behind(element, ink)) =>
    alpha < leastOpacity && (paper === null || contrastOf(over(ink, alpha, paper), paper) < leastOfFaint);

  return { clipsToText, fades, isContrasting, isFaint, isLegible, letterColor, luminance, rgba };
};
