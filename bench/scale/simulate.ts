/**
 * simulation :: what was measured, what is assumed → the table of docs/scale.md
 *
 * Plain reckoning, so that anybody can change a number of `measured.ts` and see what becomes of it.
 */
import { table } from '../report.ts';
import { ASSUMED, MEASURED } from './measured.ts';

const MONTH_SECONDS = 30 * 86_400;
const VOLUMES = [1e6, 1e7, 1e8, 1e9];
/** Smaller ones are not worth a machine of their own. */
const LEAST_CORES = 2;

const growthTo = (documents: number) => {
  const rate = documents / MONTH_SECONDS;
  const peakRate = rate * ASSUMED.peak;
  const documentMs = MEASURED.docxMs * (1 - ASSUMED.pdfShare) + MEASURED.pdfMs * ASSUMED.pdfShare;
  const cores = (milliseconds: number): number => (peakRate * milliseconds) / 1000 / ASSUMED.utilization;
  const serverCores = cores(documentMs);
  const coresOfOne = Math.min(ASSUMED.coresOfServer, Math.max(LEAST_CORES, Math.ceil(serverCores)));
  // One more than needed: it may be replaced, or die.
  const servers = Math.ceil(serverCores / coresOfOne) + 1;
  const databaseCores = Math.max(LEAST_CORES, Math.ceil(cores(MEASURED.databaseMs)));

  const organizations = Math.min(ASSUMED.organizations, Math.ceil(documents / 10_000));
  const ledgerMonth = documents * (MEASURED.ledgerBytes + MEASURED.ledgerIndexBytes);
  // No more hours than documents.
  const hours = Math.min(documents, organizations * ASSUMED.templates * ASSUMED.busyHours);
  const usageMonth = hours * MEASURED.usageBytes;
  const callsMonth = documents * MEASURED.callBytes;
  const databaseBytes = (ledgerMonth + usageMonth) * ASSUMED.ledgerMonths + callsMonth;

  const results = documents * ASSUMED.jobShare;
  const kept = results * ASSUMED.resultBytes * (ASSUMED.resultHours / 24 / 30);
  const versions = organizations * ASSUMED.templates * ASSUMED.versions;
  const objectBytes = kept + versions * ASSUMED.versionBytes;

  const dollars =
    (servers * coresOfOne + databaseCores * ASSUMED.databaseMachines) * ASSUMED.coreMonth +
    (databaseBytes / 1e9) * ASSUMED.diskGigabyteMonth * ASSUMED.databaseCopies +
    (objectBytes / 1e9) * ASSUMED.objectGigabyteMonth +
    // The body and the result of each job.
    ((results * 2) / 1e6) * ASSUMED.millionPuts;
  return {
    ...{ rate, peakRate, serverCores, servers, coresOfOne, databaseCores },
    ...{ ledgerMonth, usageMonth, callsMonth, databaseBytes, objectBytes },
    logRate: peakRate * MEASURED.logBytes,
    logDay: rate * 86_400 * MEASURED.logBytes,
    dollarsAMillion: dollars / (documents / 1e6),
  };
};

type Growth = ReturnType<typeof growthTo>;

const rounded = (value: number): string =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

const bytes = (value: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${rounded(value / 1000 ** power)} ${UNITS[power]}`;
};

const ROWS: readonly (readonly [name: string, show: (growth: Growth) => string])[] = [
  ['documents a second, mean', ({ rate }) => rounded(rate)],
  ['documents a second, busiest minute', ({ peakRate }) => rounded(peakRate)],
  ['cores that serve, busiest minute', ({ serverCores }) => rounded(serverCores)],
  ['servers, one of them to spare', ({ servers, coresOfOne }) => `${servers} of ${coresOfOne} cores`],
  ['cores of PostgreSQL', ({ databaseCores }) => String(databaseCores)],
  ['its log, busiest minute', ({ logRate }) => `${bytes(logRate)}/s`],
  ['its log, a day', ({ logDay }) => bytes(logDay)],
  ['ledger, a month', ({ ledgerMonth }) => bytes(ledgerMonth)],
  ['usage, a month', ({ usageMonth }) => bytes(usageMonth)],
  ['log of calls, kept for a month', ({ callsMonth }) => bytes(callsMonth)],
  [`database with ${ASSUMED.ledgerMonths} months`, ({ databaseBytes }) => bytes(databaseBytes)],
  ['objects in the bucket', ({ objectBytes }) => bytes(objectBytes)],
  ['dollars for a million documents', ({ dollarsAMillion }) => rounded(dollarsAMillion)],
];

export const simulation = (): string => {
  const growths = VOLUMES.map(growthTo);
  return table(
    ['documents a month', ...VOLUMES.map((volume) => `${(volume / 1e6).toLocaleString('en')} million`)],
    ROWS.map(([name, show]) => [name, ...growths.map(show)]),
  );
};
