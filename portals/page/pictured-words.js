// Part of what runs inside the portal's page: words in a picture whose address is the picture itself. Of another picture nobody
// knows what it shows.
(node, parts = [undefined]) => {
  const own = node.localName === 'img' ? [`url("${node.currentSrc}")`] : [];
  const styles = parts.map((part) => getComputedStyle(node, part));
  const addresses = [
    ...own,
    ...styles.flatMap(({ backgroundImage, maskImage, content }) => [backgroundImage, maskImage, content]),
  ];
  const wordsIn = (address) => {
    const [, kind, data] = /url\("data:image\/svg\+xml([^,]*),(.*)"\)/s.exec(address) ?? [];
    if (data === undefined) return [];
    try {
      const text = /base64/i.test(kind) ? atob(data) : decodeURIComponent(data.replaceAll('\\"', '"'));
      const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [...svg.querySelectorAll('text, foreignObject')].map((each) => each.textContent);
    } catch {
      return [];
    }
  };
  return addresses.flatMap((address) => (address.includes('data:image/svg') ? wordsIn(address) : [])).join(' ');
};
