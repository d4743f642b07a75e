import type { ExampleDocument } from '../package.ts';

export interface Example {
  /** Folder name and suggested template key. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly document: ExampleDocument;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

const svgUri = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** A wordless mark: a rounded square with two overlapping shapes. */
export const logo = (dark: string, light: string): string =>
  svgUri(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120"><rect width="120" height="120" rx="26" fill="${dark}"/><circle cx="48" cy="62" r="28" fill="${light}" fill-opacity=".9"/><rect x="56" y="30" width="36" height="36" rx="8" fill="#fff" fill-opacity=".85"/></svg>`,
  );

/** A product shot of sorts: one shape on a soft ground. */
export const productShot = (ground: string, shape: string): string =>
  svgUri(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" viewBox="0 0 320 240"><rect width="320" height="240" fill="${ground}"/><ellipse cx="160" cy="204" rx="86" ry="12" fill="#000" fill-opacity=".12"/>${shape}</svg>`,
  );

/** A signature: a pen stroke. */
export const signature = (path: string): string =>
  svgUri(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80" viewBox="0 0 240 80"><path d="${path}" fill="none" stroke="#1b2a4a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  );
