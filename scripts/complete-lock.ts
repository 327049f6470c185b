import fs from 'node:fs';

/**
 * Adds to package-lock.json the platform packages of optional dependencies that `npm install` left out because the registry at
 * hand does not serve them; without them `npm ci` refuses the lock file everywhere. Run after every `npm install`.
 */
interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, Entry>;

const SYSTEMS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 'ppc64', 's390x', 'loong64', 'wasm32'];

/** Lists where Node would look for a dependency of the package at `key`, nearest first. */
function* places(key: string, name: string): Generator<string> {
  for (let at = key; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    yield `${at}/node_modules/${name}`;
  yield `node_modules/${name}`;
}

/** Reads the platform that a package's name tells, as `@scope/binding-linux-arm64-musl` does; null where it tells none. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  const words = name.split(/[-/]/);
  const os = words.filter((w) => SYSTEMS.includes(w));
  const cpu = words.filter((w) => PROCESSORS.includes(w));
  if (os.length + cpu.length === 0) return null;
  const musl = words.some((w) => w.startsWith('musl'));
  const gnu = words.some((w) => w.startsWith('gnu')) && os.includes('linux');
  const libc = musl ? ['musl'] : gnu ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}

/** Lists optional dependencies that no entry answers for, as entries to add by key. */
export function missingPlatforms(packages: Packages): Packages {
  const missing: Packages = {};
  for (const [key, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      if (platform === null || [...places(key, name)].some((place) => packages[place] !== undefined)) continue;
      missing[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...platform };
    }
  }
  return missing;
}

if (import.meta.main) {
  const file = 'package-lock.json';
  const lock = JSON.parse(fs.readFileSync(file, 'utf8')) as { packages: Packages };
  const missing = missingPlatforms(lock.packages);
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  fs.writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} platform packages added to ${file}`);
}
