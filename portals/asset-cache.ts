/**
 * Keeps style sheets, scripts and pictures that a portal calls public, as a browser would; contexts are new for
 * every run and routed requests bypass the browser's own cache, so each page would fetch them again.
 */

interface Asset {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface AssetCache {
  find(url: string): Asset | undefined;
  /** Keeps it when its headers allow everybody to. */
  offer(url: string, asset: Asset): void;
}

const mostBytes = 30_000_000;
const largest = 2_000_000;

export function openAssetCache(): AssetCache {
  const kept = new Map<string, Asset & { readonly until: number }>();
  let bytes = 0;
  const drop = (url: string): void => {
    bytes -= kept.get(url)?.body.length ?? 0;
    kept.delete(url);
  };
  return {
    find(url) {
      const asset = kept.get(url);
      if (asset === undefined || asset.until > performance.now()) return asset;
      drop(url);
      return undefined;
    },
    offer(url, asset) {
      const control = asset.headers['cache-control'] ?? '';
      const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/.exec(control)?.[1] ?? 0);
      const isPublic = /(?:^|[\s,])public\b/.test(control) && !/no-store|no-cache|private/.test(control);
      if (
        asset.status !== 200 ||
        !isPublic ||
        seconds === 0 ||
        asset.body.length > largest ||
        asset.headers['set-cookie'] !== undefined ||
        /[*]|cookie/i.test(asset.headers['vary'] ?? '')
      )
        return;
      drop(url);
      kept.set(url, { ...asset, until: performance.now() + Math.min(seconds, 86_400) * 1000 });
      bytes += asset.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}
