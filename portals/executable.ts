/**
 * Finds the browser to run: CHROMIUM_PATH, else the bundled Chromium unpacked into a folder of our own, else one
 * that the system has, else a sentence that says what to do.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { pidInUse } from '../process/identity.ts';
import { delimiter, dirname, join } from 'node:path';

/** A browser that can be launched: its program and the variables it needs. */
export interface BrowserProgram {
  readonly path: string;
  readonly source: 'CHROMIUM_PATH' | 'bundled' | 'system';
  readonly env: Readonly<Record<string, string>>;
}

interface ExecutableSettings {
  readonly CHROMIUM_PATH: string;
}

export class BrowserMissingError extends Error {
  readonly code = 'browser_missing';
  constructor(message: string) {
    super(message);
    this.name = 'BrowserMissingError';
  }
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser to run, unpacked when it has to be (a few seconds, once a machine and version).
 * @param unpackInto a folder for unpacked browsers; by default the user's cache folder
 * @throws BrowserMissingError when there is none
 */
export async function findBrowser(
  settings: ExecutableSettings,
  unpackInto: string = cacheFolder(),
): Promise<BrowserProgram> {
  if (settings.CHROMIUM_PATH !== '') {
    if (!isExecutable(settings.CHROMIUM_PATH))
      throw new BrowserMissingError(
        `CHROMIUM_PATH is ${settings.CHROMIUM_PATH}, and that is not a program that can be run`,
      );
    return { path: settings.CHROMIUM_PATH, source: 'CHROMIUM_PATH', env: {} };
  }
  const reasons: string[] = [];
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      return await bundledBrowser(unpackInto);
    } catch (error) {
      reasons.push(`the bundled Chromium could not be unpacked (${(error as Error).message})`);
    }
  } else {
    reasons.push(`the bundled Chromium is built for Linux on x64, not for ${process.platform} on ${process.arch}`);
  }
  const found = systemBrowser();
  if (found !== undefined) return { path: found, source: 'system', env: {} };
  reasons.push('no Chromium is installed on this machine');
  throw new BrowserMissingError(
    `There is no browser to run: ${reasons.join('; ')}. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.`,
  );
}

/** Variables by which a program finds the display of the person. */
const displayVariables = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY'] as const;
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A browser that opens a window on the display of the person: the bundled one has none.
 * @throws BrowserMissingError where there is no display, or no such browser
 */
export function findWindowBrowser(settings: ExecutableSettings, env: NodeJS.ProcessEnv): BrowserProgram {
  const display = displayVariables.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const hasDisplay = process.platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  if (!hasDisplay)
    throw new BrowserMissingError(
      'There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are empty). Record in the console instead (Administration, Portals, Record a portal), which shows the browser of a worker; or run this on a desktop, with ssh -X, or under xvfb-run with a VNC server.',
    );
  if (settings.CHROMIUM_PATH !== '' && !isExecutable(settings.CHROMIUM_PATH))
    throw new BrowserMissingError(
      `CHROMIUM_PATH is ${settings.CHROMIUM_PATH}, and that is not a program that can be run`,
    );
  const path =
    settings.CHROMIUM_PATH === '' ? (systemBrowser() ?? macBrowsers.find(isExecutable)) : settings.CHROMIUM_PATH;
  if (path === undefined)
    throw new BrowserMissingError(
      'There is no browser with a window: the bundled Chromium has none. Install Chromium (Debian: apt-get install chromium) or Chrome, or set CHROMIUM_PATH to one.',
    );
  return { path, source: settings.CHROMIUM_PATH === '' ? 'system' : 'CHROMIUM_PATH', env: Object.fromEntries(display) };
}

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lanekeeper');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * The package unpacks into the temporary directory and trusts whatever lies there already. So it runs in a child
 * process whose temporary directory is a new folder of ours (0700); that is renamed into place when it is whole,
 * and a folder without the mark of wholeness is thrown away.
 */
async function bundledBrowser(unpackInto: string): Promise<BrowserProgram> {
  const require = createRequire(import.meta.url);
  const entry = require.resolve('@sparticuz/chromium');
  const packageFile = join(dirname(entry), '..', '..', 'package.json');
  const version = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
  mkdirSync(unpackInto, { recursive: true, mode: 0o700 });
  const folder = join(unpackInto, `chromium-${version}`);
  if (!isWhole(folder)) {
    removeHalfUnpacked(unpackInto, version);
    const fresh = join(unpackInto, `chromium-${version}.unpacking-${process.pid}-${randomBytes(4).toString('hex')}`);
    mkdirSync(fresh, { mode: 0o700 });
    try {
      await unpack(fresh);
      writeFontConfig(fresh, folder);
      await proveItRuns(join(fresh, 'chromium'), environmentOf(fresh));
      writeFileSync(join(fresh, 'whole'), `${version}\n`);
      putInPlace(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return { path: join(folder, 'chromium'), source: 'bundled', env: environmentOf(folder) };
}

function isWhole(folder: string): boolean {
  if (!existsSync(join(folder, 'whole')) || !isExecutable(join(folder, 'chromium'))) return false;
  const owner = statSync(folder);
  // Someone else's folder, or one that others may write to, is never run.
  return (process.getuid === undefined || owner.uid === process.getuid()) && (owner.mode & 0o022) === 0;
}

/** Folders of a process that died while unpacking, and a final folder that lost its mark. */
function removeHalfUnpacked(unpackInto: string, version: string): void {
  for (const name of readdirSync(unpackInto)) {
    const half = /^chromium-.+\.unpacking-(\d+)-[0-9a-f]+$/.exec(name);
    if (half !== null && !pidInUse(Number(half[1]))) rmSync(join(unpackInto, name), { recursive: true, force: true });
  }
  const folder = join(unpackInto, `chromium-${version}`);
  if (existsSync(folder) && !isWhole(folder)) rmSync(folder, { recursive: true, force: true });
}

/** Another process may have been quicker; its folder is as good as ours. */
function putInPlace(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!isWhole(folder)) throw error;
  }
}

function unpack(folder: string): Promise<void> {
  const script = `import('@sparticuz/chromium').then(async ({ default: chromium }) => { process.stdout.write(await chromium.executablePath()); });`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaint = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && said === join(folder, 'chromium')) {
        chmodSync(said, 0o700);
        resolve();
      } else reject(new Error(complaint.trim().split('\n').at(-1) || `the unpacking process ended with ${code}`));
    });
  });
}

/** Without fonts, text renders with width 0 and no error. */
function writeFontConfig(folder: string, finalFolder: string): void {
  const folders = [join(finalFolder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  const lines = folders.map((path) => `  <dir>${path.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</dir>`);
  const cache = join(finalFolder, 'font-cache').replace(/&/g, '&amp;').replace(/</g, '&lt;');
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines.join('\n')}\n  <cachedir>${cache}</cachedir>\n</fontconfig>\n`,
  );
}

function environmentOf(folder: string): Record<string, string> {
  return { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
}

function proveItRuns(path: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(path, ['--version'], { env: { ...process.env, ...env }, timeout: 30_000 }, (error, stdout) =>
      error === null && /chrom/i.test(stdout)
        ? resolve()
        : reject(error ?? new Error(`it answered ${stdout.slice(0, 100)}`)),
    );
  });
}
