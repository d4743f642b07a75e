/**
 * findOffice :: where to look → LibreOffice's program and a Python that can drive it
 *
 * Nothing here starts LibreOffice: a file that exists and a Python that imports `uno` are enough to begin with, and
 * what fails later is the pool's to report.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PlatenError } from '../errors.ts';

export interface OfficePlaces {
  /** The launcher or the program itself; found where left out. */
  readonly soffice?: string;
  readonly python?: string;
  /** PATH, as the operator's shell has it. */
  readonly searchPath?: string;
}

export interface Office {
  readonly soffice: string;
  readonly python: string;
}

const MAC_BUNDLE = '/Applications/LibreOffice.app/Contents';
const USUAL_PROGRAMS = [
  '/usr/lib/libreoffice/program/soffice',
  '/usr/lib64/libreoffice/program/soffice',
  '/usr/local/lib/libreoffice/program/soffice',
  `${MAC_BUNDLE}/MacOS/soffice`,
];
const USUAL_PYTHONS = ['/usr/bin/python3', '/usr/local/bin/python3'];
/** A cold import of `uno` takes under a second; a Python that needs longer hangs. */
const PROBE_MS = 15_000;

const INSTALL_HINT =
  'On Debian and Ubuntu: apt-get install libreoffice-writer-nogui python3-uno. ' +
  'On macOS: brew install --cask libreoffice.';

const run = promisify(execFile);

export const findOffice = async (places: OfficePlaces): Promise<Office> => {
  const soffice = sofficeCandidates(places).find(isExecutable);
  if (soffice === undefined) {
    throw new PlatenError(
      'pdf_unavailable',
      places.soffice === undefined
        ? 'LibreOffice is not installed on the server.'
        : 'LibreOffice is not where the configuration of the server says.',
      { hint: INSTALL_HINT },
    );
  }
  const program = withoutLauncher(soffice);
  const tried: string[] = [];
  for (const python of pythonCandidates(places, dirname(program)).filter(isExecutable)) {
    if (await importsUno(python)) return { soffice: program, python };
    tried.push(python);
  }
  throw new PlatenError(
    'pdf_unavailable',
    'LibreOffice’s Python bridge (python3-uno) is not installed on the server.',
    { hint: INSTALL_HINT, cause: `no "import uno" in: ${tried.join(', ') || 'no Python found'}` },
  );
};

const onPath = (places: OfficePlaces, ...names: readonly string[]): string[] =>
  (places.searchPath ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .flatMap((folder) => names.map((name) => join(folder, name)));

const sofficeCandidates = (places: OfficePlaces): string[] =>
  places.soffice !== undefined
    ? [places.soffice]
    : [...onPath(places, 'soffice', 'libreoffice'), ...USUAL_PROGRAMS, ...underOpt()];

/** The Document Foundation's own packages: /opt/libreoffice24.8/program/soffice. The newest first. */
const underOpt = (): string[] => {
  try {
    return readdirSync('/opt')
      .filter((name) => name.startsWith('libreoffice'))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => `/opt/${name}/program/soffice`);
  } catch {
    return [];
  }
};

/** LibreOffice's own Python comes first: it is the one that is certain to match. */
const pythonCandidates = (places: OfficePlaces, program: string): string[] =>
  places.python !== undefined
    ? [places.python]
    : [
        ...new Set([
          join(program, 'python'),
          join(program, '..', 'Resources', 'python'),
          ...USUAL_PYTHONS,
          ...onPath(places, 'python3'),
        ]),
      ];

/**
 * The program that the launcher would start. It is started directly, so that its process is the driver's own child
 * and dies with it; the driver takes over the one thing that the launcher does, which is to start it again when asked.
 */
const withoutLauncher = (soffice: string): string => {
  const real = realpathSync(soffice);
  const program = join(dirname(real), 'soffice.bin');
  return isExecutable(program) ? program : real;
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const importsUno = async (python: string): Promise<boolean> => {
  try {
    await run(python, ['-B', '-c', 'import uno'], {
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
      env: { PATH: '/usr/bin:/bin' },
    });
    return true;
  } catch {
    return false;
  }
};
